package staleretry

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/attempt"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/subresource"
)

// The categories of findings.
const (
	neverReread = "never-reread"
	lostError   = "lost-error"
	lostChange  = "lost-change"
	shadowed    = "shadowed"
	flattened   = "flattened"
	secondWrite = "second-write"
	fromCache   = "from-cache"
)

// A bug is one finding: a write of one retry, with an outcome that shows it.
type bug struct {
	category string
	out      attempt.Outcome
	// at is the write, or the read that goes into the wrong variable.
	at ssa.CallInstruction
	// skipped: on some path the next attempt does not write the object, and takes that
	// for success.
	skipped bool
}

func (b bug) pos() token.Pos { return b.at.Pos() }

// bugs are the findings in what happened, at most one for a write, in the order of
// the source.
func (w *writer) bugs(res *attempt.Result) []bug {
	type key struct {
		fn   *ssa.Function
		site ssa.CallInstruction
	}
	groups := map[key][]attempt.Outcome{}
	var keys []key
	for _, o := range res.Outcomes {
		k := key{o.Region.Fn, o.Site}
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], o)
	}
	var out []bug
	seen := map[token.Pos]bool{}
	for _, k := range keys {
		if b, ok := w.judge(groups[k], res); ok && !seen[b.pos()] {
			seen[b.pos()] = true
			out = append(out, b)
		}
	}
	slices.SortFunc(out, func(a, b bug) int { return cmp.Compare(a.pos(), b.pos()) })
	return out
}

// judge says what is wrong with a write, if something is: on some path, and on no
// path that agrees with it in what is known from outside is it right.
func (w *writer) judge(group []attempt.Outcome, res *attempt.Result) (bug, bool) {
	for _, o := range group {
		if o.Kind == attempt.SecondWrite && !selfHealing(o) && (versioned(o, res) || w.neededVersion(o)) {
			return bug{category: secondWrite, out: o, at: o.Site}, true
		}
		if o.Kind == attempt.LostNow && o.Region.Call != nil {
			return bug{category: lostChange, out: o, at: o.Site}, true
		}
	}
	for _, o := range group {
		category, ok := w.wrong(o, res)
		if !ok {
			continue
		}
		right := slices.ContainsFunc(group, func(other attempt.Outcome) bool {
			if !counts(other) || !o.With(&other) {
				return false
			}
			c, ok := w.wrong(other, res)
			return !ok || kindOf(c) != kindOf(category)
		})
		if right {
			continue
		}
		at := o.Site
		if category == neverReread && o.Reread != nil && w.isShadow(o) {
			category, at = shadowed, o.Reread
		}
		skipped := slices.ContainsFunc(group, func(other attempt.Outcome) bool { return other.Done && o.With(&other) })
		return bug{category, o, at, skipped}, true
	}
	if b, ok := skips(group); ok {
		return b, true
	}
	return w.dropped(group, res)
}

// skips is the bug of a write that the next attempt does not make, whatever it reads, and returns no error: it goes by
// what the first attempt has left outside.
func skips(group []attempt.Outcome) (bug, bool) {
	for _, o := range group {
		if o.Kind != attempt.NotWritten || o.Region.Call == nil || o.Region.Poll || o.Wrote || !o.First.Object.Edited && !o.First.Object.EditedInside {
			return bug{}, false
		}
	}
	i := slices.IndexFunc(group, func(o attempt.Outcome) bool { return o.Done })
	if i < 0 {
		return bug{}, false
	}
	category := lostChange
	if group[i].First.Object.Attempt == 0 {
		category = neverReread
	}
	return bug{category: category, out: group[i], at: group[i].Site, skipped: true}, true
}

// dropped is the bug of a write that is the only one of its retry, and whose error the retry never
// gets: it is looked at or kept, and nil is returned. A test of the conflict may mean that.
func (w *writer) dropped(group []attempt.Outcome, res *attempt.Result) (bug, bool) {
	for _, o := range group {
		if o.Kind != attempt.Dropped || o.Region.Call == nil || o.Region.Poll || o.Tested || !used(o.First.Write) || !returnsNil(o.Return) {
			return bug{}, false
		}
	}
	out := group[0]
	others := slices.ContainsFunc(res.Outcomes, func(o attempt.Outcome) bool { return o.Region.Fn == out.Region.Fn && o.Site != out.Site })
	return bug{category: lostError, out: out, at: out.Site}, !others
}

// returnsNil reports whether a return says nil for the error.
func returnsNil(instr ssa.Instruction) bool {
	ret, ok := instr.(*ssa.Return)
	return ok && len(ret.Results) > 0 && ssaquery.IsNil(ret.Results[len(ret.Results)-1])
}

// kindOf takes together what can be wrong on the paths of one bug.
func kindOf(category string) string {
	if category == lostError {
		return neverReread
	}
	return category
}

// counts reports whether an outcome says anything of what is sent.
func counts(o attempt.Outcome) bool {
	return !slices.Contains([]attempt.Kind{attempt.NotWritten, attempt.SecondWrite, attempt.LostNow, attempt.Dropped, attempt.GaveUp}, o.Kind)
}

