package watchrv

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/indent"
	"github.com/k8slint/k8slint/internal/kube"
)

// forward passes the options of a function on to the watch at pos, with what the function sets in
// options of its own:
//
//	func(options metav1.ListOptions) (watch.Interface, error) {
//		options.LabelSelector = selector
//		return pods.Watch(ctx, options) // before: metav1.ListOptions{LabelSelector: selector}
//	}
//
// It is nil where the options of the call are no literal, or say which version they want.
func forward(pass *analysis.Pass, pos token.Pos) []analysis.SuggestedFix {
	file, path := astspan.Path(pass.Files, pos)
	if file == nil || ast.IsGenerated(file) {
		return nil
	}
	i := slices.IndexFunc(path, func(n ast.Node) bool { call, ok := n.(*ast.CallExpr); return ok && call.Lparen == pos })
	if i < 0 {
		return nil
	}
	args := path[i].(*ast.CallExpr).Args
	if len(args) == 0 {
		return nil
	}
	lit, ok := ast.Unparen(args[len(args)-1]).(*ast.CompositeLit)
	if !ok || kube.TypeName(pass.TypesInfo.TypeOf(lit)) != kube.ListOptionsName {
		return nil
	}
	stmt, options := statement(path[i:]), parameter(pass, path[i:])
	if stmt == nil || options == nil {
		return nil
	}
	if _, seen := pass.Pkg.Scope().Innermost(pos).LookupParent(options.Name(), pos); seen != options {
		return nil
	}
	text, ok := set(pass, options.Name(), lit, indent.At(pass, stmt.Pos()).Outer)
	if !ok {
		return nil
	}
	edits := []analysis.TextEdit{{Pos: lit.Pos(), End: lit.End(), NewText: []byte(options.Name())}}
	if text != "" {
		edits = append(edits, analysis.TextEdit{Pos: stmt.Pos(), End: stmt.Pos(), NewText: []byte(text)})
	}
	return []analysis.SuggestedFix{{Message: "Forward the options", TextEdits: edits}}
}

// statement is the innermost statement of path that others can stand before.
func statement(path []ast.Node) ast.Stmt {
	for i, n := range path[:len(path)-1] {
		if s, ok := n.(ast.Stmt); ok {
			switch path[i+1].(type) {
			case *ast.BlockStmt, *ast.CaseClause:
				return s
			}
			return nil
		}
	}
	return nil
}

// parameter is the parameter of the function around that is a ListOptions.
func parameter(pass *analysis.Pass, path []ast.Node) *types.Var {
	for _, n := range path {
		var typ *ast.FuncType
		switch n := n.(type) {
		case *ast.FuncLit:
			typ = n.Type
		case *ast.FuncDecl:
			typ = n.Type
		default:
			continue
		}
		for _, field := range typ.Params.List {
			for _, id := range field.Names {
				v, _ := pass.TypesInfo.Defs[id].(*types.Var)
				if v == nil || id.Name == "_" || kube.TypeName(v.Type()) != kube.ListOptionsName {
					continue
				}
				if _, pointer := v.Type().Underlying().(*types.Pointer); !pointer {
					return v
				}
			}
		}
		return nil
	}
	return nil
}

// set are statements that set in the variable name what a literal sets, each with a line's end and
// white space behind it. It is not ok if the literal says where its watch starts.
func set(pass *analysis.Pass, name string, lit *ast.CompositeLit, space string) (text string, ok bool) {
	for _, e := range lit.Elts {
		kv, isPair := e.(*ast.KeyValueExpr)
		if !isPair {
			return "", false
		}
		key, isName := kv.Key.(*ast.Ident)
		if !isName || !slices.Contains([]string{"LabelSelector", "FieldSelector", "TimeoutSeconds", "AllowWatchBookmarks", "Watch"}, key.Name) {
			return "", false
		}
		var b bytes.Buffer
		if err := format.Node(&b, pass.Fset, kv.Value); err != nil || bytes.Contains(b.Bytes(), []byte("\n")) {
			return "", false
		}
		if field := name + "." + key.Name; field != b.String() {
			text += field + " = " + b.String() + "\n" + space
		}
	}
	return text, true
}
