// Package compare compares resourceVersions.
package compare

import (
	"errors"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/resourceversion"
)

// Text compares as text.
func Text(a, b *corev1.Pod) bool {
	return a.ResourceVersion > b.ResourceVersion // want `resourceVersions are compared as strings, where "9" comes after "10"`
}

// Getters reads them by methods, into variables.
func Getters(a, b metav1.Object) bool {
	x, y := a.GetResourceVersion(), b.GetResourceVersion()
	return x <= y // want `resourceVersions are compared as strings`
}

// Numbers parses them.
func Numbers(a, b *corev1.Pod) bool {
	x, err := strconv.ParseUint(a.ResourceVersion, 10, 64)
	if err != nil {
		return false
	}
	y, err := strconv.ParseUint(b.ResourceVersion, 10, 64)
	if err != nil {
		return false
	}
	return x > y // want `resourceVersions are parsed and compared by hand`
}

// Library knows how.
func Library(a, b *corev1.Pod) bool {
	order, err := resourceversion.CompareResourceVersion(a.ResourceVersion, b.ResourceVersion)
	return err == nil && order > 0
}

// Equal is always right.
func Equal(a, b *corev1.Pod) bool { return a.ResourceVersion == b.ResourceVersion }

// Other compares versions of something else.
func Other(version, other string, replicas, want int) bool {
	return version > other || replicas < want
}

// Generation is a number by itself.
func Generation(pod *corev1.Pod, seen int64) bool { return pod.Generation > seen }

// LengthFirst is right for numbers: the longer one is the larger one.
func LengthFirst(a, b *corev1.Pod) bool {
	if len(a.ResourceVersion) != len(b.ResourceVersion) {
		return len(a.ResourceVersion) > len(b.ResourceVersion)
	}
	return a.ResourceVersion > b.ResourceVersion // want `resourceVersions are compared by hand, by length and then as text; use resourceversion.CompareResourceVersion`
}

// LengthInOne says so in one expression, of what was read into variables.
func LengthInOne(a, b metav1.Object) bool {
	x, y := a.GetResourceVersion(), b.GetResourceVersion()
	return len(x) < len(y) || len(x) == len(y) && x < y // want `by length and then as text`
}

func shorterFirst(x, y string) bool {
	if n, m := len(x), len(y); n != m {
		return n < m
	}
	return x < y // want `by length and then as text`
}

// Sorted hands versions to a helper.
func Sorted(a, b *corev1.Pod) bool { return shorterFirst(a.ResourceVersion, b.ResourceVersion) }

// LengthOfOne looks at one of them only.
func LengthOfOne(a, b *corev1.Pod) bool {
	if len(a.ResourceVersion) == 0 {
		return true
	}
	return a.ResourceVersion < b.ResourceVersion // want `where "9" comes after "10"`
}

// LengthAside compares lengths for something else.
func LengthAside(a, b *corev1.Pod) (bool, bool) {
	before := a.ResourceVersion < b.ResourceVersion // want `where "9" comes after "10"`
	return before, len(a.ResourceVersion) == len(b.ResourceVersion)
}

// Opaque compares as text only what cannot be parsed.
func Opaque(a, b metav1.Object) bool {
	x, err1 := strconv.Atoi(a.GetResourceVersion())
	y, err2 := strconv.Atoi(b.GetResourceVersion())
	if errors.Join(err1, err2) != nil {
		return a.GetResourceVersion() < b.GetResourceVersion()
	}
	return x < y // want `parsed and compared by hand`
}

// OpaqueKept compares as text only what cannot be parsed, and keeps why.
func OpaqueKept(a, b metav1.Object) bool {
	var all error
	defer func() { println(all) }()
	x, err1 := strconv.Atoi(a.GetResourceVersion())
	y, err2 := strconv.Atoi(b.GetResourceVersion())
	all = errors.Join(all, err1, err2)
	if all != nil {
		return a.GetResourceVersion() < b.GetResourceVersion()
	}
	return x < y // want `parsed and compared by hand`
}

// Fallback asks the library first.
func Fallback(a, b *corev1.Pod) bool {
	order, err := resourceversion.CompareResourceVersion(a.ResourceVersion, b.ResourceVersion)
	if err == nil {
		return order < 0
	}
	return a.ResourceVersion < b.ResourceVersion
}

// EitherFails tests one error after the other.
func EitherFails(a, b *corev1.Pod) bool {
	x, errX := strconv.ParseUint(a.ResourceVersion, 10, 64)
	y, errY := strconv.ParseUint(b.ResourceVersion, 10, 64)
	if errX != nil || errY != nil {
		return a.ResourceVersion < b.ResourceVersion
	}
	return x < y // want `parsed and compared by hand`
}

// OtherFails parses something else.
func OtherFails(a, b *corev1.Pod, limit string) bool {
	if _, err := strconv.Atoi(limit); err != nil {
		return a.ResourceVersion < b.ResourceVersion // want `where "9" comes after "10"`
	}
	return false
}

// A Config has a version that the program makes: it has leading zeros.
type Config struct{ ResourceVersion string }

// Newest compares versions of its own.
func Newest(all []Config) (newest string) {
	for _, c := range all {
		if c.ResourceVersion > newest {
			newest = c.ResourceVersion
		}
	}
	return newest
}

// Behind compares a version that the program has kept.
func Behind(c Config, pod *corev1.Pod) bool {
	return c.ResourceVersion < pod.ResourceVersion // want `where "9" comes after "10"`
}
