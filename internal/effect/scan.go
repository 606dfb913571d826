package effect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A scanner reads the characters, numbers and words of one text. It knows where
// the clause begins that it is in, so that an error can show it; what the clauses
// mean the parser knows.
type scanner struct {
	text  string
	pos   int
	start int // of the clause
}

// maxNumber bounds the numbers in a text. No finding is lost: no effect has more.
const maxNumber = 9999

// fail ends the parsing: the text that it formats says what is wrong with the
// clause.
func (sc *scanner) fail(format string, args ...any) {
	end := max(sc.start, sc.pos)
	for quoted := false; end < len(sc.text) && (quoted || sc.text[end] != ';'); end++ {
		if sc.text[end] == '"' {
			quoted = !quoted
		}
	}
	panic(&syntaxError{strings.TrimSpace(sc.text[sc.start:end]), fmt.Sprintf(format, args...)})
}

func (sc *scanner) number(want string) int {
	start := sc.pos
	for sc.digit() {
		sc.pos++
	}
	n, err := strconv.Atoi(sc.text[start:sc.pos])
	if err != nil || n > maxNumber {
		sc.fail("want %s", want)
	}
	return n
}

func (sc *scanner) digit() bool {
	return sc.pos < len(sc.text) && '0' <= sc.text[sc.pos] && sc.text[sc.pos] <= '9'
}

// word reads a string in quotes, or all up to a space or semicolon.
func (sc *scanner) word() string {
	sc.space()
	if sc.peek(`"`) {
		return sc.quoted()
	}
	w := sc.rest()
	if w == "" {
		sc.fail("want a word at the end")
	}
	sc.pos += len(w)
	return w
}

// rest is the text up to a space or semicolon.
func (sc *scanner) rest() string {
	w := sc.text[sc.pos:]
	if i := strings.IndexFunc(w, func(r rune) bool { return r == ';' || unicode.IsSpace(r) }); i >= 0 {
		w = w[:i]
	}
	return w
}

// keyword reports whether the next word is one of the language.
func (sc *scanner) keyword() bool { return slices.ContainsFunc(keywords, sc.peekWord) }

func (sc *scanner) quoted() string {
	q, err := strconv.QuotedPrefix(sc.text[sc.pos:])
	if err != nil {
		sc.fail("want a string that ends in a quote")
	}
	sc.pos += len(q)
	s, err := strconv.Unquote(q)
	if err != nil {
		sc.fail("want a string as in Go")
	}
	return s
}

// spaced reports whether a space comes next.
func (sc *scanner) spaced() bool {
	r, _ := utf8.DecodeRuneInString(sc.text[sc.pos:])
	return unicode.IsSpace(r)
}

func (sc *scanner) space() {
	rest := sc.text[sc.pos:]
	sc.pos += len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsSpace))
}

func (sc *scanner) peek(s string) bool { return strings.HasPrefix(sc.text[sc.pos:], s) }

// skip passes s, if that comes next.
func (sc *scanner) skip(s string) bool {
	ok := sc.peek(s)
	if ok {
		sc.pos += len(s)
	}
	return ok
}

// peekWord reports whether the word w comes next, after spaces.
func (sc *scanner) peekWord(w string) bool {
	sc.space()
	return sc.rest() == w
}

// skipWord passes the word w, if that comes next.
func (sc *scanner) skipWord(w string) bool {
	ok := sc.peekWord(w)
	if ok {
		sc.pos += len(w)
	}
	return ok
}

func (sc *scanner) expect(s string) {
	if sc.space(); !sc.skip(s) {
		sc.fail("want %s", s)
	}
}

func (sc *scanner) equals() { sc.expect("=") }

// end reports whether the clause ends here.
func (sc *scanner) end() bool {
	sc.space()
	return sc.pos == len(sc.text) || sc.text[sc.pos] == ';'
}
