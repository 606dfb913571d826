package watchflow

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
)

// expiredLists finds the lists that are repeated from a version that has expired:
// one failure each.
//
// The API server answers 410 Gone only where it has to read that very version: of a
// page, or with an exact match. Without either, what is newer will do as well.
func expiredLists(l *loops) []*Failure {
	f := &failureFinder{loops: l}
	for _, instr := range l.code.Instrs() {
		call, ok := instr.(*ssa.Call)
		if !ok || !kube.IsListCall(calleeName(&call.Call), call.Call.Signature()) || !returnsError(call.Call.Signature()) {
			continue
		}
		for _, a := range explicitArgs(&call.Call) {
			k := optionsSink(call, a)
			if k == nil || !l.wantsExact(k.value) {
				continue
			}
			if positions(l.order, []*Sink{k}, l.sinkAt); k.resumes {
				f.listAgain(call, k)
			}
		}
	}
	return f.found
}

// wantsExact reports whether the options ask for a page, or for an exact match of
// the version.
func (l *loops) wantsExact(opts ssa.Value) bool {
	for _, field := range kube.ExactFields {
		for _, at := range l.code.fieldLocs(opts, "."+field) {
			if len(l.code.Defs(at)) > 0 {
				return true
			}
		}
	}
	return false
}

// listAgain adds the way back to the list that call makes from the position of k,
// when it fails with 410 Gone.
func (f *failureFinder) listAgain(call *ssa.Call, k *Sink) {
	x := f.loops.explore("expired list", kube.ErrorEvent, gone)
	x.crossing.up, x.crossing.untilList = true, true
	x.values.places = maps.Clone(x.values.places)
	maps.Copy(x.values.places, k.locs)
	var n *Failure
	x.visit = func(s *state, at ssa.Instruction) bool {
		if at != ssa.Instruction(call) {
			return true
		}
		if !s.reset && !s.counted && !x.fromNothing(s, k) && n == nil {
			n = &Failure{Expired: true, Establishing: true, Sink: k, Position: k.Position(), From: call, Pos: decided(s, k, true)}
		}
		return false
	}
	x.runBehind(call, map[any]abstract{call: tupleOf(abstract{kind: theNil}, abstract{kind: status})})
	if n != nil && n.Pos.IsValid() && !x.capped {
		f.add(n)
	}
}

// fromNothing reports whether the options of k have no version.
func (x *exploration) fromNothing(s *state, k *Sink) bool {
	return slices.ContainsFunc(x.code.fieldLocs(k.value, k.path), func(l pointsto.Loc) bool {
		v := s.env[l]
		return v.kind == fresh || v.kind == text && noVersion(v.text)
	})
}
