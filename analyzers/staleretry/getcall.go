package staleretry

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A get is the source of a call that reads an object through the client that writes it.
type get struct {
	client  string   // an expression
	context string   // the context of the write, "" if it has none
	names   []string // the object's namespace and name, as far as Get asks for them
}

// text is the call, and the edits for what it imports. It is "" where the method Get of client,
// which has the source of g.client, asks for something else, or returns no obj.
func (f *fixer) getText(g get, client ast.Expr, obj types.Type) (text string, edits []analysis.TextEdit) {
	m, _, _ := types.LookupFieldOrMethod(f.w.pass.TypesInfo.TypeOf(client), true, f.w.pass.Pkg, "Get")
	fn, ok := m.(*types.Func)
	if !ok || fn.Signature().Results().Len() != 2 || !types.Identical(fn.Signature().Results().At(0).Type(), obj) {
		return "", nil
	}
	names := g.names
	for p := range fn.Signature().Params().Variables() {
		arg := ""
		switch t := p.Type(); {
		case ssaquery.IsContext(t):
			arg = g.context
		case ssaquery.IsString(t) && len(names) > 0:
			arg, names = names[0], names[1:]
		case kube.TypeName(t) == kube.GetOptionsName:
			if _, pointer := t.(*types.Pointer); !pointer {
				arg, edits = f.metaName(client)
			}
			if arg != "" {
				arg += ".GetOptions{}"
			}
		}
		if arg == "" {
			return "", nil
		}
		if text != "" {
			text += ", "
		}
		text += arg
	}
	if len(names) > 0 || text == "" {
		return "", nil
	}
	return g.client + ".Get(" + text + ")", edits
}

// metaName is the name by which the file of e knows the package of GetOptions.
func (f *fixer) metaName(e ast.Expr) (string, []analysis.TextEdit) {
	file := astspan.File(f.w.pass.Files, e.Pos())
	if file == nil {
		return "", nil
	}
	name, edits := importedit.As(f.w.pass, file, kube.MetaPackage, "v1", "metav1")
	if name == "" || !importedit.Means(f.w.pass, e.Pos(), name, edits == nil) {
		return "", nil
	}
	return name, edits
}
