package attempt

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// add makes the row of fn from the ways out of it. nilStays tells that fn, which makes errors
// of others, makes none of nil.
func (f *Fact) add(m *replay, fn *ssa.Function, exits []exit, nilStays func() bool) {
	d := &describer{m.memory, m.over || m.many}
	row := ""
	switch {
	case m.calls.prog.asked(fn) == nil:
		row = d.rowOf(fn, exits)
	case predicate(fn.Signature):
		row = d.answer(exits)
	default:
		if row = d.conversion(exits); row != "" && nilStays() {
			row += nilIsNil
		}
	}
	if row != "" {
		f.Funcs = append(f.Funcs, FuncFact{Key: kube.Name(fn.Object().(*types.Func)), Row: row})
	}
}

// addInterfaces adds what is known of the methods of the package's interfaces: of each that of the only
// method behind it.
func (f *Fact) addInterfaces(pr *Program) {
	known := map[string]FuncFact{}
	for _, fn := range f.Funcs {
		known[fn.Key] = fn
	}
	scope := pr.pkg.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !tn.Exported() || tn.IsAlias() || !types.IsInterface(tn.Type()) {
			continue
		}
		for m := range tn.Type().Underlying().(*types.Interface).ExplicitMethods() {
			fn := pr.onlyOne(pr.interfaces.methodsBehind(m, tn.Type()))
			if fn == nil || !m.Exported() {
				continue
			}
			if of, ok := known[kube.Name(fn.Object().(*types.Func))]; ok {
				of.Key = kube.Name(m)
				f.Funcs = append(f.Funcs, of)
			}
		}
	}
}

// A describer says what a run shows of a function. cut: not all ways out of it are
// known.
type describer struct {
	memory *memory
	cut    bool
}

// rowOf is the row of fn.
func (m *describer) rowOf(fn *ssa.Function, exits []exit) string {
	var row []string
	for i, p := range fn.Params {
		if !kube.IsObject(p.Type()) {
			continue
		}
		if m.cut || len(exits) == 0 {
			row = append(row, fmt.Sprintf("touch $%d", i))
			continue
		}
		if e := m.effect(p, exits); e != "" {
			row = append(row, fmt.Sprintf("%s $%d", e, i))
		}
	}
	if m.cut {
		return strings.Join(row, "; ")
	}
	if how := errorOf(exits); how != "" && strings.Contains(strings.Join(row, " "), "commit") {
		row = append(row, "err="+how)
	}
	for i := range fn.Signature.Results().Len() {
		if standsFor(fn.Signature.Results().At(i).Type()) {
			if src := m.sourceOf(fn, exits, i); src != "" {
				row = append(row, fmt.Sprintf("ret%d=%s", i, src))
			}
		}
	}
	return strings.Join(row, "; ")
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
	return conflictIs + first.text
}

// conversion is what becomes of a conflict, "" where it may be either.
func (m *describer) conversion(exits []exit) string {
	switch {
	case m.cut || len(exits) == 0:
		return ""
	case hides(exits):
		return conflictIs + "new"
	case !slices.ContainsFunc(exits, func(e exit) bool { return e.results[0] != value{kind: conflict, text: "same"} }):
		return conflictIs + "same"
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

// effect is what fn does to the version of its parameter p.
func (m *describer) effect(p *ssa.Parameter, exits []exit) string {
	id := m.memory.id(origin{how: isNamed, name: m.memory.givenKey(p)})
	start := m.memory.id(origin{how: isVersion, name: m.memory.givenKey(p)})
	effects := map[string]bool{}
	for _, e := range exits {
		o, ok := e.h.objs.get(id)
		switch {
		case !ok || o.token == start && o.super == nil && o.Source != Built:
			if f := e.h.failed; f != nil && f.known && f.Object.token == start {
				effects["refused"] = true
			}
		case o.token == start && o.Source == Built:
			effects["touch"] = true
		case o.token == start:
			effects["commit"] = true
		case o.Source == Written:
			effects["commitinto"] = true
		case o.Source == Live && o.Lost == nil && !o.Changed && e.h.failed == nil:
			effects["read"] = true
		default:
			effects["touch"] = true
		}
	}
	switch {
	case effects["touch"] || effects["read"] && len(effects) > 1:
		return "touch"
	case effects["commit"] && effects["commitinto"]:
		return "touch"
	case effects["refused"] && !effects["commit"] && !effects["commitinto"]:
		return "touch"
	case effects["commit"]:
		return "commit"
	case effects["commitinto"]:
		return "commitinto"
	case effects["read"]:
		return "read"
	}
	return ""
}

// sourceOf says what a result is, where all ways out agree.
func (m *describer) sourceOf(fn *ssa.Function, exits []exit, i int) string {
	src := ""
	for _, e := range exits {
		if i >= len(e.results) || e.h.failed != nil {
			continue
		}
		v := e.results[i]
		if v == nilValue {
			continue
		}
		if v.kind != pointer || v.text != "" {
			return ""
		}
		src = joined(src, m.nameOf(fn, v.obj, e.h.objs.at(v.obj)))
		if src == "" {
			return ""
		}
	}
	return src
}

// joined is what a result is that is x on one way out, and y on another; x is empty on the first.
func joined(x, y string) string {
	if x == "" || x == y {
		return y
	}
	how, arg := argument(x)
	other, same := argument(y)
	if how == "" || other == "" || arg != same {
		return ""
	}
	return either + arg
}

func (m *describer) nameOf(fn *ssa.Function, id int, o Object) string {
	switch {
	case o.super != nil:
		return ""
	case o.Source == Given && o.Root != nil:
		for i, p := range fn.Params {
			if p != o.Root || o.token != m.memory.id(origin{how: isVersion, name: m.memory.givenKey(p)}) {
				continue
			}
			how := copied
			if id == m.memory.id(origin{how: isNamed, name: m.memory.givenKey(p)}) {
				how = itself
			}
			return how + strconv.Itoa(i)
		}
	case o.Source == Live && !o.Changed:
		return "live"
	case o.Source == Live:
		return "livechanged"
	case o.Source == Cached && o.InCache:
		return "cache"
	case o.Source == Cached:
		return "cached"
	case o.Source == Built:
		return "built"
	case o.Source == Written:
		return "written"
	}
	return ""
}

// errorOf says how the conflict is returned.
func errorOf(exits []exit) string {
	how := ""
	for _, e := range exits {
		if e.h.failed == nil || len(e.results) == 0 {
			continue
		}
		err := e.results[len(e.results)-1]
		switch {
		case err.kind != conflict, how != "" && how != err.text:
			return ""
		}
		how = err.text
	}
	return how
}
