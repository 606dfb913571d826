package linediff

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The operations make b of a, and keep as many lines as can be kept.
func TestOps(t *testing.T) {
	for range 500 {
		text := func() []string {
			out := make([]string, rand.IntN(8))
			for i := range out {
				out[i] = string(rune('a' + rand.IntN(3)))
			}
			return out
		}
		a, b := text(), text()
		var from, to []string
		kept := 0
		for _, op := range Ops(a, b) {
			switch op.Kind {
			case '=':
				kept++
				from, to = append(from, a[op.I]), append(to, b[op.J])
			case '-':
				from = append(from, a[op.I])
			case '+':
				to = append(to, b[op.J])
			}
		}
		if strings.Join(from, "") != strings.Join(a, "") || strings.Join(to, "") != strings.Join(b, "") || kept != common(a, b) {
			t.Fatalf("%v to %v: %v", a, b, Ops(a, b))
		}
	}
}

// common is the length of the longest common subsequence, by trying.
func common(a, b []string) int {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	if a[0] == b[0] {
		return 1 + common(a[1:], b[1:])
	}
	return max(common(a[1:], b), common(a, b[1:]))
}

// TestLines: the lines that two texts share.
func TestLines(t *testing.T) {
	for s, want := range map[string]int{"": 0, "a": 1, "a\n": 1, "a\nb": 2, "\n\n": 2} {
		if got := Lines(s); len(got) != want || strings.Join(got, "") != s {
			t.Errorf("%q: %q", s, got)
		}
	}
}
