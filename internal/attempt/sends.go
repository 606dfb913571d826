package attempt

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file says of functions of other packages where they send an object that they are given, where
// that is all that can become of a change of it: they neither keep it anywhere nor copy it, but as the base of a patch.
// They may read it again before they do anything with its status.

// sendsFact says to other packages where fn sends what it is given.
func (ss *setters) sendsFact(fn *ssa.Function) (out []Sending) {
	for _, p := range fn.Params {
		if !kube.IsObject(p.Type()) {
			continue
		}
		if s := ss.sendsOf(p); s.To != kube.ToOther {
			out = append(out, s)
		}
	}
	return out
}

// sendsOf says where its function sends the parameter p; that is ToOther where it is not known, or
// nowhere, or by the function itself.
func (ss *setters) sendsOf(p *ssa.Parameter) Sending {
	if s, asked := ss.sent[p]; asked {
		return s
	}
	fn := p.Parent()
	i := fact.Param(slices.Index(fn.Params, p))
	ss.sent[p] = Sending{Param: i}
	w := &sendWalk{all: ss, fn: fn}
	for u := range (flow.Walk{Along: flow.Converted | flow.Kept}).Uses(p) {
		if givenAs(u.Of) != i || !w.uses(u.At, u.Of) {
			return ss.sent[p]
		}
	}
	switch sends := (Sending{Param: i, To: w.to, Sure: w.sure && alwaysPasses(fn, w.sites, false), Copied: len(w.copies) > 0}); {
	case len(w.sites) == 0 || len(w.copies) > 0 && len(w.copies) != len(w.sites):
	case len(w.reads) == 0 && (len(w.behind) == len(w.sites) || sends.Copied && w.first(w.copies)):
		ss.sent[p] = sends
	case w.sure && w.first(w.reads) && givesError(fn.Signature) && alwaysPasses(fn, w.sites, true):
		sends.Again = true
		ss.sent[p] = sends
	}
	return ss.sent[p]
}

// A sendWalk follows an object to where it is sent.
type sendWalk struct {
	all   *setters
	fn    *ssa.Function
	to    kube.Endpoint
	sure  bool
	sites []*ssa.BasicBlock
	// reads are the calls that read it again, copies those that make bases of patches.
	reads, copies []*ssa.Call
	// behind are those that send it, and what is done with its status.
	behind []ssa.Instruction
}

// first reports whether one of calls is made before anything is done with its status, and before it is sent.
func (w *sendWalk) first(calls []*ssa.Call) bool {
	order := ssaquery.NewOrder()
	return !slices.ContainsFunc(w.behind, func(i ssa.Instruction) bool {
		return !slices.ContainsFunc(calls, func(call *ssa.Call) bool { return order.Dominates(call, i) })
	})
}

// onlyLooked reports whether nothing but numbers and texts are read from what lies at addr.
func onlyLooked(addr *ssa.FieldAddr) bool {
	return !slices.ContainsFunc(*addr.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			return !onlyLooked(r)
		case *ssa.UnOp:
			_, plain := r.Type().Underlying().(*types.Basic)
			return !plain
		}
		return true
	})
}

// uses notes what r does with the object v. It reports false if something may become of it that is not known.
func (w *sendWalk) uses(r ssa.Instruction, v ssa.Value) bool {
	switch r := r.(type) {
	case *ssa.BinOp:
		return true
	case *ssa.FieldAddr:
		if ssaquery.FieldName(r.X, r.Field) == kube.StatusField && !onlyLooked(r) {
			w.behind = append(w.behind, r)
		}
		return true
	case *ssa.Store: // the elements of what a logger gets
		return r.Val == v && ssaquery.GatheredInto(r) != nil && !slices.ContainsFunc(*ssaquery.GatheredInto(r).Referrers(), isSlicedOn)
	case *ssa.Call:
		return w.call(r, v)
	}
	return false
}

// call notes a call that gets the object v.
func (w *sendWalk) call(call *ssa.Call, v ssa.Value) bool {
	c := &call.Call
	if cc := target(c).client(); cc.Verb != kube.NoVerb && w.all.prog.own(c) == nil {
		if cc.Verb == kube.ReadInto && c.IsInvoke() && c.Args[cc.Obj] == v {
			w.reads = append(w.reads, call)
			return true
		}
		if cc.Verb == kube.PatchInto && len(w.copies) > 0 && !slices.Contains(w.copies, copiedBase(c.Args[cc.Patch])) {
			return false
		}
		sends := cc.Verb == kube.WriteInto || cc.Verb == kube.PatchInto && isDifference(c.Args[cc.Patch])
		return sends && c.IsInvoke() && c.Args[cc.Obj] == v && w.note(call, Sending{To: endpointOf(c), Sure: true})
	}
	if kube.CopiesReceiver(target(c).name) && onlyBase(call) {
		w.copies = append(w.copies, call)
		return true
	}
	if c.IsInvoke() && c.Value == v {
		return (reads(c.Method.Name()) || edits(c.Method.Name())) && !kube.CopiesReceiver(c.Method.Name())
	}
	for i, a := range c.Args {
		if a == v && !w.passed(call, i) {
			return false
		}
	}
	return true
}

