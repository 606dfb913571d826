package kube

import (
	"slices"
	"strings"
)

// Fakes implement the interfaces of controllers for their tests. What they do
// says nothing of what a controller does.

var fakeWords = []string{"fake", "mock", "stub", "noop"}

// IsFakeType reports whether a type is a stand-in for tests by its name.
func IsFakeType(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(fakeWords, func(w string) bool { return strings.HasPrefix(name, w) || strings.HasSuffix(name, w) })
}

var fakeFolders = set("fake", "fakes", "mock", "mocks", "testing", "test", "testutil", "testutils")

// IsFakePackage reports whether a package holds stand-ins for tests by a folder
// of its import path.
func IsFakePackage(path string) bool {
	for elem := range strings.SplitSeq(path, "/") {
		if fakeFolders[elem] {
			return true
		}
	}
	return false
}
