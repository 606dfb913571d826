package staleretry

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/attempt"
	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/indent"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// reread reads the object at the start of the function that is retried, through the
// client that writes it. It is nil where that is not certain to be right: the
// change was made outside, where the read would overwrite it, and cannot move, or nobody knows
// whether it was.
func (f *fixer) reread(b bug) *analysis.SuggestedFix {
	if b.out.Region.Call == nil || b.out.Region.Poll {
		return nil
	}
	old := b.out.First.Object
	if old.Source != attempt.Live && old.Source != attempt.Cached || b.out.New.Source == attempt.Failed {
		return nil
	}
	lit, ok := b.out.Region.Fn.Syntax().(*ast.FuncLit)
	if !ok || len(lit.Body.List) == 0 || b.out.Site.Parent() != b.out.Region.Fn {
		return nil
	}
	if lit.Type.Results == nil || lit.Type.Results.NumFields() != 1 {
		return nil
	}
	e, first := f.w.callExpr(b.out.Site), lit.Body.List[0].Pos()
	if e == nil || len(e.Args) == 0 || !f.visible(e, first) {
		return nil
	}
	var text string
	var edits []analysis.TextEdit
	verb := callVerb(b.out.Site)
	obj := f.sent(e, verb)
	switch {
	case obj == nil:
	case verb == kube.Write:
		text, edits = f.typedRead(e, obj, lit)
	case !old.InCache:
		text, edits = f.runtimeRead(e)
	}
	if text == "" {
		return nil
	}
	in := indent.At(f.w.pass, first)
	text = strings.NewReplacer("\n\t", "\n"+in.Inner, "\n", "\n"+in.Outer).Replace(text)
	message := "Read the object again in each attempt"
	if old.Outside {
		m := moved(f.w, old.Read.Pos(), lit, obj)
		if m == nil {
			return nil
		}
		changes, from, to := m.text(in.Outer)
		if changes == "" {
			return nil
		}
		message = "Read the object and change it in each attempt"
		text += strings.TrimLeft(changes, " \t") + in.Outer
		edits = append(edits, analysis.TextEdit{Pos: from, End: to})
	}
	return &analysis.SuggestedFix{
		Message:   message,
		TextEdits: append(edits, analysis.TextEdit{Pos: first, End: first, NewText: []byte(text)}),
	}
}

// sent is the variable that a write sends, or whose address it sends; nil where it sends something else.
func (f *fixer) sent(e *ast.CallExpr, verb kube.Verb) *ast.Ident {
	switch {
	case verb == kube.Write:
		return sentVar(f.w.pass, e)
	case verb != kube.WriteInto || len(e.Args) < 2:
		return nil
	}
	id, _ := astspan.Addressed(e.Args[1]).(*ast.Ident)
	return id
}

// typedRead reads through a generated client:
//
//	latest, getErr := c.Pods(ns).Get(ctx, pod.Name, metav1.GetOptions{})
func (f *fixer) typedRead(e *ast.CallExpr, obj *ast.Ident, lit *ast.FuncLit) (string, []analysis.TextEdit) {
	sel := methodOf(e)
	if sel == nil || uses(lit, "latest") || uses(lit, "getErr") {
		return "", nil
	}
	g := get{client: f.w.text(sel.X), context: f.context(e)}
	for _, names := range [][]string{{obj.Name + ".Name"}, {obj.Name + ".Namespace", obj.Name + ".Name"}} {
		g.names = names
		text, edits := f.getText(g, sel.X, f.w.pass.TypesInfo.TypeOf(obj))
		if text != "" && !strings.Contains(text, "\n") {
			return fmt.Sprintf("latest, getErr := %s\nif getErr != nil {\n\treturn getErr\n}\n%s = latest\n", text, obj.Name), edits
		}
	}
	return "", nil
}

// context is the context that a call is given, "" if it is given none.
func (f *fixer) context(e *ast.CallExpr) string {
	if !ssaquery.IsContext(f.w.pass.TypesInfo.TypeOf(e.Args[0])) {
		return ""
	}
	return f.w.text(e.Args[0])
}

func methodOf(e *ast.CallExpr) *ast.SelectorExpr {
	sel, _ := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	return sel
}

// runtimeRead reads through controller-runtime's client:
//
//	if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
func (f *fixer) runtimeRead(e *ast.CallExpr) (string, []analysis.TextEdit) {
	ctx, sel := f.context(e), methodOf(e)
	if ctx == "" || sel == nil {
		return "", nil
	}
	reader := sel.X
	if status, ok := ast.Unparen(reader).(*ast.CallExpr); ok {
		inner, ok := status.Fun.(*ast.SelectorExpr)
		if !ok || inner.Sel.Name != "Status" {
			return "", nil
		}
		reader = inner.X
	}
	get, _, _ := types.LookupFieldOrMethod(f.w.pass.TypesInfo.TypeOf(reader), true, f.w.pass.Pkg, "Get")
	file := astspan.File(f.w.pass.Files, e.Pos())
	if get == nil || file == nil {
		return "", nil
	}
	name, edits := importedit.Name(f.w.pass, file, kube.ClientPackage, "client")
	text := fmt.Sprintf("if err := %s.Get(%s, %s.ObjectKeyFromObject(%s), %[4]s); err != nil {", f.w.text(reader), ctx, name, f.w.text(e.Args[1]))
	if name == "" || !importedit.Means(f.w.pass, e.Pos(), name, edits == nil) || strings.Contains(text, "\n") {
		return "", nil
	}
	return text + "\n\treturn err\n}\n", edits
}
