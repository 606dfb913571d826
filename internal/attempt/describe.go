package attempt

import (
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
)

// tell tells other packages what the functions of this one do, ran by an execution, and the methods of its interfaces.
func tell(pass *analysis.Pass, pr *Program, ran map[*ssa.Function]*Does) {
	fact.TellPackage(pass, Package{Analysed: true})
	for _, fn := range pr.funcs {
		if !isExported(fn) {
			continue
		}
		does := ran[fn]
		if does == nil {
			does = &Does{}
			ran[fn] = does
		}
		pr.setters.add(does, fn)
		if !reflect.ValueOf(*does).IsZero() {
			fact.Tell(pass, fn.Object(), *does)
		}
	}
	scope := pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !tn.Exported() || tn.IsAlias() || !types.IsInterface(tn.Type()) {
			continue
		}
		for m := range tn.Type().Underlying().(*types.Interface).ExplicitMethods() {
			fn := pr.onlyOne(pr.interfaces.methodsBehind(m, tn.Type()))
			if does := ran[fn]; does != nil && m.Exported() && !reflect.ValueOf(*does).IsZero() {
				fact.Tell(pass, m, *does)
			}
		}
	}
}

// describe says what fn does from the ways out of it. nilStays tells that fn, which makes errors
// of others, makes none of nil.
func describe(m *replay, fn *ssa.Function, exits []exit, nilStays func() bool) *Does {
	d := &describer{m.memory, m.over || m.many}
	switch {
	case m.calls.prog.asked(fn) == nil:
		return d.rowOf(fn, exits)
	case predicate(fn.Signature):
		return &Does{Conflict: d.answer(exits)}
	}
	how := d.conversion(exits)
	return &Does{Conflict: how, NilStays: how != "" && nilStays()}
}

// A describer says what a run shows of a function. cut: not all ways out of it are
// known.
type describer struct {
	memory *memory
	cut    bool
}

// rowOf is what fn does with objects.
func (m *describer) rowOf(fn *ssa.Function, exits []exit) *Does {
	does := &Does{}
	for i, p := range fn.Params {
		if !kube.IsObject(p.Type()) {
			continue
		}
		if list := m.effect(does, p, exits); list != nil {
			*list = append(*list, fact.Param(i))
		}
	}
	if m.cut {
		return does
	}
	if len(does.Commits)+len(does.CommitsInto) > 0 {
		does.Error = errorOf(exits)
	}
	for i := range fn.Signature.Results().Len() {
		if standsFor(fn.Signature.Results().At(i).Type()) {
			if r, ok := m.sourceOf(fn, exits, i); ok {
				does.Returns = append(does.Returns, r)
			}
		}
	}
	return does
}

// answer is what a predicate says of a conflict, "" where it may be either.
func (m *describer) answer(exits []exit) string {
	if m.cut || len(exits) == 0 {
		return ""
	}
	first := exits[0].results[0]
	for _, e := range exits {
		if e.results[0] != first {
			return ""
		}
	}
	if first.kind != literal {
		return ""
	}
	return first.text
}

// conversion is what becomes of a conflict, "" where it may be either.
func (m *describer) conversion(exits []exit) string {
	switch {
	case m.cut || len(exits) == 0:
		return ""
	case hides(exits):
		return "new"
	case !slices.ContainsFunc(exits, func(e exit) bool { return e.results[0] != value{kind: conflict, text: "same"} }):
		return "same"
	}
	return ""
}

// hides reports whether a function that was given the conflict, and left by these exits,
// always returns another error.
func hides(exits []exit) bool {
	return !slices.ContainsFunc(exits, func(e exit) bool {
		v := e.results[0]
		return v.kind != nonNil && (v.kind != conflict || v.text != "new")
	})
}

// effect is the list of does to which the parameter p of fn belongs, nil if its version stays as it is.
func (m *describer) effect(does *Does, p *ssa.Parameter, exits []exit) *[]fact.Param {
	if m.cut || len(exits) == 0 {
		return &does.Touches
	}
	id := m.memory.id(origin{how: isNamed, name: m.memory.givenKey(p)})
	start := m.memory.id(origin{how: isVersion, name: m.memory.givenKey(p)})
	var refused, committed, answered, read bool
	for _, e := range exits {
		o, ok := e.h.objs.get(id)
		switch {
		case !ok || o.token == start && o.super == nil && o.Source != Built:
			if f := e.h.failed; f != nil && f.known && f.Object.token == start {
				refused = true
			}
		case o.token == start && o.Source != Built:
			committed = true
		case o.token != start && o.Source == Written:
			answered = true
		case o.token != start && o.Source == Live && o.Lost == nil && !o.Changed && e.h.failed == nil:
			read = true
		default:
			return &does.Touches
		}
	}
	switch {
	case committed && answered, read && (committed || answered), refused && !committed && !answered:
		return &does.Touches
	case committed:
		return &does.Commits
	case answered:
		return &does.CommitsInto
	case read:
		return &does.Reads
	}
	return nil
}

// sourceOf says where a result comes from; ok is false unless all ways out agree.
func (m *describer) sourceOf(fn *ssa.Function, exits []exit, i int) (r Return, ok bool) {
	for _, e := range exits {
		if i >= len(e.results) || e.h.failed != nil || e.results[i] == nilValue {
			continue
		}
		v := e.results[i]
		if v.kind != pointer || v.text != "" {
			return r, false
		}
		of, known := m.resultOf(fn, v.obj, e.h.objs.at(v.obj))
		switch of.Index = i; {
		case !known:
			return r, false
		case !ok || of == r:
			r, ok = of, true
		case of.Param == r.Param && r.Param >= 0:
			r.Copied, r.Perhaps = true, true
		default:
			return r, false
		}
	}
	return r, ok
}

// resultOf says where the object o, a result, comes from.
func (m *describer) resultOf(fn *ssa.Function, id int, o Object) (r Return, ok bool) {
	switch {
	case o.super != nil:
	case o.Source == Given && o.Root != nil:
		for i, p := range fn.Params {
			if p == o.Root && o.token == m.memory.id(origin{how: isVersion, name: m.memory.givenKey(p)}) {
				return Return{Param: fact.Param(i), Copied: id != m.memory.id(origin{how: isNamed, name: m.memory.givenKey(p)})}, true
			}
		}
	case slices.Contains([]Source{Live, Cached, Built, Written}, o.Source):
		return Return{Param: fact.NoParam, Source: o.Source.String(), Changed: o.Source == Live && o.Changed, InCache: o.InCache}, true
	}
	return r, false
}

// errorOf says how the conflict is returned.
func errorOf(exits []exit) string {
	how := ""
	for _, e := range exits {
		if e.h.failed == nil || len(e.results) == 0 {
			continue
		}
		err := e.results[len(e.results)-1]
		is := err.text
		if err.hides() {
			is = "new"
		} else if err.kind != conflict {
			return ""
		}
		if how != "" && how != is {
			return ""
		}
		how = is
	}
	return how
}
