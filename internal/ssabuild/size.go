package ssabuild

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Bounds of a function that SSA is built of. Larger ones are generated.
const (
	// maxBranches bounds the ways that can meet in one place: cases, jumps, terms of
	// conditions, and ifs and loops in or behind others. x/tools' builder needs time and memory for the square of
	// them: 5000 take 0.2 s and 100 MiB, 40,000 all the memory that there is.
	maxBranches = 5000
	// maxMerges bounds the product of the branches and the variables, each of
	// which is merged, at first, where they all meet: a second's work.
	maxMerges = 4_000_000
	// minSize is how many bytes a function has at least that is beyond either: a
	// branch is no shorter than "a||", a variable than "a:=b".
	minSize = 13_000
)

// A source is what SSA is built from: the syntax of a package but for what would
// take too long.
type source struct {
	files []*ast.File
	info  *types.Info
	left  []left
}

// A left is a function or variable without its body or value.
type left struct {
	name string
	pos  token.Pos
}

// sourceOf leaves out of the package what has too many branches.
func sourceOf(files []*ast.File, info *types.Info) source {
	s := source{files: files, info: info}
	for i, f := range files {
		if kept := s.without(f); kept != f {
			s.files = slices.Clone(s.files)
			s.files[i] = kept
		}
	}
	for _, init := range info.InitOrder {
		if !tooBranchy(init.Rhs) {
			continue
		}
		kept := *info
		kept.InitOrder = slices.DeleteFunc(slices.Clone(info.InitOrder), func(init *types.Initializer) bool {
			if !tooBranchy(init.Rhs) {
				return false
			}
			s.left = append(s.left, left{init.Lhs[0].Name(), init.Lhs[0].Pos()})
			return true
		})
		s.info = &kept
		break
	}
	return s
}

// without is f with the bodies of such functions left out, f itself if there are
// none.
func (s *source) without(f *ast.File) *ast.File {
	kept := f
	for i, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || !tooBranchy(fn.Body) {
			continue
		}
		if kept == f {
			c := *f
			c.Decls = slices.Clone(f.Decls)
			kept = &c
		}
		head := *fn
		head.Body = nil
		kept.Decls[i] = &head
		s.left = append(s.left, left{fn.Name.Name, fn.Pos()})
	}
	return kept
}

// tooBranchy reports whether there are too many branches in n, or in one of the
// function literals in it.
func tooBranchy(n ast.Node) bool {
	if n.End()-n.Pos() < minSize {
		return false
	}
	branches, variables, tooMany := 0, 0, false
	var outer token.Pos // where the outermost if or loop ends
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			tooMany = tooMany || tooBranchy(n.Body)
			return false
		case *ast.CaseClause:
			branches += max(len(n.List), 1)
		case *ast.TypeSwitchStmt:
			if _, ok := n.Assign.(*ast.AssignStmt); ok {
				variables += len(n.Body.List) // one in each case
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				variables += len(n.Lhs)
			}
		case *ast.ValueSpec:
			variables += len(n.Names)
		case *ast.CommClause, *ast.BranchStmt:
			branches++
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			if n.Pos() < outer {
				branches++
			} else {
				outer = n.End()
			}
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				branches++
			}
		}
		return !tooMany
	})
	return tooMany || branches > maxBranches || branches*variables > maxMerges
}
