package drivertest

import (
	"flag"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/driver"
	"github.com/k8slint/k8slint/internal/driver/fix"
)

// Update makes tests rewrite golden files.
var Update = flag.Bool("update", false, "rewrite golden files")

// A Change is a file before and after.
type Change struct{ Before, After string }

// Fix runs the command with -fix on a copy of packages of the module in dir, and once more. What it
// writes has no type errors, is formatted, and has no finding that could be fixed, or was not there.
// The second run changes nothing. Golden files belong to files that it changes.
// Fix returns the files that differ, by their names below the module.
func Fix(t *testing.T, suite driver.Suite, dir string, args ...string) map[string]Change {
	t.Helper()
	tmp := t.TempDir()
	if err := os.CopyFS(tmp, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"-cache=" + t.TempDir()}, args...)
	first := ReportSuite(t, suite, tmp, append([]string{"-fix"}, args...)...)
	before := contents(t, tmp)
	stay := ReportSuite(t, suite, tmp, append([]string{"-fix"}, args...)...) // fails if there are type errors
	if len(stay) != len(first) {
		t.Errorf("%d findings after -fix, which said that %d stay", len(stay), len(first))
	}
	for name, text := range contents(t, tmp) {
		if text != before[name] {
			t.Errorf("%s: a second -fix changes it again", name)
		}
	}
	for _, f := range stay {
		if f.Fixable {
			t.Errorf("%s:%d: still found after -fix: %s", f.File, f.Line, f.Message)
		}
	}
	changed, now := map[string]Change{}, contents(t, tmp)
	for name, text := range contents(t, dir) {
		if text != now[name] {
			changed[name] = Change{text, now[name]}
		}
	}
	return changed
}

// contents are the Go files below dir, by their names there.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, name := range files(t, dir, ".go") {
		out[name] = string(read(t, filepath.Join(dir, name)))
	}
	return out
}

// Golden checks a file that -fix changed: it is formatted, and is that in FILE.golden beside it, if there
// is one or must be.
func Golden(t *testing.T, file string, c Change, must bool) {
	t.Helper()
	golden := file + ".golden"
	if tidy, err := format.Source([]byte(c.After)); err != nil || string(tidy) != c.After {
		t.Errorf("not formatted after its fixes (%v):\n%s", err, c.After)
	}
	want, err := os.ReadFile(golden)
	switch {
	case err != nil && !must || string(want) == c.After:
	case *Update:
		if err := os.WriteFile(golden, []byte(c.After), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		diff, _ := (&fix.Change{Old: want, New: []byte(c.After)}).Diff(filepath.Base(golden))
		t.Errorf("-fix writes another file than %s (go test -update keeps it):\n%s", golden, diff)
	}
}

// Goldens are the files that have a golden file in the folder of the module in dir, by their
// names below the module.
func Goldens(t *testing.T, dir, folder string) (names []string) {
	t.Helper()
	for _, name := range files(t, dir, ".golden") {
		if strings.HasPrefix(name, folder+string(filepath.Separator)) {
			names = append(names, strings.TrimSuffix(name, ".golden"))
		}
	}
	return names
}

// files are those below dir with the extension, by their names there.
func files(t *testing.T, dir, ext string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if filepath.Ext(path) == ext {
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
