package flow

import (
	"go/token"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Edges are ways by which a value becomes another one.
type Edges uint

const (
	// Converted: an interface is made of it or changed, or its named type.
	Converted Edges = 1 << iota
	// Represented: it is a number or a string, which is converted to another one.
	Represented
	// Asserted: its type is asserted.
	Asserted
	// Merged: it is one of those that a phi chooses from.
	Merged
	// Loaded: it is an address, and what lies there is read.
	Loaded
	// Kept: it is stored in a variable of the function, which literals may share, and read again.
	Kept
	// Gathered: it is stored in a part of a variable of the function: of a struct, or of the array that holds the
	// arguments of a call.
	Gathered
	// Parts: it is a struct, or the address of one, of which a field is read or addressed; or an array or slice, and an
	// element is.
	Parts
	// Sliced: it is a slice or an array, of which a slice is made, also by append.
	Sliced
)

// A Walk follows a value forward.
type Walk struct {
	Along Edges
	// Callees are the functions that a call runs, of which the parameters are followed; nil if none are.
	Callees func(ssa.CallInstruction) []*ssa.Function
	// Results reports whether the value that a call is given goes into its first result; nil for no call.
	Results func(*ssa.Call) bool
	// Where reports whether a use counts; nil if all do. Others are neither followed nor yielded.
	Where func(Use) bool
	// In follows the value through fields, package variables and results as well; nil if it does not.
	In *Package
}

// StaticCallee is the function that c names, for [Walk.Callees]; none if it has no body here.
func StaticCallee(c ssa.CallInstruction) []*ssa.Function {
	if f := c.Common().StaticCallee(); f != nil && len(f.Blocks) > 0 {
		return []*ssa.Function{f}
	}
	return nil
}

// A Use is a place where the program does something with a value.
type Use struct {
	// Of is the operand: what was followed, by one of its names, or the address of what holds it.
	Of ssa.Value
	// Holder: Of is such an address, of a variable or a field.
	Holder bool
	At     ssa.Instruction
}

// Uses iterates over the uses of v that lead along none of the edges. Each name of v is looked at once.
func (w Walk) Uses(v ssa.Value) iter.Seq[Use] {
	return func(yield func(Use) bool) {
		f := &forward{Walk: w, yield: yield, seen: map[ssa.Value]bool{}}
		f.value(v)
	}
}

// Only reports whether nothing is done with v, or the struct at it, but to set its parts and what is allowed.
func (w Walk) Only(v ssa.Value, allowed func(Use) bool) bool {
	for u := range w.Uses(v) {
		_, part := u.At.(*ssa.FieldAddr)
		st, ok := u.At.(*ssa.Store)
		if !part && !(ok && st.Addr == u.Of) && !allowed(u) {
			return false
		}
	}
	return true
}

// Names are what is one of vs along the edges, itself included, and the addresses of what holds it. Those that are nil
// are none.
func (w Walk) Names(vs ...ssa.Value) map[ssa.Value]bool {
	f := &forward{Walk: w, yield: func(Use) bool { return true }, seen: map[ssa.Value]bool{}}
	for _, v := range vs {
		if v != nil {
			f.value(v)
		}
	}
	return f.seen
}

// A forward is one walk. Its methods report false when nobody wants more uses.
type forward struct {
	Walk
	yield func(Use) bool
	seen  map[ssa.Value]bool
}

func (f *forward) has(e Edges) bool { return f.Along&e != 0 }

// value follows v, which is what is followed.
func (f *forward) value(v ssa.Value) bool { return f.follow(v, false) }

// holder follows the variable at the address at.
func (f *forward) holder(at ssa.Value) bool {
	if fv, ok := at.(*ssa.FreeVar); ok && !f.seen[at] {
		for _, b := range ssaquery.BoundTo(fv) {
			if !f.holder(b) {
				return false
			}
		}
	}
	return f.follow(at, true)
}

func (f *forward) follow(v ssa.Value, holder bool) bool {
	if f.seen[v] {
		return true
	}
	var uses []ssa.Instruction
	if g, ok := v.(*ssa.Global); ok && f.In != nil {
		uses = f.In.globals[g]
	} else if v.Referrers() == nil {
		return true
	} else {
		uses = *v.Referrers()
	}
	f.seen[v] = true
	return !slices.ContainsFunc(uses, func(i ssa.Instruction) bool { return !f.use(Use{v, holder, i}) })
}

// use follows what u makes of its operand, or yields u.
func (f *forward) use(u Use) bool {
	if f.Where != nil && !f.Where(u) {
		return true
	}
	switch i := u.At.(type) {
	case *ssa.MakeClosure:
		if f.has(Kept) && i.Fn.(*ssa.Function).Synthetic == "" {
			return f.captured(u, i)
		}
	case *ssa.UnOp:
		if u.Holder {
			return f.value(i)
		}
	case *ssa.Store:
		if u.Holder && i.Val != u.Of {
			return true // another value
		}
	case *ssa.FieldAddr, *ssa.IndexAddr:
		switch {
		case u.Holder && f.has(Parts):
			return f.value(i.(ssa.Value))
		case u.Holder && f.has(Gathered):
			return true // where a part is set
		}
	}
	if u.Holder && !f.has(Gathered) {
		return f.yield(u)
	}
	return f.along(u)
}

// along follows what u makes of a value, or of the address of a struct or array that has it as a part.
func (f *forward) along(u Use) bool {
	switch i := u.At.(type) {
	case *ssa.Store:
		if i.Val == u.Of {
			return f.stored(u, i)
		}
	case *ssa.Return:
		if f.In != nil {
			return f.returned(u, i)
		}
	case *ssa.TypeAssert:
		if f.has(Asserted) {
			return f.asserted(i)
		}
	case *ssa.Call:
		if b, ok := i.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" && f.has(Sliced) {
			return f.value(i)
		}
		if f.Results != nil && f.Results(i) {
			return f.value(i)
		}
		return f.passed(u, i)
	case ssa.CallInstruction:
		return f.passed(u, i)
	case *ssa.Extract:
		return i.Index != 0 || f.value(i) // of several results, the first one is meant
	case ssa.Value:
		if f.has(edge(u.Of, i)) {
			return f.value(i)
		}
	}
	return f.yield(u)
}

