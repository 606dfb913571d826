package pathcond

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Paths answers queries about one function, and holds what they share: the
// conditions at its blocks, its dead edges, and how much work they may be altogether.
type Paths struct {
	at   map[*ssa.BasicBlock][]Condition
	dead map[ssaquery.Edge]bool
	held map[*ssa.UnOp]ssa.Value // see Paths.value
	left int
}

// NewPaths returns the paths of fn.
func NewPaths(fn *ssa.Function) *Paths {
	return &Paths{at: map[*ssa.BasicBlock][]Condition{}, dead: deadEdges(fn), held: map[*ssa.UnOp]ssa.Value{}, left: maxChecks}
}

// maxChecks bounds the conditions that all questions about a function hold
// against a value, and the instructions that they look at: a tenth of a second. No
// function of karmada (400,000 lines) takes one in a hundred of them.
const maxChecks = 2_000_000

// Spent reports whether questions were answered with yes because those before
// them took all the work that a function gets.
func (p *Paths) Spent() bool { return p.left < 0 }

// At are the conditions that hold whenever b is executed, each once and normal.
func (p *Paths) At(b *ssa.BasicBlock) []Condition {
	conds, ok := p.at[b]
	if !ok {
		for _, c := range At(b) {
			if c = p.normal(c); !slices.Contains(conds, c) {
				conds = append(conds, c)
			}
		}
		p.at[b] = conds
	}
	return conds
}

// Dead reports whether control never comes into b over its edge i.
func (p *Paths) Dead(b *ssa.BasicBlock, i int) bool {
	return p.dead[ssaquery.Edge{From: b.Preds[i], To: b}]
}

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

// contradicts reports whether control cannot have come into b over its edge i
// if conds hold afterwards: a flag or error that is set on that edge says so.
func contradicts(p *Paths, b *ssa.BasicBlock, i int, conds []Condition) bool {
	at := func(v ssa.Value) (e ssa.Value, k *ssa.Const) {
		e = p.over(b, i, p.value(v))
		k, _ = e.(*ssa.Const)
		return e, k
	}
	for _, c := range conds {
		c = c.Normal()
		switch x := c.Value.(type) {
		case *ssa.Phi, *ssa.UnOp:
			if _, k := at(x); k != nil && k.Value != nil && k.Value.Kind() == constant.Bool && constant.BoolVal(k.Value) != c.True {
				return true
			}
		case *ssa.BinOp:
			if x.Op != token.EQL && x.Op != token.NEQ {
				continue
			}
			same := (x.Op == token.EQL) == c.True
			for _, pair := range [][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
				k, ok := pair[1].(*ssa.Const)
				if !ok {
					continue
				}
				if e, is := at(pair[0]); is != nil {
					if ssaquery.SameConst(is, k) != same {
						return true
					}
				} else if e != nil && k.IsNil() && same && ssaquery.NeverNil(e) {
					return true
				}
			}
		case *ssa.Call:
			// IsNotFound(nil) is false.
			if f := x.Call.StaticCallee(); f != nil && kube.SaysNotFound(f.Name()) && c.True && len(x.Call.Args) == 1 {
				if _, k := at(x.Call.Args[0]); k != nil && k.IsNil() {
					return true
				}
			}
		}
	}
	return false
}
