// Package lineage finds out which findings of a program are new since an earlier
// state of it, write by write.
//
// Two findings are the same if they are of one analyzer and category and stand at
// the same place. A write is the same if it stands at the same place and the same
// thing mutates. Where its object comes from is the same too, as far as there is a
// choice.
//
// Places are compared within functions. A function is itself while it has its name
// and its package; one that is gone and one that is new are the same if most of
// their lines are. Of two states of a function, lines are the same that a shortest
// edit keeps. So a line that was there before, and was no finding, is a new finding
// now: what makes it one is elsewhere, such as a copy that is gone. A line that the
// edit deletes and one that it inserts are the same if their texts are: that is
// what moving a line looks like. Two writes are also the same if they mutate the
// same expression of the same object. Between functions a line can only have moved
// to one that is new, from one that is gone or of the same package.
//
// Every finding of before stands for one of now at most, the best first.
package lineage

import (
	"iter"
	"path"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/linediff"
)

// A State is what was found in a program.
type State struct {
	Findings []finding.Finding
	// Sources are the files that were analysed.
	Sources *finding.Sources
	// Path names a file in the same way in all states, with slashes.
	Path func(file string) string
}

// Known reports of each finding of now which of its writes were there before. A
// finding that is not about writes counts as one. All that differs between the
// two states is in the folders changed.
func Known(before, now State, changed []string) [][]bool {
	was, is := newProgram(before, true), newProgram(now, false)
	m := newMatcher(was, is, changed)
	for _, d := range is.dirs {
		for _, f := range d.functions {
			m.find(f)
		}
	}
	old := make(index)
	for _, units := range was.units {
		for _, u := range units {
			old.add(u)
		}
	}
	for _, rule := range rules {
		for _, units := range is.units {
			for _, u := range units {
				if u.known {
					continue
				}
				for o := range old.near(u, m.pairs[u.own.fn]) {
					if !o.known && rule(m, o, u) {
						o.known, u.known = true, true
						break
					}
				}
			}
		}
	}
	for _, units := range is.units {
		for _, u := range units {
			for o := range old.near(u, nil) {
				u.known = u.known || m.inside(o, u)
			}
		}
	}
	out := make([][]bool, len(is.units))
	for i, units := range is.units {
		for _, u := range units {
			out[i] = append(out[i], u.known)
		}
	}
	return out
}

// rules are when a unit of before is one of now, the strictest first.
var rules = []func(m *matcher, was, is *unit) bool{
	func(m *matcher, was, is *unit) bool {
		return m.same(was.own, is.own) && m.mutates(was, is) && m.same(was.origin, is.origin)
	},
	// Another object is written there, in the place of the one before.
	func(m *matcher, was, is *unit) bool {
		return m.paired(was.own, is.own) && m.same(was.own, is.own) && m.mutates(was, is)
	},
	// The write is in a function that is called, and told elsewhere on the way.
	func(m *matcher, was, is *unit) bool {
		return was.kind == "" && m.mutates(was, is) && m.same(was.origin, is.origin)
	},
	// The line was edited, and the same expression of the same object is written.
	func(m *matcher, was, is *unit) bool {
		return was.kind == "" && was.what == is.what && (m.same(was.own, is.own) || m.edited(was.own, is.own)) && m.edited(was.final, is.final) &&
			m.same(was.origin, is.origin)
	},
}

// A unit is a write, or a finding that is about something else.
type unit struct {
	analyzer string
	kind     string // the category of what is not a write
	what     string // the expression that mutates
	own      place  // where it is reported
	final    place  // where it mutates
	origin   place  // where its object comes from
	known    bool
}

// An index is units of before by what one of now must have in common with them:
// the function, the expression, or the text of the line.
type index map[any][]*unit

type indexKey struct{ analyzer, kind, by, text string }

func (x index) add(u *unit) {
	x[u.own.fn] = append(x[u.own.fn], u)
	for _, k := range u.keys() {
		x[k] = append(x[k], u)
	}
}

func (u *unit) keys() []indexKey {
	keys := []indexKey{{u.analyzer, u.kind, "text", u.own.text}}
	if u.what != "" {
		keys = append(keys, indexKey{u.analyzer, u.kind, "what", u.what})
	}
	return keys
}

// maxAlike bounds how many units of one text, or expression, are tried for one. No finding is
// lost: what is not found again is new.
const maxAlike = 1 << 10

// near are the units that may be u, whose function was fn.
func (x index) near(u *unit, fn *function) iter.Seq[*unit] {
	return func(yield func(*unit) bool) {
		if fn != nil {
			for _, o := range x[fn] {
				if o.analyzer == u.analyzer && o.kind == u.kind && !yield(o) {
					return
				}
			}
		}
		for _, k := range u.keys() {
			for i, o := range x[k] {
				if i == maxAlike || !yield(o) {
					return
				}
			}
		}
	}
}

// A place is a line of a program.
type place struct {
	fn   *function // nil if the file was not analysed
	line int
	text string // of the line, or what is said of it
}

