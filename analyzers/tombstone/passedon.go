package tombstone

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A passedOn is a struct that a delete handler puts into a queue or a channel, with what
// it was given in a field, be it a tombstone:
//
//	c.queue.Add(event{gone: true, obj: obj})
//
// Who takes it from there may assert what it holds.
type passedOn struct {
	*program
	// from is the package of the handler, nil if it is the one under analysis.
	from  *types.Package
	of    *types.Named
	field *types.Var
	// consts are what the other fields are set to, as far as they are constants.
	consts map[*types.Var]constant.Value
}

// passedOn lists the structs in which the handler of t passes tombstones on.
func (t *trail) passedOn() []passedOn {
	var out []passedOn
	for _, st := range t.stored {
		fa := st.Addr.(*ssa.FieldAddr)
		made, ok := fa.X.(*ssa.Alloc)
		of := ssaquery.Named(fa.X.Type())
		if !ok || of == nil {
			continue
		}
		r := t.reachOf(st.Val)
		for _, u := range *st.Val.Referrers() {
			if a, ok := u.(*ssa.TypeAssert); ok && a.CommaOk && toTombstone(a) {
				r.is(extracted(a, 1), yes)
			}
		}
		r.blocks = map[*ssa.BasicBlock]bool{}
		r.walk(st.Parent().Blocks[0])
		if r.uses(st, st.Val) && r.delivers(made, st) {
			out = append(out, passedOn{t.program, nil, of, ssaquery.StructField(fa.X.Type(), fa.Field), t.constsOf(made)})
		}
	}
	return out
}

// delivers reports whether the struct at made gets into a channel or a queue behind st,
// where the value is a tombstone.
func (r *reach) delivers(made ssa.Value, st *ssa.Store) bool {
	for _, u := range *made.Referrers() {
		switch u := u.(type) {
		case *ssa.UnOp, *ssa.MakeInterface:
			if r.delivers(u.(ssa.Value), st) {
				return true
			}
		case *ssa.Send:
			if u.X == made && r.uses(u, made) && r.order.Dominates(st, u) {
				return true
			}
		case *ssa.Call:
			if m := called(&u.Call); m != nil && kube.AddsToQueue(m) && r.uses(u, made) && r.order.Dominates(st, u) {
				return true
			}
		}
	}
	return false
}

// constsOf are the constants that the fields of the struct at made are set to, once each.
func (t *trail) constsOf(made *ssa.Alloc) map[*types.Var]constant.Value {
	out, sets := map[*types.Var]constant.Value{}, map[*types.Var]int{}
	for _, r := range *made.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		field := ssaquery.StructField(fa.X.Type(), fa.Field)
		for _, r := range *fa.Referrers() {
			sets[field]++
			st, ok := r.(*ssa.Store)
			if !ok || st.Addr != ssa.Value(fa) {
				continue
			}
			v := st.Val
			if par, ok := v.(*ssa.Parameter); ok {
				if from, called := t.from[par.Parent()]; called {
					v = pointsto.Actual(from.call.Common(), par.Parent(), slices.Index(par.Parent().Params, par))
				}
			}
			if k, ok := v.(*ssa.Const); ok && k.Value != nil {
				out[field] = k.Value
			}
		}
	}
	for field, n := range sets {
		if n > 1 {
			delete(out, field)
		}
	}
	return out
}

// asserts returns the assertions that panic on the tombstone that comes in p.
func (p passedOn) asserts() []*ssa.TypeAssert {
	reads, unwrapped := p.reads()
	if unwrapped {
		return nil // others are not tombstones
	}
	var out []*ssa.TypeAssert
	for _, r := range reads {
		for _, a := range r.trail.asserts {
			if at := r.trail.within(a, r.value.Parent()); at != nil && r.trail.outcome(a) == panics && p.admitted(at) && p.taken(r.base, 0) {
				out = append(out, a)
			}
		}
	}
	return out
}

// A passedRead is a read of the field of a passedOn.
type passedRead struct {
	base, value ssa.Value
	trail       *trail // where the value goes
}

// reads are the reads of the field of p in the package. unwrapped tells that the package
// looks for tombstones in it, or puts what is in one into it: what it sends to others may
// be none.
func (p passedOn) reads() (reads []passedRead, unwrapped bool) {
	for instr := range ssaquery.Instructions(p.funcs) {
		if st, ok := instr.(*ssa.Store); ok && p.unwrapped(st) {
			return nil, true
		}
		v, ok := instr.(ssa.Value)
		if !ok {
			continue
		}
		base, field := fieldRead(v)
		if field != p.field {
			continue
		}
		t := p.newTrail()
		if t.uses(v); t.handled {
			return nil, true
		}
		reads = append(reads, passedRead{base, v, t})
	}
	return reads, false
}

