package effect

import (
	"golang.org/x/tools/go/ssa"
)

// A Guard is a condition on a parameter under which an effect happens:
//
//	if key == "" { return labels }  // the alias is returned only for ""
//	if copy { obj = obj.DeepCopy() } // and written in place for false
//
// Where the argument is a constant, the call decides. The zero Guard always
// holds. With a Path, the condition is on a place in what the parameter refers to:
//
//	if c.kind == "update" { c.pod.Labels["a"] = "b" }
//
// It then decides who knows what the call's argument was made with.
type Guard struct {
	Param int    // number of the parameter, receiver first, plus one
	Val   string // the constant that it is compared with
	Eq    bool   // whether it is equal
	Path  string // from the parameter to what is compared; "" for the parameter itself
}

// Nil is the Val of a guard that compares an error with nil.
const Nil = "nil"

// Holds reports whether g can hold at a call, as far as the arguments themselves say.
func (g Guard) Holds(c *ssa.CallCommon) bool {
	if g.Param == 0 || g.Path != "" || c == nil {
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
	switch {
	case !ok:
		return true
	case g.Val == Nil:
		return k.IsNil() == g.Eq
	case k.Value == nil:
		return true
	}
	return (k.Value.ExactString() == g.Val) == g.Eq
}
