package htmlreport

import (
	"slices"
)

const (
	// around is how many lines before and after a step are kept, within the
	// declaration that it is in.
	around = 40
	// outside is how many are kept of a step that is in no declaration.
	outside = 6
	// maxLine is how many bytes of a line are shown.
	maxLine = 2000
)

// An excerpt is what is shown of a file.
type excerpt struct {
	name  string
	lines []string
	keep  map[int]bool // by line, from 1
}

func newExcerpt(name string, lines []string) *excerpt {
	return &excerpt{name, lines, make(map[int]bool)}
}

// want keeps the lines around one in a declaration of the lines [first, last], and
// how that begins; or in none, if first is 0.
func (e *excerpt) want(line, first, last int) {
	from, to := line-outside, line+outside
	if first > 0 {
		from, to = max(line-around, first), min(line+around, last)
		e.keep[first] = true
	}
	for i := max(from, 1); i <= min(to, len(e.lines)); i++ {
		e.keep[i] = true
	}
}

// chunks are the lines that are kept, with classes.
func (e *excerpt) chunks() []chunkData {
	classes := highlight(e.lines)
	var out []chunkData
	for i := range e.lines {
		if !e.keep[i+1] {
			continue
		}
		if n := len(out); n == 0 || out[n-1].From+len(out[n-1].Lines) != i+1 {
			out = append(out, chunkData{From: i + 1})
		}
		c := &out[len(out)-1]
		c.Lines = append(c.Lines, flat(e.lines[i], classes[i]))
	}
	return out
}

// flat is a line as classes and texts in turn.
func flat(line string, classes []classed) []string {
	shownLine := cut(line)
	var parts []part
	at := 0
	for _, c := range slices.Concat(classes, []classed{{len(line), len(line), ""}}) {
		from, to := min(c.from, len(shownLine)), min(c.to, len(shownLine))
		parts = append(parts, shown("", shownLine[at:from])...)
		parts = append(parts, shown(c.class, shownLine[from:to])...)
		at = to
	}
	if len(shownLine) < len(line) {
		parts = append(parts, part{classEscape, "…"})
	}
	out := []string{}
	for _, p := range parts {
		if n := len(out); n > 0 && out[n-2] == p.class {
			out[n-1] += p.text
			continue
		}
		out = append(out, p.class, p.text)
	}
	return out
}

// cut is what is shown of a line.
func cut(line string) string {
	if len(line) <= maxLine {
		return line
	}
	n := maxLine
	for n > 0 && line[n]&0xc0 == 0x80 { // inside a character
		n--
	}
	return line[:n]
}
