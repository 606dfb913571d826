package analyzerdoc

import (
	"strings"
	"testing"
)

const source = `// Package halting defines two analyzers.
//
// # Analyzer halting
//
// halting: reports whether execution
// will halt
//
// It reports loops.
//
// # Why
//
// They do not end.
//
// # Analyzer starting
//
// starting: reports whether execution will start
package halting
`

// TestExtract: the summary and the sections of an analyzer come from its package comment.
func TestExtract(t *testing.T) {
	doc, err := Extract(source, "halting")
	if err != nil {
		t.Fatal(err)
	}
	summary, rest := Split(doc)
	if want := "reports whether execution will halt"; summary != want {
		t.Errorf("summary = %q, want %q", summary, want)
	}
	if want := "It reports loops.\n\n# Why\n\nThey do not end."; rest != want {
		t.Errorf("rest = %q, want %q", rest, want)
	}
	if doc, err := Extract(source, "starting"); err != nil || doc != "reports whether execution will start" {
		t.Errorf("Extract(starting) = %q, %v", doc, err)
	}
}

// TestExtractErrors: a package comment without the section or the summary is an error that
// says so.
func TestExtractErrors(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"no comment", "package p", "no package comment"},
		{"not Go", "pakage p", "expected 'package'"},
		{"no section", "// Package p is.\npackage p", `no heading "# Analyzer halting"`},
		{"no summary", "// Package p is.\n//\n// # Analyzer halting\n//\n// Text.\npackage p", `not followed by "halting: summary"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := Extract(test.source, "halting"); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error = %v, want %q in it", err, test.want)
			}
		})
	}
}
