package watchrv

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

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
// It is nil where these are no literal, nor a variable that is one, or say which version they want.
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
	arg := args[len(args)-1]
	own, known := optionsOf(pass, path[i:], arg)
	stmt, given := astspan.Listed(path[i:]), parameter(pass, path[i:])
	if !known || stmt == nil || given == nil || commented(file, arg) {
		return nil
	}
	if _, seen := pass.Pkg.Scope().Innermost(pos).LookupParent(given.name, pos); given.v != nil && seen != given.v {
		return nil
	}
	text, ok := set(pass, given.name, own, indent.At(pass, stmt.Pos()).Outer)
	if !ok {
		return nil
	}
	edits := append(given.edits, analysis.TextEdit{Pos: arg.Pos(), End: arg.End(), NewText: []byte(given.name)})
	if text != "" {
		edits = append(edits, analysis.TextEdit{Pos: stmt.Pos(), End: stmt.Pos(), NewText: []byte(text)})
	}
	return []analysis.SuggestedFix{{Message: "Forward the options", TextEdits: edits}}
}

// commented reports whether there is a comment within e.
func commented(file *ast.File, e ast.Expr) bool {
	return slices.ContainsFunc(file.Comments, func(c *ast.CommentGroup) bool { return e.Pos() < c.Pos() && c.End() <= e.End() })
}

// Own are the options that a function makes for its watch.
type own struct {
	lit  *ast.CompositeLit
	name string // of the variable that holds them, "" if none does
}

// optionsOf are those that e is, in the functions of path.
func optionsOf(pass *analysis.Pass, path []ast.Node, e ast.Expr) (own, bool) {
	e = ast.Unparen(e)
	if kube.TypeName(pass.TypesInfo.TypeOf(e)) != kube.ListOptionsName {
		return own{}, false
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return own{lit: e}, true
	case *ast.Ident:
		v, _ := pass.TypesInfo.Uses[e].(*types.Var)
		for _, n := range slices.Backward(path) {
			if d, ok := n.(*ast.FuncDecl); ok && v != nil {
				lit := onlyValue(pass, d, v)
				return own{lit, e.Name}, lit != nil
			}
		}
	}
	return own{}, false
}

// onlyValue is the literal that v is from its declaration in d on, nil if it is another value, or
// may become one.
func onlyValue(pass *analysis.Pass, d *ast.FuncDecl, v *types.Var) (lit *ast.CompositeLit) {
	changed := false
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, e := range n.Lhs {
				switch root := astspan.Root(e); {
				case root == nil:
				case pass.TypesInfo.Defs[root] == v && len(n.Rhs) == len(n.Lhs):
					lit, _ = ast.Unparen(n.Rhs[i]).(*ast.CompositeLit)
				case pass.TypesInfo.Uses[root] == v:
					changed = true
				}
			}
		case *ast.UnaryExpr:
			if root := astspan.Root(n.X); n.Op == token.AND && root != nil && pass.TypesInfo.Uses[root] == v {
				changed = true
			}
		}
		return true
	})
	if changed {
		return nil
	}
	return lit
}

// Given are the options that a function is called with.
type given struct {
	v     *types.Var // nil where the parameter has no name yet
	name  string
	edits []analysis.TextEdit // that give it the name
}

// parameter is the parameter of the functions around that is a ListOptions.
func parameter(pass *analysis.Pass, path []ast.Node) *given {
	for _, n := range path {
		typ, _ := astspan.Func(n)
		if typ == nil {
			continue
		}
		for _, field := range typ.Params.List {
			t := pass.TypesInfo.TypeOf(field.Type)
			if _, pointer := t.Underlying().(*types.Pointer); pointer || kube.TypeName(t) != kube.ListOptionsName {
				continue
			}
			name, edit := astspan.Unused(n, "options", "listOptions", "watchOptions"), analysis.TextEdit{Pos: field.Type.Pos(), End: field.Type.Pos()}
			switch {
			case len(field.Names) == 1 && field.Names[0].Name != "_":
				v, _ := pass.TypesInfo.Defs[field.Names[0]].(*types.Var)
				return &given{v: v, name: field.Names[0].Name}
			case len(field.Names) == 1 && name != "":
				edit.Pos, edit.End, edit.NewText = field.Names[0].Pos(), field.Names[0].End(), []byte(name)
				return &given{name: name, edits: []analysis.TextEdit{edit}}
			case len(field.Names) == 0 && len(typ.Params.List) == 1 && name != "":
				edit.NewText = []byte(name + " ")
				return &given{name: name, edits: []analysis.TextEdit{edit}}
			}
			return nil
		}
	}
	return nil
}

// set are statements that set in the variable name what a function sets in options of its own, each
// with a line's end and white space behind it. It is not ok if these say where the watch starts.
func set(pass *analysis.Pass, name string, o own, space string) (text string, ok bool) {
	for _, e := range o.lit.Elts {
		kv, isPair := e.(*ast.KeyValueExpr)
		if !isPair {
			return "", false
		}
		key, isName := kv.Key.(*ast.Ident)
		if !isName || !slices.Contains([]string{"LabelSelector", "FieldSelector", "TimeoutSeconds", "AllowWatchBookmarks", "Watch"}, key.Name) {
			return "", false
		}
		value := o.name + "." + key.Name
		if o.name == "" {
			if value = astspan.Text(pass.Fset, kv.Value); value == "" || strings.Contains(value, "\n") {
				return "", false
			}
		}
		if field := name + "." + key.Name; field != value {
			text += field + " = " + value + "\n" + space
		}
	}
	return text, true
}
