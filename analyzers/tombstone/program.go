package tombstone

import (
	"sync"

	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

// A program is the package under analysis.
type program struct {
	src *ssabuild.SSA
	// points says which functions a value can be and a call can run. It is made
	// when it is first asked: most packages have no handlers.
	points func() *pointsto.Package
}

func newProgram(src *ssabuild.SSA) *program {
	return &program{src, sync.OnceValue(func() *pointsto.Package {
		return pointsto.New(src.Pkg, src.SrcFuncs, pointsto.Config{})
	})}
}
