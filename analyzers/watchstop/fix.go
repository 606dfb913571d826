package watchstop

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/indent"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// fix defers Stop behind the test of the error, unless a goroutine goes on with the watch when the function ends.
func (o *opening) fix() []analysis.SuggestedFix {
	if ssaquery.InLoop(o.call.Block()) || o.started() {
		return nil
	}
	for _, f := range o.pass.Files {
		if f.FileStart > o.call.Pos() || o.call.Pos() >= f.FileEnd {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(f, o.call.Pos(), o.call.Pos())
		at := slices.IndexFunc(path, func(n ast.Node) bool { _, ok := n.(ast.Stmt); return ok })
		if at < 0 || at+1 >= len(path) {
			return nil
		}
		assign, ok := path[at].(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != 2 {
			return nil
		}
		test := errorTest(path[at+1], assign)
		w, ok := assign.Lhs[0].(*ast.Ident)
		if !ok || w.Name == "_" || test == nil {
			return nil
		}
		text := "\n" + indent.At(o.pass, test.Pos()).Outer + "defer " + w.Name + ".Stop()"
		return []analysis.SuggestedFix{{Message: "Defer Stop", TextEdits: []analysis.TextEdit{{Pos: test.End(), End: test.End(), NewText: []byte(text)}}}}
	}
	return nil
}

// started reports whether a goroutine has the watch.
func (o *opening) started() bool {
	for g := range ssaquery.Each[*ssa.Go](o.call.Parent()) {
		operands := slices.Clone(g.Call.Args)
		if mc, ok := g.Call.Value.(*ssa.MakeClosure); ok {
			operands = append(operands, mc.Bindings...)
		}
		if slices.ContainsFunc(operands, func(v ssa.Value) bool { return o.watch[v] || o.channel[v] }) {
			return true
		}
	}
	return false
}

// errorTest is the statement behind assign in its block, if that returns when the error is not nil.
func errorTest(block ast.Node, assign *ast.AssignStmt) *ast.IfStmt {
	b, ok := block.(*ast.BlockStmt)
	if !ok {
		return nil
	}
	at := slices.Index(b.List, ast.Stmt(assign))
	if at+1 >= len(b.List) {
		return nil
	}
	test, ok := b.List[at+1].(*ast.IfStmt)
	if !ok || test.Init != nil || test.Else != nil || len(test.Body.List) == 0 {
		return nil
	}
	if types.ExprString(test.Cond) != types.ExprString(assign.Lhs[1])+" != nil" {
		return nil
	}
	if _, ok := test.Body.List[len(test.Body.List)-1].(*ast.ReturnStmt); !ok {
		return nil
	}
	return test
}
