package pathcond

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A branch that cannot happen, whatever the object is: what its test asks for was
// decided before.
//
//	password := backend.ES.Password // panics if backend.ES is nil
//	if backend.ES != nil {
//	} else {
//		backend.CLS.TopicID = "x" // never
//	}
//
//	pod.Kind = "Pod"
//	if pod.Kind == "" {
//		pod.Kind = "Pod" // never
//	}

// maxDead bounds the instructions that are looked at to find the dead edges of one
// function: as many as the largest function that is analysed has. No finding is lost:
// less is dead.
const maxDead = 20000

// deadEdges returns the edges of fn that control never takes: those that leave a test
// which was decided before, and those of blocks that only dead edges lead to.
func deadEdges(fn *ssa.Function) map[ssaquery.Edge]bool {
	var dead map[ssaquery.Edge]bool
	s := &settled{left: maxDead}
	for _, b := range fn.Blocks {
		test := ssaquery.Test(b)
		if test == nil || b.Succs[0] == b.Succs[1] {
			continue
		}
		if never, known := s.decided(test); known {
			if dead == nil {
				dead = map[ssaquery.Edge]bool{}
			}
			succ := b.Succs[0]
			if !never {
				succ = b.Succs[1]
			}
			dead[ssaquery.Edge{From: b, To: succ}] = true
		}
	}
	if dead == nil {
		return nil
	}
	seen := make([]bool, len(fn.Blocks))
	work := []*ssa.BasicBlock{fn.Blocks[0]}
	if fn.Recover != nil {
		work = append(work, fn.Recover)
	}
	for ; len(work) > 0; work = work[1:] {
		if b := work[0]; !seen[b.Index] {
			seen[b.Index] = true
			for _, succ := range b.Succs {
				if !dead[ssaquery.Edge{From: b, To: succ}] {
					work = append(work, succ)
				}
			}
		}
	}
	for _, b := range fn.Blocks {
		if !seen[b.Index] {
			for _, succ := range b.Succs {
				dead[ssaquery.Edge{From: b, To: succ}] = true
			}
		}
	}
	return dead
}

// settled tells which tests of a function are decided by what was done before.
type settled struct{ left int }

// decided returns the outcome that test never has.
func (s *settled) decided(test *ssa.If) (never, known bool) {
	c := Condition{test.Cond, true}.Normal()
	x, ok := c.Value.(*ssa.BinOp)
	if !ok || x.Op != token.EQL && x.Op != token.NEQ {
		return false, false
	}
	// The condition says that something is nil or empty if it is, or is not, true.
	never = c.True == (x.Op == token.EQL)
	for _, pair := range [][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
		v, k := pair[0], pair[1]
		switch {
		case ssaquery.IsNil(k) && s.dereferenced(v, test):
			return never, true
		case ssaquery.IsEmptyString(k) && s.setBefore(v):
			return never, true
		case isZero(k) && lenOf(v) != nil && s.setBefore(lenOf(v)):
			return never, true
		}
	}
	return false, false
}

// dereferenced reports whether the program would have panicked before test if v were
// nil.
func (s *settled) dereferenced(v ssa.Value, test *ssa.If) bool {
	if panicsIfNil(v, test) {
		return true
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	for _, addr := range sameFields(load.X) {
		for _, r := range *addr.Referrers() {
			other, ok := r.(*ssa.UnOp)
			if ok && other != load && other.Op == token.MUL && other.Block().Dominates(load.Block()) &&
				panicsIfNil(other, test) && s.unchanged(other, load) {
				return true
			}
		}
	}
	return false
}

// panicsIfNil reports whether an instruction that needs v not to be nil is executed
// before test, on every way there.
func panicsIfNil(v ssa.Value, test *ssa.If) bool {
	if v.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.FieldAddr:
		case *ssa.UnOp:
			if r.Op != token.MUL {
				return false
			}
		case *ssa.Store:
			if r.Addr != v {
				return false
			}
		case *ssa.Call:
			if !r.Call.IsInvoke() || r.Call.Value != v {
				return false
			}
		default:
			return false
		}
		return r.Block().Dominates(test.Block())
	})
}