// unitsOf takes f apart.
func (p *program) unitsOf(f finding.Finding) []*unit {
	if len(f.Writes) == 0 {
		u := &unit{analyzer: f.Analyzer, kind: "-" + f.Category, own: p.place(f.Pos, f.Real, "")}
		u.final, u.origin = u.own, u.own
		return []*unit{u}
	}
	var out []*unit
	for _, w := range f.Writes {
		u := &unit{analyzer: f.Analyzer, what: w.What, own: p.place(w.Pos, w.Real, "")}
		u.final, u.origin = u.own, u.own
		if n := len(w.Trace); n > 0 {
			first, last := w.Trace[0], w.Trace[n-1]
			u.origin = p.place(first.Pos, first.Real, first.Text)
			u.final = p.place(last.Pos, last.Real, w.What)
		}
		out = append(out, u)
	}
	return out
}

// place is the place at pos, or at real if pos is in no analysed file, and otherwise the
// text said.
func (p *program) place(pos, real finding.Pos, said string) place {
	at := p.state.Sources.Place(finding.Finding{Pos: pos, Real: real})
	if !at.Valid() {
		return place{text: said}
	}
	file := p.file(p.state.Path(at.File))
	if file == nil || at.Line > len(file.lines) {
		return place{text: said}
	}
	return place{fn: file.at(at.Line), line: at.Line, text: file.lines[at.Line-1]}
}

// A matcher compares places of two states of a program.
type matcher struct {
	was   *program
	pairs map[*function]*function // both ways
	kept  map[*function]map[int]int
}

func newMatcher(was, is *program, changed []string) *matcher {
	m := &matcher{was: was, pairs: make(map[*function]*function), kept: make(map[*function]map[int]int)}
	var gone, appeared []*function
	for _, name := range changed {
		for _, f := range is.dir(name).functions {
			if m.find(f); m.pairs[f] == nil {
				appeared = append(appeared, f)
			}
		}
		// All that are of one package are paired by now.
		for _, f := range was.dir(name).functions {
			if m.pairs[f] == nil {
				gone = append(gone, f)
			}
		}
	}
	for _, c := range likely(gone, appeared) {
		if m.pairs[c.was] == nil && m.pairs[c.is] == nil {
			m.pair(c.was, c.is)
		}
	}
	return m
}

func (m *matcher) pair(was, is *function) { m.pairs[was], m.pairs[is] = is, was }

// find pairs f, which is of now, with the one of its name before.
func (m *matcher) find(f *function) {
	if m.pairs[f] == nil {
		if o := m.was.counterpart(f); o != nil && m.pairs[o] == nil {
			m.pair(o, f)
		}
	}
}

// paired reports whether both places are in one function.
func (m *matcher) paired(was, is place) bool {
	return was.fn != nil && is.fn != nil && m.pairs[was.fn] == is.fn
}

// same reports whether two places are the same.
func (m *matcher) same(was, is place) bool {
	if was.fn == nil || is.fn == nil {
		return was.fn == is.fn && was.text == is.text
	}
	to, kept := m.keeps(was)
	from, keeps := m.keeps(is)
	switch {
	case kept || keeps:
		return m.paired(was, is) && to == is.line && from == was.line
	case m.paired(was, is):
		return was.text == is.text
	case m.pairs[is.fn] == nil:
		near := m.pairs[was.fn] == nil || path.Dir(was.fn.file) == path.Dir(is.fn.file)
		return near && was.text == is.text
	}
	return false
}

// inside reports whether was is told in a function of which is is told at a call
// that was there. A write that all calls of a function lead to is told once, in it:
// of these calls was stands for all.
func (m *matcher) inside(was, is *unit) bool {
	if was.kind != "" || was.own.fn == nil || is.own.fn == nil || is.final.fn == nil || was.own != was.final || is.own.fn == is.final.fn {
		return false
	}
	_, there := m.keeps(is.own)
	return there && path.Dir(is.own.fn.file) == path.Dir(is.final.fn.file) && m.mutates(was, is)
}

// edited reports whether two places can be one line that was edited.
func (m *matcher) edited(was, is place) bool {
	if !m.paired(was, is) {
		return false
	}
	_, kept := m.keeps(was)
	_, keeps := m.keeps(is)
	return !kept && !keeps
}

// keeps returns the line that p is in the other state of its function, if it is
// there.
func (m *matcher) keeps(p place) (line int, ok bool) {
	if m.pairs[p.fn] == nil {
		return 0, false
	}
	lines := m.kept[p.fn]
	if lines == nil {
		m.align(p.fn)
		lines = m.kept[p.fn]
	}
	line, ok = lines[p.line]
	return line, ok
}

// align finds out which lines of f, of either state, are which of the other.
func (m *matcher) align(f *function) {
	was, is := f, m.pairs[f]
	if !f.past {
		was, is = is, was
	}
	to, from := make(map[int]int), make(map[int]int)
	for _, op := range linediff.Ops(was.lines, is.lines) {
		if op.Kind == '=' {
			i, j := was.from+op.I, is.from+op.J
			to[i], from[j] = j, i
		}
	}
	m.kept[was], m.kept[is] = to, from
}

// mutates reports whether two writes mutate in the same place.
func (m *matcher) mutates(was, is *unit) bool {
	return m.same(was.final, is.final) && (was.final.fn != nil || was.what == is.what)
}
