package watchflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A Blind is a place where a loop over watch events takes what it received for
// what it is not.
type Blind struct {
	Pos token.Pos
	// Closed: a nil object, which a closed channel yields, is the test of the
	// end; otherwise the object of an ERROR event meets an assertion to Type.
	Closed bool
	Type   types.Type
}

// blinds lists the receivers of watch events that assert the type of the
// object so that a Status panics, with no look at the event's type on the way,
// and those that tell a closed channel by a nil object.
func blinds(l *loops) []*Blind {
	var out []*Blind
	seen := map[token.Pos]bool{}
	add := func(b *Blind) {
		if !seen[b.Pos] {
			seen[b.Pos] = true
			out = append(out, b)
		}
	}
	for _, r := range l.received {
		if _, decoded := r.at.(*ssa.Call); decoded || !l.forwarding.carriesErrors(r) {
			continue
		}
		x := l.explore("blind", kube.ErrorEvent, internalError)
		x.asserted = func(a *ssa.TypeAssert) {
			if !a.CommaOk {
				add(&Blind{Pos: a.Pos(), Type: a.AssertedType})
			}
		}
		x.runBehind(r.at, r.env)
	}
	for _, instr := range l.Instrs() {
		if i, ok := instr.(*ssa.If); ok && testsNilObject(l.code, i.Cond) {
			add(&Blind{Pos: i.Cond.Pos(), Closed: true})
		}
	}
	return out
}

// testsNilObject reports whether cond compares the object of a received event
// with nil, and the receive does not say whether the channel is open.
func testsNilObject(c *code, cond ssa.Value) bool {
	b, ok := cond.(*ssa.BinOp)
	if !ok || b.Op != token.EQL || !ssaquery.IsNil(b.Y) {
		return false
	}
	fa, ok := loadedFrom(b.X).(*ssa.FieldAddr)
	if !ok || !kube.IsEvent(fa.X.Type()) || fieldName(fa) != kube.EventObjectField {
		return false
	}
	a, ok := fa.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	defs, _ := c.ReachingDefs(b.X.(*ssa.UnOp), pointsto.Variable(a))
	if len(defs) != 1 {
		return false
	}
	switch v := defs[0].Store.Val.(type) {
	case *ssa.UnOp:
		return v.Op == token.ARROW && !v.CommaOk
	case *ssa.Extract:
		sel, ok := v.Tuple.(*ssa.Select)
		return ok && !asksIfOpen(sel)
	}
	return false
}

// asksIfOpen reports whether someone asks whether the channel that sel received
// from is open.
func asksIfOpen(sel *ssa.Select) bool {
	for _, r := range *sel.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == 1 && len(*e.Referrers()) > 0 {
			return true
		}
	}
	return false
}
