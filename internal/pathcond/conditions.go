package pathcond

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
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
