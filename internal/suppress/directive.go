// Package suppress reads //nolint directives, so that they work alike in every
// driver:
//
//	svc.Labels[k] = v //nolint:cachemutate // the lister is over our own fake
//
// A directive counts if it names an analyzer, or k8slint for all of them, and
// it needs a reason. A plain //nolint is other linters' business: it hides
// nothing here, and findings that it covers say so. As in golangci-lint, a directive covers its line and the rest
// of the declaration or statement that starts there, or, if it stands alone,
// that starts on the next line.
package suppress

import (
	"slices"
	"strings"
)

// Suite is the name that stands for all analyzers.
const Suite = "k8slint"

// A Directive is the text of one comment.
type Directive struct {
	// Names are the linters that it names, as written.
	Names []string
	// Reason is why.
	Reason string
	// Idle says why the comment silences nothing of k8slint, though it looks as
	// if it did; "" for others.
	Idle string
	// Malformed is set if text follows the names that is no reason: it would
	// be read as a part of the last name.
	Malformed bool
}

// Parse reads a comment, from its slashes on, and reports whether it is a
// directive: one that names linters, or one that names none and so is Idle.
func Parse(comment string) (Directive, bool) {
	text, ok := strings.CutPrefix(comment, "//")
	if !ok {
		return Directive{}, false
	}
	text = strings.TrimLeft(text, " \t")
	list, ok := strings.CutPrefix(text, "nolint:")
	if !ok {
		if word, _, _ := strings.Cut(text, " "); strings.TrimSpace(word) == "nolint" {
			return Directive{Idle: "//nolint without a name does not silence k8slint"}, true
		}
		return Directive{}, false
	}
	list, reason, _ := strings.Cut(list, "//")
	d := Directive{Reason: strings.TrimSpace(reason)}
	for name := range strings.SplitSeq(list, ",") {
		fields := strings.Fields(name)
		if len(fields) == 0 {
			continue
		}
		d.Names = append(d.Names, fields[0])
		if len(fields) > 1 {
			d.Malformed = true
		}
	}
	if slices.Contains(d.Names, "all") {
		d.Idle = "//nolint:all does not silence k8slint, which wants a name"
	}
	return d, len(d.Names) > 0
}
