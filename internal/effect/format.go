package effect

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/k8slint/k8slint/internal/effect/accesspath"
)

// String is the text form of s, see the documentation of the package. It is
// "none" for a summary that says nothing, nil among them.
func (s *Summary) String() string {
	if s == nil {
		return "none"
	}
	full := s.fullText()
	for _, style := range []style{
		{plainObjects: true, plainCache: true},
		{plainObjects: true},
		{plainCache: true},
	} {
		// The short forms leave numbers out. They will do if they are
		// read as what they were written for.
		w := writer{s: s, style: style}
		text := w.text()
		if back, err := Parse(text); err == nil && back.fullText() == full {
			return text
		}
	}
	return full
}

// fullText is the text form of s with all numbers.
func (s *Summary) fullText() string {
	w := writer{s: s}
	return w.text()
}

// String is the text form of what is called by the key, and with what.
func (kc *KeyCall) String() string {
	s := Summary{Calls: []Call{{Key: kc.Key, Args: kc.Args}}, Origins: kc.Origins, Heap: kc.Heap}
	return s.String()
}

// A style says which numbers a text leaves out.
type style struct {
	plainObjects bool // of fresh objects
	plainCache   bool // of objects of the cache
}

// A writer writes a summary.
type writer struct {
	style

	s *Summary
	b strings.Builder
	// shown are the cells that were written where their object is named.
	shown []bool
}

// text writes the clauses, in the order of the grammar.
func (w *writer) text() string {
	s := w.s
	w.shown = make([]bool, len(s.Heap))
	var clauses []string
	add := func() {
		clauses = append(clauses, w.b.String())
		w.b.Reset()
	}
	for i, refs := range s.Results {
		if len(refs) == 0 {
			continue
		}
		w.print("ret", strconv.Itoa(i), "=")
		w.values(refs)
		add()
	}
	for i := range s.Calls {
		w.call(&s.Calls[i])
		add()
	}
	for i := range s.Writes {
		w.write(&s.Writes[i])
		add()
	}
	for i := range s.Stores {
		w.store(&s.Stores[i])
		add()
	}
	for i := range s.Fields {
		w.field(&s.Fields[i])
		add()
	}
	for i := range s.Heap {
		if !w.shown[i] {
			w.cell(&s.Heap[i])
			add()
		}
	}
	for i := range s.Origins {
		if !w.plainCache {
			w.origin(i, &s.Origins[i])
			add()
		}
	}
	if len(clauses) == 0 {
		return "none"
	}
	return strings.Join(clauses, "; ")
}

func (w *writer) print(texts ...string) {
	for _, t := range texts {
		w.b.WriteString(t)
	}
}

func (w *writer) values(refs []Ref) {
	if len(refs) == 0 {
		w.print("_")
		return
	}
	for i, r := range refs {
		if i > 0 {
			w.print("|")
		}
		w.value(r)
	}
}

func (w *writer) value(r Ref) {
	w.place(r)
	w.guard(r.Guard)
}

// place writes r without its guard.
func (w *writer) place(r Ref) {
	if r.Copy {
		w.print("=")
	}
	n := strconv.Itoa(r.Idx)
	switch r.Base {
	case Param:
		w.print("$", n)
	case Captured:
		w.print("captured", n)
	case Cache:
		w.cache(r.Idx)
	case Fresh:
		if w.plainObjects && w.fresh(r) {
			return
		}
		w.print("new", n)
	case Func:
		if w.plainObjects && w.iterator(r) {
			return
		}
		w.print("func ", strconv.Quote(r.Func))
		if r.Idx >= 0 {
			w.print(" new", n)
		}
		return
	case Returned:
		i, rest, _ := accesspath.CutResult(r.Path)
		w.print("call", n, ".", strconv.Itoa(i))
		w.path(rest)
		return
	default:
		w.print("_")
		return
	}
	w.path(r.Path)
}

func (w *writer) cache(n int) {
	w.print("cache")
	if !w.plainCache {
		w.print(strconv.Itoa(n))
	}
}

// fresh writes the fresh object r in the form that leaves out its number, if
// there is one.
func (w *writer) fresh(r Ref) bool {
	if r.Path != "" || r.Copy {
		return false
	}
	i, c := w.onlyCell(r.Idx)
	if c == nil || c.Agg {
		return false
	}
	v := c.Vals[0]
	switch {
	case v.Base == Cache && v.Path == "" && !c.Elems && (c.Path == accesspath.Elem || c.Path == ""):
		w.cache(v.Idx)
		w.print(map[string]string{accesspath.Elem: "[]", "": "*"}[c.Path])
	case c.Elems && c.Path == accesspath.Elem && v.Base == Param && strings.HasSuffix(v.Path, accesspath.Elem+accesspath.Deref):
		w.print("new[](")
		v.Path = strings.TrimSuffix(v.Path, accesspath.Elem+accesspath.Deref)
		w.place(v)
		w.print(")")
	default:
		return false
	}
	w.shown[i] = true
	return true
}

