package kube

import "strings"

// A Candidate is a package of which a driver asks whether it is analysed. Drivers
// learn these things in their own ways: from the go command's list, from go vet's
// file, from what a pass says of its module.
type Candidate struct {
	Path string // of import, whatever decorates it: see Unvendored
	// Named tells that the user asks for the findings in it.
	Named bool
	// Std tells that it belongs to the standard library.
	Std bool
	// Main tells that it belongs to the main module, or lies in a folder that is
	// as likely as not part of the same repository.
	Main bool
	// Reaches tells whether it imports k8s.io/apimachinery, by any path.
	Reaches bool
}

// Analysed reports whether the bodies of c's functions are analysed. Those of the
// standard library never are unless they are named, nor are those of the libraries
// that this package describes. What remains are the main module's packages, whatever
// they import, and of others those that can hold Kubernetes objects and are not
// left aside.
func (c Candidate) Analysed() bool {
	path := Unvendored(c.Path)
	switch {
	case c.Named:
		return true
	case c.Std || Covered(path):
		return false
	case c.Main:
		return true
	}
	return c.Reaches && !Aside(path)
}

// StdPath reports whether the standard library can have a package of the given
// path: one with no dot in its first element. Others can have such paths too, in
// GOPATH and where a module's path is of that form.
func StdPath(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// Standard reports whether the path is one of the standard library's, as far as a list
// of its usual roots can tell: a module's path can be without a dot, too.
func Standard(path string) bool {
	root, _, _ := strings.Cut(path, "/")
	switch root {
	case "bufio", "bytes", "cmp", "context", "crypto", "encoding", "errors", "fmt", "hash", "io", "iter", "log", "maps", "math", "net", "os", "path",
		"reflect", "regexp", "runtime", "slices", "sort", "strconv", "strings", "sync", "testing", "text", "time", "unicode":
		return true
	}
	return false
}
