package driver

import (
	"os"
	"strconv"

	"github.com/k8slint/k8slint/internal/driver/output"
)

const (
	defaultColumns = 80
	// mostColumns is how wide a frame is on a wider terminal: labels behind long
	// lines are not looked for further to the right.
	mostColumns = 140
)

// look is how text looks: in frames and colours on a terminal, plain elsewhere.
func (p printer) look() output.Text {
	f, ok := p.stdout.(*os.File)
	terminal := ok && isTerminal(f)
	t := output.Text{Dir: p.dir, Context: p.opts.context, Explain: p.opts.explain}
	switch p.opts.color {
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
