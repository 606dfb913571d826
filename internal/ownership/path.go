package ownership

import (
	"iter"
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
	stepElem  = "/[]"
	stepDeref = "/*"
	stepLive  = "/?" // and the name of a field
	stepUnstr = "/?U"
	stepAny   = "/…"
	stepReach = "/**"
)

// stepIs is the step of a type assertion to the named type key.
func stepIs(key string) string { return "/:" + strings.ReplaceAll(key, "/", "|") }

// isType returns the type of a stepIs.
func isType(step string) (string, bool) {
	key, ok := strings.CutPrefix(step, "/:")
	if !ok {
		return "", false
	}
	return strings.ReplaceAll(key, "|", "/"), true
}

// isTypeStep reports whether step is a stepIs.
func isTypeStep(step string) bool { return strings.HasPrefix(step, "/:") }

// maxSteps bounds a path; a longer one ends in stepAny.
const maxSteps = 10

// join appends step (or a whole path) to p. A path that grows too long, or
// that comes through the same field for the third time (a linked list, a
// tree), ends in stepAny.
func join(p, step string) string {
	if step == "" || strings.HasSuffix(p, stepAny) || strings.HasSuffix(p, stepReach) {
		return p
	}
	q := p + step
	if strings.Count(q, "/") > maxSteps {
		return strings.TrimSuffix(p, "/") + stepAny
	}
	if step[1] >= 'A' && strings.Count(step, "/") == 1 && strings.Count(q+"/", step+"/") > 2 {
		return p + stepAny
	}
	return q
}

// parent cuts the last step off p; ok is false for the empty path.
func parent(p string) (string, bool) {
	i := strings.LastIndexByte(p, '/')
	if i < 0 {
		return "", false
	}
	return p[:i], true
}

// lastStep returns the last step of p, or "".
func lastStep(p string) string {
	return p[max(strings.LastIndexByte(p, '/'), 0):]
}

// under returns what follows prefix in p, if p is prefix or lies below it.
func under(p, prefix string) (rest string, ok bool) {
	if !strings.HasPrefix(p, prefix) {
		return "", false
	}
	rest = p[len(prefix):]
	return rest, rest == "" || rest[0] == '/'
}

// steps are the steps of p, each with its slash.
func steps(p string) iter.Seq[string] {
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

// plural reports whether a location stands for many: a store to it does not
// replace what it held.
func plural(p string) bool {
	return strings.Contains(p, stepElem) || strings.HasSuffix(p, stepAny) || strings.HasSuffix(p, stepReach)
}
