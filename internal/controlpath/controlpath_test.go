package controlpath_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/controlpath"
	"github.com/k8slint/k8slint/internal/ssatest"
)

const head = `
func get() error         { return nil }
func gone() bool         { return false }
func maybe() bool        { return false }
func unclear() bool      { return false }
func a(); func b(); func c()
`

// TestWalk: the calls of a, b and c to which control comes if get fails, gone is true, and
// nobody knows what maybe says.
func TestWalk(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"failed", "err := get(); if err != nil { a(); return }; b()", "a"},
		{"negated", "if !gone() { a() } else { b() }", "b"},
		{"unknown", "if maybe() { a() } else { b() }", "a b"},
		{"stop", "a(); if unclear() { b() }; c()", "a"},
		{"twice", "m := maybe(); if m { return }; if m { a() } else { b() }", "b"},
		{"merged", "var err error; if gone() { err = get() }; if err == nil { a() } else { b() }", "b"},
		{"flag", "found := true; if gone() { found = false }; if found { a() } else { b() }", "b"},
		{"and", "if gone() && maybe() { a() }; b()", "a b"},
		{"or", "if gone() || maybe() { a() } else { b() }; c()", "a c"},
		{"loop", "for maybe() { a() }; b()", "a b"},
		{"round", "for i := 0; i < 3; i++ { if m := maybe(); m { a() } else { b() } }; c()", "a b c"},
	} {
		t.Run(test.name, func(t *testing.T) {
			fn := ssatest.Build(t, head+"func f() {"+test.src+"}\n", nil).Func("f")
			var got []string
			name := func(v ssa.Value) string {
				if call, ok := v.(*ssa.Call); ok && call.Call.StaticCallee() != nil {
					return call.Call.StaticCallee().Name()
				}
				return ""
			}
			controlpath.Walk{
				Holds: func(p *controlpath.Path, cond ssa.Value) controlpath.Truth {
					if v, isNil := p.NilTest(cond); v != nil && name(v) == "get" {
						return controlpath.Of(!isNil)
					}
					switch name(cond) {
					case "gone":
						return controlpath.True
					case "unclear":
						return controlpath.Stop
					}
					return controlpath.Unknown
				},
				Visit: func(_ *controlpath.Path, i ssa.Instruction) bool {
					if v, ok := i.(ssa.Value); ok && len(name(v)) == 1 && !slices.Contains(got, name(v)) {
						got = append(got, name(v))
					}
					return true
				},
			}.From(fn)
			slices.Sort(got)
			if got := strings.Join(got, " "); got != test.want {
				t.Errorf("control comes to %q, want %q", got, test.want)
			}
		})
	}
}
