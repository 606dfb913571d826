package wording

import (
	"strings"
	"unicode/utf8"

	"github.com/k8slint/k8slint/internal/visible"
)

// Expression is s as it is printed, in at most most characters if it can be without cutting
// a name. It leaves out the arguments of calls, then the selectors between the first
// and the last name, then indexes, then the first name.
func Expression(s string, most int) string {
	s = visible.Line(s)
	fits := func() bool { return utf8.RuneCountInString(s) <= most }
	if fits() {
		return s
	}
	if s = without(s, '('); fits() {
		return s
	}
	parts := selectors(s)
	inner := func(n int) string {
		return strings.Join(append([]string{parts[0], ellipsis}, parts[n:]...), ".")
	}
	for n := 2; n < len(parts); n++ {
		if s = inner(n); fits() {
			return s
		}
	}
	if s = without(without(s, '['), '{'); fits() || len(parts) < 2 {
		return s
	}
	last := without(without(parts[len(parts)-1], '['), '{')
	return ellipsis + "." + last
}

// A bracket is a text of an expression in brackets, nothing around it.
type bracket struct{ from, to int } // of what is between

// brackets are the outermost brackets of s that open with one of those in opening, and
// not within a string.
func brackets(s, opening string) []bracket {
	var out []bracket
	depth, from := 0, -1
	scan(s, func(i int, r rune) {
		switch r {
		case '(', '[', '{':
			if depth++; depth == 1 && strings.ContainsRune(opening, r) {
				from = i + 1
			}
		case ')', ']', '}':
			if depth--; depth == 0 && from >= 0 {
				out = append(out, bracket{from, i})
				from = -1
			}
		}
	})
	return out
}

// without is s with an ellipsis in each pair of brackets that open begins: in calls, not
// in type assertions and parentheses around an operand.
func without(s string, open rune) string {
	var b strings.Builder
	at := 0
	for _, in := range brackets(s, string(open)) {
		before := strings.TrimRight(s[:in.from-1], " ")
		if in.from == in.to || open == '(' && (before == "" || strings.ContainsAny(before[len(before)-1:], ".*&!-+(")) {
			continue
		}
		b.WriteString(s[at:in.from] + ellipsis)
		at = in.to
	}
	return b.String() + s[at:]
}

// selectors are the names of s, with what they are called or indexed with. An
// expression with an operator and a text of several words are one.
func selectors(s string) []string {
	var out []string
	depth, from, several := 0, 0, false
	scan(s, func(i int, r rune) {
		switch {
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case depth > 0:
		case r == ' ':
			several = true
		case r == '.' && i > from:
			out = append(out, s[from:i])
			from = i + 1
		}
	})
	if several {
		return []string{s}
	}
	return append(out, s[from:])
}

// scan calls see with each character of s that is not in a string.
func scan(s string, see func(i int, r rune)) {
	var quote rune
	escaped := false
	for i, r := range s {
		switch {
		case escaped:
			escaped = false
		case quote != 0 && quote != '`' && r == '\\':
			escaped = true
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '`' || r == '\'':
			quote = r
		default:
			see(i, r)
		}
	}
}
