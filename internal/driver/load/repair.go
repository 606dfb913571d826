package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A patcher takes the declarations of a package away that have errors in them, or
// puts what has none in their place.
type patcher struct {
	remnant
	// done is what was replaced or taken away in this round.
	done []span
	// stand are the names of the types that stand for those that cannot be
	// known, by the text that they stand for.
	stand map[string]string
	order []string // of stand's values
}

// repair takes away what errs are about. It reports whether it changed
// anything, and false if an error has no place that could be taken away.
func (p *patcher) repair(errs []types.Error) (changed, ok bool) {
	p.done = p.done[:0]
	for _, err := range errs {
		if harmless(err) || slices.ContainsFunc(p.done, func(d span) bool { return d.has(err.Pos) }) {
			continue
		}
		f := p.fileOf(err.Pos)
		if f == nil {
			return changed, false
		}
		switch decl := declAt(f, err.Pos); decl := decl.(type) {
		case nil:
			if !p.misplaced(f, err) {
				continue
			}
		case *ast.FuncDecl:
			p.repairFunc(f, decl, err.Pos)
		case *ast.GenDecl:
			p.repairGen(f, decl, err.Pos)
		}
		changed = true
	}
	return changed, true
}

// misplaced deals with an error outside of f's declarations. The whole file is
// left out if it belongs to another package; else there is nothing to do.
func (p *patcher) misplaced(f *ast.File, err types.Error) bool {
	if !strings.Contains(err.Msg, "expected package") {
		return false
	}
	for i, g := range p.d.files {
		if g == f {
			p.d.files = append(p.d.files[:i:i], p.d.files[i+1:]...)
			for _, decl := range f.Decls {
				p.forget(decl)
			}
			return true
		}
	}
	return false
}

func (p *patcher) fileOf(pos token.Pos) *ast.File {
	for _, f := range p.d.files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return f
		}
	}
	return nil
}

// harmless reports whether nothing depends on an error: an import that is not
// used, and functions that have no body by now.
func harmless(err types.Error) bool {
	return err.Soft && (strings.Contains(err.Msg, "imported and not used") || strings.Contains(err.Msg, "imported as") ||
		strings.HasSuffix(err.Msg, "missing function body") || strings.HasSuffix(err.Msg, "must have a body"))
}

func declAt(f *ast.File, pos token.Pos) ast.Decl {
	for _, decl := range f.Decls {
		if decl.Pos() <= pos && pos <= decl.End() {
			return decl
		}
	}
	return nil
}
