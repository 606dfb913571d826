package listers

import (
	"maps"
	"slices"
	"strings"
)

// Bounds of a question. No finding is lost: what is not known to be a copy is the cache's.
const (
	maxSteps = 64
	maxTypes = 8 // in a node
)

// A Place is a line of a package.
type Place struct {
	Package string
	Posn    string // as package/file.go:line
}

// Copied are the places where what is read from a lister is a copy, as far as the
// packages decide it whose facts are given, by path: no others put a lister anywhere.
func Copied(facts map[string]*Does) map[Place]bool {
	p := &program{into: map[Node][]Node{}, copies: map[string]bool{}, known: map[Node]answer{}}
	for _, f := range facts {
		for _, e := range f.Edges {
			p.into[e.To] = append(p.into[e.To], e.From)
		}
		for _, m := range f.Copies {
			p.copies[m] = true
		}
	}
	for _, from := range p.into {
		slices.Sort(from)
	}
	out := map[Place]bool{}
	for _, path := range slices.Sorted(maps.Keys(facts)) {
		for _, r := range facts[path].Reads {
			if !slices.ContainsFunc(r.Nodes, func(n Node) bool { return !p.copied(n) }) {
				out[Place{path, r.Posn}] = true
			}
		}
	}
	return out
}

// A program is what all of its packages tell.
type program struct {
	into   map[Node][]Node
	copies map[string]bool
	known  map[Node]answer
}

// copied reports whether what the read n returns is a copy.
func (p *program) copied(n Node) bool {
	recv, method, ok := n.cut()
	if !ok {
		return false
	}
	types, ok := p.types(recv)
	if !ok {
		return false
	}
	for _, t := range types {
		if _, ok := methodOf(t, method, func(key string) bool { return p.copies[key] }); !ok {
			return false
		}
	}
	return len(types) > 0
}

// types are the types in n; ok is false if there may be others. A method that is asked
// of what it returns itself has others.
func (p *program) types(n Node) (types []Node, ok bool) {
	if a, done := p.known[n]; done {
		return a.types, a.ok
	}
	p.known[n] = answer{}
	q := &question{program: p, open: map[Node]bool{}}
	ok = q.add(n, 0)
	slices.Sort(q.types)
	q.types = slices.Compact(q.types)
	p.known[n] = answer{q.types, ok}
	return q.types, ok
}

type answer struct {
	types []Node
	ok    bool
}

// A question asks for the types in one node.
type question struct {
	*program
	open  map[Node]bool
	types []Node
}

// add adds the types in n, false if they are not all known.
func (q *question) add(n Node, depth int) bool {
	if n == unknown || depth > maxSteps {
		return false
	}
	if strings.HasPrefix(string(n), typePrefix) && !strings.Contains(string(n), step) {
		q.types = append(q.types, n)
		return len(q.types) <= maxTypes
	}
	if q.open[n] {
		return true
	}
	q.open[n] = true
	if recv, method, ok := n.cut(); ok {
		return q.addReturned(recv, method, depth)
	}
	from := q.into[n]
	for _, m := range from {
		if !q.add(m, depth+1) {
			return false
		}
	}
	return len(from) > 0
}

// addReturned adds the types of what the method of what is in recv returns.
func (q *question) addReturned(recv Node, method string, depth int) bool {
	types, ok := q.program.types(recv)
	if !ok {
		return false
	}
	for _, t := range types {
		key, ok := methodOf(t, method, func(key string) bool { return len(q.into[Node("result "+key+" 0")]) > 0 })
		if !ok || !q.add(Node("result "+key+" 0"), depth+1) {
			return false
		}
	}
	return len(types) > 0
}

// methodOf is the key of the method of the type t that is called name, if it is one
// for which is holds: one that t declares itself.
func methodOf(t Node, name string, is func(key string) bool) (key string, ok bool) {
	typ := strings.TrimPrefix(string(t), typePrefix)
	for _, recv := range []string{typ, strings.TrimPrefix(typ, "*")} {
		if key := "(" + recv + ")." + name; is(key) {
			return key, true
		}
	}
	return "", false
}
