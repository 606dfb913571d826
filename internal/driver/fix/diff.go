package fix

import (
	"fmt"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/linediff"
	"github.com/k8slint/k8slint/internal/visible"
)

// contextLines is how many unchanged lines stand around a change.
const contextLines = 3

// Diff is the change as a unified diff of the file with the given name, with the
// prefixes that git apply and patch -p1 expect. escaped tells that it has lines that
// had to be made visible.
func (c *Change) Diff(name string) (diff string, escaped bool) {
	name = visible.Line(name)
	diff, escaped = c.Hunks()
	return fmt.Sprintf("--- a/%s\n+++ b/%s\n%s", name, name, diff), escaped
}

// Hunks is the change as those of a unified diff.
func (c *Change) Hunks() (diff string, escaped bool) {
	a, b := linediff.Lines(string(c.Old)), linediff.Lines(string(c.New))
	ops := linediff.Ops(a, b)
	var out strings.Builder
	for _, h := range hunks(ops) {
		escaped = writeHunk(&out, h, a, b) || escaped
	}
	return out.String(), escaped
}

// hunks groups changes with the context around them.
func hunks(ops []linediff.Op) [][]linediff.Op {
	var out [][]linediff.Op
	start, end := -1, -1
	for k, o := range ops {
		if o.Kind == '=' {
			continue
		}
		from, to := max(k-contextLines, 0), min(k+contextLines+1, len(ops))
		if start >= 0 && from > end {
			out = append(out, ops[start:end])
			start = -1
		}
		if start < 0 {
			start = from
		}
		end = to
	}
	if start >= 0 {
		out = append(out, ops[start:end])
	}
	return out
}

func writeHunk(out *strings.Builder, h []linediff.Op, a, b []string) (escaped bool) {
	var oldCount, newCount int
	for _, o := range h {
		if o.Kind != '+' {
			oldCount++
		}
		if o.Kind != '-' {
			newCount++
		}
	}
	// A range of no lines is named by the line before it.
	from := func(first, count int) int {
		if count == 0 {
			return first
		}
		return first + 1
	}
	fmt.Fprintf(out, "@@ -%d,%d +%d,%d @@\n", from(h[0].I, oldCount), oldCount, from(h[0].J, newCount), newCount)
	for _, o := range h {
		line, sign := "", " "
		switch o.Kind {
		case '=':
			line = a[o.I]
		case '-':
			line, sign = a[o.I], "-"
		case '+':
			line, sign = b[o.J], "+"
		}
		text, end := line, ""
		for _, e := range []string{"\r\n", "\n"} {
			if t, ok := strings.CutSuffix(line, e); ok {
				text, end = t, e
				break
			}
		}
		shown := visible.Text(text)
		escaped = escaped || shown != text
		out.WriteString(sign + shown + end)
		if end == "" {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
	return escaped
}
