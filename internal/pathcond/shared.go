package pathcond

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A variable that function literals only read, or that deferred ones change, is in memory,
// and each read of it is a value of its own: a condition is about what was stored there.
//
//	copied := false
//	defer func() { log.Print(copied) }()
//	if owner {
//		pod, copied = pod.DeepCopy(), true
//	}
//	if copied {
//		pod.Name = "x"
//	}

// value is what v is if it is read from such a variable and one value reaches it, else v.
func (p *Paths) value(v ssa.Value) ssa.Value {
	u, x := sharedRead(v)
	if x == nil {
		return v
	}
	held, ok := p.held[u]
	if !ok {
		if held = p.only(u.Block(), slices.Index(u.Block().Instrs, ssa.Instruction(u)), x); held == nil {
			held = v
		}
		p.held[u] = held
	}
	return held
}

// normal is c, of the value that its variable holds.
func (p *Paths) normal(c Condition) Condition {
	c = c.Normal()
	return Condition{p.value(c.Value), c.True}.Normal()
}

// over is what v is on the edge i into b if several values are merged there, nil if v is
// not merged in b. Of a variable it is known only if one value is stored in it on the edge.
func (p *Paths) over(b *ssa.BasicBlock, i int, v ssa.Value) ssa.Value {
	if phi, ok := v.(*ssa.Phi); ok && phi.Block() == b {
		return phi.Edges[i]
	}
	u, x := sharedRead(v)
	if x == nil || !b.Dominates(u.Block()) {
		return nil
	}
	s := stores{paths: p, x: x, top: b, seen: map[*ssa.BasicBlock]bool{}}
	s.back(u.Block(), slices.Index(u.Block().Instrs, ssa.Instruction(u)))
	if !s.above || len(s.values) > 0 || s.unknown {
		return nil
	}
	pred := b.Preds[i]
	return p.only(pred, len(pred.Instrs), x)
}

// only is the one value that x holds before instruction end of b, nil if there may be
// several.
func (p *Paths) only(b *ssa.BasicBlock, end int, x *ssa.Alloc) ssa.Value {
	s := stores{paths: p, x: x, seen: map[*ssa.BasicBlock]bool{}}
	s.back(b, end)
	if len(s.values) == 0 || s.unknown {
		return nil
	}
	first, isConst := s.values[0].(*ssa.Const)
	for _, v := range s.values[1:] {
		k, ok := v.(*ssa.Const)
		if v != s.values[0] && !(ok && isConst && ssaquery.SameConst(k, first)) {
			return nil
		}
	}
	return s.values[0]
}

// sharedRead is v and the variable that it is read from, if function literals use that, too,
// but only its function stores in it until it returns; else x is nil.
func sharedRead(v ssa.Value) (u *ssa.UnOp, x *ssa.Alloc) {
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return nil, nil
	}
	x, ok = u.X.(*ssa.Alloc)
	if !ok || !ssaquery.StoredByOwnerUntilReturn(x) {
		return nil, nil
	}
	return u, x
}

// stores are the values that were stored in x last on the ways that lead to an instruction,
// or to the beginning of the block top: then above is set.
type stores struct {
	paths  *Paths
	x      *ssa.Alloc
	top    *ssa.BasicBlock
	seen   map[*ssa.BasicBlock]bool
	values []ssa.Value
	above  bool
	// unknown: there are more, of which nobody asks, or nobody knows.
	unknown bool
}

func (s *stores) back(b *ssa.BasicBlock, end int) {
	for i := end - 1; i >= 0; i-- {
		if s.paths.left--; s.paths.left < 0 {
			s.unknown = true
			return
		}
		switch instr := b.Instrs[i].(type) {
		case *ssa.Store:
			if instr.Addr == ssa.Value(s.x) {
				s.values = append(s.values, instr.Val)
				return
			}
		case *ssa.Alloc:
			if instr == s.x {
				s.first()
				return
			}
		}
	}
	if b == s.top {
		s.above = true
		return
	}
	for _, pred := range b.Preds {
		if !s.seen[pred] {
			s.seen[pred] = true
			s.back(pred, len(pred.Instrs))
		}
	}
}

// first notes what x holds before anything is stored in it: a flag is false, an error nil.
func (s *stores) first() {
	t := ssaquery.Deref(s.x.Type())
	b, basic := t.Underlying().(*types.Basic)
	switch {
	case !basic:
		s.values = append(s.values, ssa.NewConst(nil, t))
	case b.Info()&types.IsBoolean != 0:
		s.values = append(s.values, ssa.NewConst(constant.MakeBool(false), t))
	default:
		s.unknown = true
	}
}
