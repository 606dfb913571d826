package attempt

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// errorCalls are the calls that test errors and make others of them.
type errorCalls struct {
	caller
}

// errorCall tests an error, wraps it, or takes its text.
func (m *errorCalls) errorCall(_ *frame, p *path, c *callee) ([]exit, bool) {
	if c.fn == nil {
		return nil, false
	}
	if c.name == "Error" && c.offset == 1 && len(c.args) == 1 && c.args[0].kind == conflict {
		return m.one(p, value{kind: errText}), true
	}
	if c.body != nil && c.body.Synthetic == "" {
		return nil, false
	}
	if predicate(c.sig) {
		return m.test(p, c)
	}
	if delays(c.sig) {
		return m.delay(p, c)
	}
	if !givesError(c.sig) {
		return nil, false
	}
	if kube.Name(c.fn) == "fmt.Errorf" {
		return m.errorf(p, c)
	}
	how := kube.Wraps(kube.Name(c.fn))
	if how == "" {
		return nil, false
	}
	for _, v := range m.handed(p, c) {
		switch {
		case v.kind == conflict && (how == "new" || v.text == "new"), v.kind == errText:
			p.h.seen = true
			return m.one(p, value{kind: conflict, text: "new", call: c.call}), true
		case v.kind == conflict:
			p.h.seen = true
			return m.one(p, v), true
		}
	}
	if how == "same" {
		// Nil stays nil.
		return m.one(p, c.errorArg()), true
	}
	return m.one(p, value{kind: nonNil}), true
}

// errorArg is the first argument that is an error.
func (c *callee) errorArg() value {
	for i := range c.sig.Params().Len() {
		if ssaquery.IsError(c.sig.Params().At(i).Type()) {
			return c.arg(i)
		}
	}
	return value{}
}

func givesError(sig *types.Signature) bool {
	return sig.Results().Len() == 1 && ssaquery.IsError(sig.Results().At(0).Type())
}

// test answers a predicate.
func (m *errorCalls) test(p *path, c *callee) ([]exit, bool) {
	v := c.arg(0)
	if isNil, known := v.isNil(); known && isNil {
		return m.one(p, falseValue), true
	}
	if v.kind != conflict {
		return m.one(p, m.unnamed(p, c.call.Value())), true
	}
	p.h.seen = true
	answer, known := m.prog.saysConflict(c.fn)
	if !known {
		return m.one(p, m.unnamed(p, c.call.Value())), true
	}
	if v.text == "new" {
		return m.one(p, falseValue), true
	}
	if answer {
		p.h.tested = true
	}
	return m.one(p, boolValue(answer)), true
}

// delay answers a predicate that also says how long to wait.
func (m *errorCalls) delay(p *path, c *callee) ([]exit, bool) {
	answer, known := kube.SaysConflict(c.fn)
	if !known {
		return nil, false
	}
	results := m.strangers(p, c)
	switch v := c.arg(0); {
	case v.kind == conflict:
		p.h.seen = true
		results[1] = boolValue(answer && v.text == "same")
	case v == nilValue || v.kind == fine:
		results[1] = falseValue
	}
	return m.one(p, results...), true
}

// errorf wraps by %w only.
func (m *errorCalls) errorf(p *path, c *callee) ([]exit, bool) {
	verbs, known := "", false
	if k, ok := c.regs[0].(*ssa.Const); ok && k.Value != nil {
		verbs, known = k.Value.ExactString(), true
	}
	for _, v := range m.handed(p, c) {
		switch v.kind {
		case errText:
			p.h.seen = true
			return m.one(p, value{kind: conflict, text: "new", call: c.call}), true
		case conflict:
			p.h.seen = true
			switch {
			case !known:
				return m.one(p, value{kind: nonNil}), true
			case strings.Contains(verbs, "%w"):
				return m.one(p, v), true
			}
			return m.one(p, value{kind: conflict, text: "new", call: c.call}), true
		}
	}
	return m.one(p, value{kind: nonNil}), true
}
