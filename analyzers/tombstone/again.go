package tombstone

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// assertedAgain returns the assertions to an object of v at places where v is a tombstone
// and nothing is done with what is in the tombstone, and those of the tombstone itself:
// the author meant its Obj.
//
//	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
//		obj = tombstone
//	}
//	pod, ok := obj.(*corev1.Pod)
func assertedAgain(v ssa.Value) []*ssa.TypeAssert {
	var again []*ssa.TypeAssert
	for _, t := range assertions(v) {
		if !t.CommaOk || !toTombstone(t) {
			continue
		}
		again = append(again, ofItself(t)...)
		held := holds(t)
		if held == nil || usesTombstone(t) {
			continue
		}
		for _, a := range assertions(v) {
			if !ssaquery.IsAny(a.AssertedType) && !toTombstone(a) && held.Dominates(a.Block()) {
				again = append(again, a)
			}
		}
	}
	return again
}

// ofItself returns the assertions to an object of the tombstone that the assertion t
// yields, put into a variable that may hold an object otherwise.
func ofItself(t *ssa.TypeAssert) []*ssa.TypeAssert {
	d := ssaquery.Extracted(t, 0)
	if d == nil {
		return nil
	}
	var out []*ssa.TypeAssert
	for _, mi := range boxes(d) {
		out = append(out, onlyToObjects(mi)...)
		for _, r := range *mi.Referrers() {
			if phi, ok := r.(*ssa.Phi); ok {
				out = append(out, onlyToObjects(phi)...)
			}
		}
	}
	return out
}

// boxes are the interface values that d is made, also from the variable that holds it.
func boxes(d ssa.Value) []*ssa.MakeInterface {
	var out []*ssa.MakeInterface
	for _, r := range *d.Referrers() {
		switch r := r.(type) {
		case *ssa.MakeInterface:
			out = append(out, r)
		case *ssa.Store:
			a, ok := r.Addr.(*ssa.Alloc)
			if !ok || r.Val != d || len(ssaquery.StoredIn(a)) != 1 {
				continue
			}
			for _, r := range *a.Referrers() {
				if u, ok := r.(*ssa.UnOp); ok {
					out = append(out, boxes(u)...)
				}
			}
		}
	}
	return out
}

// onlyToObjects are the assertions of v, none of which is to a tombstone.
func onlyToObjects(v ssa.Value) []*ssa.TypeAssert {
	asserts := assertions(v)
	if slices.ContainsFunc(asserts, toTombstone) {
		return nil
	}
	return slices.DeleteFunc(asserts, func(a *ssa.TypeAssert) bool { return ssaquery.IsAny(a.AssertedType) })
}

// assertions are those of v.
func assertions(v ssa.Value) []*ssa.TypeAssert {
	var out []*ssa.TypeAssert
	for _, r := range *v.Referrers() {
		if a, ok := r.(*ssa.TypeAssert); ok {
			out = append(out, a)
		}
	}
	return out
}

// usesTombstone reports whether more is done with the tombstone that the assertion t
// yields, or with what is in it, than to log it.
func usesTombstone(t *ssa.TypeAssert) bool {
	d := ssaquery.Extracted(t, 0)
	return d != nil && used(d)
}

// used reports whether v, a tombstone, the address of one or what is in one, is
// used, other than in a log call.
func used(v ssa.Value) bool {
	along := flow.Walk{Along: flow.Converted | flow.Loaded | flow.Kept | flow.Gathered | flow.Parts | flow.Sliced,
		Results: func(call *ssa.Call) bool { return logs(&call.Call) && !makesError(&call.Call) }} // such as a text of it
	for u := range along.Uses(v) {
		switch at := u.At.(type) {
		case *ssa.Store:
			if at.Val == u.Of {
				return true
			}
		case *ssa.Call:
			if !makesError(&at.Call) {
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
	for _, t := range assertions(v) {
		if !t.CommaOk || !toTombstone(t) {
			continue
		}
		held := holds(t)
		if held == nil {
			continue
		}
		for _, a := range assertions(v) {
			if !a.CommaOk || toTombstone(a) || !a.Block().Dominates(held) {
				continue
			}
			pointer := ssaquery.Extracted(a, 0)
			if _, ok := a.AssertedType.Underlying().(*types.Pointer); !ok || pointer == nil {
				continue
			}
			if at := straightFrom(held, func(instr ssa.Instruction) bool { return dereferences(instr, pointer) }); at != nil {
				out = append(out, nilUse{at, a})
			}
		}
	}
	return out
}

// dereferences reports whether instr dereferences v, or calls a method of the interface v.
func dereferences(instr ssa.Instruction, v ssa.Value) bool {
	switch instr := instr.(type) {
	case *ssa.FieldAddr:
		return instr.X == v
	case *ssa.UnOp:
		return instr.X == v
	case *ssa.Call:
		return instr.Call.IsInvoke() && instr.Call.Value == v
	}
	return false
}

// straightFrom returns the first instruction behind the start of b that is wanted, with no
// branch in between; nil if there is none, or the program may end before.
func straightFrom(b *ssa.BasicBlock, wanted func(ssa.Instruction) bool) ssa.Instruction {
	seen := map[*ssa.BasicBlock]bool{}
	for ; !seen[b]; b = b.Succs[0] {
		seen[b] = true
		for _, instr := range b.Instrs {
			if wanted(instr) {
				return instr
			}
			if call, ok := instr.(*ssa.Call); ok && ends(&call.Call) {
				return nil
			}
		}
		if len(b.Succs) != 1 {
			return nil
		}
	}
	return nil
}

// ends reports whether the call may not return.
func ends(c *ssa.CallCommon) bool {
	if m := ssaquery.Target(c); m != nil && kube.EndsProgram(m.Name()) {
		return true
	}
	f := c.StaticCallee()
	return f != nil && len(f.Blocks) > 0 && len(ssaquery.Returns(f)) == 0
}