// wrong says what is wrong on one path.
func (w *writer) wrong(o attempt.Outcome, res *attempt.Result) (string, bool) {
	switch o.Kind {
	case attempt.Crashed:
		return neverReread, o.Reread != nil && w.isShadow(o)
	case attempt.Flattened:
		return flattened, !o.Region.Poll
	case attempt.Returned:
		// The nil error of the read after it, or of a call before it where
		// nothing looked at the conflict.
		return lostError, !o.Region.Poll && (o.Nil == o.Reread || !o.Seen && used(o.First.Write) || returnedOnFailure(o))
	case attempt.Again:
		return again(o, res)
	}
	return "", false
}

// returnedOnFailure reports whether the nil error is returned only where the write has failed: its
// author meant the error of the write.
func returnedOnFailure(o attempt.Outcome) bool {
	write := o.Site
	if o.Return.Parent() == o.First.Write.Parent() {
		write = o.First.Write // in a helper, whose error the retried function passes on
	}
	return ssaquery.NotNilAt(errorOf(write), o.Return.Block())
}

// errorOf is the error that a call returns, the call itself where that is its only result.
func errorOf(call ssa.CallInstruction) ssa.Value {
	if res := call.Common().Signature().Results(); res.Len() > 1 {
		if err := ssaquery.Extracted(call.Value(), res.Len()-1); err != nil {
			return err
		}
	}
	return call.Value()
}

// again says what is wrong with an object that is sent after a conflict.
func again(o attempt.Outcome, res *attempt.Result) (string, bool) {
	if !o.Known {
		return "", false
	}
	switch {
	case o.New.Source == attempt.Failed:
		return neverReread, true
	case o.Same():
		return neverReread, wasRead(o, res)
	case o.New.Source == attempt.Cached && o.New.Attempt > 0 || o.New.Source == attempt.Cached && o.Region.Call == nil:
		return fromCache, cacheIsLate(o)
	case o.New.Source == attempt.Live && !o.New.Changed:
		return lostChange, !o.FailsAnyway && wasChanged(o, res)
	}
	return "", false
}

// wasRead reports whether the object that was sent had a version.
func wasRead(o attempt.Outcome, res *attempt.Result) bool {
	switch old := o.First.Object; old.Source {
	case attempt.Live, attempt.Cached, attempt.Written:
		return true
	case attempt.Given:
		if old.Root == nil {
			return !o.Region.AnyError || o.Tested
		}
		given := res.Callers.Of(old.Root)
		if given.Built && !given.Read {
			return false
		}
		return given.Read || !o.Region.AnyError || o.Tested
	}
	return false
}

// versioned reports whether the object that is sent has a resourceVersion for certain:
// it was read, or a write returned it, or its version was tested. An object that the
// program built has none, and the server takes each write of it.
func versioned(o attempt.Outcome, res *attempt.Result) bool {
	switch obj := o.New; obj.Source {
	case attempt.Live, attempt.Cached, attempt.Written:
		return true
	case attempt.Given:
		if obj.Versioned {
			return true
		}
		from := obj.Root
		if from == nil {
			from = obj.From
		}
		return from != nil && res.Callers.OnlyRead(from)
	}
	return false
}

// neededVersion reports whether the server takes no update of the object that has no resourceVersion,
// as of any custom resource. So an object whose first write went well had one.
func (w *writer) neededVersion(o attempt.Outcome) bool {
	if o.New.Source != attempt.Given || o.Write == nil || callVerb(o.Write) != kube.Write {
		return false
	}
	c := o.Write.Common()
	sent := kube.CallOf(c.Method.Name(), c.Method, c.Signature(), c.Value.Type()).Obj
	e := w.kinds.Status(c.Args[sent].Type())
	return e.Custom && (e.Source == subresource.Marker || e.Source == subresource.Manifest)
}

// wasChanged reports whether the object that was sent had been changed, so that
// something is lost.
func wasChanged(o attempt.Outcome, res *attempt.Result) bool {
	old := o.First.Object
	// A read into the object keeps the keys of its maps that the server does not know.
	if old.Edited || old.EditedInside && !o.Wrote && o.New.Read != nil && returnsObject(o.New.Read) {
		return true
	}
	if old.Root == nil {
		return false
	}
	handed := res.Callers.Of(old.Root)
	return handed.Changed || handed.Built
}

// cacheIsLate reports whether the next attempt comes before the cache can have
// the new object, and both ask it.
func cacheIsLate(o attempt.Outcome) bool {
	if o.First.Object.Source != attempt.Cached {
		return false
	}
	if o.Region.Call != nil {
		return o.Region.Short && !o.Slept
	}
	return o.Tested && !o.Slept && sameEachRound(o.New.Read)
}

// selfHealing: a retry that reads the object from the server comes through at the
// second attempt, where the first write changes nothing.
func selfHealing(o attempt.Outcome) bool {
	return o.Region.Call != nil && o.New.Source == attempt.Live && o.New.Attempt > 0
}

// used reports whether the error of a write is used at all.
func used(write ssa.CallInstruction) bool {
	v := write.Value()
	if v == nil || v.Referrers() == nil {
		return false
	}
	if _, several := v.Type().(*types.Tuple); several {
		return ssaquery.Extracted(v, 1) != nil
	}
	return len(*v.Referrers()) > 0
}
