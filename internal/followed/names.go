package followed

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Names are the values of a function and its literals that are v, or hold it: what it is converted to,
// variables, and structs, slices and arguments made of it. A part of v is none.
func Names(v ssa.Value) map[ssa.Value]bool {
	out := naming{}
	if v != nil {
		out.add(v)
	}
	return out
}

// Variable is the function's own variable, or the struct or array that it makes, in which the address at lies;
// nil if it lies behind a pointer.
func Variable(at ssa.Value) *ssa.Alloc {
	for {
		switch x := at.(type) {
		case *ssa.Alloc:
			return x
		case *ssa.FieldAddr:
			at = x.X
		case *ssa.IndexAddr:
			at = x.X
		default:
			return nil
		}
	}
}

type naming map[ssa.Value]bool

func (n naming) add(v ssa.Value) {
	if n[v] || v.Referrers() == nil {
		return
	}
	n[v] = true
	for _, i := range *v.Referrers() {
		switch i := i.(type) {
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert, *ssa.Phi, *ssa.Slice:
			n.add(i.(ssa.Value))
		case *ssa.TypeAssert:
			n.asserted(i)
		case *ssa.UnOp:
			if i.Op == token.MUL {
				n.add(i)
			}
		case *ssa.Store:
			if a := Variable(i.Addr); a != nil && i.Val == v {
				n.add(a)
			}
		case *ssa.MakeClosure:
			n.captured(v, i)
		case *ssa.Call:
			if b, ok := i.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
				n.add(i)
			}
		}
	}
}

func (n naming) asserted(t *ssa.TypeAssert) {
	if !t.CommaOk {
		n.add(t)
	} else if e := ssaquery.Extracted(t, 0); e != nil {
		n.add(e)
	}
}

func (n naming) captured(v ssa.Value, mc *ssa.MakeClosure) {
	for k, b := range mc.Bindings {
		if fn := mc.Fn.(*ssa.Function); b == v && k < len(fn.FreeVars) {
			n.add(fn.FreeVars[k])
		}
	}
}
