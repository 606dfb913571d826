package watchflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"

	"github.com/k8slint/k8slint/internal/kube"
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

// Blinds lists the receivers of watch events that assert the type of the
// object so that a Status panics, with no look at the event's type on the way,
// and those that tell a closed channel by a nil object.
func (f *Flow) Blinds() []*Blind {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []*Blind
	seen := map[token.Pos]bool{}
	add := func(b *Blind) {
		if !seen[b.Pos] {
			seen[b.Pos] = true
			out = append(out, b)
		}
	}
	for _, r := range f.p.receives() {
		if _, decoded := r.at.(*ssa.Call); decoded {
			continue
		}
		x := f.explorer()
		x.event, x.code = "ERROR", 500
		x.receive = func(*state, ssa.Instruction) bool { return false }
		x.sink = func(*state, ssa.Instruction, *Sink) bool { return false }
		x.asserted = func(s *state, a *ssa.TypeAssert) {
			if !a.CommaOk {
				add(&Blind{Pos: a.Pos(), Type: a.AssertedType})
			}
		}
		x.startBehind(r.at, r.env)
	}
	f.p.each(func(_ *ssa.Function, instr ssa.Instruction) {
		i, ok := instr.(*ssa.If)
		if !ok {
			return
		}
		if pos := f.p.nilObject(i.Cond); pos.IsValid() {
			add(&Blind{Pos: pos, Closed: true})
		}
	})
	return out
}

// nilObject returns where cond compares the object of a received event with
// nil, if the receive does not say whether the channel is open.
func (p *program) nilObject(cond ssa.Value) token.Pos {
	b, ok := cond.(*ssa.BinOp)
	if !ok || b.Op != token.EQL {
		return token.NoPos
	}
	if c, ok := b.Y.(*ssa.Const); !ok || !c.IsNil() {
		return token.NoPos
	}
	u, ok := b.X.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return token.NoPos
	}
	fa, ok := u.X.(*ssa.FieldAddr)
	if !ok || !kube.IsEvent(fa.X.Type()) || pointsto.StructField(fa.X.Type(), fa.Field).Name() != kube.EventObjectField {
		return token.NoPos
	}
	a, ok := fa.X.(*ssa.Alloc)
	if !ok {
		return token.NoPos
	}
	defs, _ := p.pt.ReachingDefs(u, pointsto.Variable(a))
	if len(defs) != 1 {
		return token.NoPos
	}
	switch v := defs[0].Store.Val.(type) {
	case *ssa.UnOp:
		if v.Op == token.ARROW && !v.CommaOk {
			return b.Pos()
		}
	case *ssa.Extract:
		sel, ok := v.Tuple.(*ssa.Select)
		if !ok {
			return token.NoPos
		}
		for _, r := range *sel.Referrers() {
			if e, ok := r.(*ssa.Extract); ok && e.Index == 1 && len(*e.Referrers()) > 0 {
				return token.NoPos // someone asks whether it is open
			}
		}
		return b.Pos()
	}
	return token.NoPos
}
