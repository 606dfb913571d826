package kube

// This file says what the predicates over errors mean, those of
// k8s.io/apimachinery/pkg/api/errors and util/net first.

// SaysNotFound reports whether a predicate of that name over an error says that
// there is no such object: it is false for nil, and whoever gets it has none.
func SaysNotFound(name string) bool { return name == "IsNotFound" }

// SaysZero reports whether a method of that name says that a value, such as a
// metav1.Time, is not set.
func SaysZero(name string) bool { return name == "IsZero" }

// ErrorTest says what a predicate over errors (k8s.io/apimachinery/pkg/api/errors,
// util/net) answers for a Status of the given HTTP code, 500 (InternalError) or
// 410 (Expired, Gone). known is false for functions that are not in the table.
func ErrorTest(name string, code int) (answer, known bool) {
	switch name {
	case "IsInternalError":
		return code == 500, true
	case "IsGone", "IsResourceExpired", "IsExpired", "IsResourceVersionTooOld", "isExpiredError":
		return code == 410, true
	case "IsUnexpectedServerError":
		return false, false
	case "IsTooManyRequests", "IsTimeout", "IsServerTimeout", "IsNotFound", "IsConflict", "IsAlreadyExists",
		"IsForbidden", "IsUnauthorized", "IsInvalid", "IsBadRequest", "IsServiceUnavailable", "IsMethodNotSupported",
		"IsNotAcceptable", "IsUnsupportedMediaType", "IsRequestEntityTooLargeError", "IsTooLargeResourceVersion",
		"IsConnectionRefused", "IsConnectionReset", "IsProbableEOF", "IsHTTP2ConnectionLost", "IsStorageError",
		"IsNoMatchError", "HasStatusCause", "IsStoreReadError":
		return false, true
	}
	return false, false
}

// StatusReason is metav1.StatusReason of a Status with that HTTP code.
func StatusReason(code int) string {
	if code == 410 {
		return "Expired"
	}
	return "InternalError"
}