// sameFields are the addresses of the field that addr is the address of, of the same
// value, as the function computes it; none if it is no address of a field.
func sameFields(addr ssa.Value) []ssa.Value {
	fa, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	bases := sameFields(fa.X)
	if len(bases) == 0 {
		bases = []ssa.Value{fa.X}
	}
	var out []ssa.Value
	for _, base := range bases {
		if base.Referrers() == nil {
			continue
		}
		for _, r := range *base.Referrers() {
			if same, ok := r.(*ssa.FieldAddr); ok && same.X == base && same.Field == fa.Field {
				out = append(out, same)
			}
		}
	}
	return out
}

// sameField reports whether x and y are addresses of the same field of one value.
func sameField(x, y ssa.Value) bool {
	a, ok := x.(*ssa.FieldAddr)
	b, ok2 := y.(*ssa.FieldAddr)
	return ok && ok2 && a.Field == b.Field && (a.X == b.X || sameField(a.X, b.X))
}

// unchanged reports whether what first reads is still there when second reads the same
// place. first dominates second.
func (s *settled) unchanged(first, second *ssa.UnOp) bool {
	return untouched(first, second, func(in ssa.Instruction) bool {
		s.left--
		return s.left < 0 || changes(in, second.X)
	})
}

// untouched reports whether changes is false for all that may run between first and again. It goes back from again,
// on each way as far as first.
func untouched(first, again ssa.Instruction, changes func(ssa.Instruction) bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var back func(b *ssa.BasicBlock, end int) bool
	back = func(b *ssa.BasicBlock, end int) bool {
		for _, in := range slices.Backward(b.Instrs[:end]) {
			if in == first {
				return true
			}
			if changes(in) {
				return false
			}
		}
		for _, pred := range b.Preds {
			if !seen[pred] {
				seen[pred] = true
				if !back(pred, len(pred.Instrs)) {
					return false
				}
			}
		}
		return true
	}
	return back(again.Block(), slices.Index(again.Block().Instrs, again))
}

// changes reports whether in may change what lies at addr, the address of a field.
// Functions of other packages change what they are given, and no more.
func changes(in ssa.Instruction, addr ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.Store:
		return overlaps(in, addr)
	case ssa.CallInstruction:
		c := in.Common()
		if _, ok := c.Value.(*ssa.Builtin); ok {
			return false
		}
		fn := c.StaticCallee()
		if fn == nil || fn.Parent() != nil {
			return true
		}
		if f := ssaquery.Declared(fn); f == nil || in.Parent().Pkg == nil || f.Pkg() == in.Parent().Pkg.Pkg {
			return true
		}
		root := ssaquery.Root(addr)
		return slices.ContainsFunc(c.Args, func(a ssa.Value) bool {
			switch a.Type().Underlying().(type) {
			case *types.Basic:
				return false
			case *types.Pointer:
				return ssaquery.Root(a) == root
			}
			return true // it may hold the object, or a function that does
		})
	case *ssa.RunDefers, *ssa.Select, *ssa.Send:
		return true
	case *ssa.UnOp:
		return in.Op == token.ARROW
	}
	return false
}

// overlaps reports whether st may store to addr, the address of a field.
func overlaps(st *ssa.Store, addr ssa.Value) bool {
	if ssaquery.IsAggregate(st.Val.Type()) {
		return true
	}
	a, ok := st.Addr.(*ssa.FieldAddr)
	b, ok2 := addr.(*ssa.FieldAddr)
	if ok && ok2 && types.Identical(a.X.Type(), b.X.Type()) {
		return a.Field == b.Field
	}
	return types.Identical(st.Addr.Type(), addr.Type())
}

// setBefore reports whether v reads a field that was set to a string that is not
// empty, with nothing in between that may change it.
func (s *settled) setBefore(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	if _, ok := load.X.(*ssa.FieldAddr); !ok {
		return false
	}
	b := load.Block()
	for at := slices.Index(b.Instrs, ssa.Instruction(load)); ; at = len(b.Instrs) {
		for _, in := range slices.Backward(b.Instrs[:at]) {
			if s.left--; s.left < 0 {
				return false
			}
			if st, ok := in.(*ssa.Store); ok && sameField(st.Addr, load.X) {
				return ssaquery.StringConst(st.Val) != ""
			}
			if changes(in, load.X) {
				return false
			}
		}
		if len(b.Preds) != 1 {
			return false
		}
		b = b.Preds[0]
	}
}
