// Package a holds directives that say too little or hide nothing.
package a

//nolint:cachemutate // the copy is made by the caller // want `//nolint:cachemutate silences nothing here`
func unused(m map[string]string) {
	m["a"] = "b"
}

func malformed(m map[string]string) {
	m["a"] = "b" //nolint:rvassign because it is fine // want `followed by text that other tools read as a name`
}

func others(m map[string]string) {
	m["a"] = "b" //nolint:gosec
	m["c"] = "d" //nolint
}

//k8slint:writes n // want `names n, which is not a parameter of this function`
func contract(m map[string]string) {
	m["a"] = "b"
}

//k8slint:does write $1/[] // want `k8slint:does is wrong: there is no parameter \$1`
func untrue(m map[string]string) {
	m["a"] = "b"
}

//k8slint:does writes it // want `k8slint:does is wrong: "writes it": `
func unreadable(m map[string]string) {
	m["a"] = "b"
}

//k8slint:writes m
func kept(m map[string]string) {
	m["a"] = "b"
}
