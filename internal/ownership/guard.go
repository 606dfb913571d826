package ownership

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/pathcond"
)

// guardAt is a condition on a parameter that holds whenever b is executed.
func (a *memory) guardAt(b *ssa.BasicBlock) effect.Guard {
	if len(a.fn.Params) == 0 {
		return effect.Guard{}
	}
	for _, c := range pathcond.At(b) {
		c = c.Normal()
		switch x := c.Value.(type) {
		case *ssa.Parameter:
			if i := a.paramIndex(x); i >= 0 {
				return effect.Guard{Param: i + 1, Val: constant.MakeBool(true).ExactString(), Eq: c.True}
			}
		case *ssa.BinOp:
			if x.Op != token.EQL && x.Op != token.NEQ {
				continue
			}
			for _, pair := range [][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
				p, ok := pair[0].(*ssa.Parameter)
				k, ok2 := pair[1].(*ssa.Const)
				if !ok || !ok2 || k.Value == nil {
					continue
				}
				if i := a.paramIndex(p); i >= 0 {
					return effect.Guard{Param: i + 1, Val: k.Value.ExactString(), Eq: (x.Op == token.EQL) == c.True}
				}
			}
		}
	}
	return effect.Guard{}
}

func (a *memory) paramIndex(p *ssa.Parameter) int {
	for i, q := range a.fn.Params {
		if p == q {
			return i
		}
	}
	return -1
}
