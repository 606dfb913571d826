package staleretry

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/indent"
	"github.com/k8slint/k8slint/internal/kube"
)

// versions finds the edits of fixes that keep the version which a write returns.
type versions struct{ w *writer }

// keep gives the object the version that the first write returns, right behind that write:
//
//	updated, err := c.Update(ctx, node, metav1.UpdateOptions{}) // before: _, err :=
//	if err != nil {
//		return err
//	}
//	node.ResourceVersion = updated.ResourceVersion
//
// The rest of the object stays as it is, even what the first write does not store. An object of the cache must not be
// written, so there is no edit for one.
func (v *versions) keep(b bug) *analysis.SuggestedFix {
	o := b.out.New
	if b.out.Earlier == nil || o.InCache || o.OfCopy || callVerb(b.out.Earlier) != kube.Write {
		return nil
	}
	edits := v.edits(b.out.Earlier)
	if len(edits) == 0 {
		return nil
	}
	return &analysis.SuggestedFix{Message: "Keep the version that the first write returns", TextEdits: edits}
}

// A versionEdit changes one write.
type versionEdit struct {
	w    *writer
	file *ast.File
	path []ast.Node // around the write, the innermost node first
	as   *ast.AssignStmt
	obj  *ast.Ident // what is sent
	name string     // of what is returned
	fn   *ast.FuncDecl
}

// edits are the edits that keep the version which a write in this package returns, nil where its
// statement has another form than _, err := c.Update(...).
func (vs *versions) edits(call ssa.CallInstruction) []analysis.TextEdit {
	file, path := astspan.Path(vs.w.pass.Files, call.Pos())
	if file == nil || ast.IsGenerated(file) {
		return nil
	}
	v := &versionEdit{w: vs.w, file: file}
	for i, n := range path {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n.Lparen == call.Pos() {
				v.obj = sentVar(vs.w.pass, n)
			}
		case *ast.AssignStmt:
			if v.as == nil {
				v.as, v.path = n, path[i+1:]
			}
		case *ast.FuncDecl:
			v.fn = n
		}
	}
	if v.obj == nil || v.as == nil || v.fn == nil || len(v.as.Lhs) != 2 || len(v.as.Rhs) != 1 || len(v.path) < 2 || !isBlank(v.as.Lhs[0]) {
		return nil
	}
	if inner, ok := ast.Unparen(v.as.Rhs[0]).(*ast.CallExpr); !ok || inner.Lparen != call.Pos() {
		return nil
	}
	if v.name = astspan.Unused(v.fn, "updated", "stored"); v.name == "" {
		return nil
	}
	switch outer := v.path[0].(type) {
	case *ast.IfStmt:
		if outer.Init == v.as {
			return v.inIf(outer)
		}
	case *ast.BlockStmt:
		return v.inList(outer.List)
	case *ast.CaseClause:
		return v.inList(outer.Body)
	}
	return nil
}

// sentVar is the variable of the function that a write sends, which has a version of its own; nil if
// it is something else, or another type than the write returns.
func sentVar(pass *analysis.Pass, e *ast.CallExpr) *ast.Ident {
	results, ok := pass.TypesInfo.TypeOf(e).(*types.Tuple)
	if !ok || results.Len() != 2 {
		return nil
	}
	for _, a := range e.Args {
		id, ok := ast.Unparen(a).(*ast.Ident)
		if !ok || !types.Identical(pass.TypesInfo.TypeOf(id), results.At(0).Type()) {
			continue
		}
		v, _ := pass.TypesInfo.Uses[id].(*types.Var)
		version, _, _ := types.LookupFieldOrMethod(v.Type(), true, pass.Pkg, "ResourceVersion")
		if _, isField := version.(*types.Var); isField && v.Parent() != pass.Pkg.Scope() {
			return id
		}
	}
	return nil
}

