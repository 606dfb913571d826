package watchflow

import (
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// ordering tells which code has compared versions for order.
type ordering struct {
	code    *code
	origins *origins
	// tests are those of each function, which a position in it asks for again and again.
	tests sync.Map // *ssa.Function to orderTests
}

// orderTests are the tests of a function that compare versions for order, and those of versions that are not set or
// not comparable.
type orderTests struct{ order, unset []*ssa.If }

func (o *ordering) testsOf(f *ssa.Function) orderTests {
	if found, ok := o.tests.Load(f); ok {
		return found.(orderTests)
	}
	var found orderTests
	for _, b := range f.Blocks {
		if i := ssaquery.Test(b); i != nil {
			switch {
			case o.isOrderTest(i.Cond, 0):
				found.order = append(found.order, i)
			case o.isUnsetTest(i.Cond) || o.isUncomparedTest(i.Cond):
				found.unset = append(found.unset, i)
			}
		}
	}
	o.tests.Store(f, found)
	return found
}

// ordered reports whether instr happens only where a comparison of versions
// has come out one way: whatever way it is, someone thought of the order.
func (o *ordering) ordered(instr ssa.Instruction) bool {
	f := instr.Parent()
	tests := o.testsOf(f)
	if len(tests.order) == 0 {
		return false
	}
	for succ := range 2 {
		cut := map[ssaquery.Edge]bool{}
		for _, t := range tests.order {
			cut[ssaquery.Edge{From: t.Block(), To: t.Block().Succs[succ]}] = true
		}
		// "not set yet, or not comparable, or newer": the first version may be any.
		for _, t := range tests.unset {
			cut[ssaquery.Edge{From: t.Block(), To: t.Block().Succs[0]}] = true
		}
		if !ssaquery.Reachable(f.Blocks[0], instr.Block(), cut) {
			return true
		}
	}
	return false
}

// Bounds on the steps from a test to the comparison that it tests, and from an
// operand to what says that it is a version. People write "if newer(a, b)" with
// a variable or two in between. No finding is lost: a comparison silences.
const (
	maxTestDepth    = 4
	maxOperandDepth = 6
)

// isOrderTest reports whether cond compares two versions for order.
func (o *ordering) isOrderTest(cond ssa.Value, depth int) bool {
	if depth > maxTestDepth {
		return false
	}
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			return o.isOrderTest(c.X, depth+1)
		}
		return o.code.holdsOne(c, func(v ssa.Value) bool { return o.isOrderTest(v, depth+1) })
	case *ssa.BinOp:
		switch {
		case ssaquery.IsOrder(c.Op):
			if o.isVersion(c.X, 0) && o.isVersion(c.Y, 0) {
				return true
			}
		case c.Op != token.EQL && c.Op != token.NEQ, !ssaquery.IsBasic(c.X.Type(), types.IsInteger):
			return false
		}
		return o.isComparison(c.X, 0) || o.isComparison(c.Y, 0)
	case *ssa.Phi: // old := err != nil || next <= now
		return o.code.holdsOne(c, func(e ssa.Value) bool { return o.isOrderTest(e, depth+1) })
	case *ssa.Call, *ssa.Extract:
		if ssaquery.IsBasic(c.Type(), types.IsBoolean) {
			return o.isComparison(cond, 0)
		}
	}
	return false
}

// isComparison reports whether v is the result of a call that is given two
// versions (CompareResourceVersion, isNewer), or computed from it.
func (o *ordering) isComparison(v ssa.Value, depth int) bool {
	if depth > maxTestDepth {
		return false
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return o.isComparison(v.Tuple, depth+1)
	case *ssa.Convert:
		return o.isComparison(v.X, depth+1)
	case *ssa.UnOp, *ssa.Phi:
		return o.code.holdsOne(v, func(x ssa.Value) bool { return o.isComparison(x, depth+1) })
	case *ssa.Call:
		n := calleeName(&v.Call)
		if kube.SaysNoOrder(n) {
			return false
		}
		versions := 0
		for _, a := range v.Call.Args {
			if o.isVersion(ssaquery.Unwrap(a), 0) {
				versions++
			}
		}
		if v.Call.IsInvoke() && o.isVersion(v.Call.Value, 0) {
			versions++
		}
		// Of one: a method of the holder of the position, w.isNewer(rv).
		return versions >= 2 || versions == 1 && kube.SaysOrder(n)
	}
	return false
}

