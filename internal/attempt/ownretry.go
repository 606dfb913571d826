package attempt

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A retry is a function that calls one of its arguments again: a library's, or one that
// a trial has shown to do so.
type retry struct {
	kube.Retry
	// short: it is over in 50 ms, whatever it is given.
	short bool
	// direct: it hands its argument on to a library's retry, which is found in its body.
	direct bool
}

// retryOf says how the function that is called retries; ok is false for functions that
// are not known to.
func (pr *Program) retryOf(c *callee) (r retry, ok bool) {
	if c.fn == nil {
		return retry{}, false
	}
	if row, ok := kube.Retries(c.fn); ok {
		return retry{Retry: row}, true
	}
	if c.body != nil {
		r, ok = pr.retries[c.body]
		return r, ok && !r.direct
	}
	return retryRow(pr.row(c.fn), c.offset)
}

// retryRow is the retry that a row tells of, as "again $1 if $0 for $2" or "again $0
// short", of a function or, with an offset of 1, of a method.
func retryRow(row string, offset int) (retry, bool) {
	if !strings.HasPrefix(row, "again $") {
		return retry{}, false
	}
	r := retry{Retry: kube.Retry{Predicate: kube.OnConflict, Backoff: kube.NoBackoff}}
	words := strings.Fields(row)
	for i := 0; i < len(words); i++ {
		if words[i] == "short" {
			r.short = true
			continue
		}
		n, err := strconv.Atoi(strings.TrimPrefix(words[min(i+1, len(words)-1)], "$"))
		if err != nil {
			return retry{}, false
		}
		switch words[i] {
		case "again":
			r.Fn = n - offset
		case "if":
			r.Predicate = n - offset
		case "for":
			r.Backoff = n - offset
		}
		i++
	}
	return r, true
}

// row writes r, of a function or method whose receiver is counted with offset.
func (r retry) row(offset int) string {
	row := fmt.Sprintf("again $%d", r.Fn+offset)
	if r.Predicate >= 0 {
		row += fmt.Sprintf(" if $%d", r.Predicate+offset)
	}
	if r.Backoff >= 0 {
		row += fmt.Sprintf(" for $%d", r.Backoff+offset)
	}
	if r.short {
		row += " short"
	}
	return row
}

// offset is 1 for methods: their first parameter is the receiver.
func offset(fn *ssa.Function) int {
	if fn.Signature.Recv() != nil {
		return 1
	}
	return 0
}

