package attempt

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file says of functions of other packages where they send an object that they are given, where
// that is all that can become of a change of it: they neither read nor copy it, nor keep it anywhere.

// mainText and statusText begin the clauses of sendsTo: "main $1", "status $1 perhaps".
const (
	mainText    = "main $"
	statusText  = "status $"
	perhapsText = " perhaps"
)

func (s sendsTo) String() string {
	text := mainText + strconv.Itoa(s.arg)
	if s.to == kube.ToStatus {
		text = statusText + strconv.Itoa(s.arg)
	}
	if !s.sure {
		text += perhapsText
	}
	return text
}

// parseSends reads the clauses of sendsTo.
func parseSends(text string) []sendsTo {
	var out []sendsTo
	for clause := range strings.SplitSeq(text, "; ") {
		rest, perhaps := strings.CutSuffix(clause, perhapsText)
		s := sendsTo{to: kube.ToMain, sure: !perhaps}
		arg, ok := strings.CutPrefix(rest, mainText)
		if !ok {
			s.to = kube.ToStatus
			arg, ok = strings.CutPrefix(rest, statusText)
		}
		if n, err := strconv.Atoi(arg); ok && err == nil {
			s.arg = n
			out = append(out, s)
		}
	}
	return out
}

// sendsFact says to other packages where fn sends what it is given.
func (ss *setters) sendsFact(fn *ssa.Function) string {
	var out []string
	for i, p := range fn.Params {
		if !kube.IsObject(p.Type()) {
			continue
		}
		if s := ss.sendsOf(fn.Params[i]); s.to != kube.ToOther {
			out = append(out, s.String())
		}
	}
	return strings.Join(out, "; ")
}

// sendsOf says where its function sends the parameter p; that is ToOther where it is not known, or
// nowhere, or by the function itself.
func (ss *setters) sendsOf(p *ssa.Parameter) sendsTo {
	if s, asked := ss.sent[p]; asked {
		return s
	}
	fn := p.Parent()
	i := slices.Index(fn.Params, p)
	ss.sent[p] = sendsTo{arg: i}
	w := &sendWalk{all: ss}
	for u := range (flow.Walk{Along: flow.Converted}).Uses(p) {
		if !w.uses(u.At, u.Of) {
			return ss.sent[p]
		}
	}
	if len(w.sites) > 0 {
		ss.sent[p] = sendsTo{i, w.to, w.sure && alwaysPasses(fn, w.sites)}
	}
	return ss.sent[p]
}

// A sendWalk follows an object to where it is sent.
type sendWalk struct {
	all   *setters
	to    kube.Endpoint
	sure  bool
	sites []*ssa.BasicBlock
}

// uses notes what r does with the object v. It reports false if something may become of it that is not known.
func (w *sendWalk) uses(r ssa.Instruction, v ssa.Value) bool {
	switch r := r.(type) {
	case *ssa.BinOp:
		return true
	case *ssa.FieldAddr:
		return ssaquery.FieldName(r.X, r.Field) != kube.StatusField
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
		sends := cc.Verb == kube.WriteInto || cc.Verb == kube.PatchInto && isDifference(c.Args[cc.Patch])
		return sends && c.IsInvoke() && c.Args[cc.Obj] == v && w.note(call, sendsTo{to: endpointOf(c), sure: true})
	}
	if c.IsInvoke() && c.Value == v {
		return reads(c.Method.Name()) && !kube.CopiesReceiver(c.Method.Name())
	}
	for i, a := range c.Args {
		if a == v && !w.passed(call, i) {
			return false
		}
	}
	return true
}

// passed notes that a function gets the object as its i-th argument.
func (w *sendWalk) passed(call *ssa.Call, i int) bool {
	c := &call.Call
	fn := target(c).fn
	if own := w.all.prog.own(c); own != nil {
		if s := w.all.sendsOf(own.Params[i]); s.to != kube.ToOther {
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
	return w.all.prog.known(fn) && w.all.prog.row(fn) == ""
}

// note notes that call sends the object as s says.
func (w *sendWalk) note(call *ssa.Call, s sendsTo) bool {
	if s.to == kube.ToOther || len(w.sites) > 0 && w.to != s.to {
		return false
	}
	w.sure = (w.sure || len(w.sites) == 0) && s.sure
	w.to, w.sites = s.to, append(w.sites, call.Block())
	return true
}

// sendsAt says where fn, a function of another package, sends its i-th argument; ok is false if that is
// not known.
func (ss *setters) sendsAt(fn *types.Func, i int) (s sendsTo, ok bool) {
	if fn == nil || fn.Pkg() == nil || ss.prog.fact(fn.Pkg()) == nil {
		return sendsTo{}, false
	}
	for _, s := range parseSends(ss.prog.fact(fn.Pkg()).of(ss.prog.name(fn)).Sends) {
		if s.arg == i {
			return s, true
		}
	}
	return sendsTo{}, false
}

// endpointOf says where the client's method sends the object that c calls.
func endpointOf(c *ssa.CallCommon) kube.Endpoint {
	if made, ok := c.Value.(*ssa.Call); ok {
		if status := target(&made.Call).fn; status != nil && kube.GivesStatusWriter(status) {
			return kube.ToStatus
		}
	}
	to := target(c)
	return kube.EndpointOf(to.name, to.fn, to.recv)
}

// addTo adds what the exported functions change of their arguments, or of what lies in them, and where they send them.
func (ss *setters) addTo(f *Fact) {
	rows := map[string]int{}
	for i, fn := range f.Funcs {
		rows[fn.Key] = i
	}
	for _, fn := range ss.prog.funcs {
		if !isExported(fn) {
			continue
		}
		sets, sends, makes, is, field := ss.setsFact(fn), ss.sendsFact(fn), makesFact(ss.prog, fn), trueOf(fn), addressed(fn)
		through, difference := throughFact(ss.prog, fn), differenceFact(ss, fn)
		if sets == "" && sends == "" && makes == "" && is == "" && field == "" && through == "" && difference == "" {
			continue
		}
		key := kube.Name(fn.Object().(*types.Func))
		i, ok := rows[key]
		if !ok {
			i = len(f.Funcs)
			f.Funcs = append(f.Funcs, FuncFact{Key: key})
		}
		f.Funcs[i].Sets, f.Funcs[i].Sends, f.Funcs[i].Makes, f.Funcs[i].True, f.Funcs[i].Field = sets, sends, makes, is, field
		f.Funcs[i].Through, f.Funcs[i].Difference = through, difference
	}
}
