package ownership

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/ownership/heap"
)

// A package hands an object of the cache to what is kept under a key,
//
//	bus.Publish(pod)
//
// and another one, which it does not import, keeps a function there that writes it:
//
//	bus.Subscribe(func(pod *v1.Pod) { pod.Labels["a"] = "b" })
//
// The first package that sees both finds that: at the call, if it is the one that hands
// the object over, or else at the import that brings the function.

// maxMeetings bounds the handlers and calls of a package that are brought together.
const maxMeetings = 64

// meet calls the handlers that the facts of imported packages name, the way that other
// imported packages or this one call them.
func (a *registrations) meet(at ssa.Instruction) {
	n := 0
	for _, path := range sortedKeys(a.memory.e.deps.handlers) {
		for i := range a.memory.e.deps.handlers[path].All {
			h := &a.memory.e.deps.handlers[path].All[i]
			a.record.out.readsKey[h.Key] = true
			for _, kc := range a.memory.e.tables.calls[h.Key] {
				if !a.meetHere(path, h, kc) {
					continue
				}
				if n++; n <= maxMeetings {
					a.callHandler(at, path, h, kc, n)
				}
			}
		}
	}
	if n > maxMeetings {
		a.memory.e.log.InPackage("joins too many handlers and calls of other packages; only the first are followed")
	}
}

// meetHere reports whether this package is the first to see both the call kc and the
// handler h of the package at path.
func (a *registrations) meetHere(path string, h *HandlerFact, kc effect.KeyCall) bool {
	d := a.memory.e.deps
	with := d.packageOf(path)
	if with == nil || !takes(h.Params, kc, h.Method) {
		return false
	}
	from := kc.From()
	if from == "" {
		return !h.Method // what implements its interfaces a package sees where it calls them
	}
	if slices.Contains(h.Callers, from) {
		return false
	}
	// A package knows the methods of all types that it sees, whoever else puts one into an interface.
	if p := d.packageOf(from); from == path || p == nil || d.sees(with, from) || h.Method && (d.sees(p, path) || d.sees(p, keyPackage(h.Func))) {
		return false
	}
	return !slices.ContainsFunc(a.memory.e.pass.Pkg.Imports(), func(p *types.Package) bool { return d.sees(p, from) && d.sees(p, path) })
}

// callHandler calls h, of the package at path, as kc says.
func (a *registrations) callHandler(at ssa.Instruction, path string, h *HandlerFact, kc effect.KeyCall, n int) {
	pos := kc.Pos()
	var registered registration
	if !pos.IsValid() {
		pos, _ = ImportOf(a.memory.e.pass, path)
		registered = registeredBelow
	}
	if !pos.IsValid() {
		return
	}
	site := callSite{inst: at, pos: pos, meets: kc.Pos().IsValid(), registered: registered, context: a.memory.objs.Within(nil, heap.Step{Kind: heap.Handler, Index: n, Choice: 1})}
	o := a.memory.objs.Of(heap.Key{Kind: heap.Func, Site: h})
	o.External = h.Func
	var recv heap.Values
	switch {
	case h.Method:
		recv = heap.Values{}
	case h.Bound:
		kc.Args = append([][]effect.Ref{nil}, kc.Args...)
	}
	a.callAs(site, o, recv, kc)
}
