// Package contract reads comments in which users describe a function that the
// analysis cannot follow:
//
//	//k8slint:returns-copy      the results are the caller's own
//	//k8slint:shared            the results belong to a shared cache
//	//k8slint:writes obj, list  the named parameters (or receiver) are written
//	//k8slint:does ret0=$1      all that it does, in the language of package effect
//
// A contract stands in the comment of a function, or of a method in an
// interface; text after a further // is a remark.
package contract

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/wording"
)

// A Contract is what is promised of a function.
type Contract struct {
	ReturnsCopy bool
	Shared      bool
	Writes      []string // names of parameters, in the order written
	Does        string   // a summary of package effect, which says all
}

// Empty reports whether nothing is promised.
func (c Contract) Empty() bool {
	return !c.ReturnsCopy && !c.Shared && len(c.Writes) == 0 && c.Does == ""
}

// A Problem is a contract that is not one.
type Problem struct {
	Pos, End token.Pos
	Message  string
}

const prefix = "//k8slint:"

// OfFunc returns the contract of a function or method.
func OfFunc(fd *ast.FuncDecl) Contract {
	c, _ := parse(fd.Doc, signature{fd.Recv, fd.Type})
	return c
}

// OfMethod returns the contract of a method in an interface type, which may
// stand above it or behind it.
func OfMethod(m *ast.Field) Contract {
	ft, ok := m.Type.(*ast.FuncType)
	if !ok {
		return Contract{}
	}
	sig := signature{anyReceiver, ft}
	c, _ := parse(m.Doc, sig)
	behind, _ := parse(m.Comment, sig)
	c.ReturnsCopy = c.ReturnsCopy || behind.ReturnsCopy
	c.Shared = c.Shared || behind.Shared
	c.Writes = append(c.Writes, behind.Writes...)
	c.Does = cmp.Or(c.Does, behind.Does)
	return c
}

// Problems returns what is wrong with the contracts of a file: unknown words,
// unknown parameters, and comments that belong to no function.
func Problems(f *ast.File) []Problem {
	var out []Problem
	known := make(map[*ast.CommentGroup]bool)
	check := func(g *ast.CommentGroup, sig signature) {
		if g != nil {
			known[g] = true
			_, bad := parse(g, sig)
			out = append(out, bad...)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			check(n.Doc, signature{n.Recv, n.Type})
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				if ft, ok := m.Type.(*ast.FuncType); ok {
					check(m.Doc, signature{anyReceiver, ft})
					check(m.Comment, signature{anyReceiver, ft})
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
	case "returns-copy", "shared", "writes", "does":
		return []Problem{{c.Pos(), c.End(), "a contract must stand directly above a function, or above a method of an interface"}}
	}
	return []Problem{unknown(c, word)}
}

func unknown(c *ast.Comment, word string) Problem {
	return Problem{c.Pos(), c.End(), "k8slint:" + wording.Whole(word, maxName) + " is unknown; write returns-copy, shared, writes, does or ignore"}
}

// maxName bounds a name that a message quotes.
const maxName = 60

// parse reads the contract in a comment group.
func parse(g *ast.CommentGroup, sig signature) (c Contract, bad []Problem) {
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
				if slices.Contains(sig.names(), name) {
					c.Writes = append(c.Writes, name)
				} else {
					problem("k8slint:writes names " + wording.Whole(name, maxName) + ", which is not a parameter of this function; correct the name")
				}
			}
			continue
		case "does":
			s, err := effect.Parse(args)
			if err == nil {
				err = s.Fits(sig.sizes())
			}
			if err != nil {
				problem("k8slint:does is wrong: " + err.Error() + "; correct it")
			} else {
				c.Does = strings.TrimSpace(args)
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

// A signature is that of a function as it is written. An interface's method has anyReceiver.
type signature struct {
	recv *ast.FieldList
	ft   *ast.FuncType
}

var anyReceiver = &ast.FieldList{List: []*ast.Field{{}}}

// names are those of the receiver and the parameters.
func (s signature) names() []string {
	var out []string
	for _, list := range []*ast.FieldList{s.recv, s.ft.Params} {
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

// sizes are the numbers of parameters, the receiver included, and of results.
func (s signature) sizes() (params, results int) {
	return s.recv.NumFields() + s.ft.Params.NumFields(), s.ft.Results.NumFields()
}
