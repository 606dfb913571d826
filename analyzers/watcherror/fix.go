package watcherror

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/indent"
	"github.com/k8slint/k8slint/internal/kube"
)

// fixes returns the edit that fixes what is found at pos.
func fixes(pass *analysis.Pass, pos token.Pos, closed bool) []analysis.SuggestedFix {
	file, path := astspan.Path(pass.Files, pos)
	if file == nil || ast.IsGenerated(file) {
		return nil
	}
	f := &fixer{pass, file, path}
	fix := f.returnStatus
	if closed {
		fix = f.leaveClosed
	}
	if s := fix(); s != nil {
		return []analysis.SuggestedFix{*s}
	}
	return nil
}

// A fixer makes an edit at the node that begins path, which goes up to the file.
type fixer struct {
	pass *analysis.Pass
	file *ast.File
	path []ast.Node
}

// returnStatus returns the error of an ERROR event before the statement that asserts its object:
//
//	if event.Type == watch.Error {
//		return apierrors.FromObject(event.Object)
//	}
//
// It is nil in a function that returns no error.
func (f *fixer) returnStatus() *analysis.SuggestedFix {
	assertion, ok := f.path[0].(*ast.TypeAssertExpr)
	if !ok {
		return nil
	}
	object, ok := ast.Unparen(assertion.X).(*ast.SelectorExpr)
	if !ok || object.Sel.Name != "Object" {
		return nil
	}
	event, ok := ast.Unparen(object.X).(*ast.Ident)
	if !ok || kube.TypeName(f.pass.TypesInfo.TypeOf(event)) != kube.WatchPackage+".Event" {
		return nil
	}
	stmt := f.statement()
	declared := f.pass.TypesInfo.ObjectOf(event)
	if stmt == nil || declared == nil || stmt.Pos() <= declared.Pos() && declared.Pos() < stmt.End() {
		return nil
	}
	watch, edits := f.imported(stmt.Pos(), kube.WatchPackage, "watch", "watch")
	errors, more := f.imported(stmt.Pos(), kube.ErrorsPackage, "errors", "apierrors")
	results, ok := f.results(errors + ".FromObject(" + event.Name + ".Object)")
	if watch == "" || errors == "" || !ok || results == "" {
		return nil
	}
	in := indent.At(f.pass, stmt.Pos())
	text := "if " + event.Name + ".Type == " + watch + ".Error {\n" + in.Inner + "return" + results + "\n" + in.Outer + "}\n" + in.Outer
	edits = append(append(edits, more...), analysis.TextEdit{Pos: stmt.Pos(), End: stmt.Pos(), NewText: []byte(text)})
	return &analysis.SuggestedFix{Message: "Return the error of the event", TextEdits: edits}
}

// leaveClosed receives with a second result, and leaves the function when the channel is closed. It
// is nil where the loop is inside another one, which may watch again, and where the function goes on
// behind the loop.
func (f *fixer) leaveClosed() *analysis.SuggestedFix {
	if r, ok := f.path[0].(*ast.UnaryExpr); !ok || r.Op != token.ARROW {
		return nil
	}
	second, inserted := f.secondResult()
	if second == nil || !f.only() {
		return nil
	}
	var edits []analysis.TextEdit
	results := ""
	if f.signature().Results().Len() > 0 {
		errors, edit := f.imported(f.path[0].Pos(), "errors", "errors", "errors")
		var ok bool
		if results, ok = f.results(errors + `.New("the watch has ended")`); errors == "" || !ok {
			return nil
		}
		edits = edit
	}
	at, in := inserted.pos, indent.At(f.pass, inserted.line)
	if inserted.deeper {
		in = indent.Indent{Outer: in.Inner, Inner: in.Inner + strings.TrimPrefix(in.Inner, in.Outer)}
	}
	text := "\n" + in.Outer + "if !ok {\n" + in.Inner + "return" + results + "\n" + in.Outer + "}"
	edits = append(edits, *second, analysis.TextEdit{Pos: at, End: at, NewText: []byte(text)})
	return &analysis.SuggestedFix{Message: "Return when the watch has ended", TextEdits: edits}
}

// A gap is where statements can be inserted.
type gap struct {
	pos, line token.Pos // line: of the statement whose indentation counts
	deeper    bool      // by one level
}