// isVersion reports whether v holds a resourceVersion, as text, number or
// inside an object, as far as origin and names tell.
func (o *ordering) isVersion(v ssa.Value, depth int) bool {
	if depth > maxOperandDepth {
		return false
	}
	if _, ok := versionOf(v); ok || slices.ContainsFunc(o.code.Registers.Held(v), func(l pointsto.Loc) bool { return kube.VersionName(l.Describe()) }) {
		return true
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		return kube.VersionName(v.Name())
	case *ssa.FieldAddr:
		return kube.VersionName(fieldName(v))
	case *ssa.Field:
		return kube.VersionName(ssaquery.StructField(v.X.Type(), v.Field).Name())
	case *ssa.Convert:
		return o.isVersion(v.X, depth+1)
	case *ssa.ChangeType:
		return o.isVersion(v.X, depth+1)
	case *ssa.MakeInterface:
		return o.isVersion(v.X, depth+1)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return o.isVersion(call, depth+1)
		}
	case *ssa.Phi:
		return kube.VersionName(v.Comment) || o.code.holdsOne(v, func(x ssa.Value) bool { return o.isVersion(x, depth+1) })
	case *ssa.UnOp:
		return v.Op == token.MUL && o.readsVersion(v, depth)
	case *ssa.Call:
		n := calleeName(&v.Call)
		if n == "len" {
			return false
		}
		if kube.SaysVersion(n) {
			return true
		}
		for _, a := range v.Call.Args {
			if o.isVersion(a, depth+1) {
				return true
			}
		}
	}
	return false
}

// readsVersion is isVersion for what v reads from memory.
func (o *ordering) readsVersion(v *ssa.UnOp, depth int) bool {
	switch x := v.X.(type) {
	case *ssa.FieldAddr:
		return o.isVersion(x, depth+1)
	case *ssa.Alloc:
		if kube.VersionName(x.Comment) {
			return true
		}
	case *ssa.FreeVar:
		if kube.VersionName(x.Name()) {
			return true
		}
	case *ssa.Global:
		if kube.VersionName(x.Name()) {
			return true
		}
	}
	return o.code.holdsOne(v, func(x ssa.Value) bool { return x != ssa.Value(v) && o.isVersion(x, depth+1) })
}

// isUnsetTest reports whether cond asks whether a version is "" or "0".
func (o *ordering) isUnsetTest(cond ssa.Value) bool {
	b, ok := cond.(*ssa.BinOp)
	if !ok || b.Op != token.EQL {
		return false
	}
	c, ok := b.Y.(*ssa.Const)
	if !ok {
		return false
	}
	switch x := b.X.(type) {
	case *ssa.Lookup, *ssa.Phi, *ssa.Parameter: // a position for each kind, or a variable, by whatever name
	case *ssa.UnOp:
		if x.Op != token.MUL && !o.isVersion(x, 0) {
			return false
		}
	default:
		if len(o.code.Registers.Held(x)) == 0 && !o.isVersion(x, 0) {
			return false
		}
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
	return ssaquery.IsError(b.X.Type()) && ssaquery.IsNil(b.Y) && o.isComparison(b.X, 0)
}

// picksNewer reports whether f returns one of several versions after having
// compared them.
func (o *ordering) picksNewer(f *ssa.Function) bool {
	versions := 0
	for _, par := range f.Params {
		if ssaquery.IsBasic(par.Type(), types.IsString|types.IsInteger) {
			versions++
		}
	}
	if versions < 2 {
		return false
	}
	for _, b := range f.Blocks {
		if i := ssaquery.Test(b); i != nil {
			if c, ok := i.Cond.(*ssa.BinOp); ok && ssaquery.IsOrder(c.Op) || o.isOrderTest(i.Cond, 0) {
				return true
			}
		}
	}
	return false
}
