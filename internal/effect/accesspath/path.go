package accesspath

import (
	"iter"
	"strconv"
	"strings"
)

// The steps that are no fields.
const (
	Elem         = "/[]" // an element
	Deref        = "/*"  // what the reference refers to
	Live         = "/?"  // and the name of a field: what its accessor hands out
	Unstructured = "/?U" // the content of an unstructured object
	Any          = "/…"  // unknown steps, at the end of a path that grew too long
	Reach        = "/**" // all that can be reached
)

// Is is the step of a type assertion to the named type key.
func Is(key string) string { return "/:" + strings.ReplaceAll(key, "/", "|") }

// IsType returns the type that the step asserts; ok is false if it asserts none.
func IsType(step string) (typ string, ok bool) {
	typ, ok = strings.CutPrefix(step, "/:")
	return strings.ReplaceAll(typ, "|", "/"), ok
}

// IsTypeStep reports whether step asserts a type.
func IsTypeStep(step string) bool { return strings.HasPrefix(step, "/:") }

// IsNot is the step of a type assertion to the named type key that failed.
func IsNot(key string) string { return notMark + strings.ReplaceAll(key, "/", "|") }

const notMark = "/!"

// IsNotType returns the type that step rules out; ok is false if it rules out none.
func IsNotType(step string) (typ string, ok bool) {
	typ, ok = strings.CutPrefix(step, notMark)
	return strings.ReplaceAll(typ, "|", "/"), ok
}

// CutNot takes the steps off the end of p that rule out types.
func CutNot(p string) string {
	for strings.HasPrefix(Last(p), notMark) {
		p, _ = Parent(p)
	}
	return p
}

// RulesOut reports whether a step at the end of p rules out the named type key.
func RulesOut(p, key string) bool {
	not := IsNot(key)
	for strings.HasPrefix(Last(p), notMark) {
		if Last(p) == not {
			return true
		}
		p, _ = Parent(p)
	}
	return false
}

// Caps on a path: its steps, and how often it has one field, or elements. What is
// beyond them is Any. Objects of Kubernetes are not as deep as ten steps where they
// are written: "/Spec/Containers/*/[]/Env/*/[]/Value" has eight. A field occurs
// twice where an object refers to another of its kind, such as the parent of a
// parent. No finding is lost: Any is each of the places.
const (
	MaxSteps = 10
	maxSeen  = 2
)

// Join appends the steps of q to p. A path that grows too long ends in Any, and
// so does one to which a single step is added that it has twice: a field, or an
// element (of a linked list, a tree).
func Join(p, q string) string {
	if q == "" || Vague(p) {
		return p
	}
	joined := p + q
	if Len(joined) > MaxSteps {
		return p + Any
	}
	if Len(q) == 1 && isField(q) && strings.Count(joined+"/", q+"/") > maxSeen {
		return p + Any
	}
	return joined
}

// isField reports whether step is a field or an element: "[" comes after "A" and
// what marks other steps before it.
func isField(step string) bool { return step[1] >= 'A' }

// Len is the number of steps of p.
func Len(p string) int { return strings.Count(p, "/") }

// Vague reports whether it is not known which location p is: whether it ends in
// Any or Reach.
func Vague(p string) bool { return strings.HasSuffix(p, Any) || strings.HasSuffix(p, Reach) }

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
	return strings.Contains(p, Elem) || Vague(p)
}

// OfResult is the path from what a call returned to what its result i refers to.
func OfResult(i int) string { return "/" + strconv.Itoa(i) + Deref }

// CutResult takes the path of OfResult off p: what is left is the way from there.
func CutResult(p string) (i int, rest string, ok bool) {
	num, rest, ok := strings.Cut(strings.TrimPrefix(p, "/"), Deref)
	i, err := strconv.Atoi(num)
	return i, rest, ok && err == nil && strings.HasPrefix(p, "/")
}
