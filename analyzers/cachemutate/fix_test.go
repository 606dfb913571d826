package cachemutate_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/k8slint/k8slint/analyzers/cachemutate"
	"github.com/k8slint/k8slint/internal/copyfix/copyedit"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestFixes applies every fix to the test packages: what was fixed compiles,
// is silent, and nothing changed but that copies were inserted.
func TestFixes(t *testing.T) {
	if testing.Short() {
		t.Skip("loads and compiles the test packages twice")
	}
	src := testmodule.Dir(t, "testdata/src")
	tmp := t.TempDir()
	k8slint := filepath.Join(tmp, "k8slint")
	if out, err := command(testmodule.Root(), "go", "build", "-o", k8slint, "./cmd/k8slint"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	dir := filepath.Join(tmp, "src")
	if err := os.CopyFS(filepath.Join(dir, "cachemutate"), os.DirFS(filepath.Join(src, "cachemutate"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum", "tools.go"} {
		data, err := os.ReadFile(filepath.Join(src, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	lint := func(args ...string) []string {
		out, err := command(dir, k8slint, append(append([]string{"-cache=off", "-cachemutate"}, args...), "./cachemutate/...")...)
		if err != nil && !strings.Contains(err.Error(), "exit status 3") {
			t.Fatalf("%v\n%s", err, out)
		}
		var found []string
		for _, line := range strings.Split(out, "\n") {
			if strings.Contains(line, ": cachemutate: ") {
				found = append(found, line)
			}
		}
		return found
	}
	before := lint()
	stay := lint("-fix")
	fixed := len(before) - len(stay)
	if fixed < 55 {
		t.Errorf("%d of %d findings fixed, want at least 55", fixed, len(before))
	}
	if out, err := command(dir, "go", "vet", "./cachemutate/..."); err != nil {
		t.Errorf("what -fix wrote does not compile: %v\n%s", err, out)
	}
	if after := lint(); len(after) > len(stay) {
		t.Errorf("%d findings after -fix, want at most the %d that have no fix:\n%s", len(after), len(stay), strings.Join(after, "\n"))
	}
	err := filepath.WalkDir(filepath.Join(dir, "cachemutate"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		old, err := os.ReadFile(filepath.Join(src, rel))
		if err != nil {
			return err
		}
		now, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := copyedit.Only(string(old), string(now)); err != nil {
			t.Errorf("%s: %v", rel, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func command(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestFixForms compares each form of a fix with the golden file.
func TestFixForms(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, testmodule.Dir(t, "testdata/src"), cachemutate.Analyzer, "./cachemutate/fixes")
}
