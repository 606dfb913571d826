package watchflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/watchflow/effect"
)

// A repeatFinder finds out when functions call those again that they are given.
type repeatFinder struct{ *loops }

// againOf says when f calls its parameter i, of type sig, again; ok is false where
// that is not known, or as its name says.
func (r repeatFinder) againOf(f *ssa.Function, i int, sig *types.Signature) (a effect.Again, ok bool) {
	calls, passed, others := r.usesOf(f, i)
	for _, w := range passed {
		if a.When != effect.Never && a.When != w.When {
			return effect.Again{}, false
		}
		a = w
	}
	for _, call := range calls {
		if len(calls) == 1 && !r.inCycle(f, call) {
			break // most are called once, and need no exploring
		}
		again, ok := r.comesBack(f, i, call, sig)
		if !ok {
			return effect.Again{}, false
		}
		if again.When != effect.Never {
			if a.When != effect.Never && a != again {
				return effect.Again{}, false
			}
			a = again
		}
	}
	if a.When != effect.Never {
		return a, true
	}
	once := len(calls) > 0 && !others && kube.Repeats(f.Name(), sig) != kube.NotAgain
	return a, once
}

// inCycle reports whether control can come from call, within f, back to it.
func (r repeatFinder) inCycle(f *ssa.Function, call *ssa.Call) bool {
	if call.Parent() != f || ssaquery.InLoop(call.Block()) {
		return true
	}
	for g := range r.Within(f) {
		if slices.Contains(r.LeadsTo(g), f) {
			return true
		}
	}
	return false
}

// usesOf returns the calls of parameter i of f in the functions that f leads to,
// and what functions of other packages do that it is passed on to, if they call it
// again; others tells whether it is put to any other use.
func (r repeatFinder) usesOf(f *ssa.Function, i int) (calls []*ssa.Call, passed []effect.Again, others bool) {
	within := r.Within(f)
	for _, g := range r.Funcs() {
		if !within[g] {
			continue
		}
		for _, b := range g.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				c := call.Common()
				if !c.IsInvoke() && isFunction(c.Value) && r.given(f, c.Value, 0) == i {
					if call, ok := call.(*ssa.Call); ok {
						calls = append(calls, call)
					} else {
						others = true
					}
				}
				for at, a := range c.Args {
					if !isFunction(a) || r.given(f, a, 0) != i {
						continue
					}
					others = true
					if w := r.passedTo(call, at); w.When != effect.Never {
						passed = append(passed, w)
					}
				}
			}
		}
	}
	return calls, passed, others
}

// passedTo says when a call of a function of another package calls its argument
// number at again.
func (r repeatFinder) passedTo(call ssa.CallInstruction, at int) effect.Again {
	c := call.Common()
	if len(r.Callees(call)) > 0 {
		return effect.Again{} // followed into
	}
	if e := r.effectOf(c); e != nil {
		if a, ok := e.Repeats(at); ok {
			return effect.Again{When: a.When, Bounded: a.Bounded}
		}
	}
	w := kube.Repeats(calleeName(c), c.Args[at].Type().Underlying().(*types.Signature))
	return effect.Again{When: effect.When(slices.Index(kinds[:], w))}
}

// isFunction reports whether v is a value of function type that is no function of
// the source.
func isFunction(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Function, *ssa.MakeClosure, *ssa.Builtin:
		return false
	}
	_, ok := v.Type().Underlying().(*types.Signature)
	return ok
}

// comesBack says whether f calls its parameter i, of type sig, again after the
// call of it at call has returned; ok is false where that depends on what is not
// known.
func (r repeatFinder) comesBack(f *ssa.Function, i int, call *ssa.Call, sig *types.Signature) (a effect.Again, ok bool) {
	done, failed, when := outcomes(sig)
	if when == effect.Never {
		return a, false
	}
	again, counted, ok := r.reaches(f, i, call, failed)
	switch {
	case !ok:
		return a, false
	case !again:
		return a, true
	}
	data := iterates(call.Block())
	if when != effect.Always {
		back, _, ok := r.reaches(f, i, call, done)
		if !ok {
			return a, false
		}
		if back {
			when = effect.Always
		}
	}
	// What is given something else each time, or called for each of some data,
	// is not called again.
	if data && (when == effect.Always || givenData(call)) {
		return a, true
	}
	return effect.Again{When: when, Bounded: counted || data}, true
}

// outcomes returns what a function of type sig returns where it is done and where
// it has failed, and when it is called again if only after that.
func outcomes(sig *types.Signature) (done, failed []abstract, w effect.When) {
	res := sig.Results()
	n := res.Len()
	if n == 0 {
		return nil, nil, effect.Always
	}
	done, failed = make([]abstract, n), make([]abstract, n)
	last := isError(res.At(n - 1).Type())
	if last {
		done[n-1] = abstract{kind: theNil}
	}
	switch {
	case isKind(res.At(0).Type(), types.IsBoolean) && (n == 1 || n == 2 && last):
		done[0], failed[0] = boolean(true), boolean(false)
		if last {
			failed[1] = abstract{kind: theNil}
		}
		return done, failed, effect.UntilDone
	case last:
		failed[n-1] = abstract{kind: notNil}
		return done, failed, effect.OnError
	}
	return nil, nil, effect.Never
}

// reaches reports whether parameter i of f is called again when the call of it at
// call has returned vals, and whether only so often; ok is false where that takes
// too long to tell.
func (r repeatFinder) reaches(f *ssa.Function, i int, call *ssa.Call, vals []abstract) (again, counted, ok bool) {
	counted = true
	x := r.explore("again", kube.EventTypes[0], 0)
	x.up, x.within = true, f
	x.visit = func(st *state, at ssa.Instruction) bool {
		c, isCall := at.(*ssa.Call)
		if !isCall || c != call && (c.Call.IsInvoke() || !isFunction(c.Call.Value) || r.given(f, c.Call.Value, 0) != i) {
			return true
		}
		again = true
		counted = counted && st.counted
		return false
	}
	env := map[any]abstract{}
	if len(vals) == 1 {
		env[call] = vals[0]
	} else if len(vals) > 1 {
		env[call] = tupleOf(vals...)
	}
	x.runBehind(call, env)
	return again, counted, !x.capped
}

// givenData reports whether the call of a function is given anything but a
// context.
func givenData(call *ssa.Call) bool {
	return slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool {
		n, ok := types.Unalias(pointsto.Unwrap(a).Type()).(*types.Named)
		return !ok || n.Obj().Name() != "Context"
	})
}
