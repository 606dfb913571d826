// Package output prints findings: as text, as JSON, as SARIF and as GitHub
// workflow commands.
package output

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/visible"
)

// Text is how the text form looks.
type Text struct {
	// Dir is the folder that file names are relative to.
	Dir string
	// Context is how many lines of source to show around a finding; -1 for
	// none at all.
	Context int
	// Explain asks for the trace below each finding.
	Explain bool
	// Frames shows a trace in its lines of source, as compilers do, and the
	// fix as a diff.
	Frames bool
	// Width is how many columns frames may take.
	Width int
	// Fix is what the first fix of a finding changes, nil if nobody knows.
	Fix func(finding.Finding) []FileDiff
	// Colour asks for terminal colours.
	Colour bool
	// Sources is where lines of source come from.
	Sources *finding.Sources
}

// Print writes a line for each finding, and what else is asked for below it.
func (t Text) Print(w io.Writer, findings []finding.Finding) error {
	b := bufio.NewWriter(w)
	if t.Explain && t.Frames {
		p := &frames{Text: t, b: b, marker: NewMarker(t.Sources)}
		for _, f := range findings {
			p.finding(f)
		}
		return b.Flush()
	}
	for _, f := range findings {
		fmt.Fprintf(b, "%s: %s: %s\n", t.bold(t.place(f.Pos)), t.red(f.Analyzer), Said(f))
		if t.Context >= 0 {
			t.source(b, f)
		}
		if t.Explain {
			t.trace(b, f)
		}
	}
	return b.Flush()
}

// Said is f's message, with its ID, for which there are a page, help and settings.
func Said(f finding.Finding) string {
	text := visible.Line(f.Message)
	if f.Category != "" {
		text += " (" + visible.Line(f.ID()) + ")"
	}
	return text
}

// place is how p is printed.
func (t Text) place(p finding.Pos) string {
	p.File = Relative(t.Dir, p.File)
	return visible.Line(p.String())
}

// trace writes the steps that lead to f, and where to read on.
func (t Text) trace(b *bufio.Writer, f finding.Finding) {
	for _, s := range append(slices.Clone(f.Trace), f.Further()...) {
		fmt.Fprintf(b, "\t%s: %s\n", t.place(s.Pos), visible.Line(s.Text))
	}
	if len(f.Fixes) > 0 {
		fmt.Fprintf(b, "\tfix: %s (k8slint -fix does it)\n", visible.Line(f.Fixes[0].Message))
	} else if hand := byHand(f); hand != "" {
		fmt.Fprintf(b, "\tno fix by -fix: %s\n", hand)
	}
	if f.URL != "" {
		fmt.Fprintf(b, "\tsee %s\n", visible.Line(f.URL))
	}
}

// byHand is what to write where f has no fix, and why it has none.
func byHand(f finding.Finding) string {
	c, _ := claim.Find(f.ID())
	return c.ByHand
}

// source writes the lines around f, as go vet does with -c.
func (t Text) source(b *bufio.Writer, f finding.Finding) {
	at := t.Sources.Place(f)
	lines := t.Sources.Lines(at.File) // none: the line above says where to look
	for i := max(at.Line-t.Context, 1); i <= min(at.Line+t.Context, len(lines)); i++ {
		fmt.Fprintf(b, "%d\t%s\n", i, visible.Text(lines[i-1]))
	}
}

func (t Text) bold(s string) string { return t.paint(s, bold) }
func (t Text) red(s string) string  { return t.paint(s, red) }

func (t Text) paint(s, code string) string {
	if !t.Colour {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// Relative is name as it is seen from dir, or name itself if it lies outside.
func Relative(dir, name string) string {
	if dir == "" || !filepath.IsAbs(name) {
		return name
	}
	if rel, err := filepath.Rel(dir, name); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return name
}
