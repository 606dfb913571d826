package effect

import (
	"regexp"
	"strconv"

	"github.com/k8slint/k8slint/internal/effect/accesspath"
)

// values reads "_", or places separated by bars.
func (p *parser) values() []Ref {
	p.space()
	if p.skip("_") {
		return nil
	}
	var out []Ref
	for {
		out = append(out, p.value("a value, as in $0/Labels/* or cache[]"))
		p.space()
		if !p.skip("|") {
			return out
		}
	}
}

// location reads what is written or called, which is no function value.
func (p *parser) location(read func(*parser, string) Ref, form string) Ref {
	r := read(p, form)
	if r.Base == Func {
		p.fail("want %s", form)
	}
	return r
}

// value reads a place and the condition that it stands under.
func (p *parser) value(want string) Ref {
	r := p.place(want)
	if p.skipWord("if") {
		p.space()
		p.expect("$")
		r.Guard.Param = 1 + p.number("the number of a parameter, as in if $1==true")
		r.Guard.Path = p.path()
		switch {
		case p.skip("=="):
			r.Guard.Eq = true
		case !p.skip("!="):
			p.fail("want == or != after the parameter")
		}
		r.Guard.Val = p.constant()
	}
	return r
}

// numbers is a number as go/constant writes it exactly, complex ones included.
var numbers = regexp.MustCompile(`^(-?[0-9][0-9a-zA-Z+\-./]*|\([0-9a-zA-Z+\-./ ]+\))`)

// constant reads a constant, in the form of constant.Value.ExactString.
func (p *parser) constant() string {
	if p.peek(`"`) {
		return strconv.Quote(p.quoted())
	}
	for _, b := range []string{"true", "false", Nil} {
		if p.skip(b) {
			return b
		}
	}
	n := numbers.FindString(p.text[p.pos:])
	if n == "" {
		p.fail("want a constant: true, false, nil, a number, or a string in double quotes")
	}
	p.pos += len(n)
	return n
}

// place reads a reference without a condition. want is what the clause wants.
func (p *parser) place(want string) Ref {
	p.space()
	byValue := p.skip("=")
	r := p.base(want)
	r.Copy = byValue
	return r
}

func (p *parser) base(want string) Ref {
	switch {
	case p.skip("$"):
		return Ref{Base: Param, Idx: p.number("a number after $"), Path: p.path()}
	case p.skip("captured"):
		return Ref{Base: Captured, Idx: p.number("a number after captured"), Path: p.path()}
	case p.skip("cache"):
		return p.cache()
	case p.skip("new[]("):
		r := p.inner("new[]($0)")
		r.Path = accesspath.Join(accesspath.Join(r.Path, accesspath.Elem), accesspath.Deref)
		return Ref{Base: Fresh, Idx: p.anonymous(Cell{Path: accesspath.Elem, Vals: []Ref{r}, Elems: true})}
	case p.skip("iter("):
		r := p.inner("iter($0)")
		return Ref{Base: Func, Idx: p.anonymous(Cell{Path: "/$0", Vals: []Ref{r}}), Func: Iterator}
	case p.skip("new"):
		return Ref{Base: Fresh, Idx: p.object("a number after new"), Path: p.path()}
	case p.skip("call"):
		r := Ref{Base: Returned, Idx: p.number("a number after call")}
		p.calls = append(p.calls, r.Idx)
		p.expect(".")
		r.Path = accesspath.OfResult(p.number("the number of a result, as in call0.1")) + p.path()
		return r
	case p.skipWord("func"):
		r := Ref{Base: Func, Idx: -1}
		if p.space(); !p.peek(`"`) {
			p.fail("want the key of a function in quotes")
		}
		if r.Func = p.quoted(); r.Func == "" {
			p.fail("want the key of a function, which is not empty")
		}
		if p.space(); p.skip("new") {
			r.Idx = p.object("a number after new")
		}
		return r
	}
	p.fail("want %s", want)
	panic("unreachable")
}

// inner reads the place in parentheses.
func (p *parser) inner(form string) Ref {
	r := p.place("a place, as in " + form)
	if r.Base != Param {
		p.fail("want a place in a parameter, as in %s", form)
	}
	p.expect(")")
	return r
}

// cache reads what follows "cache".
func (p *parser) cache() Ref {
	var n int
	if p.digit() {
		n = p.numbered(&p.caches, "a number")
	} else {
		if p.caches.numbered {
			p.fail("want a number after cache, as in the rest")
		}
		n = p.caches.next
		p.caches.next++
		p.s.Origins = append(p.s.Origins, Origin{})
	}
	r := Ref{Base: Cache, Idx: n}
	switch {
	case p.skip("[]"):
		return Ref{Base: Fresh, Idx: p.anonymous(Cell{Path: accesspath.Elem, Vals: []Ref{r}})}
	case p.skip("*"):
		return Ref{Base: Fresh, Idx: p.anonymous(Cell{Vals: []Ref{r}})}
	}
	r.Path = p.path()
	return r
}

// anonymous adds a fresh object without a number, which c describes.
func (p *parser) anonymous(c Cell) int {
	if p.objects.numbered {
		p.fail("want a fresh object with a number, as in the rest: new0")
	}
	c.Obj = p.objects.next
	p.objects.next++
	p.s.Heap = append(p.s.Heap, c)
	return c.Obj
}

// object reads the number of a fresh object.
func (p *parser) object(want string) int { return p.numbered(&p.objects, want) }

func (p *parser) numbered(ns *numbering, want string) int {
	if ns.next > 0 {
		p.fail("want no number here, as in the rest")
	}
	ns.numbered = true
	n := p.number(want)
	ns.most = max(ns.most, n)
	return n
}

// path reads steps, each after a slash.
func (p *parser) path() string {
	path, rest, err := accesspath.CutText(p.text[p.pos:])
	p.pos = len(p.text) - len(rest)
	if err != nil {
		p.fail("%v", err)
	}
	return path
}
