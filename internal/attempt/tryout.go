package attempt

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// findRetries finds the functions of the package that do what client-go's RetryOnConflict or
// OnError does, those first that others call, and tells their callers.
func (pr *Program) findRetries(callers map[*ssa.Function][]*ssa.Function) {
	var may []*ssa.Function
	for _, fn := range pr.funcs {
		if i, ok := tried(fn); ok && fn.Parent() == nil && (pr.does[fn]&(tells|repeats) != 0 || predicateParam(fn) >= 0 || inLoop(fn.Params[i])) {
			may = append(may, fn)
		}
	}
	for found := true; found; {
		found = false
		for _, fn := range may {
			if _, ok := pr.retries[fn]; ok {
				continue
			}
			if r, ok := pr.tryOut(fn); ok {
				pr.retries[fn] = r
				found = true
			}
		}
	}
	var work []*ssa.Function
	for _, fn := range may {
		if _, ok := pr.retries[fn]; ok {
			pr.does[fn] |= relates | repeats
			work = append(work, fn)
		}
	}
	pr.tellCallers(work, callers)
}

// tried is the only parameter of fn that may be called again: it returns an error, and
// gets nothing but values, a context, and at most one object.
func tried(fn *ssa.Function) (i int, ok bool) {
	res := fn.Signature.Results()
	if res.Len() != 1 || !ssaquery.IsError(res.At(0).Type()) {
		return 0, false
	}
	i = -1
	for n, p := range fn.Params {
		sig, isFunc := p.Type().Underlying().(*types.Signature)
		if !isFunc || predicate(sig) {
			continue
		}
		if i >= 0 || sig.Results().Len() != 1 || !ssaquery.IsError(sig.Results().At(0).Type()) {
			return 0, false
		}
		if !plain(sig) {
			return 0, false
		}
		i = n
	}
	return i, i >= 0
}

// plain reports whether a function of that signature gets nothing but values, a context, and at most
// one object.
func plain(sig *types.Signature) bool {
	objects := 0
	for q := range sig.Params().Variables() {
		_, basic := q.Type().Underlying().(*types.Basic)
		switch {
		case kube.IsObject(q.Type()):
			objects++
		case !basic && !ssaquery.IsContext(q.Type()):
			return false
		}
	}
	return objects <= 1
}

// inLoop reports whether the function value v is called in a loop.
func inLoop(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		call, ok := r.(*ssa.Call)
		return ok && call.Call.Value == v && ssaquery.InLoop(call.Block())
	})
}

// predicateParam is the parameter of fn that says which errors are worth another attempt,
// -1 if there is none.
func predicateParam(fn *ssa.Function) int {
	for i, p := range fn.Params {
		if sig, ok := p.Type().Underlying().(*types.Signature); ok && predicate(sig) {
			return i
		}
	}
	return -1
}

// tryOut says whether fn calls its argument again after a conflict, or any error, but not after
// none.
func (pr *Program) tryOut(fn *ssa.Function) (r ownRetry, ok bool) {
	arg, _ := tried(fn)
	test := predicateParam(fn)
	after := func(err value, says bool) (again bool, t *trial) {
		t = &trial{top: fn, err: err, says: says, backoff: fact.NoParam, with: fact.NoParam}
		m := newReplay(pr)
		m.steps, m.trial = maxRow, t
		args := make([]value, len(fn.Params))
		args[arg] = triedFunc
		if test >= 0 {
			args[test] = triedTest
		}
		m.run(&machine.Frame{Fn: fn, Base: true}, args, nil, newHeap(m.memory.names))
		t.acts = t.acts || m.over
		return t.again, t
	}
	again, t := after(value{kind: conflict, text: "same"}, true)
	if !again || t.acts {
		return r, false
	}
	r = ownRetry{Retry{Param: fact.Param(arg), If: fact.Param(test), For: t.backoff, With: t.with, Short: t.short}, t.direct || t.with >= 0}
	if test >= 0 {
		if asked, no := after(value{kind: conflict, text: "same"}, false); asked || no.acts {
			return r, false
		}
	} else if other, no := after(value{kind: conflict, text: "new"}, false); no.acts {
		return r, false
	} else if other {
		r.Any = true
	}
	if succeeded, no := after(value{kind: fine}, false); succeeded || no.acts {
		return r, false
	}
	return r, true
}
