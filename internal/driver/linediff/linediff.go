// Package linediff computes how one text differs from another, line by line.
package linediff

import "strings"

// An Op keeps, deletes or inserts a line: a[I] for '=' and '-', b[J] for '+'.
type Op struct {
	Kind byte
	I, J int
}

// Ops is the shortest way from a to b. What is equal at both ends is not
// looked at again, so that the table stays as small as the change.
func Ops(a, b []string) []Op {
	pre := 0
	for pre < len(a) && pre < len(b) && a[pre] == b[pre] {
		pre++
	}
	post := 0
	for post < len(a)-pre && post < len(b)-pre && a[len(a)-1-post] == b[len(b)-1-post] {
		post++
	}
	var ops []Op
	for i := range pre {
		ops = append(ops, Op{'=', i, i})
	}
	ops = append(ops, middle(a, b, pre, len(a)-post, pre, len(b)-post)...)
	for k := range post {
		ops = append(ops, Op{'=', len(a) - post + k, len(b) - post + k})
	}
	return ops
}

// maxTable bounds the table of middle; larger changes are shown as one.
const maxTable = 16 << 20

func middle(a, b []string, i0, i1, j0, j1 int) []Op {
	n, m := i1-i0, j1-j0
	var ops []Op
	if n*m > maxTable {
		for i := i0; i < i1; i++ {
			ops = append(ops, Op{'-', i, j0})
		}
		for j := j0; j < j1; j++ {
			ops = append(ops, Op{'+', i1, j})
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
			ops = append(ops, Op{'=', i0 + i, j0 + j})
			i++
			j++
		case i < n && (j == m || common[i+1][j] >= common[i][j+1]):
			ops = append(ops, Op{'-', i0 + i, j0 + j})
			i++
		default:
			ops = append(ops, Op{'+', i0 + i, j0 + j})
			j++
		}
	}
	return ops
}

// A Replacement is Text in the place of the lines From to To, which count from 1.
type Replacement struct {
	From, To int
	Text     string
}

// Replacements are the changes from a to b. Each replaces a line at least: where lines are only
// added, the one behind them stands for itself, and at the end the one before.
func Replacements(a, b []string) []Replacement {
	var out []Replacement
	ops := Ops(a, b)
	for k := 0; k < len(ops); k++ {
		if ops[k].Kind == '=' {
			continue
		}
		r := Replacement{From: ops[k].I + 1, To: ops[k].I}
		for ; k < len(ops) && ops[k].Kind != '='; k++ {
			if ops[k].Kind == '-' {
				r.To++
			} else {
				r.Text += b[ops[k].J]
			}
		}
		switch {
		case r.From <= r.To:
		case r.From <= len(a):
			r.To = r.From
			r.Text += a[r.From-1]
		case len(a) > 0:
			r.From, r.To = len(a), len(a)
			r.Text = a[len(a)-1] + r.Text
		}
		out = append(out, r)
	}
	return out
}

// Lines splits s behind each line end.
func Lines(s string) []string {
	lines := strings.SplitAfter(s, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