// findRetries finds the functions of the package that do what client-go's RetryOnConflict
// does, those first that others call.
func (pr *Program) findRetries() {
	var may []*ssa.Function
	for _, fn := range pr.funcs {
		if _, ok := tried(fn); ok && fn.Parent() == nil && (pr.does[fn]&(tells|repeats) != 0 || predicateParam(fn) >= 0) {
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
}

// tried is the only parameter of fn that may be called again: it returns an error, and
// gets nothing with which its caller could hand it an object. fn itself gets no object
// either, which it could read again.
func tried(fn *ssa.Function) (i int, ok bool) {
	res := fn.Signature.Results()
	if res.Len() != 1 || !ssaquery.IsError(res.At(0).Type()) {
		return 0, false
	}
	i = -1
	for n, p := range fn.Params {
		if standsFor(p.Type()) {
			return 0, false
		}
		sig, isFunc := p.Type().Underlying().(*types.Signature)
		if !isFunc || predicate(sig) {
			continue
		}
		if i >= 0 || sig.Results().Len() != 1 || !ssaquery.IsError(sig.Results().At(0).Type()) {
			return 0, false
		}
		for q := range sig.Params().Variables() {
			if _, basic := q.Type().Underlying().(*types.Basic); !basic && types.TypeString(q.Type(), nil) != "context.Context" {
				return 0, false
			}
		}
		i = n
	}
	return i, i >= 0
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

// A trial runs a function with a function argument that is known: it returns err, and a
// predicate that answers says.
type trial struct {
	top  *ssa.Function
	err  value
	says bool
	// again: the argument is called once more after that. acts: something else is done that
	// may read an object.
	again, acts bool
	// backoff is the parameter that says how long a library's retry goes on, -1 if none
	// does. short: it is over in 50 ms.
	backoff       int
	short, direct bool
}

// The values of kind trying.
var (
	triedFunc = value{kind: trying, text: "function"}
	triedTest = value{kind: trying, text: "predicate"}
)

// calledOnce is set in the state once the argument was called.
const calledOnce = "called once"

// tryOut says whether fn calls its argument again after a conflict, and neither after
// another error nor after none.
func (pr *Program) tryOut(fn *ssa.Function) (retry, bool) {
	arg, _ := tried(fn)
	test := predicateParam(fn)
	after := func(err value, says bool) (again bool, t *trial) {
		t = &trial{top: fn, err: err, says: says, backoff: -1}
		m := newMachine(pr)
		m.steps, m.trial = maxRow, t
		args := make([]value, len(fn.Params))
		args[arg] = triedFunc
		if test >= 0 {
			args[test] = triedTest
		}
		m.run(&frame{fn: fn, base: true}, args, nil, newHeap())
		t.acts = t.acts || m.over
		return t.again, t
	}
	again, t := after(value{kind: conflict, text: "same"}, true)
	if !again || t.acts {
		return retry{}, false
	}
	r := retry{Retry: kube.Retry{Fn: arg - offset(fn), Predicate: kube.OnConflict, Backoff: kube.NoBackoff}, short: t.short, direct: t.direct}
	if t.backoff >= 0 {
		r.Backoff = t.backoff - offset(fn)
	}
	if test >= 0 {
		if asked, no := after(value{kind: conflict, text: "same"}, false); asked || no.acts {
			return retry{}, false
		}
		r.Predicate = test - offset(fn)
	} else if other, no := after(value{kind: conflict, text: "new"}, false); other || no.acts {
		return retry{}, false
	}
	if succeeded, no := after(value{kind: fine}, false); succeeded || no.acts {
		return retry{}, false
	}
	return r, true
}

// onTrial is what a call does in a trial.
func (m *machine) onTrial(fr *frame, p *path, c *callee) ([]exit, bool) {
	t := m.trial
	if t == nil {
		return nil, false
	}
	common := c.call.Common()
	if !common.IsInvoke() && c.fn == nil && c.body == nil {
		switch m.eval(p, common.Value) {
		case triedFunc:
			if _, before := p.h.cells[calledOnce]; before {
				t.again = true
				return nil, true
			}
			p.h.cells[calledOnce] = trueValue
			return m.one(p, t.err), true
		case triedTest:
			return m.one(p, boolValue(t.says && t.err.kind == conflict)), true
		}
		t.acts = t.acts || types.TypeString(common.Value.Type(), nil) != "context.CancelFunc"
		return nil, false
	}
	if r, ok := m.prog.retryOf(c); ok {
		return m.retriedOnTrial(fr, p, c, r), true
	}
	switch kube.CallOf(c.name, c.fn, c.sig, c.recv).Verb {
	case kube.NoVerb, kube.Other:
	default:
		t.acts = true
	}
	if common.IsInvoke() && !kube.Quiet(c.fn) || c.body == nil && slices.Contains(c.args, triedFunc) {
		t.acts = true // whatever that is
	}
	return nil, false
}

// retriedOnTrial is a retry within the function on trial.
func (m *machine) retriedOnTrial(fr *frame, p *path, c *callee, r retry) []exit {
	t := m.trial
	fv := c.arg(r.Fn)
	done := value{kind: name, text: m.resultName(p, c, 0)}
	switch {
	case fv == triedFunc:
		again := t.err.kind == conflict && (r.Predicate == kube.OnAnyError || t.err.text == "same" && m.takesConflict(fr, p, c, r.Retry))
		t.again = t.again || again
		t.note(c, r)
		return m.one(p, done)
	case fv.kind != function:
		t.acts = true
		return m.one(p, done)
	}
	cl, args := m.unbound(m.funcs[fv.obj])
	if len(cl.fn.Blocks) == 0 || fr.within(cl.fn) {
		t.acts = true
		return m.one(p, done)
	}
	inner := &frame{fn: cl.fn, call: c.call, up: fr}
	exits, ok := m.try(inner, args, cl.binds, p.h.clone())
	var out []exit
	for _, e := range exits {
		err := e.results[len(e.results)-1]
		isNil, known := err.isNil()
		again := !r.Poll && err.kind == conflict && (r.Predicate == kube.OnAnyError || err.text == "same" && m.takesConflict(fr, p, c, r.Retry)) ||
			r.Poll && e.results[0] == falseValue && known && isNil
		if again {
			_, more := m.try(inner, args, cl.binds, e.h.clone())
			ok = ok && more
		}
		out = append(out, exit{h: e.h, results: []value{done}})
	}
	t.acts = t.acts || !ok
	return out
}

// note remembers how long a retry goes on that is given the function on trial.
func (t *trial) note(c *callee, r retry) {
	t.direct, t.short = true, r.short || backoffIsShort(c, r.Retry)
	if i := r.Backoff + c.offset; r.Backoff >= 0 && i < len(c.regs) {
		for n, p := range t.top.Params {
			if c.regs[i] == p {
				t.backoff = n
			}
		}
	}
}
