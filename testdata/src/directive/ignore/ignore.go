// Package ignore has comments of k8slint's own that silence findings, and some that do not.
package ignore

import listersv1 "k8s.io/client-go/listers/core/v1"

// One silences the category of what stands there.
func One(pods listersv1.PodLister) {
	pod, _ := pods.Pods("a").Get("b")
	pod.Name = "c" //k8slint:ignore cachemutate/write this lister reads a private store
}

// Every silences all categories of the analyzer, on the next line.
func Every(pods listersv1.PodLister) {
	pod, _ := pods.Pods("a").Get("b")
	//k8slint:ignore cachemutate this lister reads a private store
	pod.Name = "c"
}

// Another names a category that is not found there.
func Another(pods listersv1.PodLister) {
	pod, _ := pods.Pods("a").Get("b")
	//k8slint:ignore cachemutate/call this lister reads a private store // want `//k8slint:ignore cachemutate/call silences nothing here`
	pod.Name = "c"
}

// Misspelt names no category.
func Misspelt(pods listersv1.PodLister) {
	pod, _ := pods.Pods("a").Get("b")
	pod.Name = "c" //k8slint:ignore cachemutate/wirte ours // want `cachemutate has no category wirte; did you mean write\?`
}

// Stranger names no analyzer.
func Stranger(m map[string]string) {
	m["a"] = "b" //k8slint:ignore cachmutate/write ours // want `no analyzer cachmutate; did you mean cachemutate\?`
}

// Nameless names nothing.
func Nameless(m map[string]string) {
	m["a"] = "b" //k8slint:ignore // want `//k8slint:ignore without a name silences nothing; write: //k8slint:ignore analyzer/category why this code is right`
	m["c"] = "d" //k8slint:ignored cachemutate // want `k8slint:ignored is unknown; write returns-copy, shared, writes, does or ignore`
}

// Blank is a remark, and no directive.
func Blank(m map[string]string) {
	m["a"] = "b" // k8slint:ignore cachemutate
}
