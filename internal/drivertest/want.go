package drivertest

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/scanner"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/driver"
	"github.com/k8slint/k8slint/internal/fact"
)

// A want is what the comment of a line expects of the analysis:
//
//	pod.Name = "a" // want `mutates` `another finding here`
//
// is one want for each finding. With a name in front, it is about a fact: what Facts says of
// the function or type that is declared there.
//
//	func set(pod *v1.Pod) { // want set:`^write \$0/Name`
type want struct {
	file string
	line int
	name string // of what a fact is about
	text *regexp.Regexp
}

// Run analyses the packages that args name in the module in dir, flags and patterns of the
// command, and compares the findings with the comments "// want" in their files. Each
// package is a subtest: go test -run Test/subresource/quiet.
func Run(t *testing.T, dir string, args ...string) []Finding {
	t.Helper()
	return RunSuite(t, analyzers.New, dir, args...)
}

// RunSuite is Run with other analyzers.
func RunSuite(t *testing.T, suite driver.Suite, dir string, args ...string) []Finding {
	t.Helper()
	findings, _ := run(t, suite, dir, args)
	packages := folders(t, dir, args)
	for _, f := range findings {
		if !slices.Contains(packages, filepath.Dir(f.File)) {
			t.Errorf("%s:%d: a finding outside of the packages that are compared: %s", f.File, f.Line, f.Message)
		}
	}
	// go test -run can choose one package.
	if Compare(t, dir, findings, args...) == 0 && len(findings) == 0 {
		t.Errorf("no finding is wanted in %q, and there is none", args)
	}
	return findings
}

// Compare compares the findings with the comments in the packages that args name in the module
// in dir, and returns how many findings those want. Each package is a subtest.
func Compare(t *testing.T, dir string, findings []Finding, args ...string) (wanted int) {
	t.Helper()
	for _, p := range folders(t, dir, args) {
		rel, _ := filepath.Rel(dir, p)
		t.Run(filepath.ToSlash(rel), func(t *testing.T) {
			ws := wants(t, p)
			wanted += len(ws)
			for _, problem := range compare(findings, ws, p) {
				t.Error(problem)
			}
			if t.Failed() {
				t.Logf("this package alone, in the folder of the test: go test -run '%s$'", t.Name())
			}
		})
	}
	return wanted
}

// marker is a comment for Marked.
var marker = regexp.MustCompile(`// want ([a-z ]+)$`)

// Marked compares the lines with findings in the packages that args name with the comments
// "// want NAME...", whose names are those of analyzers. It returns how many there are.
func Marked(t *testing.T, dir string, findings []Finding, args ...string) int {
	t.Helper()
	found, marked := map[string]bool{}, map[string]bool{}
	packages := folders(t, dir, args)
	for _, f := range findings {
		if slices.Contains(packages, filepath.Dir(f.File)) {
			found[fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Analyzer)] = true
		}
	}
	for _, p := range packages {
		files, _ := filepath.Glob(filepath.Join(p, "*.go"))
		for _, file := range files {
			for i, line := range strings.Split(string(read(t, file)), "\n") {
				m := marker.FindStringSubmatch(line)
				if m == nil {
					continue
				}
				for name := range strings.FieldsSeq(m[1]) {
					marked[fmt.Sprintf("%s:%d: %s", file, i+1, name)] = true
				}
			}
		}
	}
	for _, place := range slices.Sorted(maps.Keys(marked)) {
		if !found[place] {
			t.Errorf("not found: %s", place)
		}
	}
	for _, place := range slices.Sorted(maps.Keys(found)) {
		if !marked[place] {
			t.Errorf("not wanted: %s", place)
		}
	}
	return len(marked)
}

// FactCategory is that of the findings which say what a fact is.
const FactCategory = "fact"

// Facts makes the analyzer report its facts about what a package declares, too, so that
// comments can state them.
func Facts(a *analysis.Analyzer) {
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		res, err := run(pass)
		for _, f := range pass.AllObjectFacts() {
			if f.Object.Pkg() == pass.Pkg {
				ReportFact(pass, f.Object, reread(f.Fact))
			}
		}
		return res, err
	}
}

// reread is the text of a fact, or what is wrong where it is not read back as the same.
func reread(f analysis.Fact) string {
	does := reflect.ValueOf(f).Elem().FieldByName("Does")
	back := reflect.New(does.Type())
	if err := fact.Parse(fact.Format(does.Interface()), back.Interface()); err != nil {
		return err.Error()
	}
	if !reflect.DeepEqual(back.Elem().Interface(), does.Interface()) {
		return fmt.Sprintf("%v is read as %+v", f, back.Elem())
	}
	return fmt.Sprint(f)
}

