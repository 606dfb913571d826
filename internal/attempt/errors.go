package attempt

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// errorCalls are the calls that test errors and make others of them.
type errorCalls struct {
	memory *memory
	calls  *caller
}

// errorCall tests an error, wraps it, or takes its text.
func (m *errorCalls) errorCall(_ *machine.Frame, p *path, c *callee) ([]exit, bool) {
	if c.fn == nil {
		return nil, false
	}
	if c.name == "Error" && c.offset == 1 && len(c.args) == 1 && c.args[0].kind == conflict {
		return m.calls.one(p, value{kind: errText}), true
	}
	if out, ok := m.statusCall(p, c); ok {
		return out, true
	}
	if kube.LooksForText(c.fn) && c.args[0].kind == errText {
		switch text := ssaquery.StringConst(c.regs[1]); {
		case kube.InConflict(text):
			p.h.seen, p.h.tested = true, true
			return m.calls.one(p, trueValue), true
		case kube.NotInConflict(text):
			p.h.seen = true
			return m.calls.one(p, falseValue), true
		}
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
	if kube.MakesText(c.fn) && m.calls.getsConflict(p, c) {
		return m.calls.one(p, value{kind: errText}), true
	}
	if !givesError(c.sig) {
		return nil, false
	}
	if kube.FormatsError(c.fn) {
		return m.errorf(p, c)
	}
	how := kube.Wraps(m.calls.prog.name(c.fn))
	if how == "" {
		return m.converted(p, c)
	}
	for _, v := range m.calls.handed(p, c) {
		switch {
		case v.kind == conflict && (how != "same" || v.text == "new"), v.kind == errText:
			p.h.seen = true
			return m.calls.one(p, value{kind: conflict, text: "new", call: c.call}), true
		case v.kind == conflict:
			p.h.seen = true
			return m.calls.one(p, v), true
		}
	}
	switch how {
	case "same": // nil stays nil
		return m.calls.one(p, c.errorArg()), true
	case "hidden":
		return nil, false
	}
	return m.calls.one(p, unrelated(p, c)), true
}

// unrelated is an error that a call makes of something else. It says by which call it is made where a write was refused,
// here or in a helper, and the error of that is not nil, unless somebody has told that from other errors: then it hides
// the conflict.
func unrelated(p *path, c *callee) value {
	made := value{kind: nonNil}
	if f := p.h.failed; f != nil && !p.h.tested {
		write := siteIn(c.call.Parent(), f.frame, f.Write)
		if err := apicalls.Err(write); write.Parent() == c.call.Parent() && err != nil && ssaquery.NotNilAt(err, c.call.Block()) {
			made.call = c.call
		}
	}
	return made
}

// hides reports whether the error v hides the conflict.
func (v value) hides() bool {
	return v.kind == conflict && v.text == "new" || v.kind == nonNil && v.call != nil
}

// converted is a call of a function that makes an error, of another or of anything else:
// one of another package of the program, which has told what it makes, or of a library that knows
// nothing of Kubernetes, and so never turns another error into a conflict.
func (m *errorCalls) converted(p *path, c *callee) ([]exit, bool) {
	told := m.calls.prog.others.of(c.fn)
	switch v, how := c.errorArg(), told.Conflict; {
	case how == "same" && v.kind == conflict:
		p.h.seen = true
		return m.calls.one(p, v), true
	case how == "new" && v.kind == conflict:
		p.h.seen = true
		return m.calls.one(p, value{kind: conflict, text: "new", call: c.call}), true
	case (v == nilValue || v.kind == fine) && told.NilStays:
		return m.calls.one(p, v), true
	}
	if c.fn.Pkg() == nil || kube.ReachesAPIMachinery(c.fn.Pkg()) || !kube.NamedForErrors(c.name) || len(c.args) == c.offset {
		return nil, false
	}
	made := unrelated(p, c)
	for _, v := range m.calls.handed(p, c) {
		switch v.kind {
		case conflict:
			return nil, false
		case errText:
			p.h.seen = true
			made = value{kind: conflict, text: "new", call: c.call}
		}
	}
	return m.calls.one(p, made), true
}

// conflictAmong is the conflict among the arguments of a call; a slice that holds it is
// taken for it.
func (m *errorCalls) conflictAmong(p *path, c *callee) (value, bool) {
	for _, v := range m.calls.handed(p, c) {
		if v.kind == conflict {
			return v, true
		}
	}
	return value{}, false
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

// statusCall asks for the Status of an error, or for its reason.
func (m *errorCalls) statusCall(p *path, c *callee) ([]exit, bool) {
	switch kube.OnErrors(c.name) {
	case kube.ErrorStatus:
		if c.name == "Status" && c.offset == 1 && len(c.args) == 1 && c.args[0].kind == conflict {
			return m.calls.one(p, statusOf(c.args[0])), true
		}
	case kube.ErrorReason:
		switch v := c.arg(0); {
		case v.kind != conflict || c.fn.Pkg() == nil || c.fn.Pkg().Name() != "errors":
		case v.text == "same":
			p.h.seen = true
			return m.calls.one(p, value{kind: status, text: "Reason"}), true
		default:
			return m.calls.one(p, emptyText), true
		}
	case kube.ErrorAs:
		return m.errorsAs(p, c)
	}
	return nil, false
}

// errorsAs is errors.As of the conflict, for a variable that takes it.
func (m *errorCalls) errorsAs(p *path, c *callee) ([]exit, bool) {
	if c.fn == nil || len(c.args) != 2 || c.args[0].kind != conflict || c.args[1].kind != address {
		return nil, false
	}
	mi, ok := c.regs[1].(*ssa.MakeInterface)
	if !ok {
		return nil, false
	}
	into, ok := mi.X.Type().Underlying().(*types.Pointer)
	if !ok || !kube.IsStatusError(into.Elem()) {
		return nil, false
	}
	p.h.seen = true
	if c.args[0].text != "same" {
		return m.calls.one(p, falseValue), true
	}
	p.h.cells.set(c.args[1].text, c.args[0])
	return m.calls.one(p, trueValue), true
}

// test answers a predicate.
func (m *errorCalls) test(p *path, c *callee) ([]exit, bool) {
	v := c.arg(0)
	if isNil, known := v.isNil(); known && isNil {
		return m.calls.one(p, falseValue), true
	}
	if v.kind != conflict {
		return m.calls.one(p, m.memory.unnamed(p, c.call.Value())), true
	}
	p.h.seen = true
	answer, known := m.calls.prog.saysConflict(c.fn)
	if !known {
		return m.calls.one(p, m.memory.unnamed(p, c.call.Value())), true
	}
	if v.text == "new" {
		return m.calls.one(p, falseValue), true
	}
	if answer {
		p.h.tested = true
	}
	return m.calls.one(p, boolValue(answer)), true
}

// delay answers a predicate that also says how long to wait.
func (m *errorCalls) delay(p *path, c *callee) ([]exit, bool) {
	answer, known := kube.SaysConflict(c.fn)
	if !known {
		return nil, false
	}
	results := m.calls.strangers(p, c)
	switch v := c.arg(0); {
	case v.kind == conflict:
		p.h.seen = true
		results[1] = boolValue(answer && v.text == "same")
	case v == nilValue || v.kind == fine:
		results[1] = falseValue
	}
	return m.calls.one(p, results...), true
}

// errorf wraps by %w only.
func (m *errorCalls) errorf(p *path, c *callee) ([]exit, bool) {
	verbs, known := "", false
	if k, ok := c.regs[0].(*ssa.Const); ok && k.Value != nil {
		verbs, known = k.Value.ExactString(), true
	}
	for _, v := range m.calls.handed(p, c) {
		switch v.kind {
		case errText:
			p.h.seen = true
			return m.calls.one(p, value{kind: conflict, text: "new", call: c.call}), true
		case conflict:
			p.h.seen = true
			switch {
			case !known:
				return m.calls.one(p, value{kind: nonNil}), true
			case strings.Contains(verbs, "%w"):
				return m.calls.one(p, v), true
			}
			return m.calls.one(p, value{kind: conflict, text: "new", call: c.call}), true
		}
	}
	return m.calls.one(p, unrelated(p, c)), true
}
