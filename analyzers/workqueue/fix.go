package workqueue

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/indent"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// fix calls Done for the item: deferred, if nothing else gives it back, or before each return that leaves it.
func (r *round) fix() []analysis.SuggestedFix {
	g := r.source()
	gives := slices.Concat(r.given, r.dones())
	var edits []analysis.TextEdit
	switch {
	case g == nil:
	case len(gives) == 0 && g.quitTest != nil && !ssaquery.InLoop(r.get.Block()):
		edits = []analysis.TextEdit{{Pos: g.quitTest.End(), End: g.quitTest.End(), NewText: []byte("\n" + indent.At(r.pass, g.quitTest.Pos()).Outer + "defer " + g.done)}}
	case len(gives) > 0:
		edits = r.beforeReturns(g, gives)
	}
	if len(edits) == 0 {
		return nil
	}
	return []analysis.SuggestedFix{{Message: "Call Done", TextEdits: edits}}
}

// dones are the calls of Done in the function.
func (r *round) dones() []ssa.Instruction {
	var out []ssa.Instruction
	for call := range ssaquery.Each[ssa.CallInstruction](r.get.Parent()) {
		if kube.QueueCallOf(target(call)) == kube.QueueDone {
			out = append(out, call)
		}
	}
	return out
}

// A getting is the statement that gets the item.
type getting struct {
	item     *types.Var
	done     string      // the call of Done
	quitTest *ast.IfStmt // the statement behind it, if that returns when the queue is shut down
}

// source is the statement of the round, nil if Done cannot be written for it.
func (r *round) source() *getting {
	_, path := astspan.Path(r.pass.Files, r.get.Pos())
	at := slices.IndexFunc(path, func(n ast.Node) bool { _, ok := n.(*ast.AssignStmt); return ok })
	if at < 0 || at+1 >= len(path) {
		return nil
	}
	assign := path[at].(*ast.AssignStmt)
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok || call.Lparen != r.get.Pos() {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	id, ok2 := assign.Lhs[0].(*ast.Ident)
	if !ok || !ok2 || !astspan.IsPath(sel.X) {
		return nil
	}
	item, ok := r.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok {
		return nil // not named
	}
	return &getting{item: item, done: types.ExprString(sel.X) + ".Done(" + id.Name + ")", quitTest: quitTest(path[at+1], assign)}
}

// quitTest is the test behind the statement in its block, if it returns.
func quitTest(block ast.Node, stmt ast.Stmt) *ast.IfStmt {
	test := astspan.Guard(astspan.Beside(block, stmt, 1))
	if test == nil {
		return nil
	}
	if _, ok := test.Cond.(*ast.Ident); !ok {
		return nil
	}
	return test
}

// maxReturns bounds the edits of one fix: nobody wants to read more.
// No finding is lost, only a fix.
const maxReturns = 20

// beforeReturns calls Done before each return that leaves the item; there are none if control leaves it
// elsewhere, or comes there from one of gives.
func (r *round) beforeReturns(g *getting, gives []ssa.Instruction) []analysis.TextEdit {
	if len(r.left) > maxReturns {
		return nil
	}
	var edits []analysis.TextEdit
	for _, i := range r.left {
		ret, ok := i.(*ssa.Return)
		if !ok || !ret.Pos().IsValid() || slices.ContainsFunc(gives, func(g ssa.Instruction) bool { return r.comes(g, ret) }) {
			return nil
		}
		_, path := astspan.Path(r.pass.Files, ret.Pos())
		if len(path) < 2 || astspan.List(path[1]) == nil || importedit.Named(r.pass, ret.Pos(), g.item.Name()) != g.item {
			return nil
		}
		edits = append(edits, analysis.TextEdit{Pos: path[0].Pos(), End: path[0].Pos(), NewText: []byte(g.done + "\n" + indent.At(r.pass, path[0].Pos()).Outer)})
	}
	return edits
}

// comes reports whether control comes from i to ret in the same round.
func (r *round) comes(i ssa.Instruction, ret *ssa.Return) bool {
	cut := map[ssaquery.Edge]bool{}
	for _, pred := range r.get.Block().Preds {
		cut[ssaquery.Edge{From: pred, To: r.get.Block()}] = true
	}
	return i.Block() == ret.Block() || ssaquery.Reachable(i.Block(), ret.Block(), cut)
}
