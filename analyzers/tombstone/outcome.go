package tombstone

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// An outcome is what becomes of a tombstone at a type assertion.
type outcome int

const (
	fine outcome = iota
	panics
	loses // the handler returns and forgets it
)

// outcome says what becomes of a tombstone at a.
func (t *trail) outcome(a *ssa.TypeAssert) outcome {
	switch {
	case a.CommaOk && t.givesUp(a), !a.CommaOk && t.rejected(a):
		return loses
	case !a.CommaOk && !guarded(a):
		return panics
	}
	return fine
}

// rejected reports whether a call that returns an error for a tombstone stands
// before a, and a test of what it returned: meta.Accessor knows no tombstones.
func (t *trail) rejected(a *ssa.TypeAssert) bool {
	for _, c := range t.checks {
		if c.Parent() == a.Parent() && c.Block() != a.Block() && c.Block().Dominates(a.Block()) {
			return true
		}
	}
	return false
}

// guarded reports whether another assertion of the same value decides whether
// a is made.
func guarded(a *ssa.TypeAssert) bool {
	for _, r := range *a.X.Referrers() {
		if b, ok := r.(*ssa.TypeAssert); ok && b != a && b.CommaOk && b.Block().Dominates(a.Block()) {
			return true
		}
	}
	return false
}

// givesUp reports whether a handler returns where a fails, and does nothing
// else with the object.
func (t *trail) givesUp(a *ssa.TypeAssert) bool {
	if t.escapes || len(t.asserts) != 1 {
		return false
	}
	for _, r := range *a.Referrers() {
		e, ok := r.(*ssa.Extract)
		if !ok || e.Index != 1 {
			continue
		}
		for _, u := range *e.Referrers() {
			i, ok := u.(*ssa.If)
			if !ok {
				return false
			}
			return returns(i.Block().Succs[1], map[*ssa.BasicBlock]bool{})
		}
	}
	return false
}

// returns reports whether every way from b leads straight out of the function,
// past nothing but log calls.
func returns(b *ssa.BasicBlock, seen map[*ssa.BasicBlock]bool) bool {
	if seen[b] || len(seen) > 6 {
		return false
	}
	seen[b] = true
	for _, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.Send, *ssa.MapUpdate, *ssa.Go, *ssa.Select:
			return false
		case *ssa.Call:
			if !logs(&instr.Call) {
				return false
			}
		case *ssa.Return:
			return true
		}
	}
	for _, s := range b.Succs {
		if !returns(s, seen) {
			return false
		}
	}
	return len(b.Succs) > 0
}

// logs reports whether the call only says something.
func logs(c *ssa.CallCommon) bool {
	n := ""
	if c.IsInvoke() {
		n = c.Method.Name()
	} else if f := c.StaticCallee(); f != nil {
		n = f.Name()
	}
	return kube.IsLogCall(n)
}
