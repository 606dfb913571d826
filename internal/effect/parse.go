package effect

import (
	"fmt"
	"slices"
	"strings"
)

// Iterator marks function values that are iterators over what they hold.
const Iterator = "iterator"

// Parse reads the text form of a summary, see the documentation of the package.
// An error names the clause that is wrong, and what was wanted.
func Parse(text string) (s *Summary, err error) {
	p := &parser{scanner: scanner{text: text}, s: new(Summary)}
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *syntaxError:
			s, err = nil, x
		default:
			panic(x)
		}
	}()
	p.summary()
	return p.s, nil
}

// A syntaxError tells what is wrong with a clause.
type syntaxError struct{ clause, want string }

// maxQuoted bounds what an error quotes of a clause.
const maxQuoted = 100

func (e *syntaxError) Error() string {
	clause := e.clause
	if len(clause) > maxQuoted {
		clause = strings.ToValidUTF8(clause[:maxQuoted], "") + "…"
	}
	return fmt.Sprintf("%q: %s", clause, e.want)
}

// A parser reads the clauses of one text, from left to right, and the places in
// them, of words that its scanner reads. What it expects and does not find it
// tells by a panic with a syntaxError, which ends in Parse.
type parser struct {
	scanner
	s *Summary

	described map[int]bool // the objects of the cache that have a clause
	caches    numbering
	objects   numbering
	calls     []int // that are referred to
}

// A numbering is how a text names objects: all with a number, or none.
type numbering struct {
	next     int // of those without a number
	numbered bool
	most     int // the largest number
}

func (p *parser) summary() {
	p.described = map[int]bool{}
	p.caches.most = -1
	none, n := false, 0
	for {
		p.space()
		p.start = p.pos
		none = none || p.peekWord("none")
		n++
		p.clause()
		p.space()
		if p.pos == len(p.text) {
			break
		}
		if !p.skip(";") {
			p.fail("want ; or the end at %q", p.text[p.pos:])
		}
	}
	p.start, p.pos = 0, len(p.text)
	if none && n > 1 {
		p.fail("none stands alone")
	}
	for n := 0; n <= p.caches.most; n++ {
		if !p.described[n] {
			p.fail("want a clause cache%d=...", n)
		}
	}
	for _, n := range p.calls {
		if n >= len(p.s.Calls) {
			p.fail("call%d is what a call returns, and there are %d", n, len(p.s.Calls))
		}
	}
}

// clauses are the readers of clauses, by the word that they begin with, and
// their forms.
var clauses = []struct {
	verb string
	form string
	read func(*parser)
}{
	{"none", "none", func(p *parser) {}},
	{"ret", "retN=values", (*parser).result},
	{"call", "call $N(values,...)", (*parser).call},
	{"write", "write $N/path what", (*parser).write},
	{"store", "store $N/path values", (*parser).store},
	{"fresh", "fresh $N/path", (*parser).fresh},
	{"field", `field "type.field"/path=value`, (*parser).field},
	{"new", "newN/path=values", (*parser).cell},
	{"cache", "cacheN=what at file.go:line", (*parser).origin},
}

func (p *parser) clause() {
	for _, c := range clauses {
		if p.skip(c.verb) {
			if next := c.form[len(c.verb):]; next != "" && next[0] == ' ' && !p.spaced() {
				p.fail("want %s", c.form)
			}
			c.read(p)
			return
		}
	}
	var forms []string
	for _, c := range clauses {
		forms = append(forms, c.form)
	}
	p.fail("want one of: %s", strings.Join(forms, "; "))
}

func (p *parser) result() {
	n := p.number("the number of a result, as in ret0=$1")
	p.equals()
	refs := p.values()
	for len(p.s.Results) <= n {
		p.s.Results = append(p.s.Results, nil)
	}
	p.s.Results[n] = append(p.s.Results[n], refs...)
	for n := len(p.s.Results); n > 0 && len(p.s.Results[n-1]) == 0; n-- {
		p.s.Results = p.s.Results[:n-1]
	}
	if len(p.s.Results) == 0 {
		p.s.Results = nil
	}
}

