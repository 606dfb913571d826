package output

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/linediff"
	"github.com/k8slint/k8slint/internal/visible"
)

// A FileDiff is what a fix does to a file.
type FileDiff struct {
	File string
	// Hunks are those of a unified diff, with what is not printable escaped.
	Hunks string
	// Lines are the same, as lines in the place of others.
	Lines []linediff.Replacement
}

// The codes of terminal colours.
const (
	bold   = "1"
	red    = "31"
	green  = "32"
	blue   = "34"
	cyan   = "36"
	boldly = ";1" // behind one of the others
)

const (
	frameContext = 2  // lines around the read and the write, unless -c says
	narrow       = 40 // columns that are not cut any further
	tab          = 4  // columns from tab stop to tab stop
)

// frames shows findings as compilers do: each step in its line of source.
type frames struct {
	Text
	b      *bufio.Writer
	marker *Marker
	// gutter is the width of the line numbers of a finding.
	gutter int
}

// A mark is a step as a frame shows it.
type mark struct {
	Mark
	label string
	// around is how many lines before and after are shown.
	around int
	colour string
}

// finding writes f: its message, the steps that lead to it, its further writes,
// and its fix.
func (p *frames) finding(f finding.Finding) {
	head := []piece{{p.place(f.Pos) + ":", bold}, {f.Analyzer + ":", red}}
	p.wrap(append(head, words(Said(f))...), 0, 2)
	marks := p.marks(f)
	p.gutter = 1
	for _, m := range marks {
		if m.code != nil {
			p.gutter = max(p.gutter, len(fmt.Sprint(min(m.Pos.Line+m.around, len(m.code.lines)))))
		}
	}
	for len(marks) > 0 {
		n := 1
		for n < len(marks) && together(marks[n-1], marks[n]) {
			n++
		}
		p.section(marks[:n])
		marks = marks[n:]
	}
	p.fix(f)
	if hand := byHand(f); hand != "" && len(f.Fixes) == 0 {
		p.wrap(append([]piece{{"no fix by -fix:", green}}, words(hand)...), 0, 2)
	}
	if f.URL != "" {
		fmt.Fprintf(p.b, "see %s\n", visible.Line(f.URL))
	}
	fmt.Fprintln(p.b)
}

// together reports whether a and b, which is next, are shown in one section.
func together(a, b mark) bool {
	return a.code != nil && a.code == b.code && a.Pos.Line <= b.Pos.Line
}

// marks are the steps of f, with the lines around those that matter.
func (p *frames) marks(f finding.Finding) []mark {
	around := frameContext
	if p.Context >= 0 {
		around = p.Context
	}
	var out []mark
	for _, s := range p.marker.Marks(f) {
		m := mark{Mark: s, label: s.Text, colour: cyan}
		if s.Key {
			m.around = around
		}
		if s.Write {
			m.colour = red
		}
		if s.Number > 0 && len(f.Trace) > 1 {
			m.label = fmt.Sprintf("%d: %s", s.Number, s.Text)
		}
		out = append(out, m)
	}
	return out
}

// section writes marks of one file, in the order of its lines, or a single one
// without source.
func (p *frames) section(marks []mark) {
	first := marks[0]
	if first.Pos.Valid() {
		fmt.Fprintf(p.b, "%*s%s %s\n", p.gutter, "", p.paint("-->", blue), p.place(first.Pos))
	}
	if first.code == nil {
		fmt.Fprintf(p.b, "%*s %s ", p.gutter, "", p.paint("=", blue))
		p.wrap(words(first.label), p.gutter+3, p.gutter+3)
		return
	}
	shown := 0 // the last line that was written
	for len(marks) > 0 {
		n := 1
		for n < len(marks) && marks[n].Pos.Line == marks[0].Pos.Line {
			n++
		}
		next := len(first.code.lines) + 1
		if n < len(marks) {
			next = marks[n].Pos.Line // which comes with its own mark
		}
		shown = p.group(marks[:n], shown, next)
		marks = marks[n:]
	}
}

// group writes the line that all of marks are of, with the lines around it that
// lie between shown and next. It returns the last line that it wrote.
func (p *frames) group(marks []mark, shown, next int) (last int) {
	c, at, all, around := marks[0].code, marks[0].Pos.Line, marks[0].span, 0
	for _, m := range marks {
		around = max(around, m.around)
		all = span{min(all.from, m.span.from), max(all.to, m.span.to)}
	}
	from, to := max(at-around, 1), min(at+around, next-1)
	switch {
	case shown == 0:
		for from < at && strings.TrimSpace(c.lines[from-1]) == "" {
			from++
		}
	case from > shown+2:
		fmt.Fprintln(p.b, p.paint("...", blue))
	default:
		from = shown + 1
	}
	for line := from; line < at; line++ {
		p.line(c, line, span{})
	}
	cut := p.line(c, at, all)
	for _, m := range marks {
		p.underline(m, cut)
	}
	for to > at && strings.TrimSpace(c.lines[to-1]) == "" {
		to--
	}
	for line := at + 1; line <= to; line++ {
		p.line(c, line, span{})
	}
	return max(at, to)
}

