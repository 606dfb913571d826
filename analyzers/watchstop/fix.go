package watchstop

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/indent"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// fix defers Stop behind the test of the error, unless a goroutine or a literal goes on with the watch when the function
// ends.
func (o *opening) fix() []analysis.SuggestedFix {
	if ssaquery.InLoop(o.call.Block()) || o.started() {
		return nil
	}
	_, path := astspan.Path(o.pass.Files, o.call.Pos())
	assign, ok := astspan.Listed(path).(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 2 {
		return nil
	}
	test := errorTest(path[slices.Index(path, ast.Node(assign))+1], assign)
	w, ok := assign.Lhs[0].(*ast.Ident)
	if !ok || w.Name == "_" || test == nil {
		return nil
	}
	text := "\n" + indent.At(o.pass, test.Pos()).Outer + "defer " + w.Name + ".Stop()"
	return []analysis.SuggestedFix{{Message: "Defer Stop", TextEdits: []analysis.TextEdit{{Pos: test.End(), End: test.End(), NewText: []byte(text)}}}}
}

// started reports whether a goroutine has the watch, or a literal that other code may call.
func (o *opening) started() bool {
	for mc := range ssaquery.Each[*ssa.MakeClosure](o.call.Parent()) {
		if goesOn(mc) && slices.ContainsFunc(mc.Bindings, func(v ssa.Value) bool { return o.watch[v] || o.channel[v] }) {
			return true
		}
	}
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
	test := astspan.Guard(astspan.Beside(block, assign, 1))
	if test == nil || types.ExprString(test.Cond) != types.ExprString(assign.Lhs[1])+" != nil" {
		return nil
	}
	return test
}
