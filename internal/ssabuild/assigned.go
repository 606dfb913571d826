package ssabuild

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// keepAssignments leaves, of the instructions that go/ssa makes for debuggers, those that say which value the source assigns
// to a variable in a register. There, nothing else has the line of the assignment.
func keepAssignments(fns []*ssa.Function, files []*ast.File) {
	assigned := map[*ast.Ident]bool{}
	for _, f := range files {
		for n := range ast.Preorder(f) {
			for _, x := range assignedBy(n) {
				if id, ok := ast.Unparen(x).(*ast.Ident); ok {
					assigned[id] = true
				}
			}
		}
	}
	dropDebugRefs(fns, func(ref *ssa.DebugRef, before ssa.Instruction) bool {
		id, ok := ref.Expr.(*ast.Ident)
		st, stored := before.(*ssa.Store)
		return ok && assigned[id] && !ref.IsAddr && !(stored && st.Val == ref.X)
	})
}

// asked returns where branches ask a variable.
func asked(fns []*ssa.Function) map[*ssa.If]token.Pos {
	out := map[*ssa.If]token.Pos{}
	for _, f := range fns {
		for _, b := range f.Blocks {
			if len(b.Instrs) < 2 {
				continue
			}
			branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
			if !ok {
				continue
			}
			ref, ok := b.Instrs[len(b.Instrs)-2].(*ssa.DebugRef)
			if !ok || ref.X != branch.Cond {
				continue
			}
			if id, ok := ref.Expr.(*ast.Ident); ok {
				out[branch] = id.Pos()
			}
		}
	}
	return out
}

// assignedBy are the expressions that a statement assigns to.
func assignedBy(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return n.Lhs
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok != token.ILLEGAL {
			return []ast.Expr{n.Key, n.Value}
		}
	case *ast.ValueSpec:
		var names []ast.Expr
		for _, id := range n.Names {
			names = append(names, id)
		}
		return names
	}
	return nil
}

// dropDebugRefs removes the debug references that keep does not keep, given what comes before each.
func dropDebugRefs(fns []*ssa.Function, keep func(ref *ssa.DebugRef, before ssa.Instruction) bool) {
	for _, f := range fns {
		for _, b := range f.Blocks {
			var before ssa.Instruction
			b.Instrs = slices.DeleteFunc(b.Instrs, func(instr ssa.Instruction) bool {
				ref, ok := instr.(*ssa.DebugRef)
				if ok && !keep(ref, before) {
					forget(ref)
					return true
				}
				before = instr
				return false
			})
		}
	}
}

// detachAssignments takes the debug references out of the uses of values: an analysis that follows a value meets none.
func detachAssignments(fns []*ssa.Function) {
	for _, f := range fns {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				if ref, ok := instr.(*ssa.DebugRef); ok {
					forget(ref)
				}
			}
		}
	}
}

// forget takes ref out of the uses of its value.
func forget(ref *ssa.DebugRef) {
	if refs := ref.X.Referrers(); refs != nil {
		*refs = slices.DeleteFunc(*refs, func(i ssa.Instruction) bool { return i == ssa.Instruction(ref) })
	}
}
