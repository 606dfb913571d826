package attempt

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// A Fact is what other packages need to know of a package: the functions that do
// something with the versions of objects. Those that it does not list leave
// versions alone. It is sorted.
type Fact struct {
	Funcs []FuncFact
}

// A FuncFact is the row of one function. Its clauses, parted by "; ", speak of the
// arguments $0, $1, …, the receiver first:
//
//	touch $1          what the argument's version is afterwards is not known
//	read $1           it is read from the API server
//	commit $1         it is written by a typed client: its version is old afterwards
//	commitinto $1     it is written, and takes the answer
//	err=same          the error is that of the write
//	err=new           it is not: a conflict cannot be told
//	ret0=live         the result is read from the API server
//	ret0=cached       it is a copy of an informer's object
//	ret0=cache        it is the informer's object
//	ret0=built        it was made, without a version
//	ret0=livechanged  it is read from the API server, and changed
//	ret0=$1           it is the argument, or a copy of it
type FuncFact struct {
	Key, Row string
}

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

func (f *Fact) String() string {
	var lines []string
	for _, fn := range f.Funcs {
		lines = append(lines, fn.Key+": "+fn.Row)
	}
	return strings.Join(lines, "\n")
}

func (f *Fact) sort() {
	slices.SortFunc(f.Funcs, func(a, b FuncFact) int { return cmp.Compare(a.Key, b.Key) })
}

func (f *Fact) row(key string) string {
	i, ok := slices.BinarySearchFunc(f.Funcs, key, func(fn FuncFact, key string) int { return cmp.Compare(fn.Key, key) })
	if !ok {
		return ""
	}
	return f.Funcs[i].Row
}

// row is what is known of a function of another package, "" if nothing is.
func (pr *Program) row(fn *types.Func) string {
	if fn == nil || fn.Pkg() == nil {
		return ""
	}
	if f := pr.facts[kube.Unvendored(fn.Pkg().Path())]; f != nil {
		return f.row(kube.Name(fn))
	}
	return ""
}

// known reports whether fn's package was analysed and its methods are bodies, so
// that a function without a row leaves versions alone.
func (pr *Program) known(fn *types.Func) bool {
	if fn.Pkg() == nil || pr.facts[kube.Unvendored(fn.Pkg().Path())] == nil {
		return false
	}
	recv := fn.Signature().Recv()
	return recv == nil || !types.IsInterface(recv.Type())
}

func contains(row, clause string) bool { return strings.Contains(row, clause) }

// add makes the row of fn from the ways out of it.
func (f *Fact) add(m *machine, fn *ssa.Function, exits []exit) {
	key := kube.Name(fn.Object().(*types.Func))
	row := (&describer{&m.memory, m.over || m.many}).rowOf(fn, exits)
	if row != "" {
		f.Funcs = append(f.Funcs, FuncFact{key, row})
	}
}

// A describer says what a run shows of a function. cut: not all ways out of it are
// known.
type describer struct {
	*memory
	cut bool
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
	if how := errorOf(exits); how != "" && contains(strings.Join(row, " "), "commit") {
		row = append(row, "err="+how)
	}
	for i := range fn.Signature.Results().Len() {
		if kube.IsObject(fn.Signature.Results().At(i).Type()) {
			if src := m.sourceOf(fn, exits, i); src != "" {
				row = append(row, fmt.Sprintf("ret%d=%s", i, src))
			}
		}
	}
	return strings.Join(row, "; ")
}

// effect is what fn does to the version of its parameter p.
func (m *describer) effect(p *ssa.Parameter, exits []exit) string {
	id := m.id("object " + fmt.Sprintf("p%d", m.id(p)))
	start := m.id("version " + fmt.Sprintf("p%d", m.id(p)))
	effects := map[string]bool{}
	for _, e := range exits {
		o, ok := e.h.objs[id]
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
		s := m.nameOf(fn, e.h.objs[v.obj])
		if s == "" || src != "" && s != src {
			return ""
		}
		src = s
	}
	return src
}

func (m *describer) nameOf(fn *ssa.Function, o Object) string {
	switch {
	case o.super != nil:
		return ""
	case o.Source == Given && o.Root != nil:
		for i, p := range fn.Params {
			if p == o.Root && o.token == m.id("version "+fmt.Sprintf("p%d", m.id(p))) {
				return fmt.Sprintf("$%d", i)
			}
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
	}
	return ""
}
