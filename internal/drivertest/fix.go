package drivertest

import (
	"bytes"
	"flag"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/analyzers"
)

// Update makes tests rewrite golden files.
var Update = flag.Bool("update", false, "rewrite golden files")

// A Fixed is what -fix made of packages.
type Fixed struct {
	Findings int               // how many were fixed
	Files    map[string]Change // that differ, by their names below the module
}

// A Change is a file before and after.
type Change struct{ Before, After string }

// Fix runs the command with -fix on a copy of packages of the module in dir, and once more where a
// fix makes way for another. What it writes has no type errors, is formatted, and has no finding
// that could be fixed, or was not there. A file is compared with FILE.golden beside it, if there is one.
func Fix(t *testing.T, dir string, args ...string) Fixed {
	t.Helper()
	tmp := t.TempDir()
	if err := os.CopyFS(tmp, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	out := Fixed{Files: map[string]Change{}}
	var after []Finding
	for range 2 {
		stay, said := run(t, analyzers.New, tmp, append([]string{"-fix"}, args...))
		after, _ = run(t, analyzers.New, tmp, args) // fails if there are type errors
		if len(after) > len(stay) {
			t.Errorf("%d findings after -fix, which said that %d stay", len(after), len(stay))
		}
		if m := fixedFindings.FindStringSubmatch(said); m != nil {
			n, _ := strconv.Atoi(m[1])
			out.Findings += n
		}
		if !slices.ContainsFunc(after, func(f Finding) bool { return f.Fixable }) {
			break
		}
	}
	for _, f := range after {
		if f.Fixable {
			t.Errorf("%s:%d: still found after -fix: %s", f.File, f.Line, f.Message)
		}
	}
	for _, name := range goFiles(t, dir) {
		before, now := read(t, filepath.Join(dir, name)), read(t, filepath.Join(tmp, name))
		if !bytes.Equal(before, now) {
			out.Files[name] = Change{string(before), string(now)}
		}
		checkFixed(t, filepath.Join(dir, name+".golden"), before, now)
	}
	for _, p := range folders(t, dir, args) {
		goldens, _ := filepath.Glob(filepath.Join(p, "*.go.golden"))
		for _, golden := range goldens {
			rel, _ := filepath.Rel(dir, strings.TrimSuffix(golden, ".golden"))
			if _, ok := out.Files[rel]; !ok {
				t.Errorf("%s: -fix does not change the file", golden)
			}
		}
	}
	if out.Findings == 0 || len(out.Files) == 0 {
		t.Error("-fix fixed nothing")
	}
	return out
}

var fixedFindings = regexp.MustCompile(`fixed (\d+) findings?`)

// checkFixed checks a file that was before and is now.
func checkFixed(t *testing.T, golden string, before, now []byte) {
	t.Helper()
	if bytes.Equal(before, now) {
		return
	}
	if tidy, err := format.Source(now); err != nil || !bytes.Equal(tidy, now) {
		t.Errorf("not formatted after its fixes (%v):\n%s", err, now)
	}
	want, err := os.ReadFile(golden)
	switch {
	case err != nil || bytes.Equal(want, now):
	case *Update:
		if err := os.WriteFile(golden, now, 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("-fix writes another file than %s (go test -update keeps it):\n%s", golden, firstDifference(string(now), string(want)))
	}
}

// AllGolden checks that each file that was fixed has a golden file in the module in dir.
func (f Fixed) AllGolden(t *testing.T, dir string) {
	t.Helper()
	for name, file := range f.Files {
		if _, err := os.Stat(filepath.Join(dir, name+".golden")); err != nil {
			t.Errorf("%v: -fix writes\n%s", err, file.After)
		}
	}
}

// firstDifference shows the first line in which got is not want, with two lines around it.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	i := 0
	for i < min(len(g), len(w)) && g[i] == w[i] {
		i++
	}
	around := func(lines []string) string { return strings.Join(lines[max(0, i-2):min(i+3, len(lines))], "\n") }
	return "got:\n" + around(g) + "\nwant:\n" + around(w)
}

// goFiles are the Go files below dir, by their names there.
func goFiles(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".go" {
			rel, _ := filepath.Rel(dir, path)
			names = append(names, rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
