package copyfix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// copyVariable copies what all writes go through into itself, if that is one
// variable, or one field or element of a variable:
//
//	pod = pod.DeepCopy()
func (f *fixer) copyVariable() *analysis.SuggestedFix {
	t, from := f.target()
	if t == nil {
		return nil
	}
	places := &places{f.file, f.file.lines(), f.readers(), f.w}
	p, ok := places.after(t)
	if !ok || from < p.pos { // the first write is before the variable has the object
		p, ok = places.beforeWrites(t, from)
	}
	if !ok {
		return nil
	}
	copied, ok := f.file.copyOf(t.text, t.typ, p.pos)
	if !ok || f.filledAfter(p.pos) {
		return nil
	}
	return &analysis.SuggestedFix{
		Message:   "Write to a deep copy of " + t.text,
		TextEdits: []analysis.TextEdit{{Pos: p.pos, End: p.pos, NewText: []byte(p.before + t.text + " = " + copied + p.after)}},
	}
}

// target is the target that all writes go through, or nil, and where the first
// of them stands, or that what it goes through was taken out of the target.
func (f *fixer) target() (t *target, from token.Pos) {
	from = f.w.first()
	targets := &targets{f.file, f.w.Args}
	for _, pos := range f.w.At {
		next := targets.at(pos)
		if next == nil || t != nil && !next.same(t) {
			return nil, token.NoPos
		}
		if next.since.IsValid() {
			from = min(from, next.since)
		}
		t = next
	}
	return t, from
}

// filledAfter reports whether what is written is put into its place after pos,
// where it would miss the copy:
//
//	c := &Pod{}             // a copy of c here would come too early:
//	c.Labels = pod.Labels   // the labels are still those of pod
//	c.Labels["a"] = "b"
func (f *fixer) filledAfter(pos token.Pos) bool {
	fillings := fillingsAfter(f.file, pos)
	return slices.ContainsFunc(f.w.At, func(at token.Pos) bool {
		e := f.file.assignedAt(at)
		return e != nil && fillings.before(e, at, f.file.rootVar(e))
	})
}

// fillings are the places that are set to something that is not new, nor made by a call, with the
// end of the first assignment that does so.
type fillings map[filling]token.Pos

type filling struct {
	text string // as the source has it
	root *types.Var
}

// fillingsAfter returns what the function around pos sets after it. A function
// can have thousands of writes, all of which ask.
func fillingsAfter(f *file, pos token.Pos) fillings {
	out := make(fillings)
	ast.Inspect(f.around(pos), func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || as.Pos() < pos || len(as.Lhs) != len(as.Rhs) {
			return true
		}
		for i, l := range as.Lhs {
			_, name := ast.Unparen(l).(*ast.Ident)
			_, made := ast.Unparen(as.Rhs[i]).(*ast.CallExpr)
			if name || made || makesNew(as.Rhs[i]) {
				continue
			}
			to := filling{types.ExprString(l), f.rootVar(l)}
			if end, ok := out[to]; !ok || as.End() < end {
				out[to] = as.End()
			}
		}
		return true
	})
	return out
}

// before reports whether something that e selects from is set by an assignment
// that ends before pos. The variable root is where e begins.
func (fs fillings) before(e ast.Expr, pos token.Pos, root *types.Var) bool {
	text := types.ExprString(e)
	for i := 1; i < len(text); i++ {
		if text[i] != '.' && text[i] != '[' {
			continue
		}
		if end, ok := fs[filling{text[:i], root}]; ok && end <= pos {
			return true
		}
	}
	return false
}
