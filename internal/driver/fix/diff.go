package fix

import (
	"fmt"
	"strings"

	"github.com/k8slint/k8slint/internal/visible"
)

// contextLines is how many unchanged lines stand around a change.
const contextLines = 3

// Diff is the change as a unified diff under the given name. escaped tells that
// it has lines that had to be made visible.
func (c *Change) Diff(name string) (diff string, escaped bool) {
	a, b := splitLines(string(c.Old)), splitLines(string(c.New))
	ops := lineOps(a, b)
	var out strings.Builder
	name = visible.Line(name)
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", name, name)
	for _, h := range hunks(ops) {
		escaped = writeHunk(&out, h, a, b) || escaped
	}
	return out.String(), escaped
}

// An op keeps, deletes or inserts a line: a[i] for '=' and '-', b[j] for '+'.
type op struct {
	kind byte
	i, j int
}

// lineOps is the shortest way from a to b. What is equal at both ends is not
// looked at again, so that the table stays as small as the change.
func lineOps(a, b []string) []op {
	pre := 0
	for pre < len(a) && pre < len(b) && a[pre] == b[pre] {
		pre++
	}
	post := 0
	for post < len(a)-pre && post < len(b)-pre && a[len(a)-1-post] == b[len(b)-1-post] {
		post++
	}
	var ops []op
	for i := range pre {
		ops = append(ops, op{'=', i, i})
	}
	ops = append(ops, middle(a, b, pre, len(a)-post, pre, len(b)-post)...)
	for k := range post {
		ops = append(ops, op{'=', len(a) - post + k, len(b) - post + k})
	}
	return ops
}

// maxTable bounds the table of middle; larger changes are shown as one.
const maxTable = 16 << 20

func middle(a, b []string, i0, i1, j0, j1 int) []op {
	n, m := i1-i0, j1-j0
	var ops []op
	if n*m > maxTable {
		for i := i0; i < i1; i++ {
			ops = append(ops, op{'-', i, j0})
		}
		for j := j0; j < j1; j++ {
			ops = append(ops, op{'+', i1, j})
		}
		return ops
	}
	// common[i][j] is the length of the longest common part of a[i0+i:i1] and
	// b[j0+j:j1].
	common := make([][]int32, n+1)
	for i := range common {
		common[i] = make([]int32, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if a[i0+i] == b[j0+j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < n || j < m {
		switch {
		case i < n && j < m && a[i0+i] == b[j0+j]:
			ops = append(ops, op{'=', i0 + i, j0 + j})
			i++
			j++
		case i < n && (j == m || common[i+1][j] >= common[i][j+1]):
			ops = append(ops, op{'-', i0 + i, j0 + j})
			i++
		default:
			ops = append(ops, op{'+', i0 + i, j0 + j})
			j++
		}
	}
	return ops
}

// hunks groups changes with the context around them.
func hunks(ops []op) [][]op {
	var out [][]op
	start, end := -1, -1
	for k, o := range ops {
		if o.kind == '=' {
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

func writeHunk(out *strings.Builder, h []op, a, b []string) (escaped bool) {
	var oldCount, newCount int
	for _, o := range h {
		if o.kind != '+' {
			oldCount++
		}
		if o.kind != '-' {
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
	fmt.Fprintf(out, "@@ -%d,%d +%d,%d @@\n", from(h[0].i, oldCount), oldCount, from(h[0].j, newCount), newCount)
	for _, o := range h {
		line, sign := "", " "
		switch o.kind {
		case '=':
			line = a[o.i]
		case '-':
			line, sign = a[o.i], "-"
		case '+':
			line, sign = b[o.j], "+"
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

func splitLines(s string) []string {
	lines := strings.SplitAfter(s, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
