// Package wording makes messages fit on a line, however long the names in them
// are.
//
// A message is one sentence: what is wrong, where, and what to do. Lists of
// findings, CI and pull requests truncate longer ones, and cut the advice at the end.
// So a message shortens first the paths between places, then the
// places, then the names, until it fits; the trace has everything.
package wording

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/k8slint/k8slint/internal/visible"
)

// Max bounds a message, in characters.
const Max = 200

// A Detail is how much a message says.
type Detail int

// The details, from the most to the least.
const (
	Full   Detail = iota
	Ways          // only the first call on a path is named
	Files         // places are shown without their folders
	Counts        // the calls on a path are only counted
	Ends          // paths are left out
	Core          // everything optional is left out
)

// A Level is how much a message says, and how many characters a name in it has.
type Level struct {
	Detail Detail
	Names  int
}

// levels are tried in order. Quoted source text is short already; the last levels
// are for names that nobody would read to the end.
var levels = []Level{
	{Full, 60}, {Ways, 60}, {Files, 60}, {Files, 48}, {Files, 40}, {Files, 32}, {Counts, 32}, {Files, 24}, {Counts, 24}, {Ends, 32}, {Ends, 24}, {Ends, 18},
	{Core, 60}, {Core, 40}, {Core, 30}, {Core, 20}, {Core, 14}, {Core, 10}, {Core, 6}, {Core, 3},
}

// Fit returns the text of say at the first level at which it has at most room
// characters as printed.
func Fit(room int, say func(l Level) string) string {
	text := ""
	for _, l := range levels {
		if text = visible.Line(say(l)); utf8.RuneCountInString(text) <= room {
			return text
		}
	}
	return Short(text, room)
}

// Name is s, cut in the middle to what l allows.
func (l Level) Name(s string) string { return Short(s, l.Names) }

// Call is the callee as in the source: "c.pods.Pods(ns).Get". To shorten it, it drops
// arguments, then the first selectors, before it cuts in the middle: people know it
// by its last names.
func (l Level) Call(s string) string {
	most := l.Names
	if most < levels[0].Names {
		most = most * 3 / 5 // what mutates comes first
	}
	if utf8.RuneCountInString(s) > most {
		s = withoutArguments(s)
	}
	depth, from, ahead, left := 0, 0, utf8.RuneCountInString(s), utf8.RuneCountInString(s)
	for i, r := range s {
		if left <= most {
			break
		}
		ahead--
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '.':
			if depth == 0 {
				from, left = i+1, ahead
			}
		}
	}
	return Short(s[from:], most)
}

// withoutArguments is s with "(…)" for arguments.
func withoutArguments(s string) string {
	var b strings.Builder
	depth := 0
	for i, r := range s {
		if r == ')' && depth > 0 {
			depth--
		}
		if depth == 0 {
			b.WriteRune(r)
		}
		if r == '(' {
			if depth++; depth == 1 && !strings.HasPrefix(s[i+1:], ")") {
				b.WriteRune('…')
			}
		}
	}
	return b.String()
}

// Place is the place posn, in the form folder/file.go:line, cut to what l allows:
// never the line.
func (l Level) Place(posn string) string {
	name, line := posn, ""
	if i := strings.LastIndexByte(posn, ':'); i >= 0 {
		name, line = posn[:i], posn[i:]
	}
	if l.Detail >= Files {
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	return l.Name(name) + line
}

// Calls names the calls funcs on a path, outermost first: "label and 2 more
// calls". It is "" for none, and if l leaves paths out.
func (l Level) Calls(funcs []string) string {
	n := len(funcs)
	switch {
	case n == 0 || l.Detail >= Ends:
		return ""
	case l.Detail == Counts:
		return count(n, step(funcs))
	case n == 1 || l.Detail == Full:
		names := make([]string, n)
		for i, f := range funcs {
			names[i] = l.Func(f)
		}
		return strings.Join(names, ", ")
	}
	return l.Func(funcs[0]) + " and " + count(n-1, "more "+step(funcs[1:]))
}

// step is the noun for all of funcs: fields can pass objects on, too.
func step(funcs []string) string {
	if slices.ContainsFunc(funcs, func(f string) bool { return strings.HasPrefix(f, "the ") }) {
		return "step"
	}
	return "call"
}

// Func names a function, possibly a literal.
func (l Level) Func(name string) string {
	if in, ok := strings.CutPrefix(name, "func literal in "); ok {
		return "the func literal in " + l.Name(in)
	}
	return l.Name(name)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Short is s as it is printed, cut in the middle to at most max characters.
func Short(s string, max int) string {
	s = visible.Line(s)
	if utf8.RuneCountInString(s) <= max {
		return s
	}
	if max < 1 {
		return ""
	}
	rs := []rune(s)
	head := max / 2
	return string(rs[:head]) + "…" + string(rs[len(rs)-(max-1-head):])
}
