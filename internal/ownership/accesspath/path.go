package accesspath

import (
	"iter"
	"strconv"
	"strings"
)

// A path is a sequence of steps, each a slash and a word:
//
//	/Name  the field Name of a struct
//	/[]    an element of a slice, array, map or channel
//	/*     what the reference at this place refers to
//	/?Name the field Name of ObjectMeta that a getter of metav1.Object hands
//	       out: live for typed objects, a copy for unstructured ones
//	/?U    the content that ToUnstructured returns: the object's own map if the
//	       object is unstructured, a new one if it is typed
//	/:T    the same place, which is reached only if its dynamic type is T
//	/$1    the second captured variable of a function value
//	/**    everything that can be reached from here
//	/…     any number of unknown steps, where a path grew too long; nothing
//	       follows it
const (
	Elem         = "/[]"
	Deref        = "/*"
	Live         = "/?" // and the name of a field
	Unstructured = "/?U"
	Any          = "/…"
	Reach        = "/**"
)

// Is is the step of a type assertion to the named type key.
func Is(key string) string { return "/:" + strings.ReplaceAll(key, "/", "|") }

// IsType returns the type of a stepIs.
func IsType(step string) (string, bool) {
	key, ok := strings.CutPrefix(step, "/:")
	if !ok {
		return "", false
	}
	return strings.ReplaceAll(key, "|", "/"), true
}

// IsTypeStep reports whether step is a stepIs.
func IsTypeStep(step string) bool { return strings.HasPrefix(step, "/:") }

// MaxSteps bounds a path; a longer one ends in stepAny.
const MaxSteps = 10

// Join appends step (or a whole path) to p. A path that grows too long, or
// that comes through the same field for the third time (a linked list, a
// tree), ends in stepAny.
func Join(p, step string) string {
	if step == "" || strings.HasSuffix(p, Any) || strings.HasSuffix(p, Reach) {
		return p
	}
	q := p + step
	if strings.Count(q, "/") > MaxSteps {
		return strings.TrimSuffix(p, "/") + Any
	}
	if step[1] >= 'A' && strings.Count(step, "/") == 1 && strings.Count(q+"/", step+"/") > 2 {
		return p + Any
	}
	return q
}

// Parent cuts the last step off p; ok is false for the empty path.
func Parent(p string) (string, bool) {
	i := strings.LastIndexByte(p, '/')
	if i < 0 {
		return "", false
	}
	return p[:i], true
}

// Last returns the last step of p, or "".
func Last(p string) string {
	return p[max(strings.LastIndexByte(p, '/'), 0):]
}

// Below returns what follows prefix in p, if p is prefix or lies below it.
func Below(p, prefix string) (rest string, ok bool) {
	if !strings.HasPrefix(p, prefix) {
		return "", false
	}
	rest = p[len(prefix):]
	return rest, rest == "" || rest[0] == '/'
}

// Steps are the steps of p, each with its slash.
func Steps(p string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for p != "" {
			i := strings.IndexByte(p[1:], '/') + 1
			if i == 0 {
				i = len(p)
			}
			if !yield(p[:i]) {
				return
			}
			p = p[i:]
		}
	}
}

// Plural reports whether a location stands for many: a store to it does not
// replace what it held.
func Plural(p string) bool {
	return strings.Contains(p, Elem) || strings.HasSuffix(p, Any) || strings.HasSuffix(p, Reach)
}

// OfResult is the path from what a call returned to what its result i refers to.
func OfResult(i int) string { return "/" + strconv.Itoa(i) + Deref }

// CutResult takes the path of OfResult off p: what is left is the way from there.
func CutResult(p string) (i int, rest string, ok bool) {
	num, rest, ok := strings.Cut(strings.TrimPrefix(p, "/"), Deref)
	i, err := strconv.Atoi(num)
	return i, rest, ok && err == nil && strings.HasPrefix(p, "/")
}
