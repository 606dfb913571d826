// Package suppress reads the comments that silence findings, so that they work alike in
// every driver:
//
//	svc.Labels[k] = v //nolint:cachemutate // the lister is over our own fake
//	svc.Labels[k] = v //k8slint:ignore cachemutate/write the lister is over our own fake
//
// A directive counts if it names an analyzer, or k8slint for all of them, and
// it needs a reason. //k8slint:ignore takes a category too. A plain //nolint is other
// linters' business: it hides nothing here, and findings that it covers say so. As in
// golangci-lint, a directive covers its line and the rest
// of the declaration or statement that starts there, or, if it stands alone,
// that starts on the next line. Other comments may stand between.
package suppress

import (
	"slices"
	"strings"
)

// Suite is the name that stands for all analyzers.
const Suite = "k8slint"

// Ignore begins a directive of k8slint's own.
const Ignore = "//k8slint:ignore"

// A Directive is the text of one comment.
type Directive struct {
	// Own is set for //k8slint:ignore, whose names are all k8slint's.
	Own bool
	// Names are the linters that it names, as written. An own directive can name a
	// category: cachemutate/write.
	Names []string
	// Reason is why.
	Reason string
	// Blank is set if there is a blank after the slashes: a remark, no directive.
	Blank bool
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
	trimmed := strings.TrimLeft(text, " \t")
	d, ok := parseOwn(trimmed)
	if !ok {
		d, ok = parseNolint(trimmed)
	}
	d.Blank = trimmed != text
	return d, ok
}

// Text is the directive with the given names, without a reason.
func (d Directive) Text(names ...string) string {
	if d.Own {
		return Ignore + " " + strings.Join(names, ",")
	}
	return "//nolint:" + strings.Join(names, ",")
}

// With is text, that of d, with a reason.
func (d Directive) With(text, reason string) string {
	if d.Own {
		return text + " " + reason
	}
	return text + " // " + reason
}

// parseOwn reads "k8slint:ignore a,b/c reason".
func parseOwn(text string) (Directive, bool) {
	rest, ok := strings.CutPrefix("//"+text, Ignore)
	if !ok || strings.TrimLeft(rest, " \t") == rest && rest != "" {
		return Directive{}, false
	}
	d := Directive{Own: true}
	rest = strings.TrimSpace(rest)
	for more := true; more && rest != "" && !strings.HasPrefix(rest, "//"); {
		list := rest
		if i := strings.IndexAny(rest, " \t"); i >= 0 {
			list = rest[:i]
		}
		rest, more = strings.TrimSpace(rest[len(list):]), strings.HasSuffix(list, ",")
		d.Names = append(d.Names, strings.FieldsFunc(list, func(r rune) bool { return r == ',' })...)
	}
	d.Reason = strings.TrimSpace(strings.TrimPrefix(rest, "//"))
	if len(d.Names) == 0 {
		d.Idle = Ignore + " without a name silences nothing"
	}
	return d, true
}

// parseNolint reads "nolint:a,b // reason", and a plain "nolint".
func parseNolint(text string) (Directive, bool) {
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