// iterator writes the function value r, if it is an iterator.
func (w *writer) iterator(r Ref) bool {
	if r.Func != Iterator {
		return false
	}
	i, c := w.onlyCell(r.Idx)
	if c == nil || c.Path != "/$0" || c.Agg || c.Elems || c.Vals[0].Base != Param {
		return false
	}
	w.print("iter(")
	w.place(c.Vals[0])
	w.print(")")
	w.shown[i] = true
	return true
}

// onlyCell is the only cell of the fresh object n, if it holds one reference
// without a guard.
func (w *writer) onlyCell(n int) (i int, c *Cell) {
	of := func(c Cell) bool { return c.Obj == n }
	i = slices.IndexFunc(w.s.Heap, of)
	if i < 0 || slices.ContainsFunc(w.s.Heap[i+1:], of) {
		return 0, nil
	}
	c = &w.s.Heap[i]
	if len(c.Vals) != 1 || c.Vals[0].Guard != (Guard{}) {
		return 0, nil
	}
	return i, c
}

func (w *writer) path(p string) { w.print(accesspath.Text(p)) }

func (w *writer) guard(g Guard) {
	if g.Param == 0 {
		return
	}
	op := "!="
	if g.Eq {
		op = "=="
	}
	w.print(" if $", strconv.Itoa(g.Param-1), accesspath.Text(g.Path), op, g.Val)
}

func (w *writer) call(c *Call) {
	w.print("call ")
	if c.Weak {
		w.print("weak ")
	}
	if c.Key != "" {
		w.print(strconv.Quote(c.Key))
	} else {
		w.place(c.Target)
	}
	w.print("(")
	for i, refs := range c.Args {
		if i > 0 {
			w.print(",")
		}
		w.values(refs)
	}
	w.print(")")
}

func (w *writer) write(x *Write) {
	w.print("write ")
	w.value(x.At)
	if x.What != "" {
		w.word(x.What)
	}
	w.at(x.Posn)
	w.via(x.Via)
}

func (w *writer) store(x *Store) {
	if x.Agg && len(x.Vals) == 0 && x.Weak == weakStore(x.At) {
		w.print("fresh ")
		w.value(x.At)
		return
	}
	w.print("store ")
	switch {
	case x.Weak && !weakStore(x.At):
		w.print("weak ")
	case !x.Weak && weakStore(x.At):
		w.print("strong ")
	}
	w.copies(x.Agg, x.Vals)
	w.value(x.At)
	w.print(" ")
	w.values(x.Vals)
}

// weakStore reports whether a store to at is weak if nothing else is said.
func weakStore(at Ref) bool { return accesspath.Plural(at.Path) }

// copies says whether a place is a copy of vals, if that is not what they say.
func (w *writer) copies(agg bool, vals []Ref) {
	switch {
	case agg && !areCopies(vals):
		w.print("copy ")
	case !agg && areCopies(vals):
		w.print("ref ")
	}
}

// areCopies reports whether a place that holds vals is a struct, a copy of
// those, if nothing else is said.
func areCopies(vals []Ref) bool {
	return slices.ContainsFunc(vals, func(r Ref) bool { return r.Copy })
}

func (w *writer) field(x *FieldStore) {
	w.print("field ", strconv.Quote(x.Key))
	w.path(x.At)
	w.print("=")
	w.value(x.Val)
}

func (w *writer) cell(x *Cell) {
	w.print("new", strconv.Itoa(x.Obj))
	w.path(x.Path)
	w.print("=")
	w.copies(x.Agg, x.Vals)
	if x.Elems {
		w.print("elems ")
	}
	w.values(x.Vals)
}

func (w *writer) origin(n int, o *Origin) {
	w.print("cache", strconv.Itoa(n), "=")
	if o.What == "" {
		w.print("_")
	} else {
		w.print(word(o.What))
	}
	w.at(o.Posn)
	if o.Typ != "" {
		w.print(" type")
		w.word(o.Typ)
	}
	w.via(o.Via)
	if m := o.Managed; m != nil {
		w.managed(m)
	}
	if o.Lister > 0 {
		w.print(" of $", strconv.Itoa(o.Lister-1))
	}
}

func (w *writer) managed(m *Managed) {
	w.print(" managed")
	if m.Type != "" {
		w.print(" type")
		w.word(m.Type)
	}
	if m.Client != "" {
		w.print(" client")
		w.word(m.Client)
	}
	if m.Given {
		w.print(" given")
	}
}

func (w *writer) at(posn string) {
	if posn != "" {
		w.print(" at")
		w.word(posn)
	}
}

func (w *writer) via(hops []Hop) {
	for _, h := range hops {
		w.print(" via")
		if h.Field {
			w.print(" field")
		}
		w.word(h.Func)
		w.at(h.Posn)
	}
}

// word writes a space and s.
func (w *writer) word(s string) { w.print(" ", word(s)) }

// keywords are the words of the language, which are quoted where they stand for themselves.
var keywords = []string{"_", "at", "client", "field", "given", "if", "managed", "of", "type", "via"}

// word is s as it is, if that is read as one word, and quoted otherwise.
func word(s string) string {
	if s == "" || s[0] == '"' || slices.Contains(keywords, s) || !utf8.ValidString(s) ||
		strings.IndexFunc(s, func(r rune) bool { return r == ';' || r == ' ' || !unicode.IsPrint(r) }) >= 0 {
		return strconv.Quote(s)
	}
	return s
}
