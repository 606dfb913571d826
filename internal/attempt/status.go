package attempt

import (
	"go/constant"
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

// compareStatus says whether what x holds of a Status is the constant y; known is false
// if it may be or not.
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
