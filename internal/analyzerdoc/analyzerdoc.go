// Package analyzerdoc reads the documentation of an analyzer out of its
// doc.go, the only place where it is written.
//
// The form is that of x/tools' analyzers, with one difference: the section of
// an analyzer may contain headings.
//
//	// Package halting defines an analyzer of program termination.
//	//
//	// # Analyzer halting
//	//
//	// halting: reports whether execution will halt
//	//
//	// What it reports, with an example.
//	//
//	// # Why
//	//
//	// What went wrong in production, with links.
//	package halting
package analyzerdoc

import (
	"fmt"
	"go/parser"
	"go/token"
	"strings"
)

// MustExtract is like [Extract] but panics on an error: it is called while
// packages are initialized, on text that is compiled in.
func MustExtract(source, name string) string {
	doc, err := Extract(source, name)
	if err != nil {
		panic(err)
	}
	return doc
}

// Extract returns the section "# Analyzer NAME" of the package comment in
// source, a doc.go, in the form that [golang.org/x/tools/go/analysis.Analyzer].Doc
// asks for: the summary first, without the name. The section ends at the
// next heading of that form.
func Extract(source, name string) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), "doc.go", source, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return "", fmt.Errorf("documentation of %s: %w", name, err)
	}
	if f.Doc == nil {
		return "", fmt.Errorf("documentation of %s: doc.go has no package comment", name)
	}
	for section := range strings.SplitSeq(f.Doc.Text(), "\n# Analyzer ") {
		body, ok := strings.CutPrefix(section, name+"\n")
		if !ok {
			continue
		}
		doc, ok := strings.CutPrefix(strings.TrimSpace(body), name+":")
		if !ok {
			return "", fmt.Errorf("documentation of %s: the heading is not followed by %q", name, name+": summary")
		}
		return strings.TrimSpace(doc), nil
	}
	return "", fmt.Errorf("documentation of %s: doc.go has no heading %q", name, "# Analyzer "+name)
}

// Split divides what [Extract] returned into the summary, of one line, and the
// rest.
func Split(doc string) (summary, rest string) {
	summary, rest, _ = strings.Cut(doc, "\n\n")
	return strings.Join(strings.Fields(summary), " "), rest
}
