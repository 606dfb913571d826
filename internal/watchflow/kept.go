package watchflow

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells whether a program has something that a lost deletion makes wrong: what
// it listed before a watch, or what it keeps from one watch to the next.

// keepsState reports whether deletions between two watches, or between a list and the
// watch, leave something wrong. again: more than one watch starts from nothing.
func keepsState(l *loops, watch *ssa.Call, again bool) bool {
	listing := map[*ssa.Function]bool{}
	for f, instr := range l.code.Instrs() {
		if call, ok := instr.(*ssa.Call); ok && listsKind(l, call, watch) {
			listing[f] = true
		}
	}
	if len(listing) > 0 && listsFirst(l, listing, watch) {
		return true
	}
	if !again {
		return false
	}
	if keeps(l.code, ssaquery.Outermost(watch.Parent())) {
		return true
	}
	for _, r := range l.received { // by another function than the watch is started by
		if f := ssaquery.Outermost(r.at.Parent()); l.code.Leading(f)[watch.Parent()] && keeps(l.code, f) {
			return true
		}
	}
	return false
}

// listsFirst reports whether objects of the watch's kind are listed on the way to it, by
// functions of listing.
func listsFirst(l *loops, listing map[*ssa.Function]bool, watch *ssa.Call) bool {
	return flow.Any(ssa.Instruction(watch), l.code.calledFrom, func(at ssa.Instruction) bool {
		for call := range ssaquery.Each[*ssa.Call](at.Parent()) {
			if call != at && ssaquery.RunsAfter(call, at) && (listsKind(l, call, watch) || l.leadsToAny(call, listing)) {
				return true
			}
		}
		return false
	})
}

// listsKind reports whether call lists objects of the kind that watch watches.
func listsKind(l *loops, call, watch *ssa.Call) bool {
	return l.code.isListCall(call) && !otherKinds(&call.Call, &watch.Call)
}

// leadsToAny reports whether call calls one of the functions, through any number of others.
func (l *loops) leadsToAny(call *ssa.Call, functions map[*ssa.Function]bool) bool {
	for _, g := range l.code.Callees(call) {
		for f := range l.code.Within(g) {
			if functions[f] {
				return true
			}
		}
	}
	return false
}

// keeps reports whether f, or what it calls in the package, puts something into a map
// that it did not make itself.
func keeps(c *code, f *ssa.Function) bool {
	for g := range c.Within(f) {
		for put := range ssaquery.Each[*ssa.MapUpdate](g) {
			if outlives(put.Map, put.Block()) {
				return true
			}
		}
	}
	return false
}

// outlives reports whether the map m, which is used in b, may be older than
// the round of the loop in which it is used. The maps of API objects are the event's.
func outlives(m ssa.Value, b *ssa.BasicBlock) bool {
	for {
		switch x := m.(type) {
		case *ssa.Phi:
			return slices.ContainsFunc(slices.Collect(flow.Origins(x, ssaquery.Edges)), func(e ssa.Value) bool { return outlives(e, b) })
		case *ssa.UnOp:
			m = x.X
		case *ssa.FieldAddr:
			if n := ssaquery.Named(x.X.Type()); n != nil && n.Obj().Pkg() != nil && strings.HasPrefix(n.Obj().Pkg().Path(), "k8s.io/") {
				return false
			}
			if a, ok := x.X.(*ssa.Alloc); ok && a.Parent() == b.Parent() {
				m = a
				continue
			}
			return true
		case *ssa.Global, *ssa.FreeVar, *ssa.Parameter:
			return true
		case *ssa.Lookup:
			m = x.X
		case ssa.Instruction:
			return x.Parent() == b.Parent() && ssaquery.InLoop(b) && !ssaquery.InLoop(x.Block())
		default:
			return false
		}
	}
}
