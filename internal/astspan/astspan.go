// Package astspan finds the nodes of a file around a position. The methods Pos and End of
// go/ast walk down a chain of nodes: asking each if of a chain of else-ifs for its
// end takes time that grows with the square of its length. Here each node is asked
// once, with what is known of its children, and a question takes a binary search.
package astspan

import (
	"cmp"
	"go/ast"
	"go/token"
	"iter"
	"slices"
)

// Files are the nodes of the files of a package, each worked out when somebody first asks.
type Files map[*ast.File]*Nodes

// Of returns the nodes of f.
func (fs Files) Of(f *ast.File) *Nodes {
	n := fs[f]
	if n == nil {
		n = New(f)
		fs[f] = n
	}
	return n
}

// Nodes are the nodes of a file, comments aside.
type Nodes struct {
	all []*span // by position; of two at one place, the outer one first
	of  map[ast.Node]*span
}

type span struct {
	node     ast.Node
	pos, end token.Pos
	outer    *span
}

// New reads f.
func New(f *ast.File) *Nodes {
	ns := &Nodes{of: make(map[ast.Node]*span)}
	var in *span
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil:
			in.close()
			in = in.outer
			return false
		case *ast.Comment, *ast.CommentGroup:
			return false
		}
		in = &span{node: n, outer: in}
		ns.all = append(ns.all, in)
		ns.of[n] = in
		return true
	})
	slices.SortStableFunc(ns.all, func(a, b *span) int { return cmp.Compare(a.pos, b.pos) })
	return ns
}

// close works out where s begins and ends: its children have told it where they
// do.
func (s *span) close() {
	if s.pos == 0 || !beginsWithChild(s.node) {
		s.pos = s.node.Pos()
	}
	if s.end == 0 || !endsWithChild(s.node) {
		s.end = s.node.End()
	}
	if o := s.outer; o != nil && s.pos.IsValid() {
		if o.pos == 0 || s.pos < o.pos {
			o.pos = s.pos
		}
		o.end = max(o.end, s.end)
	}
}

// beginsWithChild reports whether a node of the kind of n can begin with one of
// its kind, and so on: a.b.c.d.
func beginsWithChild(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr, *ast.CallExpr, *ast.IndexExpr, *ast.IndexListExpr, *ast.KeyValueExpr, *ast.SelectorExpr, *ast.SliceExpr, *ast.TypeAssertExpr:
		return true
	case *ast.CompositeLit:
		return n.Type != nil
	}
	return false
}

// endsWithChild reports whether a node of the kind of n can end with one of its
// kind, and so on: if … else if … else if ….
func endsWithChild(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ArrayType, *ast.BinaryExpr, *ast.ChanType, *ast.Ellipsis, *ast.Field, *ast.FuncType, *ast.IfStmt, *ast.KeyValueExpr, *ast.LabeledStmt, *ast.MapType, *ast.StarExpr, *ast.UnaryExpr:
		return true
	case *ast.FieldList:
		return !n.Closing.IsValid()
	}
	return false
}

// Pos is where n begins, as n.Pos() says, and End where it ends.
func (ns *Nodes) Pos(n ast.Node) token.Pos { return ns.of[n].pos }

// End is where n ends, as n.End() says.
func (ns *Nodes) End(n ast.Node) token.Pos { return ns.of[n].end }

// In returns the nodes that begin at from or behind it, and before to.
func (ns *Nodes) In(from, to token.Pos) iter.Seq[ast.Node] {
	return func(yield func(ast.Node) bool) {
		for _, s := range ns.all[ns.at(from):] {
			if s.pos >= to || !yield(s.node) {
				return
			}
		}
	}
}

// at is the index of the first node that begins at pos or behind it.
func (ns *Nodes) at(pos token.Pos) int {
	i, _ := slices.BinarySearchFunc(ns.all, pos, func(s *span, pos token.Pos) int { return cmp.Compare(s.pos, pos) })
	return i
}

// Around returns the nodes around pos, the innermost first.
func (ns *Nodes) Around(pos token.Pos) iter.Seq[ast.Node] {
	return func(yield func(ast.Node) bool) {
		i := ns.at(pos + 1)
		if i == 0 {
			return
		}
		for s := ns.all[i-1]; s != nil; s = s.outer {
			if s.pos <= pos && pos < s.end && !yield(s.node) {
				return
			}
		}
	}
}
