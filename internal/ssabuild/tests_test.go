package ssabuild

import (
	"go/importer"
	"go/token"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssatest"
)

// passOf is the pass of a package of the given files.
func passOf(t *testing.T, files map[string]string) *analysis.Pass {
	t.Helper()
	whole := map[string]string{}
	for name, src := range files {
		whole[name] = "package p\n" + src
	}
	fset := token.NewFileSet()
	return ssatest.Check(t, fset, "p", importer.ForCompiler(fset, "source", nil), whole)
}

// TestWithoutTests: test files add nothing to the SSA form of a package.
func TestWithoutTests(t *testing.T) {
	const program = `
import "errors"
type T struct{ n int }
var err = errors.New("x")
func (t *T) Get() any { return any(t) }
`
	const tests = `
import "strings"
var made = &T{n: len(strings.ToUpper("x"))}
func (t *T) Extra() int { return t.n }
func helper() any { return made.Get() }
`
	pass := passOf(t, map[string]string{"a.go": program, "b_test.go": tests})
	without := WithoutTests(pass)
	if without == nil || len(without.Files) != 1 || len(pass.Files) != 2 || len(without.TypesInfo.InitOrder) != 1 || len(pass.TypesInfo.InitOrder) != 2 {
		t.Fatalf("WithoutTests = %+v", without)
	}
	// Methods that only tests declare are in the method set, but not built.
	pkg := Build(without, ssa.NaiveForm, nil)
	if fns := Functions(without, pkg); len(fns) != 2 || pkg.Func("helper") != nil {
		t.Errorf("built %v", fns)
	}
	if imports := Imports(pass); len(imports) != 1 || imports[0].Path() != "errors" {
		t.Errorf("Imports = %v", imports)
	}
	whole := Build(pass, 0, nil)
	all := Functions(pass, whole)
	if fns := OutsideTests(pass, all); len(all) != 4 || len(fns) != 2 {
		t.Errorf("OutsideTests = %v of %v", fns, all)
	}

	alone := passOf(t, map[string]string{"a.go": program})
	if WithoutTests(alone) != alone || len(OutsideTests(alone, all)) != len(all) {
		t.Error("a package without tests is changed")
	}
	if WithoutTests(passOf(t, map[string]string{"b_test.go": "func f() {}"})) != nil {
		t.Error("a package of tests is built")
	}
	if WithoutTests(passOf(t, map[string]string{"a.go": "var x = y", "b_test.go": "var y = 1"})) != nil {
		t.Error("a package that needs its tests is built without")
	}
}