// inList edits a statement of a list.
func (v *versionEdit) inList(list []ast.Stmt) []analysis.TextEdit {
	err, ok := v.as.Lhs[1].(*ast.Ident)
	if !ok || isBlank(err) {
		return nil
	}
	edits := v.named()
	if edits == nil {
		return nil
	}
	i := slices.Index(list, ast.Stmt(v.as))
	if i+1 < len(list) {
		if next, ok := list[i+1].(*ast.IfStmt); ok && next.Init == nil && next.Else == nil && v.leavesOn(next, err) {
			return append(edits, v.behind(next, v.assignment()))
		}
	}
	in := indent.At(v.w.pass, v.as.Pos())
	return append(edits, v.behind(v.as, "if "+err.Name+" == nil {\n"+in.Inner+v.assignment()+"\n"+in.Outer+"}"))
}

// inIf edits the initial statement of an if that leaves where there is an error.
func (v *versionEdit) inIf(s *ast.IfStmt) []analysis.TextEdit {
	err, ok := v.as.Lhs[1].(*ast.Ident)
	if _, inElse := v.path[1].(*ast.IfStmt); !ok || inElse || s.Else != nil || !v.leavesOn(s, err) {
		return nil
	}
	if v.as.Tok == token.ASSIGN {
		return append(v.named(), v.behind(s, v.assignment()))
	}
	// The result has to be known behind the if, its error under a name that nothing else has.
	name := astspan.Unused(v.fn, "updateErr", "writeErr")
	if name == "" {
		return nil
	}
	edits := []analysis.TextEdit{
		{Pos: s.If, End: v.as.Lhs[0].End(), NewText: []byte(v.name)},
		{Pos: v.as.End(), End: s.Cond.Pos(), NewText: []byte("\n" + indent.At(v.w.pass, s.Pos()).Outer + "if ")},
		v.behind(s, v.assignment()),
	}
	declared := v.w.pass.TypesInfo.ObjectOf(err)
	for id, o := range astspan.Names(v.w.pass.TypesInfo, s) {
		if o == declared {
			edits = append(edits, analysis.TextEdit{Pos: id.Pos(), End: id.End(), NewText: []byte(name)})
		}
	}
	return edits
}

// named gives a name to what the write returns, declared before where the error is an older variable.
func (v *versionEdit) named() []analysis.TextEdit {
	edits := []analysis.TextEdit{{Pos: v.as.Lhs[0].Pos(), End: v.as.Lhs[0].End(), NewText: []byte(v.name)}}
	if v.as.Tok == token.DEFINE {
		return edits
	}
	scope := v.w.pass.Pkg.Scope().Innermost(v.as.Pos())
	err, ok := v.as.Lhs[1].(*ast.Ident)
	if !ok {
		return nil
	}
	_, inIf := v.path[0].(*ast.IfStmt)
	if !inIf && v.w.pass.TypesInfo.Uses[err].Parent() == scope {
		return append(edits, analysis.TextEdit{Pos: v.as.TokPos, End: v.as.TokPos + 1, NewText: []byte(":=")})
	}
	at := v.as.Pos()
	if inIf {
		at = v.path[0].Pos()
	}
	declared := "var " + v.name + " " + importedit.TypeString(v.w.pass, at, v.w.pass.TypesInfo.TypeOf(v.obj)) + "\n" + indent.At(v.w.pass, at).Outer
	return append(edits, analysis.TextEdit{Pos: at, End: at, NewText: []byte(declared)})
}

func (v *versionEdit) assignment() string {
	return v.obj.Name + ".ResourceVersion = " + v.name + ".ResourceVersion"
}

// behind puts text on a line of its own behind s, and the comment that ends the line of s.
func (v *versionEdit) behind(s ast.Stmt, text string) analysis.TextEdit {
	at := astspan.LineEnd(v.w.pass.Fset, v.file, s.End())
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte("\n" + indent.At(v.w.pass, s.Pos()).Outer + text)}
}

// leavesOn reports whether s leaves what is around it if err is not nil.
func (v *versionEdit) leavesOn(s *ast.IfStmt, err *ast.Ident) bool {
	x, ok := astspan.NotNil(s.Cond).(*ast.Ident)
	return ok && v.w.pass.TypesInfo.ObjectOf(x) == v.w.pass.TypesInfo.ObjectOf(err) && astspan.Leaves(s.Body)
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}
