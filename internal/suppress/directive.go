// Package suppress reads //nolint directives, so that they work alike in every
// driver:
//
//	svc.Labels[k] = v //nolint:cachemutate // the lister is over our own fake
//
// A directive counts if it names an analyzer, or k8slint for all of them, and
// it needs a reason. A plain //nolint is other linters' business: it hides
// nothing here. As in golangci-lint, a directive covers its line and the rest
// of the declaration or statement that starts there, or, if it stands alone,
// that starts on the next line.
package suppress

import (
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
	// Malformed is set if text follows the names that is no reason: it would
	// be read as a part of the last name.
	Malformed bool
}

// Parse reads a comment, from its slashes on, and reports whether it is a
// directive that names linters.
func Parse(comment string) (Directive, bool) {
	text, ok := strings.CutPrefix(comment, "//")
	if !ok {
		return Directive{}, false
	}
	list, ok := strings.CutPrefix(strings.TrimLeft(text, " \t"), "nolint:")
	if !ok {
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
	return d, len(d.Names) > 0
}
