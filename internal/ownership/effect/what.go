package effect

import "strings"

// A Kind says of a write or a read what the expression that does it does not. It
// stands behind the expression: "c.Update(ctx, pod):decode".
type Kind string

const (
	// Decode: a call asks a server, and decodes the answer into its argument.
	Decode Kind = "decode"
	// Uncopied: an option of this call turns the copy off that it makes otherwise.
	Uncopied Kind = "uncopied"
	// Handed: a library reads the object, and calls a function with it.
	Handed Kind = "handed"
)

// kinds are all that stand behind an expression.
var kinds = [...]Kind{Decode, Uncopied, Handed}

// SplitWhat takes the kind off what, "" if there is none.
func SplitWhat(what string) (text string, kind Kind) {
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
