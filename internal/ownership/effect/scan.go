package effect

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What follows reads characters and words; see parse.go for the clauses.

// maxNumber bounds the numbers in a text.
const maxNumber = 9999

func (p *parser) number(want string) int {
	start := p.pos
	for p.digit() {
		p.pos++
	}
	n, err := strconv.Atoi(p.text[start:p.pos])
	if err != nil || n > maxNumber {
		p.fail("want %s", want)
	}
	return n
}

func (p *parser) digit() bool {
	return p.pos < len(p.text) && '0' <= p.text[p.pos] && p.text[p.pos] <= '9'
}

// word reads a string in quotes, or all up to a space or semicolon.
func (p *parser) word() string {
	p.space()
	if p.peek(`"`) {
		return p.quoted()
	}
	w := p.rest()
	if w == "" {
		p.fail("want a word at the end")
	}
	p.pos += len(w)
	return w
}

// rest is the text up to a space or semicolon.
func (p *parser) rest() string {
	w := p.text[p.pos:]
	if i := strings.IndexFunc(w, func(r rune) bool { return r == ';' || unicode.IsSpace(r) }); i >= 0 {
		w = w[:i]
	}
	return w
}

// keyword reports whether the next word is one of the language.
func (p *parser) keyword() bool { return slices.ContainsFunc(keywords, p.peekWord) }

func (p *parser) quoted() string {
	q, err := strconv.QuotedPrefix(p.text[p.pos:])
	if err != nil {
		p.fail("want a string that ends in a quote")
	}
	p.pos += len(q)
	s, err := strconv.Unquote(q)
	if err != nil {
		p.fail("want a string as in Go")
	}
	return s
}

// spaced reports whether a space comes next.
func (p *parser) spaced() bool {
	r, _ := utf8.DecodeRuneInString(p.text[p.pos:])
	return unicode.IsSpace(r)
}

func (p *parser) space() {
	rest := p.text[p.pos:]
	p.pos += len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsSpace))
}

func (p *parser) peek(s string) bool { return strings.HasPrefix(p.text[p.pos:], s) }

// skip passes s, if that comes next.
func (p *parser) skip(s string) bool {
	ok := p.peek(s)
	if ok {
		p.pos += len(s)
	}
	return ok
}

// peekWord reports whether the word w comes next, after spaces.
func (p *parser) peekWord(w string) bool {
	p.space()
	return p.rest() == w
}

// skipWord passes the word w, if that comes next.
func (p *parser) skipWord(w string) bool {
	ok := p.peekWord(w)
	if ok {
		p.pos += len(w)
	}
	return ok
}

func (p *parser) expect(s string) {
	if p.space(); !p.skip(s) {
		p.fail("want %s", s)
	}
}

func (p *parser) equals() { p.expect("=") }

// end reports whether the clause ends here.
func (p *parser) end() bool {
	p.space()
	return p.pos == len(p.text) || p.text[p.pos] == ';'
}
