package kube

import (
	"go/types"
	"slices"
	"strings"
)

// This file says what the predicates over errors mean, those of
// k8s.io/apimachinery/pkg/api/errors and util/net first.

// SaysNotFound reports whether a predicate of that name over an error says that
// there is no such object: it is false for nil, and whoever gets it has none.
func SaysNotFound(name string) bool { return name == "IsNotFound" }

// SaysZero reports whether a method of that name says that a value, such as a
// metav1.Time, is not set.
func SaysZero(name string) bool { return name == "IsZero" }

// otherCode stands for the HTTP codes that ErrorTest is not asked for.
const otherCode = 0

// errorTests are the predicates over errors and the code that they are true of.
// IsUnexpectedServerError is none of them, as it is true of some errors of a code
// and not of others. Names without a comment are those of apimachinery's
// api/errors, api/meta and util/net.
var errorTests = map[string]int{
	"IsInternalError": 500,

	"IsGone":                  410,
	"IsResourceExpired":       410,
	"IsExpired":               410, // of repositories
	"IsResourceVersionTooOld": 410, // of repositories
	"isExpiredError":          410, // of client-go's reflector

	"IsTooManyRequests":            otherCode,
	"IsTimeout":                    otherCode,
	"IsServerTimeout":              otherCode,
	"IsNotFound":                   otherCode,
	"IsConflict":                   otherCode,
	"IsAlreadyExists":              otherCode,
	"IsForbidden":                  otherCode,
	"IsUnauthorized":               otherCode,
	"IsInvalid":                    otherCode,
	"IsBadRequest":                 otherCode,
	"IsServiceUnavailable":         otherCode,
	"IsMethodNotSupported":         otherCode,
	"IsNotAcceptable":              otherCode,
	"IsUnsupportedMediaType":       otherCode,
	"IsRequestEntityTooLargeError": otherCode,
	"IsTooLargeResourceVersion":    otherCode, // of repositories
	"IsConnectionRefused":          otherCode,
	"IsConnectionReset":            otherCode,
	"IsProbableEOF":                otherCode,
	"IsHTTP2ConnectionLost":        otherCode,
	"IsStorageError":               otherCode, // of repositories
	"IsNoMatchError":               otherCode,
	"HasStatusCause":               otherCode,
	"IsStoreReadError":             otherCode,
}

// ErrorTest says what a predicate over errors answers for a Status of the given
// HTTP code, 500 (InternalError) or 410 (Expired, Gone). known is false for
// functions that are not in the table.
func ErrorTest(name string, code int) (answer, known bool) {
	of, known := errorTests[name]
	return known && of == code, known
}

// StatusReason is metav1.StatusReason of a Status with that HTTP code.
func StatusReason(code int) string {
	if code == 410 {
		return "Expired"
	}
	return "InternalError"
}

// A StatusPart is what a field of metav1.Status, or of what holds one, says.
type StatusPart int

const (
	// StatusOther: nothing that is followed.
	StatusOther StatusPart = iota
	// StatusCode is the HTTP code.
	StatusCode
	// StatusReasonText is the reason (see StatusReason).
	StatusReasonText
	// StatusInside is the Status itself, inside of an error.
	StatusInside
	// StatusOutcome is "Failure", or where it is no string, the Status itself.
	StatusOutcome
)

// PartOfStatus is what the field of that name says.
func PartOfStatus(field string) StatusPart {
	switch field {
	case "Code", "StatusCode":
		return StatusCode
	case "Reason":
		return StatusReasonText
	case "ErrStatus":
		return StatusInside
	case "Status":
		return StatusOutcome
	}
	return StatusOther
}

// CanBeStatus reports whether the object of an ERROR event, a *metav1.Status, or
// the error made from it can be a t.
func CanBeStatus(t types.Type) bool {
	if iface, ok := t.Underlying().(*types.Interface); ok {
		if _, param := types.Unalias(t).(*types.TypeParam); param {
			return false
		}
		for m := range iface.Methods() {
			switch m.Name() {
			case "GetName", "GetNamespace", "GetUID", "GetLabels", "GetObjectMeta", "Temporary", "Timeout":
				return false // a Status has no object metadata, its error is no net.Error
			}
		}
		return true
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && (strings.HasSuffix(n.Obj().Name(), "Status") || n.Obj().Name() == "StatusError")
}

// An ErrorCall is what a function that is known by its name does with errors and
// Statuses.
type ErrorCall int

const (
	// ErrorOther: nothing that is followed.
	ErrorOther ErrorCall = iota
	// ErrorIs is errors.Is.
	ErrorIs
	// ErrorAs is errors.As.
	ErrorAs
	// ErrorCompares compares deeply: what it answers is not known.
	ErrorCompares
	// ErrorReason is apierrors.ReasonForError.
	ErrorReason
	// ErrorNew makes an error of a text.
	ErrorNew
	// ErrorFormats is fmt.Errorf, which wraps by %w.
	ErrorFormats
	// ErrorWraps makes an error of another, or of a Status:
	// apierrors.FromObject, pkg/errors.Wrap.
	ErrorWraps
	// ErrorStatus returns the Status, or a copy of it.
	ErrorStatus
	// ErrorAccessor is meta.Accessor: a Status has no object metadata.
	ErrorAccessor
)

var errorCalls = map[string]ErrorCall{
	"Is":             ErrorIs,
	"As":             ErrorAs,
	"DeepEqual":      ErrorCompares,
	"ReasonForError": ErrorReason,
	"New":            ErrorNew,
	"Errorf":         ErrorFormats,
	"FromObject":     ErrorWraps,
	"Wrap":           ErrorWraps,
	"Wrapf":          ErrorWraps,
	"WithMessage":    ErrorWraps,
	"WithStack":      ErrorWraps,
	"Cause":          ErrorWraps,
	"Unwrap":         ErrorWraps,
	"Status":         ErrorStatus,
	"GetObject":      ErrorStatus,
	"DeepCopy":       ErrorStatus,
	"DeepCopyObject": ErrorStatus,
	"Accessor":       ErrorAccessor,
}

// conflictText is what the message of a conflict says besides the name of the object (apimachinery's
// NewConflict, apiserver's OptimisticLockErrorMsg).
var conflictText = []string{
	"Operation cannot be fulfilled on ",
	": the object has been modified; please apply your changes to the latest version and try again",
}

// InConflict reports whether text stands in the message of each conflict.
func InConflict(text string) bool {
	return text != "" && slices.ContainsFunc(conflictText, func(part string) bool { return strings.Contains(part, text) && len(text) > 9 })
}

// NotInConflict reports whether text, which is no name, has only long words that stand in the message of no conflict.
func NotInConflict(text string) bool {
	words := strings.Fields(text)
	return len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool {
		return len(w) > 3 && slices.ContainsFunc(conflictText, func(part string) bool { return strings.Contains(part, w) })
	})
}

// LooksForText reports whether fn says whether its first argument contains its second.
func LooksForText(fn *types.Func) bool { return hasName(fn, "strings.Contains") }

// OnErrors is what the function of that name does with errors.
func OnErrors(name string) ErrorCall { return errorCalls[name] }

// MakesError reports whether f returns an error whatever it is given.
func MakesError(f *types.Func) bool { return hasName(f, "fmt.Errorf") || Wraps(Name(f)) == "new" }
