package effect

import (
	"slices"
	"strings"
)

// A Kind says about a write or a read what its expression does not. It follows the
// expression: "c.Update(ctx, pod):decode". The operator of an assignment other than
// = is a kind too: "pod.Generation:++".
type Kind string

const (
	// Decode: a call sends a request, and decodes the response into its argument.
	Decode Kind = "decode"
	// Uncopied: an option turns off the copy that this call makes by default.
	Uncopied Kind = "uncopied"
	// Assumed: so does a setting of the analysis.
	Assumed Kind = "assumed"
	// Handed: a library reads the object, and calls a function with it.
	Handed Kind = "handed"
	// Kindless: a write of an object's kind that happens only where it has none.
	Kindless Kind = "kindless"
)

// kinds are all kinds but operators.
var kinds = [...]Kind{Decode, Uncopied, Assumed, Handed, Kindless}

// operators are those of assignments other than =.
var operators = [...]Kind{"++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&^="}

// IsOperator reports whether k is the operator of an assignment.
func (k Kind) IsOperator() bool { return slices.Contains(operators[:], k) }

// SplitWhat takes the kind off what, "" if what has no kind.
func SplitWhat(what string) (text string, kind Kind) {
	if i := strings.LastIndexByte(what, ':'); i >= 0 && Kind(what[i+1:]).IsOperator() {
		return what[:i], Kind(what[i+1:])
	}
	for _, k := range kinds {
		if text, ok := strings.CutSuffix(what, ":"+string(k)); ok {
			return text, k
		}
	}
	return what, ""
}

// Of is text with k behind it.
func (k Kind) Of(text string) string {
	if _, has := SplitWhat(text); k == "" || has == k {
		return text
	}
	return text + ":" + string(k)
}

// FromInformer is the What of an object that an informer calls a function with.
const FromInformer = "an object of the informer"
