package ownership

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// The sets of the analysis are joined where paths meet. A variable that is the
// cache's on one path and local on the other is the cache's at a write only if
// the first path leads there: the conditions that hold at the write decide.

// feasible reports whether the write of f can be reached with the cached
// object in hand. It looks at the values that the write goes through, so a
// write of which it sees nothing is taken to be feasible.
func (a *memory) feasible(o *heap.Object, w effect.Write) bool {
	inst := w.Site().Inst
	if o.Site == nil && o.Kind != heap.Param || inst == nil || inst.Block() == nil || inst.Parent() != a.fn {
		return true
	}
	about := subject{a: a, o: o}
	through := []ssa.Value{w.Site().Through}
	if w.Site().Through == nil {
		through = ssaquery.WrittenThrough(inst)
	}
	some := false
	for _, v := range through {
		if !about.Holds(v) {
			continue
		}
		some = true
		if a.paths.May(about, v, inst.Block()) {
			return true
		}
	}
	return !some
}

// feasibleAt is what v can be in the block b: of the objects in its set, and of
// those that local memory leads to, the ones that a path leads there with.
func (a *memory) feasibleAt(b *ssa.BasicBlock, v ssa.Value) heap.Values {
	set := a.value(v)
	if len(set) == 0 {
		return nil
	}
	set = a.ruledOut(b, v, set)
	infeasible := map[*heap.Object]bool{}
	ask := func(o *heap.Object) bool {
		if o.Kind != heap.Param && (o.Kind != heap.Cached || o.Site == nil) {
			return true
		}
		no, asked := infeasible[o]
		if !asked {
			no = !a.paths.May(subject{a, o}, v, b)
			infeasible[o] = no
		}
		return !no
	}
	may := func(r heap.Ref) bool {
		if r.Obj.Kind != heap.Local {
			return ask(r.Obj)
		}
		some := false
		for _, e := range a.st.Objs[r.Obj] {
			for _, in := range e.Values {
				some = true
				if ask(in.Obj) {
					return true
				}
			}
		}
		return !some
	}
	var out []heap.Ref
	for _, r := range set {
		if may(r) {
			out = append(out, r)
		}
	}
	if len(out) == len(set) {
		return set
	}
	return heap.NewValues(out)
}

// A subject is the object that a path condition is asked about.
type subject struct {
	a *memory
	o *heap.Object
}

// Analysed reports whether the body of fn is analysed.
func (s subject) Analysed(fn *ssa.Function) bool { return s.a.e.analyses(fn) }

// Source is the instruction that brought the object into the function.
func (s subject) Source() ssa.Instruction { return s.o.Site }

// Foreign reports whether v may be memory of others.
func (s subject) Foreign(v ssa.Value) bool { return !allLocal(s.a.value(v)) }

// Holds reports whether v may be memory of the object, or a local struct that
// leads to it, as the sets know.
func (s subject) Holds(v ssa.Value) bool { return s.among(s.a.value(v), 0) }

func (s subject) among(v heap.Values, depth int) bool {
	for _, r := range v {
		switch {
		case r.Obj == s.o:
			return true
		case r.Obj.Kind == heap.Cached:
			if s.o.Kind == heap.Cached && r.Obj.Site == s.o.Site && r.Obj.Origin == s.o.Origin {
				return true
			}
		case r.Obj.Kind == heap.Local && depth < 1:
			for _, e := range s.a.st.Objs[r.Obj] {
				if s.among(e.Values, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// LeadsTo reports whether v may lead to memory of the object through local memory. What
// is neither local nor the object's is not known, and so may.
func (s subject) LeadsTo(v ssa.Value) bool {
	seen := map[*heap.Object]bool{}
	var leads func(v heap.Values) bool
	leads = func(v heap.Values) bool {
		return slices.ContainsFunc(v, func(r heap.Ref) bool {
			if s.among(heap.Values{r}, 1) {
				return true
			}
			if r.Obj.Kind != heap.Local || seen[r.Obj] {
				return r.Obj.Kind != heap.Local
			}
			seen[r.Obj] = true
			for _, e := range s.a.st.Objs[r.Obj] {
				if leads(e.Values) {
					return true
				}
			}
			return false
		})
	}
	return leads(s.a.value(v))
}

// guardAt is a condition on a parameter that holds whenever b is executed.
func (a *memory) guardAt(b *ssa.BasicBlock) effect.Guard {
	if len(a.fn.Params) == 0 {
		return effect.Guard{}
	}
	var failed effect.Guard // whether an error is nil, if nothing else is known
	for _, c := range a.paths.At(b) {
		c = c.Normal()
		switch x := c.Value.(type) {
		case *ssa.Parameter:
			if i := slices.Index(a.fn.Params, x); i >= 0 {
				return effect.Guard{Param: i + 1, Val: constant.MakeBool(true).ExactString(), Eq: c.True}
			}
		case *ssa.BinOp:
			if x.Op != token.EQL && x.Op != token.NEQ {
				continue
			}
			for _, pair := range [][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
				p, ok := pair[0].(*ssa.Parameter)
				k, ok2 := pair[1].(*ssa.Const)
				if !ok || !ok2 {
					continue
				}
				i := slices.Index(a.fn.Params, p)
				switch equal := (x.Op == token.EQL) == c.True; {
				case i < 0:
				case k.Value != nil:
					return effect.Guard{Param: i + 1, Val: k.Value.ExactString(), Eq: equal}
				case failed.Param == 0 && ssaquery.IsError(p.Type()):
					failed = effect.Guard{Param: i + 1, Val: effect.Nil, Eq: equal}
				}
			}
		}
	}
	return failed
}

// fieldGuardAt is a condition that holds whenever b is executed, on a field of the
// struct of a parameter that r lies in.
func (a *memory) fieldGuardAt(b *ssa.BasicBlock, r heap.Ref) effect.Guard {
	if r.Obj.Kind != heap.Param {
		return effect.Guard{}
	}
	for _, c := range a.paths.At(b) {
		field, val, equal := comparedField(c.Value)
		if field == nil || fieldKey(field.X, field.Field) == "" {
			continue
		}
		at := a.value(field)
		if len(at) != 1 || at[0].Obj != r.Obj || at[0].Copy {
			continue
		}
		in, _ := accesspath.Parent(at[0].Path)
		if _, is := accesspath.IsType(in); in != "" && (!is || accesspath.Len(in) > 1) {
			continue
		}
		if _, below := accesspath.Below(r.Path, in); below {
			return effect.Guard{Param: r.Obj.Index + 1, Path: at[0].Path, Val: val.ExactString(), Eq: equal == c.True}
		}
	}
	return effect.Guard{}
}

// overwrite makes the elements of w.slice what w.val is.
func (a *memory) overwrite(w ssaquery.Overwriting) {
	s := a.value(w.Slice)
	if len(s) == 0 {
		return
	}
	v := a.value(w.Value)
	for _, r := range s {
		at := r.Step(accesspath.Elem)
		if at.Obj.Kind == heap.Cached {
			continue
		}
		a.st.Empty(at)
		a.st.Writable(at.Obj)[at.Path] = heap.Cell{Values: v, Agg: ssaquery.IsAggregate(w.Value.Type())}
	}
}
