package lostwrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/indent"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// fix repairs b, which is written at p; nil where it is not certain what is meant.
func (w *writer) fix(b lost, p place) *analysis.SuggestedFix {
	if p.call == nil {
		return nil
	}
	switch b.category {
	case statusNotStored:
		return w.byStatus(b, p)
	case emptyPatch:
		return w.copyBase(b, p)
	case reversedPatch:
		return w.swap(b, p)
	}
	return nil
}

// byStatus writes the status where nothing but the status has changed.
func (w *writer) byStatus(b lost, p place) *analysis.SuggestedFix {
	sel, ok := ast.Unparen(p.call.Fun).(*ast.SelectorExpr)
	if !ok || kube.IsApproval(b.Type, b.Change.Path) || b.Into && !isClientVerb(sel.Sel.Name) || len(b.Others) > 0 || b.Fn != b.Write.Parent() { // others may call it with other changes
		return nil
	}
	method, insert := "Status", "Status()."
	if !b.Into {
		method, insert = "UpdateStatus", ""
	}
	m, _, _ := types.LookupFieldOrMethod(w.pass.TypesInfo.TypeOf(sel.X), true, w.pass.Pkg, method)
	if f, ok := m.(*types.Func); !ok || b.Into && !kube.GivesStatusWriter(f) {
		return nil
	}
	edit := analysis.TextEdit{Pos: sel.Sel.Pos(), End: sel.Sel.Pos(), NewText: []byte(insert)}
	if !b.Into {
		edit.End, edit.NewText = sel.Sel.End(), []byte(method)
	}
	return &analysis.SuggestedFix{Message: "Write the status", TextEdits: []analysis.TextEdit{edit}}
}

// makesPatch reports whether call makes a patch of its first argument, and is no helper that sends it too.
func makesPatch(call ssa.CallInstruction) bool {
	if call == nil {
		return false
	}
	fn := ssaquery.Called(call.Common())
	return fn != nil && kube.DiffPatch(fn)
}

// copyBase makes the base of the patch a copy from before the change.
func (w *writer) copyBase(b lost, p place) *analysis.SuggestedFix {
	base := w.placeOf(b.Base)
	kept := b.Change.At == nil
	if !makesPatch(b.Base) || base.call == nil || len(base.call.Args) == 0 || !kept && (b.Base.Parent() != b.Change.First.Parent() || b.Base.Parent() != b.Write.Parent()) {
		return nil
	}
	arg := ast.Unparen(base.call.Args[0])
	if b.Copied {
		var name string
		if arg, name = astspan.Method(arg); name != "DeepCopy" {
			return nil
		}
	}
	arg = astspan.Addressed(arg)
	if m, _, _ := types.LookupFieldOrMethod(w.pass.TypesInfo.TypeOf(arg), true, w.pass.Pkg, "DeepCopy"); m == nil {
		return nil
	}
	copied := astspan.Text(w.pass.Fset, arg) + ".DeepCopy()"
	if kept || base.call.Pos() < b.Change.First.Pos() {
		return &analysis.SuggestedFix{Message: "Make the base a copy", TextEdits: []analysis.TextEdit{{Pos: base.call.Args[0].Pos(), End: base.call.Args[0].End(), NewText: []byte(copied)}}}
	}
	first := w.statement(firstChange(b).Pos(), p.outer)
	name := astspan.Unused(p.outer[len(p.outer)-2], "base", "original", "unchanged")
	if first == nil || name == "" {
		return nil
	}
	return &analysis.SuggestedFix{Message: "Copy the base before the change", TextEdits: []analysis.TextEdit{
		{Pos: first.Pos(), End: first.Pos(), NewText: []byte(name + " := " + copied + "\n" + indent.At(w.pass, first.Pos()).Outer)},
		{Pos: base.call.Args[0].Pos(), End: base.call.Args[0].End(), NewText: []byte(name)},
	}}
}

// firstChange is the first of the changes that the copy must not have.
func firstChange(b lost) ssa.Instruction {
	first := b.Change.First
	for _, c := range b.Others {
		if c.First.Parent() == first.Parent() && c.First.Pos() < first.Pos() {
			first = c.First
		}
	}
	return first
}

// statement is the statement of a block around the write in which pos lies, nil if there is none.
func (w *writer) statement(pos token.Pos, outer []ast.Node) ast.Stmt {
	_, path := astspan.Path(w.pass.Files, pos)
	for i, n := range path {
		if _, ok := n.(*ast.BlockStmt); ok && i > 0 && slices.Contains(outer, n) {
			stmt, _ := path[i-1].(ast.Stmt)
			return stmt
		}
	}
	return nil
}

// swap exchanges the object and the base.
func (w *writer) swap(b lost, p place) *analysis.SuggestedFix {
	base := w.placeOf(b.Base)
	if !makesPatch(b.Base) || base.call == nil || len(base.call.Args) == 0 || len(p.call.Args) < 2 {
		return nil
	}
	object, other := p.call.Args[1], base.call.Args[0]
	within := p.call.Pos() <= base.call.Pos() && base.call.End() <= p.call.End()
	if !within { // between them the variables may be other ones
		return nil
	}
	return &analysis.SuggestedFix{Message: "Swap the object and the base", TextEdits: []analysis.TextEdit{
		{Pos: object.Pos(), End: object.End(), NewText: []byte(astspan.Text(w.pass.Fset, other))},
		{Pos: other.Pos(), End: other.End(), NewText: []byte(astspan.Text(w.pass.Fset, object))},
	}}
}
