package output

import (
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/visible"
)

// A Mark is a step of a finding, at the part of a line of source that it is
// about.
type Mark struct {
	// Pos is where the step is: the place in a source, if it has one that may be
	// shown, and otherwise the place that is said.
	Pos finding.Pos
	// Step is what the step says by itself, Text what it says where it is
	// underlined, whose source it does not repeat.
	Step, Text string
	// Number counts the steps of the trace from 1. It is 0 for others: the place
	// of a finding that no step is at, and what belongs to further writes.
	Number int
	// Write tells that this is what the finding is about.
	Write bool
	// Key tells that the lines around matter to a reader.
	Key bool

	code *code // nil if there is no source of it
	span span
}

// Span is the bytes [from, to) of the line m.Pos.Line that the step is about; false
// if there is no source of it.
func (m Mark) Span() (from, to int, ok bool) { return m.span.from, m.span.to, m.code != nil }

// A Marker finds the marks of findings.
type Marker struct {
	sources *finding.Sources
	codes   map[string]*code
}

// NewMarker returns a marker that shows lines of these sources alone.
func NewMarker(sources *finding.Sources) *Marker {
	return &Marker{sources, make(map[string]*code)}
}

// Marks are the steps of f and, if none of these is there, the place at which it
// stands, behind steps that lead there and before others; then the further writes.
func (k *Marker) Marks(f finding.Finding) []Mark {
	stands := k.sources.Place(f)
	at := -1
	for i, s := range f.Trace {
		if q := k.known(s.Pos, s.Real); stands.Valid() && q.File == stands.File && q.Line == stands.Line {
			at = i
		}
	}
	var out []Mark
	itself := k.mark(f.Pos, f.End, f.Real, "")
	itself.Key, itself.Write = true, true
	told := at >= 0 || itself.code == nil
	if !told && !k.lead(f.Trace, stands) {
		out = append(out, itself)
		told = true
	}
	for i, s := range f.Trace {
		if i == at && s.Pos.Col == 0 { // facts tell lines
			s.Pos, s.End, s.Real = f.Pos, f.End, f.Real
		}
		m := k.mark(s.Pos, s.End, s.Real, s.Text)
		m.Number = i + 1
		m.Key = i == 0 || i == at || i == len(f.Trace)-1 && at < 0
		m.Write = i == at || i == len(f.Trace)-1 && len(f.Writes) > 0
		out = append(out, m)
	}
	if !told {
		out = append(out, itself)
	}
	for i := 1; i < len(f.Writes); i++ {
		out = append(out, k.further(f, f.Writes[i])...)
	}
	return out
}

// lead reports whether there are steps, and all of them stand above place in its file.
func (k *Marker) lead(steps []finding.Step, place finding.Pos) bool {
	return len(steps) > 0 && !slices.ContainsFunc(steps, func(s finding.Step) bool {
		q := k.known(s.Pos, s.Real)
		return q.File != place.File || q.Line >= place.Line
	})
}

// further are the marks of w, a further write of f: where it stands, behind the
// way to it or, if it stands at a call, before what that does.
func (k *Marker) further(f finding.Finding, w finding.Write) []Mark {
	here := k.mark(w.Pos, w.End, w.Real, finding.AlsoWritten+w.What)
	here.Write = true
	way := f.Way(w)
	if w.Category == "write" && len(way) > 0 {
		way = way[:len(way)-1] // it is the write
	}
	var out []Mark
	for _, s := range way {
		out = append(out, k.mark(s.Pos, s.End, s.Real, s.Text))
	}
	if w.Category == "write" {
		return append(out, here)
	}
	return append([]Mark{here}, out...)
}

// known is that one of two places of a step which lies in a file whose lines may
// be shown, and otherwise zero.
func (k *Marker) known(pos, real finding.Pos) finding.Pos {
	return k.sources.Place(finding.Finding{Pos: pos, Real: real})
}

// mark finds what is shown of a step. A place that a //line directive says is
// shown where it really is, and then its end is not known.
func (k *Marker) mark(pos, end, real finding.Pos, text string) Mark {
	m := Mark{Pos: pos, Step: visible.Line(text), Text: visible.Line(text)}
	at := k.known(pos, real)
	if at != pos {
		end = finding.Pos{}
	}
	lines := k.sources.Lines(at.File)
	if !at.Valid() || at.Line > len(lines) {
		return m
	}
	m.code = k.codes[at.File]
	if m.code == nil {
		m.code = parse(at.File, lines)
		k.codes[at.File] = m.code
	}
	m.Pos = at
	m.span = m.code.span(at, end, text)
	m.Text = label(text, lines[at.Line-1][m.span.from:m.span.to])
	return m
}

// label is what text says of the expression that is underlined, or that begins
// what is underlined, without it.
func label(text, underlined string) string {
	heads := []string{calleeOf(underlined) + "(...)"}
	for i := range len(underlined) {
		if underlined[i] == ' ' { // an operator follows
			heads = append(heads, underlined[:i])
		}
	}
	heads = append(heads, underlined)
	slices.Reverse(heads) // the longest first
	for _, src := range heads {
		rest, ok := strings.CutSuffix(text, ": "+src)
		if n := matchesAt(text, 0, src); n > 0 {
			rest, ok = strings.TrimLeft(text[n:], " ,:;"), true
		}
		if ok && rest != "" {
			return visible.Line(rest)
		}
	}
	return visible.Line(text)
}

// calleeOf is what stands before the first parenthesis.
func calleeOf(call string) string {
	fun, _, _ := strings.Cut(call, "(")
	return fun
}
