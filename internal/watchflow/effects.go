package watchflow

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// effects is what instructions do to a state.
type effects struct {
	code    *code
	origins *origins
	values  *evaluator
}

// store executes st.
func (e effects) store(s *state, st *ssa.Store) {
	v := e.values.copied(s, st.Val)
	ls := e.code.Locs(st.Addr)
	for _, l := range ls {
		if e.values.places[l] {
			e.movePosition(s, st.Val, v)
		}
		if len(ls) == 1 && v.known() && !strings.Contains(l.Path, "[]") {
			s.env[l] = v
		} else {
			delete(s.env, l)
		}
	}
	if u, ok := st.Val.(*ssa.UnOp); ok && u.Op == token.MUL && len(ls) == 1 {
		if _, ok := u.Type().Underlying().(*types.Struct); ok {
			e.copyFields(s, u.X, ls[0])
		}
	}
}

// copyFields replaces what is known of the fields of the struct at to by what is known of
// those at from.
func (e effects) copyFields(s *state, from ssa.Value, to pointsto.Loc) {
	src, ok := e.values.cell(from)
	if !ok {
		return
	}
	copied := map[pointsto.Loc]abstract{}
	within := func(k any, outer pointsto.Loc) string {
		if l, ok := k.(pointsto.Loc); ok {
			rest, _ := l.Within(outer)
			return rest
		}
		return ""
	}
	for k, v := range s.env {
		if rest := within(k, src); rest != "" {
			copied[to.At(rest)] = v
		}
	}
	maps.DeleteFunc(s.env, func(k any, _ abstract) bool { return within(k, to) != "" })
	for l, v := range copied {
		s.env[l] = v
	}
}

// movePosition notes whether x, which is stored to a position, empties or refreshes it; v is
// what is known of x.
func (e effects) movePosition(s *state, x ssa.Value, v abstract) {
	if v.kind == fresh || v.kind == text && noVersion(v.text) {
		s.reset = true
		return
	}
	if _, ok := x.(*ssa.Const); ok {
		return
	}
	if v.kind == someText {
		return // of a list that was made before
	}
	if obj, ok := versionOf(x); ok {
		s.reset = s.reset || e.origins.of(obj) != fromEvent
		return
	}
}

// deferred applies what the deferred closures of f do to positions.
func (e effects) deferred(s *state, f *ssa.Function) {
	for d := range ssaquery.Each[*ssa.Defer](f) {
		for st := range ssaquery.Each[*ssa.Store](e.code.Callees(d)...) {
			if slices.ContainsFunc(e.code.Locs(st.Addr), func(l pointsto.Loc) bool { return e.values.places[l] }) {
				e.movePosition(s, st.Val, e.values.eval(s, st.Val))
			}
		}
	}
}

// reread notes that a call has read an object from the API server: a watch from
// its version is no watch from the old position.
func (e effects) reread(s *state, call *ssa.Call) {
	returned, filled := rereads(&call.Call)
	if returned || e.mayReread(s, &call.Call) {
		s.set(call, tupleOf(abstract{kind: newObject}, abstract{}))
	}
	for _, p := range filled {
		s.setAll(e.code.Pointees(p), abstract{kind: newObject})
	}
}

// rereads reports whether a call returns an object that it has read from the API
// server, and which pointers to objects it has filled with one.
func rereads(c *ssa.CallCommon) (returned bool, filled []ssa.Value) {
	if !kube.ReadsServer(calleeName(c)) {
		return false, nil
	}
	res := c.Signature().Results()
	if res.Len() == 2 && kube.HasVersion(res.At(0).Type()) {
		return true, nil
	}
	for _, a := range c.Args {
		if u := ssaquery.Unwrap(a); u != a && kube.HasVersion(u.Type()) {
			filled = append(filled, u)
		}
	}
	return false, filled
}

// mayReread reports whether c may read an object from the API server in another package. It is taken to if it returns an
// object and an error, is not known to read nothing, and is not given what came with the event.
func (e effects) mayReread(s *state, c *ssa.CallCommon) bool {
	fn, res := ssaquery.Called(c), c.Signature().Results()
	return fn != nil && !kube.Quiet(fn) && res.Len() == 2 && isError(res.At(1).Type()) && kube.HasVersion(res.At(0).Type()) &&
		!slices.ContainsFunc(c.Args, func(a ssa.Value) bool { return e.values.eval(s, a).isEvent() })
}

// prune drops what is no longer read from the start of block b on, so that states
// that differ in nothing else are the same.
func (e effects) prune(s *state, b *ssa.BasicBlock) {
	e.forget(s, b.Parent(), e.code.Live(b))
	s.forgetSymbols()
}

// leave drops what only the function that returns knows.
func (e effects) leave(s *state, f *ssa.Function) { e.forget(s, f, nil) }

// forget drops what is known of the registers and variables of f, but of those that live.
func (e effects) forget(s *state, f *ssa.Function, live map[ssa.Value]bool) {
	maps.DeleteFunc(s.env, func(k any, _ abstract) bool {
		switch k := k.(type) {
		case ssa.Value:
			return k.Parent() == f && !live[k]
		case pointsto.Loc:
			a, ok := k.Base.(*ssa.Alloc)
			return ok && a.Parent() == f && !live[a] && !e.outlives(s, k, a)
		}
		return false
	})
}

// outlives reports whether what is known of the memory l of the variable a
// matters where its function does not name it: a closure or pointer can reach it
// as well.
func (e effects) outlives(s *state, l pointsto.Loc, a *ssa.Alloc) bool {
	if e.values.places[l] || e.values.closely && strings.Contains(l.Path, "*") {
		return true // what the variable points to does not end with it
	}
	if !e.code.Escapes(a) {
		return false
	}
	for _, r := range *a.Referrers() {
		if _, ok := r.(*ssa.MakeClosure); ok {
			return true
		}
	}
	return slices.Contains([]abstractKind{event, status, fresh, newObject}, s.env[l].kind)
}
