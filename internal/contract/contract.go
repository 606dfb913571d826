// Package contract reads comments in which users describe a function that the
// analysis cannot follow:
//
//	//k8slint:returns-copy      the results are the caller's own
//	//k8slint:shared            the results belong to a shared cache
//	//k8slint:writes obj, list  the named parameters (or receiver) are written
//
// A contract stands in the comment of a function, or of a method in an
// interface; text after a further // is a remark.
package contract

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/wording"
)

// A Contract is what is promised of a function.
type Contract struct {
	ReturnsCopy bool
	Shared      bool
	Writes      []string // names of parameters, in the order written
}

// Empty reports whether nothing is promised.
func (c Contract) Empty() bool { return !c.ReturnsCopy && !c.Shared && len(c.Writes) == 0 }

// A Problem is a contract that is not one.
type Problem struct {
	Pos, End token.Pos
	Message  string
}

const prefix = "//k8slint:"

// OfFunc returns the contract of a function or method.
func OfFunc(fd *ast.FuncDecl) Contract {
	c, _ := parse(fd.Doc, paramNames(fd.Recv, fd.Type))
	return c
}

// OfMethod returns the contract of a method in an interface type, which may
// stand above it or behind it.
func OfMethod(m *ast.Field) Contract {
	ft, ok := m.Type.(*ast.FuncType)
	if !ok {
		return Contract{}
	}
	names := paramNames(nil, ft)
	c, _ := parse(m.Doc, names)
	behind, _ := parse(m.Comment, names)
	c.ReturnsCopy = c.ReturnsCopy || behind.ReturnsCopy
	c.Shared = c.Shared || behind.Shared
	c.Writes = append(c.Writes, behind.Writes...)
	return c
}

// Problems returns what is wrong with the contracts of a file: unknown words,
// unknown parameters, and comments that belong to no function.
func Problems(f *ast.File) []Problem {
	var out []Problem
	known := make(map[*ast.CommentGroup]bool)
	check := func(g *ast.CommentGroup, names []string) {
		if g != nil {
			known[g] = true
			_, bad := parse(g, names)
			out = append(out, bad...)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			check(n.Doc, paramNames(n.Recv, n.Type))
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				if ft, ok := m.Type.(*ast.FuncType); ok {
					check(m.Doc, paramNames(nil, ft))
					check(m.Comment, paramNames(nil, ft))
				}
			}
		}
		return true
	})
	for _, g := range f.Comments {
		for _, c := range g.List {
			if text, ok := strings.CutPrefix(c.Text, prefix); ok && !known[g] {
				word, _ := cutWord(text)
				out = append(out, stray(c, word)...)
			}
		}
	}
	slices.SortFunc(out, func(a, b Problem) int { return int(a.Pos) - int(b.Pos) })
	return out
}

// ignore is the word of comments that silence findings, which package suppress reads.
const ignore = "ignore"

// cutWord is the first word of the text of a contract, and what follows it.
func cutWord(text string) (word, rest string) {
	text = strings.TrimSpace(text)
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		return text[:i], text[i:]
	}
	return text, ""
}

// stray is what is wrong with a comment with the word that belongs to no function.
func stray(c *ast.Comment, word string) []Problem {
	switch word {
	case ignore:
		return nil
	case "returns-copy", "shared", "writes":
		return []Problem{{c.Pos(), c.End(), "a contract must stand directly above a function, or above a method of an interface"}}
	}
	return []Problem{unknown(c, word)}
}

func unknown(c *ast.Comment, word string) Problem {
	return Problem{c.Pos(), c.End(), "k8slint:" + wording.Whole(word, maxName) + " is unknown; write returns-copy, shared, writes or ignore"}
}

// maxName bounds a name that a message quotes.
const maxName = 60

// parse reads the contract in a comment group.
func parse(g *ast.CommentGroup, params []string) (c Contract, bad []Problem) {
	if g == nil {
		return c, nil
	}
	for _, line := range g.List {
		text, ok := strings.CutPrefix(line.Text, prefix)
		if !ok {
			continue
		}
		text, _, _ = strings.Cut(text, "//")
		word, args := cutWord(text)
		problem := func(msg string) { bad = append(bad, Problem{line.Pos(), line.End(), msg}) }
		switch word {
		case "returns-copy":
			c.ReturnsCopy = true
		case "shared":
			c.Shared = true
		case "writes":
			names := strings.FieldsFunc(args, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
			if len(names) == 0 {
				problem("k8slint:writes names no parameter; add those that the function writes")
			}
			for _, name := range names {
				if slices.Contains(params, name) {
					c.Writes = append(c.Writes, name)
				} else {
					problem("k8slint:writes names " + wording.Whole(name, maxName) + ", which is not a parameter of this function; correct the name")
				}
			}
			continue
		case ignore:
			continue
		default:
			bad = append(bad, unknown(line, word))
			continue
		}
		if strings.TrimSpace(args) != "" {
			problem("k8slint:" + word + " takes no arguments; remove them")
		}
	}
	if c.ReturnsCopy && c.Shared {
		bad = append(bad, Problem{g.Pos(), g.End(), "k8slint:returns-copy and k8slint:shared contradict each other; keep one"})
		c.ReturnsCopy, c.Shared = false, false
	}
	return c, bad
}

// paramNames lists the names of the receiver and the parameters.
func paramNames(recv *ast.FieldList, ft *ast.FuncType) []string {
	var out []string
	for _, list := range []*ast.FieldList{recv, ft.Params} {
		if list == nil {
			continue
		}
		for _, field := range list.List {
			for _, name := range field.Names {
				out = append(out, name.Name)
			}
		}
	}
	return out
}
