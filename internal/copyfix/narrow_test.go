package copyfix

import (
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/astspan"
)

// TestOf: of the writes of one object, those of one variable.
func TestOf(t *testing.T) {
	const two = `
func f() {
	for _, pod := range pods() {
		pod.Node = "x" // write
	}
	for _, other := range pods() {
		other.Node = "x" // write
	}
}
`
	const nested = `
func f() {
	all := pods()
	for _, pod := range all {
		pod.Node = "x" // write
	}
	all[0].Node = "x" // write
}
`
	tests := []struct {
		name, text string
		of         int
		want       string // the new line, "" for none
	}{
		{"the first of two loops", two, 0, "pod = pod.DeepCopy()"},
		{"the second", two, 1, "other = other.DeepCopy()"},
		{"the list is read after the loop", nested, 0, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := load(t, test.text)
			if fixes := Find(s.pass, astspan.Files{}, s.w); len(fixes) > 0 {
				t.Fatal("all writes have a fix")
			}
			s.w.Of = s.w.At[test.of]
			got := ""
			for _, fix := range Find(s.pass, astspan.Files{}, s.w) {
				got += strings.TrimSpace(string(fix.TextEdits[0].NewText))
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
