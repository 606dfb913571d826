package attempt

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// losses are the changes that the functions of the package lose, one of each.
func losses(pr *Program, tooLong func(fn *ssa.Function)) []apiobjects.Loss {
	own := *pr
	own.replayed, own.tooLong, own.wasted = map[*ssa.Function]bool{}, map[costly]bool{}, 0
	var out []apiobjects.Loss
	type place struct {
		kind  apiobjects.Kind
		write ssa.CallInstruction
		part  apiobjects.Part
	}
	found := map[place]int{}
	runs := &coverage{pr, map[*ssa.Function]bool{}, map[*ssa.Function]bool{}}
	for _, fn := range runs.order() {
		if pr.does[fn]&parts == 0 && !readsOver(pr, fn) || pr.does[fn]&(commits|creates) == 0 || onlyRelays(pr, fn) || runs.covers(fn) {
			continue
		}
		if own.relevance == pr.relevance {
			own.relevance = machine.NewRelevance(pr.funcs, lossQuestion{&own})
		}
		m, losing, whole := lossesOf(&own, fn)
		if !whole {
			tooLong(fn)
		} else if m != nil {
			runs.add(fn, m, losing)
		}
		for _, l := range losing {
			key := place{l.Kind, l.Write, l.Part}
			if i, ok := found[key]; !ok {
				found[key] = len(out)
				out = append(out, l)
			} else if l.Always && !out[i].Always || l.Always == out[i].Always && l.Fn == l.Write.Parent() {
				out[i] = l
			}
		}
	}
	for _, l := range keptPatches(&own) {
		if _, ok := found[place{l.Kind, l.Write, l.Part}]; !ok {
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(a, b apiobjects.Loss) int { return cmp.Compare(a.Write.Pos(), b.Write.Pos()) })
	return out
}

// lossesOf are the changes that fn loses, and the replay that has run all of it, nil if none has. It asks first which
// objects come with a change to a write that loses it, which joins what can be joined; most functions have none. Where
// there are too many states, it looks at these objects one after the other. Whole: all of them were looked at.
func lossesOf(pr *Program, fn *ssa.Function) (ran *replay, losing []apiobjects.Loss, whole bool) {
	memory := newMemory()
	look := func(id int) (*replay, *apiobjects.Losses) {
		m := newReplayIn(memory, pr)
		if id == 0 {
			m.steps = min(m.steps, maxTogether)
		}
		m.memory.about, m.calls.asksMissed = id, pr.does[fn]&mutates != 0
		h := newHeap(m.memory.names)
		h.losses = apiobjects.NewLosses()
		m.begin(fn, nil, h)
		return m, h.losses
	}
	first, may := look(noneYet)
	if whole = !first.over; whole && len(may.Suspects) == 0 {
		return first, nil, true
	}
	if m, lost := look(0); !m.over {
		return m, lost.Of(fn), true
	}
	for _, id := range may.Suspects {
		m, lost := look(id)
		if whole = whole && !m.over; !m.over {
			losing = append(losing, lost.Of(fn)...)
		}
	}
	return nil, losing, whole
}

// readsOver reports whether fn may read an object into one of which it has set more than the metadata, or which a
// function of the package has made.
func readsOver(pr *Program, fn *ssa.Function) bool {
	if pr.does[fn]&fills == 0 || pr.does[fn]&commits == 0 {
		return false
	}
	set := map[ssa.Value][]*ssa.Store{} // by the object
	for st := range ssaquery.Each[*ssa.Store](fn) {
		if part, ok := apiobjects.PartAt(fieldOfObject(st.Addr)); ok && part != apiobjects.Metadata {
			set[ssaquery.Root(st.Addr)] = append(set[ssaquery.Root(st.Addr)], st)
		}
	}
	for call := range ssaquery.Each[*ssa.Call](fn) {
		if d, _ := pr.siteDoes(&call.Call); d&fills == 0 {
			continue
		}
		for _, arg := range call.Call.Args {
			obj := ssaquery.InInterface(arg)
			if !kube.IsObject(obj.Type()) {
				continue
			}
			made, ok := obj.(*ssa.Call)
			if ok && pr.own(&made.Call) != nil || slices.ContainsFunc(set[ssaquery.Root(obj)], func(st *ssa.Store) bool { return ssaquery.RunsAfter(st, call) }) {
				return true
			}
		}
	}
	return false
}

// fieldOfObject is the name of the field of an object in which addr lies, "" if there is none.
func fieldOfObject(addr ssa.Value) string {
	for {
		fa, ok := addr.(*ssa.FieldAddr)
		if !ok {
			return ""
		}
		if kube.IsObject(fa.X.Type()) {
			return ssaquery.FieldName(fa.X, fa.Field)
		}
		addr = fa.X
	}
}

// onlyRelays reports whether fn has no object itself, and makes one call that may lose something of one: what
// happens in that call is found in the function that it calls.
func onlyRelays(pr *Program, fn *ssa.Function) bool {
	relays := 0
	for instr := range ssaquery.Instructions(fn) {
		switch instr := instr.(type) {
		case ssa.CallInstruction:
			if d, _ := pr.siteDoes(instr.Common()); d&(parts|commits|creates) != 0 {
				relays++
			}
		case *ssa.MakeClosure:
			relays++
		}
		if v, ok := instr.(ssa.Value); relays > 1 || ok && kube.IsObject(v.Type()) {
			return false
		}
	}
	return !slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return kube.IsObject(p.Type()) })
}

// A lossQuestion says to package machine what can make a difference to what of an object is not
// sent at a write.
type lossQuestion struct{ *Program }

// Enters is the function of the package that a call runs.
func (q lossQuestion) Enters(call ssa.CallInstruction) *ssa.Function { return q.own(call.Common()) }

// Has reports whether v is an object, or the metadata of one.
func (q lossQuestion) Has(v ssa.Value) bool { return standsFor(v.Type()) }

// Asks says that writes make a difference, and what they send.
func (q lossQuestion) Asks(instr ssa.Instruction) (values []ssa.Value, acts bool) {
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		own := q.own(instr.Common())
		if own != nil && q.does[own]&(commits|creates) == 0 || own == nil && !q.writes(instr.Common()) {
			return nil, false
		}
		for _, op := range instr.Operands(nil) {
			if *op != nil && (own == nil || isFunction((*op).Type())) {
				values = append(values, *op)
			}
		}
		return values, true
	case *ssa.Panic:
		return nil, true
	}
	return nil, false
}

// writes reports whether a call of what is no function of the package may write an object, or run
// a function that does.
func (q lossQuestion) writes(c *ssa.CallCommon) bool {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return false
	}
	return target(c).fn == nil || q.callDoes(c)&(commits|repeats) != 0 || mayCreate(c) || len(q.mayRun(c)) > 1
}
