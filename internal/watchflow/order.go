package watchflow

import (
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// ordering tells which code has compared versions for order.
type ordering struct {
	code    *code
	origins *origins
	// tests are what each asks, which is asked of each position in a function.
	tests sync.Map // *ssa.If to versionTest
}

// versionTest is what a test asks of versions.
type versionTest int

const (
	otherTest versionTest = iota
	orderTest             // which is newer
	unsetTest             // whether one is set at all, or cannot be compared
)

func (o *ordering) asks(test *ssa.If) versionTest {
	if found, ok := o.tests.Load(test); ok {
		return found.(versionTest)
	}
	found := otherTest
	switch {
	case o.isOrderTest(test.Cond):
		found = orderTest
	case o.isUnsetTest(test.Cond) || o.isUncomparedTest(test.Cond):
		found = unsetTest
	}
	o.tests.Store(test, found)
	return found
}

// ordered reports whether instr happens only where a comparison of versions
// has come out one way: whatever way it is, someone thought of the order.
func (o *ordering) ordered(instr ssa.Instruction) bool {
	return slices.ContainsFunc([]bool{true, false}, func(way bool) bool {
		compared := false
		return ssaquery.OnlyBehind(instr, func(test *ssa.If, yes bool) bool {
			asks := o.asks(test)
			compared = compared || asks == orderTest
			// "not set yet, or not comparable, or newer": the first version may be any.
			return asks == orderTest && yes == way || asks == unsetTest && yes
		}) && compared
	})
}

// isOrderTest reports whether cond compares two versions for order.
func (o *ordering) isOrderTest(cond ssa.Value) bool {
	back := func(v ssa.Value) []ssa.Value {
		if not, ok := v.(*ssa.UnOp); ok && not.Op == token.NOT {
			return []ssa.Value{not.X}
		}
		return o.code.heldBy(v) // old := err != nil || next <= now
	}
	return flow.Any(cond, back, func(v ssa.Value) bool {
		switch v := v.(type) {
		case *ssa.BinOp:
			switch {
			case ssaquery.IsOrder(v.Op):
				if o.isVersion(v.X) && o.isVersion(v.Y) {
					return true
				}
			case v.Op != token.EQL && v.Op != token.NEQ, !ssaquery.IsBasic(v.X.Type(), types.IsInteger):
				return false
			}
			return o.isComparison(v.X) || o.isComparison(v.Y)
		case *ssa.Call, *ssa.Extract:
			return ssaquery.IsBasic(v.Type(), types.IsBoolean) && o.isComparison(v)
		}
		return false
	})
}

// isComparison reports whether v is the result of a call that is given two
// versions (CompareResourceVersion, isNewer), or computed from it.
func (o *ordering) isComparison(v ssa.Value) bool {
	back := func(v ssa.Value) []ssa.Value {
		switch v := v.(type) {
		case *ssa.Extract:
			return []ssa.Value{v.Tuple}
		case *ssa.Convert:
			return []ssa.Value{v.X}
		}
		return o.code.heldBy(v)
	}
	return flow.Any(v, back, func(v ssa.Value) bool {
		call, ok := v.(*ssa.Call)
		return ok && o.compares(&call.Call)
	})
}

// compares reports whether c is given two versions, or one and says that it compares it.
func (o *ordering) compares(c *ssa.CallCommon) bool {
	n := calleeName(c)
	if kube.SaysNoOrder(n) {
		return false
	}
	versions := 0
	for _, a := range c.Args {
		if o.isVersion(a) {
			versions++
		}
	}
	if c.IsInvoke() && o.isVersion(c.Value) {
		versions++
	}
	// Of one: a method of the holder of the position, w.isNewer(rv).
	return versions >= 2 || versions == 1 && kube.SaysOrder(n)
}

// isVersion reports whether v holds a resourceVersion, as text, number or
// inside an object, as far as origin and names tell.
func (o *ordering) isVersion(v ssa.Value) bool {
	return flow.Any(v, o.operands, func(v ssa.Value) bool {
		if _, ok := versionOf(v); ok || slices.ContainsFunc(o.code.Registers.Held(v), func(l pointsto.Loc) bool { return kube.VersionName(l.Describe()) }) {
			return true
		}
		call, ok := v.(*ssa.Call)
		return ok && kube.SaysVersion(calleeName(&call.Call)) || kube.VersionName(variableName(o.code, v))
	})
}

// operands are the values from which v is computed, or which it holds.
func (o *ordering) operands(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.Convert, *ssa.ChangeType, *ssa.MakeInterface:
		return []ssa.Value{ssaquery.Wrapped(v)}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return []ssa.Value{call}
		}
	case *ssa.Call:
		if !ssaquery.IsLen(v) {
			return v.Call.Args
		}
	}
	return o.code.heldBy(v)
}

// isUnsetTest reports whether cond asks whether something, which may be a version by any name, is "" or "0".
func (o *ordering) isUnsetTest(cond ssa.Value) bool {
	b, ok := cond.(*ssa.BinOp)
	if !ok || b.Op != token.EQL {
		return false
	}
	c, ok := b.Y.(*ssa.Const)
	if !ok {
		return false
	}
	if ssaquery.IsBasic(c.Type(), types.IsString) {
		return noVersion(ssaquery.StringConst(c))
	}
	return ssaquery.IsBasic(c.Type(), types.IsInteger) && c.Int64() == 0
}

// isUncomparedTest reports whether cond asks whether a comparison of versions has failed.
func (o *ordering) isUncomparedTest(cond ssa.Value) bool {
	b, ok := cond.(*ssa.BinOp)
	if !ok || b.Op != token.NEQ {
		return false
	}
	return ssaquery.IsError(b.X.Type()) && ssaquery.IsNil(b.Y) && o.isComparison(b.X)
}
