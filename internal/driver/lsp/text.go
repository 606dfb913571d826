package lsp

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/linediff"
)

// units is how many UTF-16 units a text has. What is no UTF-8 counts as the editor
// shows it: a unit for each byte.
func units(s string) int {
	n := 0
	for _, r := range s {
		if n++; r > 0xFFFF {
			n++
		}
	}
	return n
}

// lines are those of a text, without their ends.
type lines []string

func linesOf(text []byte) lines {
	out := strings.Split(string(text), "\n")
	for i, l := range out {
		out[i] = strings.TrimSuffix(l, "\r")
	}
	return out
}

// span is from one place to another in the file: to the end of the word if to is none,
// and all of a line if no column is known.
func (l lines) span(from, to finding.Pos) span {
	line := from.Line - 1
	if line < 0 || line >= len(l) {
		return span{}
	}
	text := l[line]
	if from.Col <= 0 {
		indent := len(text) - len(strings.TrimLeft(text, " \t"))
		return span{position{line, units(text[:indent])}, position{line, units(text)}}
	}
	start := min(from.Col-1, len(text))
	out := span{Start: position{line, units(text[:start])}}
	if to.File == from.File && to.Col > 0 && to.Line <= len(l) && (to.Line > from.Line || to.Line == from.Line && to.Col > from.Col) {
		last := l[to.Line-1]
		out.End = position{to.Line - 1, units(last[:min(to.Col-1, len(last))])}
		return out
	}
	out.End = position{line, units(text[:start+wordAt(text[start:])])}
	return out
}

// wordAt is how many bytes the word that a text begins with has, or, if that begins with
// none, its first character.
func wordAt(text string) int {
	for i, r := range text {
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			if i > 0 {
				return i
			}
			_, size := utf8.DecodeRuneInString(text)
			return size
		}
	}
	return len(text)
}

// edits turn one text into another, by whole lines.
func edits(before, after string) []textEdit {
	a, b := linediff.Lines(before), linediff.Lines(after)
	at := func(line int) position {
		if n := len(a); line == n && n > 0 && !strings.HasSuffix(a[n-1], "\n") {
			return position{n - 1, units(a[n-1])}
		}
		return position{line, 0}
	}
	var out []textEdit
	ops := linediff.Ops(a, b)
	for k := 0; k < len(ops); k++ {
		if ops[k].Kind == '=' {
			continue
		}
		from, to := ops[k].I, ops[k].I
		var text strings.Builder
		for ; k < len(ops) && ops[k].Kind != '='; k++ {
			if ops[k].Kind == '-' {
				to = ops[k].I + 1
			} else {
				text.WriteString(b[ops[k].J])
			}
		}
		out = append(out, textEdit{span{at(from), at(to)}, text.String()})
	}
	return out
}

// touches reports whether two ranges have a place in common. An empty one is the place between two
// characters.
func (s span) touches(o span) bool { return !s.End.before(o.Start) && !o.End.before(s.Start) }

func (p position) before(q position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}
