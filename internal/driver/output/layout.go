package output

import (
	"strings"

	"github.com/k8slint/k8slint/internal/visible"
)

// A piece is a word, with the code of its colour or none.
type piece struct{ text, colour string }

func words(s string) []piece {
	var out []piece
	for w := range strings.SplitSeq(visible.Line(s), " ") {
		out = append(out, piece{text: w})
	}
	return out
}

func join(ps []piece) string {
	var out []string
	for _, w := range ps {
		out = append(out, w.text)
	}
	return strings.Join(out, " ")
}

// rows breaks words into rows: the first of them has width first, the others rest.
func rows(ps []piece, first, rest int) [][]piece {
	var out [][]piece
	var row []piece
	used := 0
	for _, w := range ps {
		n := visible.Width(w.text)
		if len(row) > 0 && used+1+n > first {
			out = append(out, row)
			row, used, first = nil, 0, rest
		}
		if len(row) > 0 {
			used++
		}
		row, used = append(row, w), used+n
	}
	return append(out, row)
}

// expand makes spaces of the tabs of a line.
func expand(s string) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	col := 0
	for _, r := range s {
		if r == '\t' {
			n := tab - col%tab
			b.WriteString(strings.Repeat(" ", n))
			col += n
			continue
		}
		b.WriteRune(r)
		col += visible.RuneWidth(r)
	}
	return b.String()
}

// clip is the columns of s from cut on, at most width of them, with an ellipsis
// for what is left out.
func clip(s string, cut, width int) string {
	total := visible.Width(s)
	if cut == 0 && total <= width {
		return s
	}
	from, to := cut, cut+width
	if cut > 0 {
		from++
	}
	if total > to {
		to--
	}
	var b strings.Builder
	if cut > 0 {
		b.WriteString("…")
	}
	col := 0
	for _, r := range s {
		n := visible.RuneWidth(r)
		switch {
		case col >= from && col+n <= to:
			b.WriteRune(r)
		case col < from && col+n > from, col < to && col+n > to:
			b.WriteByte(' ') // half of a wide character
		}
		col += n
	}
	if total > cut+width {
		b.WriteString("…")
	}
	return b.String()
}
