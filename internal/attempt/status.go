package attempt

import (
	"go/constant"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// This file knows what the conflict says of itself: the API server answers 409 with the
// reason Conflict.

// wholeStatus is the Status of the conflict, of which the fields statusParts are known.
var (
	wholeStatus = value{kind: status}
	statusParts = []string{"Reason", "Code"}
)

// statusOf is the Status of the conflict v. One that is hidden has none.
func statusOf(v value) value {
	if v.text != "same" {
		return value{}
	}
	return wholeStatus
}

// statusCall asks for the Status of an error, or for its reason.
func (m *errorCalls) statusCall(p *path, c *callee) ([]exit, bool) {
	switch kube.OnErrors(c.name) {
	case kube.ErrorStatus:
		if c.name == "Status" && c.offset == 1 && len(c.args) == 1 && c.args[0].kind == conflict {
			return m.one(p, statusOf(c.args[0])), true
		}
	case kube.ErrorReason:
		switch v := c.arg(0); {
		case v.kind != conflict || c.fn.Pkg() == nil || c.fn.Pkg().Name() != "errors":
		case v.text == "same":
			p.h.seen = true
			return m.one(p, value{kind: status, text: "Reason"}), true
		default:
			return m.one(p, emptyText), true
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
		return m.one(p, falseValue), true
	}
	p.h.cells[c.args[1].text] = c.args[0]
	return m.one(p, trueValue), true
}

// compareStatus says whether what x holds of a Status is the constant y; known is false
// where nobody knows.
func compareStatus(x value, y ssa.Value) (eq, known bool) {
	c, ok := y.(*ssa.Const)
	if x.kind != status || !ok || c.Value == nil {
		return false, false
	}
	switch x.text {
	case "Reason":
		return c.Value.Kind() == constant.String && constant.StringVal(c.Value) == kube.ReasonConflict, true
	case "Code":
		return c.Value.ExactString() == strconv.Itoa(kube.CodeConflict), true
	}
	return false, false
}

// statusField is what the field of that name of a Status holds, or of an error that holds
// one.
func statusField(x value, field string) (value, bool) {
	switch {
	case x.kind == conflict && kube.PartOfStatus(field) == kube.StatusInside:
		return statusOf(x), true
	case x == wholeStatus && slices.Contains(statusParts, field):
		return value{kind: status, text: field}, true
	case x.kind == status:
		return value{}, true
	}
	return value{}, false
}
