package watchflow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
)

// lending tells which variables a function that is not seen may write. The
// calls in sinkAt start watches, and only read what they are given.
type lending struct {
	code   *code
	sinkAt map[ssa.Instruction]*Sink
}

// lent reports whether some function that is not seen gets a's address, and so
// may write there. controller-runtime's options, and the raw ones in them, are
// only read, unless an option may be applied to them.
func (l lending) lent(a *ssa.Alloc) bool {
	along := flow.Walk{Along: flow.Merged | flow.Kept | flow.Gathered | flow.Sliced, Callees: l.callees}
	return !along.Only(a, func(u flow.Use) bool {
		switch at := u.At.(type) {
		case ssa.CallInstruction:
			return l.sinkAt[at] != nil
		case *ssa.MakeInterface:
			return kube.IsRuntimeListOption(at.Type())
		case *ssa.Store:
			return false
		}
		return true
	})
}

// callees are the functions that call runs, none if types of other packages may have the method that it calls, too.
func (l lending) callees(call ssa.CallInstruction) []*ssa.Function {
	if l.sinkAt[call] != nil {
		return nil
	}
	if c := call.Common(); c.IsInvoke() && c.Method.Exported() {
		if _, all := l.code.Dispatch(c, nil); !all {
			return nil
		}
	}
	return l.code.Callees(call)
}
