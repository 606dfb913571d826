package staleretry

import (
	"fmt"
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/attempt"
	"github.com/k8slint/k8slint/internal/indent"
	"github.com/k8slint/k8slint/internal/kube"
)

// reread reads the object at the start of the function that is retried, through the
// client that writes it. It is nil where that is not certain to be right: the
// change was made outside, where the read would overwrite it, or nobody knows
// whether it was.
func (f *fixer) reread(b bug) *analysis.SuggestedFix {
	if b.out.Region.Call == nil || b.out.Region.Poll {
		return nil
	}
	old := b.out.First.Object
	if old.Source != attempt.Live && old.Source != attempt.Cached || old.Outside || b.out.New.Source == attempt.Failed {
		return nil
	}
	lit, ok := b.out.Region.Fn.Syntax().(*ast.FuncLit)
	if !ok || len(lit.Body.List) == 0 || b.out.Site.Parent() != b.out.Region.Fn {
		return nil
	}
	if lit.Type.Results == nil || len(lit.Type.Results.List) != 1 || len(lit.Type.Results.List[0].Names) > 0 {
		return nil
	}
	e, first := f.w.callExpr(b.out.Site), lit.Body.List[0].Pos()
	if e == nil || !f.visible(e, first) {
		return nil
	}
	text := ""
	switch callVerb(b.out.Site) {
	case kube.Write:
		text = f.typedRead(e, lit)
	case kube.WriteInto:
		text = f.runtimeRead(e)
	}
	if text == "" {
		return nil
	}
	in := indent.At(f.w.pass, first)
	text = strings.NewReplacer("\n\t", "\n"+in.Inner, "\n", "\n"+in.Outer).Replace(text)
	return &analysis.SuggestedFix{
		Message:   "Read the object again in each attempt",
		TextEdits: []analysis.TextEdit{{Pos: first, End: first, NewText: []byte(text)}},
	}
}

// sent is the variable that a call sends, nil where it is none.
func (f *fixer) sent(e *ast.CallExpr) (ctx, obj *ast.Ident) {
	if e == nil || len(e.Args) < 2 {
		return nil, nil
	}
	ctx, _ = ast.Unparen(e.Args[0]).(*ast.Ident)
	obj, _ = ast.Unparen(e.Args[1]).(*ast.Ident)
	return ctx, obj
}

// typedRead reads through a generated client:
//
//	latest, getErr := c.Pods(ns).Get(ctx, pod.Name, metav1.GetOptions{})
func (f *fixer) typedRead(e *ast.CallExpr, lit *ast.FuncLit) string {
	ctx, obj := f.sent(e)
	sel, ok := e.Fun.(*ast.SelectorExpr)
	if ctx == nil || obj == nil || !ok || len(e.Args) != 3 {
		return ""
	}
	opts, ok := e.Args[2].(*ast.CompositeLit)
	if !ok || len(opts.Elts) > 0 {
		return ""
	}
	pkg, ok := opts.Type.(*ast.SelectorExpr)
	if !ok || uses(lit, "latest") || uses(lit, "getErr") {
		return ""
	}
	if v, ok := f.w.pass.TypesInfo.Uses[obj].(*types.Var); !ok || v.Pkg() != f.w.pass.Pkg || v.Parent() == f.w.pass.Pkg.Scope() {
		return ""
	}
	client, meta := f.w.text(sel.X), f.w.text(pkg.X)
	if client == "" || meta == "" || strings.Contains(client, "\n") {
		return ""
	}
	return fmt.Sprintf("latest, getErr := %s.Get(%s, %s.Name, %s.GetOptions{})\nif getErr != nil {\n\treturn getErr\n}\n%s = latest\n", client, ctx.Name, obj.Name, meta, obj.Name)
}

// runtimeRead reads through controller-runtime's client:
//
//	if err := c.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
func (f *fixer) runtimeRead(e *ast.CallExpr) string {
	ctx, obj := f.sent(e)
	sel, ok := e.Fun.(*ast.SelectorExpr)
	if ctx == nil || obj == nil || !ok {
		return ""
	}
	reader := sel.X
	if status, ok := ast.Unparen(reader).(*ast.CallExpr); ok {
		inner, ok := status.Fun.(*ast.SelectorExpr)
		if !ok || inner.Sel.Name != "Status" {
			return ""
		}
		reader = inner.X
	}
	get, _, _ := types.LookupFieldOrMethod(f.w.pass.TypesInfo.TypeOf(reader), true, f.w.pass.Pkg, "Get")
	name := f.imported(e, kube.ClientPackage)
	client := f.w.text(reader)
	if get == nil || name == "" || client == "" || strings.Contains(client, "\n") {
		return ""
	}
	return fmt.Sprintf("if err := %s.Get(%s, %s.ObjectKeyFromObject(%s), %s); err != nil {\n\treturn err\n}\n", client, ctx.Name, name, obj.Name, obj.Name)
}

// imported is the name by which the file of e knows a package, "" where it does
// not.
func (f *fixer) imported(e ast.Node, pkg string) string {
	file := astspan.File(f.w.pass.Files, e.Pos())
	if file == nil {
		return ""
	}
	for _, spec := range file.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		switch {
		case p != pkg:
		case spec.Name == nil:
			return pkg[strings.LastIndexByte(pkg, '/')+1:]
		case spec.Name.Name != "_" && spec.Name.Name != ".":
			return spec.Name.Name
		}
	}
	return ""
}