// room is how many columns there are behind the line numbers.
func (p *frames) room() int { return max(p.Width, narrow) - p.gutter - len(" | ") }

// line writes a line of source, cut where it is too long so that need is seen. It
// returns how many columns are cut off before.
func (p *frames) line(c *code, line int, need span) (cut int) {
	shown := expand(visible.Text(c.lines[line-1]))
	from, to := c.columns(line, need)
	if room := p.room(); from > room/2 && to > room-1 && visible.Width(shown) > room {
		cut = max(min(from-tab, to-room+1+tab), 0)
	}
	text := strings.TrimRight(clip(shown, cut, p.room()), " ")
	fmt.Fprintln(p.b, strings.TrimRight(fmt.Sprintf("%s %s", p.paint(fmt.Sprintf("%*d |", p.gutter, line), blue), text), " "))
	return cut
}

// columns are those of a part of the line, from 0.
func (c *code) columns(line int, s span) (from, to int) {
	text := c.lines[line-1]
	width := func(n int) int { return visible.Width(expand(visible.Text(text[:n]))) }
	return width(s.from), width(s.to)
}

// underline writes the row below a line, whose first columns are cut off.
func (p *frames) underline(m mark, cut int) {
	from, to := m.code.columns(m.Pos.Line, m.span)
	room := p.room()
	from = min(max(from-cut, 0), room-1)
	to = min(max(to-cut, from+1), room)
	sign := "-"
	if m.colour == red {
		sign = "^"
	}
	gutter := fmt.Sprintf("%*s %s ", p.gutter, "", p.paint("|", blue))
	fmt.Fprintf(p.b, "%s%*s%s", gutter, from, "", p.paint(strings.Repeat(sign, to-from), m.colour+boldly))
	switch width := visible.Width(m.label); {
	case width == 0:
		fmt.Fprintln(p.b)
	case to+1+width <= room:
		fmt.Fprintf(p.b, " %s\n", p.paint(m.label, m.colour))
	default:
		fmt.Fprintln(p.b)
		indent := max(min(from, max(room-width, tab)), 0)
		for _, row := range rows(words(m.label), room-indent, room-indent) {
			fmt.Fprintf(p.b, "%s%*s%s\n", gutter, indent, "", p.paint(join(row), m.colour))
		}
	}
}

// fix writes what the first fix of f is, and its diff.
func (p *frames) fix(f finding.Finding) {
	if len(f.Fixes) == 0 {
		return
	}
	p.wrap(append([]piece{{"fix:", green + boldly}}, words(f.Fixes[0].Message+" (k8slint -fix does it)")...), 0, 2)
	if p.Fix == nil {
		return
	}
	diffs := p.Fix(f)
	for _, d := range diffs {
		if len(diffs) > 1 || d.File != f.Pos.File {
			fmt.Fprintf(p.b, "%*s%s %s\n", p.gutter, "", p.paint("-->", blue), p.place(finding.Pos{File: d.File}))
		}
		for line := range strings.Lines(d.Hunks) {
			p.diffLine(strings.TrimRight(line, "\r\n"))
		}
	}
}

func (p *frames) diffLine(line string) {
	colour := map[byte]string{'+': green, '-': red, '@': cyan, '\\': blue}[(line + " ")[0]]
	shown := line
	if line != "" && colour != cyan {
		shown = line[:1] + expand(line[1:])
	}
	shown = strings.TrimRight(clip(shown, 0, max(p.Width, narrow)-2), " ")
	if colour != "" {
		shown = p.paint(shown, colour)
	}
	fmt.Fprintln(p.b, strings.TrimRight("  "+shown, " "))
}

// wrap writes words from column at on, and those that do not fit below, indented.
func (p *frames) wrap(ps []piece, at, indent int) {
	width := max(p.Width, narrow)
	for i, row := range rows(ps, width-at, width-indent) {
		if i > 0 {
			fmt.Fprintf(p.b, "%*s", indent, "")
		}
		for k, w := range row {
			if k > 0 {
				p.b.WriteByte(' ')
			}
			if k == 0 {
				w.text = visible.Line(w.text) // it begins a line now
			}
			if w.colour != "" {
				w.text = p.paint(w.text, w.colour)
			}
			p.b.WriteString(w.text)
		}
		p.b.WriteByte('\n')
	}
}
