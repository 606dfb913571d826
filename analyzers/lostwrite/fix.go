package lostwrite

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/astspan"
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
		if arg = copiedHere(arg); arg == nil {
			return nil
		}
	}
	arg = astspan.Addressed(arg)
	if m, _, _ := types.LookupFieldOrMethod(w.pass.TypesInfo.TypeOf(arg), true, w.pass.Pkg, "DeepCopy"); m == nil {
		return nil
	}
	copied := w.text(arg) + ".DeepCopy()"
	if kept || base.call.Pos() < b.Change.First.Pos() {
		return &analysis.SuggestedFix{Message: "Make the base a copy", TextEdits: []analysis.TextEdit{{Pos: base.call.Args[0].Pos(), End: base.call.Args[0].End(), NewText: []byte(copied)}}}
	}
	first := w.statement(p.file, firstChange(b).Pos(), p.outer)
	name := w.unused(p, "base", "original", "unchanged")
	if first == nil || name == "" {
		return nil
	}
	return &analysis.SuggestedFix{Message: "Copy the base before the change", TextEdits: []analysis.TextEdit{
		{Pos: first.Pos(), End: first.Pos(), NewText: []byte(name + " := " + copied + "\n" + w.indentAt(first.Pos()))},
		{Pos: base.call.Args[0].Pos(), End: base.call.Args[0].End(), NewText: []byte(name)},
	}}
}

// copiedHere is what the expression e copies by its method DeepCopy, nil if it is no such call.
func copiedHere(e ast.Expr) ast.Expr {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "DeepCopy" {
		return nil
	}
	return ast.Unparen(sel.X)
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
func (w *writer) statement(file *ast.File, pos token.Pos, outer []ast.Node) ast.Stmt {
	path, _ := astutil.PathEnclosingInterval(file, pos, pos)
	for i, n := range path {
		block, ok := n.(*ast.BlockStmt)
		if !ok || i == 0 {
			continue
		}
		for _, around := range outer {
			if around == ast.Node(block) {
				stmt, _ := path[i-1].(ast.Stmt)
				return stmt
			}
		}
	}
	return nil
}

// unused is the first of names that is not known in the function around p, "" if there is none.
func (w *writer) unused(p place, names ...string) string {
	var fn ast.Node
	for _, n := range p.outer {
		if _, ok := n.(*ast.FuncDecl); ok {
			fn = n
		}
	}
	if fn == nil {
		return ""
	}
	taken := map[string]bool{}
	for n := range ast.Preorder(fn) {
		if id, ok := n.(*ast.Ident); ok {
			taken[id.Name] = true
		}
	}
	for _, name := range names {
		if !taken[name] && w.pass.Pkg.Scope().Lookup(name) == nil {
			return name
		}
	}
	return ""
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
		{Pos: object.Pos(), End: object.End(), NewText: []byte(w.text(other))},
		{Pos: other.Pos(), End: other.End(), NewText: []byte(w.text(object))},
	}}
}

func (w *writer) text(e ast.Expr) string {
	var b bytes.Buffer
	if format.Node(&b, w.pass.Fset, e) != nil {
		return types.ExprString(e)
	}
	return b.String()
}

// indentAt is the white space before pos.
func (w *writer) indentAt(pos token.Pos) string {
	return strings.Repeat("\t", max(0, w.pass.Fset.Position(pos).Column-1))
}
