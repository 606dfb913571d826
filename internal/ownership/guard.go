package ownership

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A Guard is a condition on a parameter under which an effect happens:
//
//	if key == "" { return labels }  // the alias is returned only for ""
//	if copy { obj = obj.DeepCopy() } // and written in place for false
//
// Where the argument is a constant, the call decides. The zero Guard always
// holds.
type Guard struct {
	Param int    // number of the parameter, receiver first, plus one
	Val   string // the constant that it is compared with
	Eq    bool   // whether it is equal
}

// guardAt is a condition on a parameter that holds whenever b is executed.
func (a *execution) guardAt(b *ssa.BasicBlock) Guard {
	if len(a.fn.Params) == 0 {
		return Guard{}
	}
	for _, c := range conditionsAt(b) {
		c = c.normal()
		switch x := c.v.(type) {
		case *ssa.Parameter:
			if i := a.paramIndex(x); i >= 0 {
				return Guard{i + 1, constant.MakeBool(true).ExactString(), c.yes}
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
					return Guard{i + 1, k.Value.ExactString(), (x.Op == token.EQL) == c.yes}
				}
			}
		}
	}
	return Guard{}
}

func (a *execution) paramIndex(p *ssa.Parameter) int {
	for i, q := range a.fn.Params {
		if p == q {
			return i
		}
	}
	return -1
}

// holds reports whether g can hold at a call.
func (g Guard) holds(c *ssa.CallCommon) bool {
	if g.Param == 0 || c == nil {
		return true
	}
	i := g.Param - 1
	if c.IsInvoke() {
		i--
	}
	if i < 0 || i >= len(c.Args) {
		return true
	}
	k, ok := c.Args[i].(*ssa.Const)
	if !ok || k.Value == nil {
		return true
	}
	return (k.Value.ExactString() == g.Val) == g.Eq
}
