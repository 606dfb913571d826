package staleretry

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// readLive reads through the client that writes the object, not from the cache:
//
//	pod, err := c.kube.CoreV1().Pods(ns).Get(ctx, name, metav1.GetOptions{}) // before: c.pods.Pods(ns).Get(name)
func (f *fixer) readLive(b bug) *analysis.SuggestedFix {
	read := b.out.First.Object.Read
	if read == nil || read.Parent() != b.out.Site.Parent() || callVerb(b.out.Site) != kube.Write {
		return nil
	}
	old, write := f.w.callExpr(read), f.w.callExpr(b.out.Site)
	if old == nil || write == nil || f.w.fileAt(old) == nil || !f.allText(old.Args) {
		return nil
	}
	lister, ok := ast.Unparen(old.Fun).(*ast.SelectorExpr)
	to, isMethod := ast.Unparen(write.Fun).(*ast.SelectorExpr)
	results, two := f.w.pass.TypesInfo.TypeOf(old).(*types.Tuple)
	if !ok || !isMethod || !two || results.Len() != 2 || !f.usedTwice(lister.X) {
		return nil
	}
	g := get{client: f.w.text(to.X)}
	visible := []ast.Expr{to.X}
	if _, from := ofNamespace(lister.X); from != nil && f.allText([]ast.Expr{from}) {
		if client, ns := ofNamespace(to.X); ns != nil && f.allText([]ast.Expr{ns}) {
			g.client, visible = f.w.text(client)+"("+f.w.text(from)+")", []ast.Expr{client}
		} else {
			g.names = append(g.names, f.w.text(from))
		}
	}
	if len(write.Args) > 0 && ssaquery.IsContext(f.w.pass.TypesInfo.TypeOf(write.Args[0])) {
		g.context = f.w.text(write.Args[0])
		visible = append(visible, write.Args[0])
	}
	for _, a := range old.Args {
		g.names = append(g.names, f.w.text(a))
	}
	for _, e := range visible {
		if !f.knownAt(e, old, read) {
			return nil
		}
	}
	text, edits := f.getText(g, to.X, results.At(0).Type())
	if text == "" || strings.Contains(text, "\n") {
		return nil
	}
	return &analysis.SuggestedFix{
		Message:   "Read the object from the API server",
		TextEdits: append(edits, analysis.TextEdit{Pos: old.Pos(), End: old.End(), NewText: []byte(text)}),
	}
}

// ofNamespace takes c.Pods(ns) apart. There is no namespace in others.
func ofNamespace(e ast.Expr) (client, namespace ast.Expr) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil, nil
	}
	return call.Fun, call.Args[0]
}

// allText reports whether all of es are strings.
func (f *fixer) allText(es []ast.Expr) bool {
	for _, e := range es {
		if t := f.w.pass.TypesInfo.TypeOf(e); t == nil || !ssaquery.IsString(t) {
			return false
		}
	}
	return len(es) > 0
}

// usedTwice reports whether the variables of the function in e are used elsewhere too: without e, they
// would be unused.
func (f *fixer) usedTwice(e ast.Expr) bool {
	for _, v := range f.localsIn(e) {
		uses := 0
		for _, o := range f.w.pass.TypesInfo.Uses {
			if o == v {
				uses++
			}
		}
		if uses < 2 && !isParameter(v) {
			return false
		}
	}
	return true
}

// isParameter reports whether v is one, which nobody has to use.
func isParameter(v *types.Var) bool { return v.Kind() == types.ParamVar || v.Kind() == types.RecvVar }

// knownAt reports whether the variables in e are declared before the call at, and whether none of
// them is what it assigns.
func (f *fixer) knownAt(e ast.Expr, at *ast.CallExpr, call ssa.CallInstruction) bool {
	id, _ := f.w.assigned(call)
	return f.visible(e, at.Pos()) && (id == nil || !slices.ContainsFunc(f.localsIn(e), func(v *types.Var) bool { return f.w.pass.TypesInfo.Uses[id] == v }))
}

// visible reports whether the names of variables in e mean the same at pos.
func (f *fixer) visible(e ast.Expr, pos token.Pos) bool {
	return !slices.ContainsFunc(f.localsIn(e), func(v *types.Var) bool { return importedit.Named(f.w.pass, pos, v.Name()) != v })
}

// localsIn are the variables of functions in e.
func (f *fixer) localsIn(e ast.Expr) (vars []*types.Var) {
	for _, o := range astspan.Names(f.w.pass.TypesInfo, e) {
		if v, ok := o.(*types.Var); ok && !v.IsField() && v.Parent() != f.w.pass.Pkg.Scope() {
			vars = append(vars, v)
		}
	}
	return vars
}
