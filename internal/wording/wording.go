// Package wording makes messages fit on a line, however long the names in them
// are.
//
// A message is one sentence: what is wrong, where, and what to do. Lists of
// findings, CI and pull requests truncate longer ones, and cut the advice at the end.
// So a message leaves parts out until it fits, in one order: first the paths between
// places, then the arguments and the inner selectors of expressions, then the folders of
// files. What it says is whole: no identifier and no file name is cut. The trace has
// everything.
package wording

import (
	"fmt"
	"path"
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
	Counts        // the calls on a path are only counted
	Ends          // paths are left out
	Files         // places are shown without their folders
	Core          // everything optional is left out
	Bare          // names that few people would read to their end are left out
)

// A Level is how much a message says, and how many characters an expression in it is to
// have, if that is possible without cutting a name.
type Level struct {
	Detail Detail
	Names  int
}

// levels are tried in order. Quoted source text is short already.
var levels = []Level{
	{Full, 60}, {Ways, 60}, {Ways, 48}, {Counts, 48}, {Counts, 32}, {Ends, 48}, {Ends, 32},
	{Files, 48}, {Files, 32}, {Files, 20}, {Core, 60}, {Core, 40}, {Core, 20}, {Core, 0}, {Bare, 0},
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
	return words(text, room)
}

// words is s up to the last word for which most characters have room.
func words(s string, most int) string {
	if most < 1 {
		return ""
	}
	head := string([]rune(s)[:most])
	end := max(strings.LastIndexByte(head, ' '), 0)
	for end > 0 && utf8.RuneCountInString(head[:end])+2 > most {
		end = max(strings.LastIndexByte(head[:end], ' '), 0)
	}
	if end == 0 {
		return ellipsis
	}
	return head[:end] + " " + ellipsis
}

// ellipsis stands for what is left out.
const ellipsis = "…"

// maxBare bounds names where there is room for nothing else.
const maxBare = 30

// Name is an expression, a type or a name, shortened to what l allows: see [Expression].
func (l Level) Name(s string) string {
	if s = Expression(s, l.Names); l.Detail == Bare {
		return Whole(s, maxBare)
	}
	return s
}

// Call is the callee as in the source: "c.pods.Pods(ns).Get". To shorten it, it drops
// arguments, then the first selectors: people know it by its last names.
func (l Level) Call(s string) string {
	most := l.Names
	if most < levels[0].Names {
		most = most * 3 / 5 // what mutates comes first
	}
	if s = visible.Line(s); utf8.RuneCountInString(s) > most {
		s = without(s, '(')
	}
	parts := selectors(s)
	for len(parts) > 1 && utf8.RuneCountInString(s) > most {
		parts = parts[1:]
		s = strings.Join(parts, ".")
	}
	if l.Detail == Bare {
		return Whole(s, maxBare)
	}
	return s
}

// Place is the place posn, as package posn names it: with the folder where l allows that.
func (l Level) Place(posn string) string {
	if l.Detail >= Files {
		posn = path.Base(posn)
	}
	if file, line := cut(posn); l.Detail == Bare && line != "" {
		return Whole(file, maxBare) + ":" + line
	}
	return posn
}

// At is the place posn, for a finding at the place near: "line 12" in the same file.
func (l Level) At(posn, near string) string {
	file, line := cut(posn)
	if of, _ := cut(near); of == file && file != "" {
		return "line " + line
	}
	return l.Place(posn)
}

// cut takes a place apart.
func cut(posn string) (file, line string) {
	if i := strings.LastIndexByte(posn, ':'); i >= 0 {
		return posn[:i], posn[i+1:]
	}
	return posn, ""
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

// Whole is s as it is printed, or an ellipsis if it has more than most characters.
func Whole(s string, most int) string {
	if s = visible.Line(s); utf8.RuneCountInString(s) > most {
		return ellipsis
	}
	return s
}