// edge is the edge from v to i, which has it as an operand, 0 if there is none.
func edge(v, i ssa.Value) Edges {
	switch i := i.(type) {
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType:
		return Converted
	case *ssa.Convert:
		return Represented
	case *ssa.Phi:
		return Merged
	case *ssa.Field, *ssa.FieldAddr, *ssa.Index, *ssa.IndexAddr:
		if *i.(ssa.Instruction).Operands(nil)[0] == v {
			return Parts
		}
	case *ssa.Slice:
		if i.X == v {
			return Sliced
		}
	case *ssa.UnOp:
		if i.Op == token.MUL {
			return Loaded
		}
	}
	return 0
}

func (f *forward) asserted(t *ssa.TypeAssert) bool {
	if !t.CommaOk {
		return f.value(t)
	}
	e := ssaquery.Extracted(t, 0)
	return e == nil || f.value(e)
}

// captured follows u into the literal mc.
func (f *forward) captured(u Use, mc *ssa.MakeClosure) bool {
	for n, b := range mc.Bindings {
		if b == u.Of && !f.follow(mc.Fn.(*ssa.Function).FreeVars[n], u.Holder) {
			return false
		}
	}
	return true
}

// stored follows a value to what is read from where st stores it.
func (f *forward) stored(u Use, st *ssa.Store) bool {
	switch at := st.Addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		if f.has(Kept) {
			return f.holder(at)
		}
	case *ssa.Global:
		if f.In.ownVariable(at) {
			return f.holder(at)
		}
	default:
		if a := Variable(at); a != nil && f.has(Gathered) {
			return f.holder(a)
		}
		if fa, ok := at.(*ssa.FieldAddr); ok && f.In != nil {
			if uses, ok := f.In.FieldUses(fa); ok {
				return f.field(uses)
			}
		}
	}
	return f.yield(u)
}

// field follows what is read at the places where a field is named.
func (f *forward) field(uses []ssa.Value) bool {
	for _, read := range uses {
		_, addr := read.(*ssa.FieldAddr)
		if !f.follow(read, addr) {
			return false
		}
	}
	return true
}

// returned follows a value to the callers of its function, if they are all known.
func (f *forward) returned(u Use, ret *ssa.Return) bool {
	calls, ok := f.In.Callers(ret.Parent())
	if !ok {
		return f.yield(u)
	}
	for _, call := range calls {
		c, ok := call.(*ssa.Call)
		if !ok {
			continue // nobody gets it
		}
		for n, res := range ret.Results {
			if to := ssaquery.ResultAt(c, n); res == u.Of && to != nil && !f.value(to) {
				return false
			}
		}
	}
	return true
}

// passed follows a value into the functions that the call runs, or yields the call if it runs others.
func (f *forward) passed(u Use, call ssa.CallInstruction) bool {
	var callees []*ssa.Function
	if f.Callees != nil {
		callees = f.Callees(call)
	}
	c := call.Common()
	if len(callees) == 0 || c.Value == u.Of && !c.IsInvoke() {
		return f.yield(u)
	}
	for _, fn := range callees {
		for n, p := range fn.Params {
			if ssaquery.Actual(c, fn, n) == u.Of && !f.value(p) {
				return false
			}
		}
	}
	return true
}
