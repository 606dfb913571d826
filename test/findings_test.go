package test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A finding is what every driver reports in some form.
type finding struct {
	file     string // relative to the module, with slashes
	line     int
	analyzer string
	message  string
}

func (f finding) String() string {
	return strings.TrimSuffix(fmt.Sprintf("%s:%d: %s: %s", f.file, f.line, f.analyzer, f.message), ": ")
}

// place is f without its message.
func (f finding) place() finding {
	f.message = ""
	return f
}

func compareFindings(a, b finding) int {
	if c := strings.Compare(a.file, b.file); c != 0 {
		return c
	}
	if a.line != b.line {
		return a.line - b.line
	}
	if c := strings.Compare(a.analyzer, b.analyzer); c != 0 {
		return c
	}
	return strings.Compare(a.message, b.message)
}

// distinct sorts findings and drops the repetitions: a file is also part of the
// test variant of its package.
func distinct(findings []finding) []finding {
	findings = slices.Clone(findings)
	slices.SortFunc(findings, compareFindings)
	return slices.Compact(findings)
}

// places is the distinct places of findings.
func places(findings []finding) []finding {
	var list []finding
	for _, f := range findings {
		list = append(list, f.place())
	}
	return distinct(list)
}

// expectSame reports the differences between two lists of distinct findings.
func expectSame(t *testing.T, gotName string, got []finding, wantName string, want []finding) {
	t.Helper()
	for _, f := range got {
		if !slices.Contains(want, f) {
			t.Errorf("only %s: %v", gotName, f)
		}
	}
	for _, f := range want {
		if !slices.Contains(got, f) {
			t.Errorf("only %s: %v", wantName, f)
		}
	}
}

// readJSON reads the findings in what -json prints, of one document or, under
// go vet, one a package with comments between them.
func readJSON(t *testing.T, dir, output string) []finding {
	t.Helper()
	var text strings.Builder
	for line := range strings.Lines(output) {
		if !strings.HasPrefix(line, "#") {
			text.WriteString(line)
		}
	}
	type diagnostic struct {
		Posn     string `json:"posn"`
		Category string `json:"category"`
		Message  string `json:"message"`
	}
	var findings []finding
	for decoder := json.NewDecoder(strings.NewReader(text.String())); ; {
		var byPackage map[string]map[string]json.RawMessage
		if err := decoder.Decode(&byPackage); errors.Is(err, io.EOF) {
			return distinct(findings)
		} else if err != nil {
			t.Fatalf("not the JSON of an analysis driver: %v\n%s", err, output)
		}
		for pkg, byAnalyzer := range byPackage {
			for analyzer, raw := range byAnalyzer {
				var diagnostics []diagnostic
				if err := json.Unmarshal(raw, &diagnostics); err != nil {
					t.Errorf("%s: %s: %s", pkg, analyzer, raw)
				}
				for _, d := range diagnostics {
					file, line := splitPosn(t, d.Posn)
					// go vet prints the message alone as text, so there it
					// begins with the analyzer's name, and ends with its ID.
					message := strings.TrimPrefix(d.Message, analyzer+": ")
					message = strings.TrimSuffix(message, " ("+analyzer+"/"+d.Category+")")
					findings = append(findings, finding{relative(t, dir, file), line, analyzer, message})
				}
			}
		}
	}
}

// splitPosn divides file:line:col.
func splitPosn(t *testing.T, posn string) (string, int) {
	t.Helper()
	parts := strings.Split(posn, ":")
	if len(parts) < 3 {
		t.Fatalf("position %q is not file:line:col", posn)
	}
	line, err := strconv.Atoi(parts[len(parts)-2])
	if err != nil {
		t.Fatalf("position %q: %v", posn, err)
	}
	return strings.Join(parts[:len(parts)-2], ":"), line
}

// relative makes file, absolute or relative to dir, relative to dir.
func relative(t *testing.T, dir, file string) string {
	t.Helper()
	if !filepath.IsAbs(file) {
		return filepath.ToSlash(filepath.Clean(file))
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(rel)
}

// marker is how the examples say which analyzers find something on a line.
var marker = regexp.MustCompile(`// want ((?:[a-z]+ ?)+)$`)

// wanted returns the places that are marked in the module at dir.
func wanted(t *testing.T, dir string) []finding {
	t.Helper()
	var findings []finding
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		for n := 1; lines.Scan(); n++ {
			m := marker.FindStringSubmatch(lines.Text())
			if m == nil {
				continue
			}
			for analyzer := range strings.FieldsSeq(m[1]) {
				findings = append(findings, finding{file: relative(t, dir, path), line: n, analyzer: analyzer})
			}
		}
		return lines.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return distinct(findings)
}

// byAnalyzer counts findings, as text.
func byAnalyzer(findings []finding) string {
	count := map[string]int{}
	for _, f := range findings {
		count[f.analyzer]++
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(count)) {
		list = append(list, fmt.Sprintf("%d %s", count[name], name))
	}
	return strings.Join(list, ", ")
}