func (p *parser) call() {
	c := Call{Weak: p.how("weak")["weak"]}
	p.space()
	if p.peek(`"`) {
		if c.Key = p.quoted(); c.Key == "" {
			p.fail("want the key of a function, which is not empty")
		}
	} else {
		c.Target = p.location((*parser).place, "call $N(values,...)")
	}
	p.expect("(")
	p.space()
	if !p.skip(")") {
		for {
			c.Args = append(c.Args, p.values())
			p.space()
			if p.skip(")") {
				break
			}
			p.expect(",")
		}
	}
	p.s.Calls = append(p.s.Calls, c)
}

func (p *parser) write() {
	w := Write{At: p.location((*parser).value, "write $N/path what")}
	if !p.end() && !p.keyword() {
		w.What = p.word()
	}
	if p.skipWord("at") {
		w.Posn = p.word()
	}
	w.Via = p.via()
	p.s.Writes = append(p.s.Writes, w)
}

func (p *parser) store() {
	h := p.how("weak", "strong", "copy", "ref")
	st := Store{At: p.location((*parser).value, "store $N/path values")}
	st.Vals = p.values()
	st.Weak = h["weak"] || !h["strong"] && weakStore(st.At)
	st.Agg = h["copy"] || !h["ref"] && areCopies(st.Vals)
	p.s.Stores = append(p.s.Stores, st)
}

func (p *parser) fresh() {
	at := p.location((*parser).value, "fresh $N/path")
	p.s.Stores = append(p.s.Stores, Store{At: at, Agg: true, Weak: weakStore(at)})
}

func (p *parser) field() {
	p.space()
	if !p.peek(`"`) {
		p.fail(`want a type and field in quotes, as in field "example.com/p.T.f"=$0`)
	}
	f := FieldStore{Key: p.quoted()}
	f.At = p.path()
	p.equals()
	if refs := p.values(); len(refs) == 1 {
		f.Val = refs[0]
	} else if len(refs) > 1 {
		p.fail("want one value")
	}
	p.s.Fields = append(p.s.Fields, f)
}

func (p *parser) cell() {
	c := Cell{Obj: p.object("the number of an object, as in new0/[]=$1")}
	c.Path = p.path()
	p.equals()
	h := p.how("copy", "ref", "elems")
	c.Vals = p.values()
	c.Agg = h["copy"] || !h["ref"] && areCopies(c.Vals)
	c.Elems = h["elems"]
	p.s.Heap = append(p.s.Heap, c)
}

func (p *parser) origin() {
	n := p.numbered(&p.caches, "the number of an object of the cache, as in cache0=Get")
	p.equals()
	var o Origin
	if p.space(); !p.skipWord("_") {
		o.What = p.word()
	}
	if p.skipWord("at") {
		o.Posn = p.word()
	}
	if p.skipWord("type") {
		o.Typ = p.word()
	}
	o.Via = p.via()
	if p.skipWord("managed") {
		o.Managed = new(Managed)
		if p.skipWord("type") {
			o.Managed.Type = p.word()
		}
		if p.skipWord("client") {
			o.Managed.Client = p.word()
		}
		o.Managed.Given = p.skipWord("given")
	}
	if p.skipWord("of") {
		p.space()
		p.expect("$")
		o.Lister = p.number("the number of a parameter, as in of $1") + 1
	}
	if p.described[n] {
		p.fail("cache%d is described twice", n)
	}
	p.described[n] = true
	for len(p.s.Origins) <= n {
		p.s.Origins = append(p.s.Origins, Origin{})
	}
	p.s.Origins[n] = o
}

func (p *parser) via() []Hop {
	var hops []Hop
	for p.skipWord("via") {
		h := Hop{Field: p.skipWord("field")}
		h.Func = p.word()
		if p.skipWord("at") {
			h.Posn = p.word()
		}
		hops = append(hops, h)
	}
	return hops
}

// how reads words that qualify a store or cell.
func (p *parser) how(allowed ...string) map[string]bool {
	h := map[string]bool{}
	for slices.ContainsFunc(allowed, p.peekWord) {
		h[p.word()] = true
	}
	for _, pair := range [][2]string{{"weak", "strong"}, {"copy", "ref"}} {
		if h[pair[0]] && h[pair[1]] {
			p.fail("%s and %s cannot be combined", pair[0], pair[1])
		}
	}
	return h
}