// onlyBase reports whether nothing becomes of a copy but the base of patches.
func onlyBase(copied *ssa.Call) bool {
	for u := range (flow.Walk{Along: flow.Converted | flow.Asserted}).Uses(copied) {
		if call, ok := u.At.(*ssa.Call); !ok || !isDifference(call) {
			return false
		}
	}
	return true
}

// copiedBase is the call that makes the base of the patch v, nil if that is no copy.
func copiedBase(v ssa.Value) *ssa.Call {
	diff, ok := v.(*ssa.Call)
	if !ok || len(diff.Call.Args) == 0 {
		return nil
	}
	base := ssaquery.InInterface(diff.Call.Args[0])
	if as, ok := base.(*ssa.TypeAssert); ok {
		base = as.X
	}
	copied, _ := base.(*ssa.Call)
	return copied
}

// passed notes that a function gets the object as its i-th argument.
func (w *sendWalk) passed(call *ssa.Call, i int) bool {
	c := &call.Call
	fn := target(c).fn
	if own := w.all.prog.own(c); own != nil {
		if s := w.all.sendsOf(own.Params[i]); s.To != kube.ToOther {
			return w.note(call, s)
		}
		return w.all.prog.does[own]&relates == 0
	}
	switch {
	case fn == nil, kube.CopiesReceiver(fn.Name()), kube.CopiesInto(fn.Name()):
		return false
	case kube.Quiet(fn):
		return true
	}
	if s, ok := w.all.sendsAt(fn, i); ok {
		return w.note(call, s)
	}
	return w.all.prog.known(fn) && !w.all.prog.others.of(fn).relates()
}

// note notes that call sends the object as s says.
func (w *sendWalk) note(call *ssa.Call, s Sending) bool {
	site := w.blockOf(call)
	if s.To == kube.ToOther || s.Again || site == nil || len(w.sites) > 0 && w.to != s.To {
		return false
	}
	w.sure = (w.sure || len(w.sites) == 0) && s.Sure
	w.to, w.sites, w.behind = s.To, append(w.sites, site), append(w.behind, call)
	return true
}

// blockOf is the block of the function from which call is made: by the call itself, or by a library's retry of a literal that
// always comes to it, unless it returns an error; nil for others.
func (w *sendWalk) blockOf(call *ssa.Call) *ssa.BasicBlock {
	lit := call.Parent()
	if lit == w.fn {
		return call.Block()
	}
	for retry := range ssaquery.Each[*ssa.Call](w.fn) {
		fn := ssaquery.Called(&retry.Call)
		if fn == nil {
			continue
		}
		row, ok := kube.Retries(fn)
		if !ok || row.Fn >= len(retry.Call.Args) {
			continue
		}
		mc, ok := retry.Call.Args[row.Fn].(*ssa.MakeClosure)
		if ok && mc.Fn == lit && len(*mc.Referrers()) == 1 && alwaysPasses(lit, []*ssa.BasicBlock{call.Block()}, true) {
			return retry.Block()
		}
	}
	return nil
}

// sendsAt says where fn, a function of another package, sends its i-th argument; ok is false if that is
// not known.
func (ss *setters) sendsAt(fn *types.Func, i int) (s Sending, ok bool) {
	for _, s := range ss.prog.others.of(fn).Sends {
		if int(s.Param) == i {
			return s, true
		}
	}
	return Sending{}, false
}

// add adds what fn changes of its arguments, or of what lies in them, and where it sends them.
func (ss *setters) add(does *Does, fn *ssa.Function) {
	does.Sets, does.Sends, does.Through = ss.setsFact(fn), ss.sendsFact(fn), throughFact(ss.prog, fn)
	does.Makes, does.Field = makesFact(ss.prog, fn), addressed(fn)
	does.OnlyAlive, does.OnlyDeleted = trueOf(fn)
	if ss.prog.does[fn]&commits != 0 {
		does.Difference = differenceOf(ss, fn)
		does.Refill = refillOf(ss.prog, fn)
	}
}

func isSlicedOn(r ssa.Instruction) bool {
	s, ok := r.(*ssa.Slice)
	return ok && goesOn(s)
}
