package ssabuild

import (
	"go/importer"
	"go/token"
	"testing"

	"golang.org/x/tools/go/analysis"

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

// TestOutsideTests: what test files declare and import can be left out.
func TestOutsideTests(t *testing.T) {
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
	if imports := Imports(pass); len(imports) != 1 || imports[0].Path() != "errors" {
		t.Errorf("Imports = %v", imports)
	}
	all := Build(pass, false, nil).SrcFuncs
	if fns := OutsideTests(pass, all); len(all) != 4 || len(fns) != 2 {
		t.Errorf("OutsideTests = %v of %v", fns, all)
	}

	alone := passOf(t, map[string]string{"a.go": program})
	if len(OutsideTests(alone, all)) != len(all) {
		t.Error("a package without tests is changed")
	}
}
