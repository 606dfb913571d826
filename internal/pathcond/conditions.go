package pathcond

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A Condition is an SSA value of type bool and what it is known to be.
type Condition struct {
	Value ssa.Value
	True  bool
}

func (c Condition) Normal() Condition {
	for {
		u, ok := c.Value.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			return c
		}
		c = Condition{u.X, !c.True}
	}
}

// At are the conditions that hold whenever b is executed.
func At(b *ssa.BasicBlock) []Condition {
	var out []Condition
	for d := b; d != nil && len(out) < 40; d = d.Idom() {
		if len(d.Preds) == 1 {
			out = append(out, OnEdge(d.Preds[0], d)...)
		}
	}
	return out
}

// Failed is the type assertion that c says has failed, nil if it says of none.
func Failed(c Condition) *ssa.TypeAssert {
	c = c.Normal()
	x, ok := c.Value.(*ssa.Extract)
	if !ok || c.True || x.Index != 1 {
		return nil
	}
	ta, _ := x.Tuple.(*ssa.TypeAssert)
	return ta
}

// OnEdge is what holds when control goes from p to b.
func OnEdge(p, b *ssa.BasicBlock) []Condition {
	if len(p.Instrs) == 0 {
		return nil
	}
	i, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
	if !ok || p.Succs[0] == p.Succs[1] {
		return nil
	}
	return []Condition{{i.Cond, p.Succs[0] == b}}
}

func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Int && constant.Sign(c.Value) == 0
}

// lenOf is what v is the length of, nil if it is no length.
func lenOf(v ssa.Value) ssa.Value {
	c, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	if b, ok := c.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
		return nil
	}
	return c.Call.Args[0]
}
