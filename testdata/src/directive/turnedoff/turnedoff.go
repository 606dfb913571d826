// Package turnedoff holds directives for analyzers that are turned off: cachemutate
// and staleretry do not run here.
package turnedoff

//nolint:cachemutate // nobody knows whether it silences something
func off(m map[string]string) {
	m["a"] = "b"
}

func offWithoutReason(m map[string]string) {
	m["a"] = "b" //nolint:staleretry
}

//nolint:tombstone // it runs, and finds nothing // want `//nolint:tombstone silences nothing here`
func on(m map[string]string) {
	m["a"] = "b"
}

//nolint:cachemutate,tombstone // one of two runs // want `//nolint:tombstone silences nothing here`
func both(m map[string]string) {
	m["a"] = "b"
}

//nolint:k8slint // it may be for one that does not run
func suite(m map[string]string) {
	m["a"] = "b"
}
