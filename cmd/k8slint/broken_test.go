package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/driver"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// A package with errors has no finding that it has not without them, whatever is
// broken: bodies, signatures, fields, values, imports, syntax. Each round breaks
// one thing in a third of the packages of testdata/src, among which every bug stands
// beside its safe twin.
//
// K8SLINT_BREAKS sets the number of rounds, K8SLINT_BREAKS_SEED which they are.
func TestBrokenIsSubset(t *testing.T) {
	rounds, seed := 2, 1
	if n, err := strconv.Atoi(os.Getenv("K8SLINT_BREAKS")); err == nil {
		rounds = n
	} else {
		testmodule.Slow(t, "breaks packages at random, and analyses all each time")
	}
	if n, err := strconv.Atoi(os.Getenv("K8SLINT_BREAKS_SEED")); err == nil {
		seed = n
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(testmodule.Dir(t, "testdata/src"))); err != nil {
		t.Fatal(err)
	}
	whole, errs := findings(t, dir, "./...")
	if len(whole) == 0 || len(errs) > 0 {
		t.Fatalf("%d findings, errors %v", len(whole), errs)
	}
	known := make(map[string]bool)
	for _, f := range whole {
		for _, place := range f.places {
			known[place] = true
		}
	}
	kept, broken := 0, 0
	for round := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), uint64(round)))
		repair, did := breakSome(t, r, dir)
		got, errs := findings(t, dir, "./...")
		repair()
		for _, f := range got {
			if !slices.ContainsFunc(f.places, func(place string) bool { return known[place] }) {
				t.Errorf("seed %d, round %d: a finding that the whole has not: %s: %s\nchanges:\n%s\nerrors:\n%s",
					seed, round, f.places[0], f.message, strings.Join(did, "\n"), strings.Join(errs, "\n"))
			}
		}
		for _, e := range errs {
			if strings.Contains(e, "internal error") || strings.Contains(e, "was not analysed") {
				t.Errorf("seed %d, round %d: %s", seed, round, e)
			}
		}
		if len(errs) == 0 {
			t.Errorf("seed %d, round %d: %d changes and no error", seed, round, len(did))
		}
		kept += len(got)
		broken += len(did)
	}
	t.Logf("%d changes; %d of %d findings are still there", broken, kept, rounds*len(whole))
	if kept < rounds*len(whole)/2 {
		t.Errorf("of %d findings only %d are still there", rounds*len(whole), kept)
	}
}

// A method that was left out stood behind an interface of its package, so that a call through
// that is no call of a client. TestFindings finds what is wrong in the file when it is whole.
func TestBrokenMethodBehindInterface(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(testmodule.Dir(t, "testdata/src"))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "staleretry/helpers/narrow.go")
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	broken := bytes.Replace(src, []byte("func (f *fresh) Update(ctx context.Context"), []byte("func (f *fresh) Update(ctx NoSuchType"), 1)
	if !bytes.Contains(src, []byte("// want")) || bytes.Equal(src, broken) {
		t.Fatal("narrow.go has no finding, or another method")
	}
	if err := os.WriteFile(file, broken, 0o666); err != nil {
		t.Fatal(err)
	}
	got, errs := findings(t, dir, "./staleretry/helpers")
	if len(errs) == 0 {
		t.Error("no error")
	}
	for _, f := range got {
		if slices.ContainsFunc(f.places, func(place string) bool { return strings.Contains(place, "narrow.go") }) {
			t.Errorf("found in narrow.go: %s", f.message)
		}
	}
}

// A foundAt is one finding, and where it can stand.
type foundAt struct {
	message string
	places  []string // analyzer, file and line
}

