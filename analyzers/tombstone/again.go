package tombstone

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// assertedAgain returns the assertions of v to an object at places where v is a
// tombstone, and nothing is done with what is in the tombstone: the author meant
// its Obj.
func assertedAgain(v ssa.Value) []*ssa.TypeAssert {
	var again []*ssa.TypeAssert
	for _, r := range *v.Referrers() {
		t, ok := r.(*ssa.TypeAssert)
		if !ok || !t.CommaOk || !toTombstone(t) {
			continue
		}
		yes := holds(t)
		if yes == nil || usesTombstone(t) {
			continue
		}
		for _, r := range *v.Referrers() {
			a, ok := r.(*ssa.TypeAssert)
			if ok && !ssaquery.IsAny(a.AssertedType) && !toTombstone(a) && yes.Dominates(a.Block()) {
				again = append(again, a)
			}
		}
	}
	return again
}

// usesTombstone reports whether more is done with the tombstone that the assertion t
// yields, or with what is in it, than to log it.
func usesTombstone(t *ssa.TypeAssert) bool {
	d := result(t, 0)
	return d != nil && used(d, map[ssa.Value]bool{})
}

// used reports whether v, a tombstone, the address of one or what is in one, is
// used, other than in a log call.
func used(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			switch addr := r.Addr.(type) {
			case *ssa.Alloc: // the variable
				if used(addr, seen) {
					return true
				}
			case *ssa.IndexAddr: // the arguments of a log call
			default:
				return r.Val == v
			}
		case *ssa.Field, *ssa.FieldAddr, *ssa.MakeInterface, *ssa.ChangeInterface:
			if used(r.(ssa.Value), seen) {
				return true
			}
		case *ssa.UnOp:
			if r.Op != token.MUL || used(r, seen) {
				return true
			}
		case *ssa.Call:
			if !logs(&r.Call) || isForLog(&r.Call) && used(r, seen) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// A nilUse is a place where the pointer of a failed assertion is dereferenced.
type nilUse struct {
	at     ssa.Instruction
	assert *ssa.TypeAssert
}

// usedNil returns the places where v is a tombstone for certain, as it was recognized, and
// control goes on to use the pointer that an assertion of v to an object gave before: it
// is nil.
//
//	node, ok := obj.(*v1.Node)
//	if !ok {
//		tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
//		if !ok {
//			return
//		}
//		c.forget(tombstone.Key) // no return
//	}
//	c.forget(node.Name)
func usedNil(v ssa.Value) []nilUse {
	var out []nilUse
	for _, r := range *v.Referrers() {
		t, ok := r.(*ssa.TypeAssert)
		if !ok || !t.CommaOk || !toTombstone(t) {
			continue
		}
		yes := holds(t)
		if yes == nil {
			continue
		}
		for _, r := range *v.Referrers() {
			a, ok := r.(*ssa.TypeAssert)
			if !ok || !a.CommaOk || toTombstone(a) || !a.Block().Dominates(yes) {
				continue
			}
			pointer := result(a, 0)
			if _, ok := a.AssertedType.Underlying().(*types.Pointer); !ok || pointer == nil {
				continue
			}
			if at := dereferencedFrom(yes, pointer); at != nil {
				out = append(out, nilUse{at, a})
			}
		}
	}
	return out
}

// dereferencedFrom returns where the pointer v is dereferenced behind the start of b, with
// no branch in between; nil if it is not, or is compared somewhere.
func dereferencedFrom(b *ssa.BasicBlock, v *ssa.Extract) ssa.Instruction {
	for _, r := range *v.Referrers() {
		if _, ok := r.(*ssa.BinOp); ok {
			return nil
		}
	}
	seen := map[*ssa.BasicBlock]bool{}
	for ; !seen[b]; b = b.Succs[0] {
		seen[b] = true
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.FieldAddr:
				if instr.X == ssa.Value(v) {
					return instr
				}
			case *ssa.UnOp:
				if instr.X == ssa.Value(v) {
					return instr
				}
			case *ssa.Call:
				if f := ssaquery.Called(&instr.Call); f != nil && kube.EndsProgram(f.Name()) {
					return nil
				}
			}
		}
		if len(b.Succs) != 1 {
			return nil
		}
	}
	return nil
}
