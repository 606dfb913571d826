package analyzers_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestClaims: each analyzer declares its categories, and each says how grave it is,
// where it holds and where that is written.
func TestClaims(t *testing.T) {
	runs := testFuncs(t, filepath.Join(testmodule.Root(), "test", "apiserver"))
	for _, a := range analyzers.All() {
		list := claim.Of(a.Name)
		if len(list) == 0 {
			t.Errorf("%s declares no claims", a.Name)
		}
		seen := map[string]bool{}
		for _, c := range list {
			id := a.Name + "/" + c.Category
			kubernetes := c.Server != ""
			if seen[c.Category] {
				t.Errorf("%s is declared twice", id)
			}
			seen[c.Category] = true
			for _, f := range []struct {
				ok   bool
				what string
			}{
				{c.Category != "" && c.Severity != 0, "has no category or severity"},
				{c.Summary != "" && !strings.HasSuffix(c.Summary, "."), "has no summary, or one with a period"},
				{kubernetes == (c.Client != "") && kubernetes == (len(c.Sources) > 0), "does not name servers, libraries and sources together"},
				{c.ByHand != "" && strings.HasSuffix(c.ByHand, "."), "does not say what to write by hand, in sentences"},
				{c.Test != "", "names no test"},
				{slices.Contains(runs, c.Run) || c.Run == "" && !kubernetes, "names no run that test/apiserver has: " + c.Run},
				{c.Flag == "" || a.Flags.Lookup(strings.TrimPrefix(c.Flag, "-"+a.Name+".")) != nil, "names a flag that the analyzer does not have: " + c.Flag},
			} {
				if !f.ok {
					t.Errorf("%s %s", id, f.what)
				}
			}
			for _, s := range c.Sources {
				if claim.Link(s) == "" {
					t.Errorf("%s: %q is no source that a reader can open", id, s)
				}
			}
		}
	}
}

// TestSourcesExist: the files that claims name are there, at the release that they
// name, for the modules on which testdata/src is built.
func TestSourcesExist(t *testing.T) {
	dirs := moduleDirs(t, "testdata/src")
	found := 0
	for _, a := range analyzers.All() {
		for _, c := range claim.Of(a.Name) {
			for _, s := range c.Sources {
				module, file, _ := strings.Cut(s, " ")
				dir := dirs[module]
				if dir == "" {
					continue // an issue, or a release that no test is built on
				}
				found++
				if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(file))); err != nil {
					t.Errorf("%s/%s: %v", a.Name, c.Category, err)
				}
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d files were looked for", found)
	}
}

// TestShown: the test of each category shows it, and no category is reported that
// is not declared.
func TestShown(t *testing.T) {
	shown := reported(t)
	for _, a := range analyzers.All() {
		for _, c := range claim.Of(a.Name) {
			if !shown[a.Name+"/"+c.Category][c.Test] {
				t.Errorf("%s/%s is not reported in testdata/src/%s", a.Name, c.Category, c.Test)
			}
		}
	}
	for id := range shown {
		if _, ok := claim.Find(id); !ok {
			t.Errorf("%s is reported, but not declared", id)
		}
	}
}

// reported are the packages of testdata/src in which findings of each category are
// reported, with all categories on.
func reported(t *testing.T) map[string]map[string]bool {
	t.Helper()
	out := map[string]map[string]bool{}
	for _, f := range everything(t) {
		id := f.Analyzer + "/" + f.Category
		if out[id] == nil {
			out[id] = map[string]bool{}
		}
		dir, _ := filepath.Rel(testmodule.Dir(t, "testdata/src"), filepath.Dir(f.File))
		out[id][filepath.ToSlash(dir)] = true
	}
	return out
}

// testFuncs are the tests of the package in dir: TestName, and TestName/CATEGORY if a
// string in its file starts so, which names a subtest.
func testFuncs(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests in %s: %v", dir, err)
	}
	var out []string
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || !strings.HasPrefix(fn.Name.Name, "Test") {
				continue
			}
			out = append(out, fn.Name.Name)
			ast.Inspect(f, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					subtest, _, _ := strings.Cut(strings.Trim(lit.Value, `"`), "/")
					out = append(out, fn.Name.Name+"/"+subtest)
				}
				return true
			})
		}
	}
	return out
}

// moduleDirs are the folders of the Kubernetes libraries that the module in dir is
// built on, by path@version.
func moduleDirs(t *testing.T, dir string) map[string]string {
	t.Helper()
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Path}}@{{.Version}} {{.Dir}}", "k8s.io/apimachinery", "k8s.io/client-go", "sigs.k8s.io/controller-runtime")
	cmd.Dir = testmodule.Dir(t, dir)
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly", "GOPROXY=off")
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if module, dir, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			out[module] = dir
		}
	}
	return out
}
