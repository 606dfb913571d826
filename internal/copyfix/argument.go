package copyfix

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
)

// copyArgument copies the argument of the only call that writes the object,
// where that is an expression without a name:
//
//	c.Update(ctx, obj.(*corev1.Pod).DeepCopy())
func (f *fixer) copyArgument() *analysis.SuggestedFix {
	if len(f.w.At) != 1 {
		return nil
	}
	call := f.file.callAt(f.w.first())
	if call == nil || f.file.loopAround(call.Pos()) != nil {
		return nil // in a loop the next round may read what this one wrote
	}
	arg := f.carrier(call)
	switch x := arg.(type) {
	case *ast.TypeAssertExpr:
		v := f.file.rootVar(x.X)
		if v == nil || f.file.usedAfter(v, call.End(), f.file.declBodyAt(call.Pos())) || f.readers().outside(v) {
			return nil
		}
	case *ast.CallExpr:
		// Nobody else has what it returns.
	default:
		return nil
	}
	return &analysis.SuggestedFix{
		Message:   "Hand on a deep copy",
		TextEdits: []analysis.TextEdit{{Pos: arg.End(), End: arg.End(), NewText: []byte(".DeepCopy()")}},
	}
}

// carrier is the argument of call that carries the object and that a copy can
// stand for. Where it is not known which one that is, it is the only one that
// can be copied.
func (f *fixer) carrier(call *ast.CallExpr) ast.Expr {
	args := call.Args
	if n, ok := f.w.Args[f.w.first()]; ok {
		if n <= 0 || n > len(args) {
			return nil
		}
		args = args[n-1 : n]
	}
	var found ast.Expr
	for _, arg := range args {
		if !copiesToItself(f.file.pass.TypesInfo.TypeOf(arg)) {
			continue
		}
		if found != nil {
			return nil
		}
		found = ast.Unparen(arg)
	}
	return found
}
