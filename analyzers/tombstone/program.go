package tombstone

import (
	"go/token"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

// A program is the package under analysis.
type program struct {
	fset *token.FileSet
	// funcs are the functions of the package, tests left out: what these make a
	// handler is none of the program's.
	funcs []*ssa.Function
	// points says which functions a value can be and a call can run. It is made
	// when it is first asked: most packages have no handlers.
	points func() *pointsto.Package
}

func newProgram(pass *analysis.Pass, src *ssabuild.SSA) *program {
	funcs := ssabuild.OutsideTests(pass, src.SrcFuncs)
	return &program{pass.Fset, funcs, sync.OnceValue(func() *pointsto.Package {
		return pointsto.New(src.Pkg, funcs, pointsto.Config{})
	})}
}