// ReportFact reports what is known of obj.
func ReportFact(pass *analysis.Pass, obj types.Object, text string) {
	pass.Report(analysis.Diagnostic{Pos: obj.Pos(), Category: FactCategory, Message: obj.Name() + ": " + text})
}

// folders are those with Go files that the patterns among args name below dir.
func folders(t *testing.T, dir string, args []string) []string {
	t.Helper()
	var out []string
	for _, arg := range args {
		if !strings.HasPrefix(arg, ".") { // a flag, or a package of the standard library
			continue
		}
		root, all := strings.CutSuffix(arg, "/...")
		err := filepath.WalkDir(filepath.Join(dir, root), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || !d.IsDir():
				return err
			case d.Name() == "testdata":
				return fs.SkipDir
			}
			if files, _ := filepath.Glob(filepath.Join(path, "*.go")); len(files) > 0 {
				out = append(out, path)
			}
			if !all {
				return fs.SkipDir
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(out) == 0 {
		t.Fatalf("no packages in %q", args)
	}
	return out
}

// compare returns how the findings in folder differ from the wants.
func compare(findings []Finding, wants []want, folder string) (problems []string) {
	for _, f := range findings {
		if filepath.Dir(f.File) != folder {
			continue
		}
		name, text := "", f.Message
		if f.Category == FactCategory {
			name, text, _ = strings.Cut(f.Message, ": ")
		}
		here := func(w want) bool { return w.file == f.File && w.line == f.Line && w.name == name }
		i := slices.IndexFunc(wants, func(w want) bool { return here(w) && w.text.MatchString(text) })
		if i >= 0 {
			wants = slices.Delete(wants, i, i+1)
			continue
		}
		problem := fmt.Sprintf("%s:%d: not wanted: %s: %s", f.File, f.Line, f.Analyzer, f.Message)
		for _, w := range wants {
			if here(w) {
				problem += fmt.Sprintf("\n\twanted: %s", w.text)
			}
		}
		problems = append(problems, problem)
	}
	for _, w := range wants {
		problems = append(problems, fmt.Sprintf("%s:%d: not found: %s %s", w.file, w.line, w.name, w.text))
	}
	return problems
}

// wants reads the comments of the files in folder that belong to this system.
func wants(t *testing.T, folder string) []want {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	var out []want
	for _, name := range files {
		if ok, err := build.Default.MatchFile(folder, filepath.Base(name)); err != nil || !ok {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range comments(f) {
			_, text, ok := strings.Cut(c.Text, "// want ")
			if !ok {
				continue
			}
			here, err := parseWants(text)
			if err != nil {
				t.Fatalf("%s: %v", fset.Position(c.Pos()), err)
			}
			for _, w := range here {
				w.file, w.line = name, fset.Position(c.Pos()).Line
				out = append(out, w)
			}
		}
	}
	return out
}

func comments(f *ast.File) (out []*ast.Comment) {
	for _, g := range f.Comments {
		out = append(out, g.List...)
	}
	return out
}

// parseWants reads "re" `re` name:"re", in any number and order.
func parseWants(text string) (out []want, err error) {
	var s scanner.Scanner
	s.Init(strings.NewReader(text))
	s.Mode = scanner.ScanIdents | scanner.ScanStrings | scanner.ScanRawStrings
	s.Error = func(_ *scanner.Scanner, msg string) { err = fmt.Errorf("// want %s: %s", text, msg) }
	for tok := s.Scan(); tok != scanner.EOF; tok = s.Scan() {
		var w want
		if tok == scanner.Ident {
			w.name = s.TokenText()
			if s.Scan() != ':' {
				return nil, fmt.Errorf("// want %s: no colon after %s", text, w.name)
			}
			tok = s.Scan()
		}
		if tok != scanner.String && tok != scanner.RawString {
			return nil, fmt.Errorf("// want %s: %s is no regular expression", text, s.TokenText())
		}
		pattern, _ := strconv.Unquote(s.TokenText())
		var bad error
		if w.text, bad = regexp.Compile(pattern); bad != nil {
			return nil, bad
		}
		out = append(out, w)
	}
	if len(out) == 0 && err == nil {
		err = fmt.Errorf("// want %s: nothing is wanted", text)
	}
	return out, err
}