// secondResult is the edit that makes the receive have a second result, ok, and the gap behind it.
func (f *fixer) secondResult() (*analysis.TextEdit, gap) {
	if len(f.path) < 3 {
		return nil, gap{}
	}
	var edit analysis.TextEdit
	switch s := f.path[1].(type) {
	case *ast.ExprStmt: // case <-events:
		edit = analysis.TextEdit{Pos: s.Pos(), End: s.Pos(), NewText: []byte("_, ok := ")}
	case *ast.AssignStmt: // case event := <-events:
		if s.Tok != token.DEFINE || len(s.Lhs) != 1 {
			return nil, gap{}
		}
		edit = analysis.TextEdit{Pos: s.Lhs[0].End(), End: s.Lhs[0].End(), NewText: []byte(", ok")}
	default:
		return nil, gap{}
	}
	stmt, scope := f.path[1], f.path[2]
	line := func(p token.Pos) int { return f.pass.Fset.Position(p).Line }
	g := gap{pos: stmt.End(), line: stmt.Pos()}
	var next token.Pos // what follows the gap
	switch s := scope.(type) {
	case *ast.CommClause:
		g = gap{pos: s.Colon + 1, line: s.Pos(), deeper: true}
		next = s.End()
		if len(s.Body) > 0 {
			next = s.Body[0].Pos()
		}
	case *ast.BlockStmt:
		next = s.Rbrace
	default:
		return nil, gap{}
	}
	if line(next) == line(g.pos) || !f.free(scope) {
		return nil, gap{}
	}
	g.pos = astspan.LineEnd(f.pass.Fset, f.file, g.pos)
	return &edit, g
}

// free reports whether a variable ok of type bool can be declared first in the scope of a node:
// what it has of that name is declared with something else, and nothing in it means another one.
func (f *fixer) free(scope ast.Node) bool {
	s := f.pass.TypesInfo.Scopes[scope]
	if s == nil {
		return false
	}
	own := s.Lookup("ok")
	if own != nil && !types.Identical(own.Type(), types.Typ[types.Bool]) {
		return false
	}
	fine := true
	ast.Inspect(scope, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if o := f.pass.TypesInfo.Uses[n]; o != nil && n.Name == "ok" && o.Parent() != nil && !astspan.Within(scope, o.Pos()) {
				fine = false
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE && own != nil && len(n.Lhs) == 1 && f.pass.TypesInfo.ObjectOf(identOf(n.Lhs[0])) == own {
				fine = false
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				fine = fine && (own == nil || f.pass.TypesInfo.ObjectOf(id) != own)
			}
		}
		return fine
	})
	return fine
}

func identOf(e ast.Expr) *ast.Ident {
	id, _ := e.(*ast.Ident)
	if id == nil {
		return new(ast.Ident)
	}
	return id
}

// only reports whether the loop around is the only one of its function, and, if the function
// returns nothing, the last of its statements.
func (f *fixer) only() bool {
	var loop ast.Node
	for _, n := range f.path {
		if _, body := astspan.Func(n); body != nil {
			return f.ends(loop, body)
		}
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if loop != nil {
				return false
			}
			loop = n
		}
	}
	return false
}

// ends reports whether the function may return in place of going on behind the loop.
func (f *fixer) ends(loop ast.Node, body *ast.BlockStmt) bool {
	return loop != nil && (f.signature().Results().Len() > 0 || len(body.List) > 0 && body.List[len(body.List)-1] == loop)
}

// statement is the innermost statement of path that others can stand before.
func (f *fixer) statement() ast.Stmt {
	for i, n := range f.path[:len(f.path)-1] {
		s, ok := n.(ast.Stmt)
		if _, fn := n.(*ast.FuncLit); fn {
			return nil
		}
		if ok && slices.Contains(astspan.List(f.path[i+1]), s) {
			return s
		}
	}
	return nil
}

// signature is that of the function around.
func (f *fixer) signature() *types.Signature {
	for _, n := range f.path {
		var t types.Type
		switch n := n.(type) {
		case *ast.FuncLit:
			t = f.pass.TypesInfo.TypeOf(n)
		case *ast.FuncDecl:
			t = f.pass.TypesInfo.Defs[n.Name].Type()
		default:
			continue
		}
		return t.(*types.Signature)
	}
	return types.NewSignatureType(nil, nil, nil, nil, nil, false)
}

// results are the results of a return statement that returns err as the last of them. It is not
// ok if the function returns no error, or has a result whose zero value has no short name.
func (f *fixer) results(err string) (text string, ok bool) {
	all := f.signature().Results()
	if all.Len() == 0 || !types.Identical(all.At(all.Len()-1).Type(), types.Universe.Lookup("error").Type()) {
		return "", false
	}
	for i := range all.Len() - 1 {
		zero := zeroOf(all.At(i).Type())
		if zero == "" {
			return "", false
		}
		text += " " + zero + ","
	}
	return text + " " + err, true
}

// zeroOf is the zero value of a type as a literal, "" for structs, arrays and type parameters.
func zeroOf(t types.Type) string {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return ""
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case t.Info()&types.IsBoolean != 0:
			return "false"
		case t.Info()&types.IsString != 0:
			return `""`
		case t.Info()&types.IsNumeric != 0:
			return "0"
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return "nil"
	}
	return ""
}

// imported is the name of a package at pos, and the edit that imports it; "" if it has none there.
func (f *fixer) imported(pos token.Pos, path, own, name string) (string, []analysis.TextEdit) {
	name, edits := importedit.As(f.pass, f.file, path, own, name)
	if name == "" || !importedit.Means(f.pass, pos, name, edits == nil) {
		return "", nil
	}
	return name, edits
}
