package driver

import (
	"os"
	"strconv"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/fix"
	"github.com/k8slint/k8slint/internal/driver/output"
)

const (
	defaultColumns = 80
	// mostColumns is how wide a frame is on a wider terminal: labels behind long
	// lines are not looked for further to the right.
	mostColumns = 140
)

// look is how text looks: in frames and colours on a terminal, plain elsewhere.
func (r *reporter) look() output.Text {
	f, ok := r.stdout.(*os.File)
	terminal := ok && isTerminal(f)
	t := output.Text{Dir: r.dir, Context: r.opts.context, Explain: r.opts.explain}
	switch r.opts.color {
	case "always":
		t.Frames, t.Colour = true, true
	case "never":
		t.Frames = terminal
	default:
		t.Frames, t.Colour = terminal, terminal && os.Getenv("NO_COLOR") == ""
	}
	if t.Frames {
		t.Width = columns(f, terminal)
	}
	return t
}

// columns is how wide the terminal is: what it says itself, or else $COLUMNS.
func columns(f *os.File, terminal bool) int {
	n := 0
	if terminal {
		n = terminalColumns(f)
	}
	if n <= 0 {
		n, _ = strconv.Atoi(os.Getenv("COLUMNS"))
	}
	if n <= 0 {
		n = defaultColumns
	}
	return min(n, mostColumns)
}

// previews returns what tells what the fix of a finding of o changes.
func (r *reporter) previews(o *outcome) func(finding.Finding) []output.FileDiff {
	candidates, _ := o.candidates()
	byText := make(map[string]fix.Candidate, len(candidates))
	for _, c := range candidates {
		byText[c.String()] = c
	}
	return func(f finding.Finding) []output.FileDiff {
		c, ok := byText[f.String()]
		if !ok {
			return nil
		}
		var out []output.FileDiff
		for _, ch := range fix.Preview(c) {
			hunks, _ := ch.Hunks()
			out = append(out, output.FileDiff{File: ch.File, Hunks: hunks})
		}
		return out
	}
}