// findings returns the findings in dir and the errors. A finding about several writes can
// stand at each: with the first one skipped, it is at the next. One about the write of another
// package stands at the first function from which the object gets there, and can move to the
// next one: so the write, the last step, is a place too.
func findings(t *testing.T, dir, pattern string) (found []foundAt, errs []string) {
	type step struct {
		Posn    string
		Related []struct{ Posn string }
	}
	var stdout, stderr bytes.Buffer
	driver.Run(analyzers.New, []string{"-C", dir, "-json", "-cache=off", pattern}, &stdout, &stderr)
	var tree map[string]map[string]json.RawMessage
	if err := json.Unmarshal(stdout.Bytes(), &tree); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	for _, results := range tree {
		for analyzer, result := range results {
			var list []struct {
				step
				Message string
				Writes  []step
			}
			if json.Unmarshal(result, &list) != nil {
				var e struct{ Error string }
				if err := json.Unmarshal(result, &e); err != nil {
					t.Fatal(err)
				}
				errs = append(errs, e.Error)
			}
			for _, f := range list {
				at := foundAt{message: f.Message}
				add := func(posn string) {
					// An error moves what stands behind it in its line.
					file, rest, _ := strings.Cut(posn, ".go:")
					line, _, _ := strings.Cut(rest, ":")
					at.places = append(at.places, analyzer+" "+file+".go:"+line)
				}
				for _, s := range append([]step{f.step}, f.Writes...) {
					add(s.Posn)
					if n := len(s.Related); n > 0 && analyzer == "cachemutate" {
						add(s.Related[n-1].Posn)
					}
				}
				found = append(found, at)
			}
		}
	}
	return found, errs
}

// breakSome breaks one thing in a third of the folders under dir.
func breakSome(t *testing.T, r *rand.Rand, dir string) (repair func(), did []string) {
	files := make(map[string][]string)
	var dirs []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if filepath.Ext(name) == ".go" {
			in := filepath.Dir(name)
			if files[in] == nil {
				dirs = append(dirs, in)
			}
			files[in] = append(files[in], name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	whole := make(map[string][]byte)
	for _, in := range dirs {
		if r.IntN(3) > 0 || filepath.Base(in) == "transforms" {
			continue // what a transform does, nobody knows without it
		}
		name := files[in][r.IntN(len(files[in]))]
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all := breakages(t, name, src)
		if len(all) == 0 {
			continue
		}
		b := all[r.IntN(len(all))]
		text := string(src[:b.from]) + b.text + string(src[b.to:])
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		whole[name] = src
		did = append(did, fmt.Sprintf("%s:%d: %s", name, 1+bytes.Count(src[:b.from], []byte("\n")), b.text))
	}
	return func() {
		for name, src := range whole {
			if err := os.WriteFile(name, src, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}, did
}

// A breakage puts text in the place of the bytes [from, to) of a file, so that it
// has an error. The lines stay where they are.
type breakage struct {
	from, to int
	text     string
}

// breakages lists the ways to break a file that are tried.
func breakages(t *testing.T, name string, src []byte) []breakage {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var out []breakage
	replace := func(from, to token.Pos, text string) {
		b := breakage{fset.Position(from).Offset, fset.Position(to).Offset, text}
		b.text += strings.Repeat("\n", bytes.Count(src[b.from:b.to], []byte("\n")))
		out = append(out, b)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body == nil || len(n.Body.List) == 0 {
				break
			}
			replace(n.Body.Lbrace, n.Body.Lbrace+1, "{ noSuchFunction();")
			replace(n.Body.Lbrace, n.Body.Lbrace+1, "{ x := := 1;")
			replace(n.Body.Rbrace, n.Body.Rbrace+1, " ")
			for _, p := range n.Type.Params.List {
				replace(p.Type.Pos(), p.Type.End(), "NoSuchType")
			}
		case *ast.StructType:
			for _, field := range n.Fields.List {
				replace(field.Type.Pos(), field.Type.End(), "NoSuchType")
			}
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				replace(m.Type.End(), m.Type.End(), " NoSuchType")
			}
		case *ast.ValueSpec:
			for _, v := range n.Values {
				replace(v.Pos(), v.End(), "noSuchValue")
			}
		case *ast.ImportSpec:
			if path, _ := strconv.Unquote(n.Path.Value); strings.Contains(path, ".") {
				replace(n.Path.Pos(), n.Path.End(), strconv.Quote("nowhere.example/"+path))
			}
		}
		return true
	})
	return out
}
