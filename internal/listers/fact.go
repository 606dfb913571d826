package listers

import "strings"

// A Node names a place that holds listers:
//
//	type *a/b.T            a value of this type
//	field a/b.T.pods       of any a/b.T
//	var a/b.pods
//	param a/b.F 1          counted from 0
//	result (*a/b.T).M 0
//	NODE > M               what method M of what is in NODE returns
//
// The empty node is one of which nothing is known.
type Node string

const (
	unknown Node = ""

	typePrefix = "type "
	step       = " > "
)

// of is what the method called name of what is in n returns.
func (n Node) of(name string) Node {
	if n == unknown {
		return unknown
	}
	return n + step + Node(name)
}

// cut splits n, if it is what a method returns.
func (n Node) cut() (recv Node, method string, ok bool) {
	i := strings.LastIndex(string(n), step)
	if i < 0 {
		return n, "", false
	}
	return n[:i], string(n[i+len(step):]), true
}

// An Edge says that what is in From gets into To.
type Edge struct{ To, From Node }

// A Read is a call of a lister that returns objects.
type Read struct {
	Posn  string // as package/file.go:line
	Nodes []Node // what it returns comes from one of these
}

// Does is what a package does with listers. Its slices are sorted.
type Does struct {
	Edges  []Edge
	Copies []string // its methods that return objects which are not the cache's, by key
	Reads  []Read   // those whose listers are known by name
}

// String is the text form: edges and reads a line each.
func (f Does) String() string {
	var lines []string
	for _, e := range f.Edges {
		lines = append(lines, "lister "+string(e.To)+" = "+e.From.text())
	}
	for _, m := range f.Copies {
		lines = append(lines, "lister "+m+" copies")
	}
	for _, r := range f.Reads {
		for _, n := range r.Nodes {
			lines = append(lines, "lister "+r.Posn+" reads "+n.text())
		}
	}
	return strings.Join(lines, "\n")
}

func (n Node) text() string {
	if n == unknown {
		return "?"
	}
	return string(n)
}