// unwrapped reports whether st puts into the field of p what is in a tombstone, or may be.
func (p passedOn) unwrapped(st *ssa.Store) bool {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || ssaquery.StructField(fa.X.Type(), fa.Field) != p.field {
		return false
	}
	values := []ssa.Value{st.Val}
	if phi, ok := st.Val.(*ssa.Phi); ok {
		values = phi.Edges
	}
	return slices.ContainsFunc(values, func(v ssa.Value) bool {
		switch v.(type) {
		case *ssa.Parameter, *ssa.MakeInterface:
			return false
		case *ssa.UnOp, *ssa.Field:
			from, _ := fieldRead(v)
			return from != nil && kube.NamedTombstone(from.Type())
		}
		return true // not seen
	})
}

// fieldRead is the struct, or its address, of which v reads a field, and that field; nil if
// it reads none.
func fieldRead(v ssa.Value) (from ssa.Value, field *types.Var) {
	switch v := v.(type) {
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			return fa.X, ssaquery.StructField(fa.X.Type(), fa.Field)
		}
	case *ssa.Field:
		return v.X, ssaquery.StructField(v.X.Type(), v.Field)
	}
	return nil, nil
}

// within is a, or the call in f by which the value gets to it; nil if that is not known.
func (t *trail) within(a *ssa.TypeAssert, f *ssa.Function) ssa.Instruction {
	instr := ssa.Instruction(a)
	for range maxTrail {
		if instr.Parent() == f {
			return instr
		}
		from, ok := t.from[instr.Parent()]
		if !ok {
			return nil
		}
		instr = from.call
	}
	return nil
}

// maxTaken bounds the calls between where the struct is taken from the queue and where it
// is read.
const maxTaken = 4

// taken reports whether the struct at base is taken from a queue or a channel, or given by
// a function that takes it and hands on those of p.
func (p passedOn) taken(base ssa.Value, depth int) bool {
	if depth > maxTaken {
		return false
	}
	switch v := base.(type) {
	case *ssa.Alloc: // a variable
		vs := ssaquery.StoredIn(v)
		return len(vs) == 1 && p.taken(vs[0], depth+1)
	case *ssa.UnOp:
		return v.Op == token.ARROW || p.taken(v.X, depth+1)
	case *ssa.TypeAssert:
		return p.taken(v.X, depth+1)
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.UnOp, *ssa.TypeAssert:
			return p.taken(tuple.(ssa.Value), depth)
		case *ssa.Select:
			return true
		case *ssa.Call:
			m := called(&tuple.Call)
			return m != nil && kube.TakesFromQueue(m)
		}
	case *ssa.Parameter:
		return slices.ContainsFunc(p.points().Args(v), func(a pointsto.Arg) bool {
			return p.admitted(a.Call) && p.taken(a.Value, depth+1)
		})
	}
	return false
}

// admitted reports whether no test of a struct like p keeps that of the handler from at.
func (p passedOn) admitted(at ssa.Instruction) bool {
	for _, b := range at.Parent().Blocks {
		i := ssaquery.Test(b)
		if i == nil {
			continue
		}
		for way, s := range b.Succs {
			if len(s.Preds) == 1 && s.Dominates(at.Block()) && !p.takes(i.Cond, way == 0) {
				return false
			}
		}
	}
	return true
}

// takes reports whether the condition, if it says something of a struct like p, is of that
// value.
func (p passedOn) takes(cond ssa.Value, is bool) bool {
	if n, ok := cond.(*ssa.UnOp); ok && n.Op == token.NOT {
		return p.takes(n.X, !is)
	}
	if field := p.ownField(cond); field != nil { // a flag
		k := p.consts[field]
		return k != nil && k.Kind() == constant.Bool && constant.BoolVal(k) == is
	}
	if b, ok := cond.(*ssa.BinOp); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
		k, isConst := b.Y.(*ssa.Const)
		if field := p.ownField(b.X); field != nil && isConst && k.Value != nil && p.consts[field] != nil {
			return constant.Compare(p.consts[field], token.EQL, k.Value) == ((b.Op == token.EQL) == is)
		}
	}
	return !p.mentioned(cond, map[ssa.Value]bool{})
}

// ownField is the field of a struct like p that v is, nil if it is none.
func (p passedOn) ownField(v ssa.Value) *types.Var {
	from, field := fieldRead(v)
	if from == nil || ssaquery.Named(from.Type()) != p.of {
		return nil
	}
	return field
}

// maxMentioned bounds the values of which a condition is made; one of more counts as said
// of the struct.
const maxMentioned = 50

// mentioned reports whether v is made of a struct like p.
func (p passedOn) mentioned(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	if len(seen) > maxMentioned || p.ownField(v) != nil {
		return true
	}
	if e, ok := v.(*ssa.Extract); ok && e.Index > 0 {
		switch e.Tuple.(type) {
		case *ssa.TypeAssert, *ssa.Select, *ssa.UnOp, *ssa.Next:
			return false // whether there is one
		}
	}
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	return slices.ContainsFunc(instr.Operands(nil), func(o *ssa.Value) bool {
		return *o != nil && (ssaquery.Named((*o).Type()) == p.of || p.mentioned(*o, seen))
	})
}
