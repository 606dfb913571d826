package copyfix

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A target is what a write goes through and what a copy can be assigned to: a
// variable, or a field or element of one.
type target struct {
	v    *types.Var
	text string // "pod", "e.ObjectNew", "pods[i]"
	typ  types.Type
	// index is the variable that says which element, if it is one.
	index *types.Var
	// since is where something in the object got a name of its own, if the
	// write goes through that: a := pod.Annotations.
	since token.Pos
}

// same reports whether a copy of t is a copy of u.
func (t *target) same(u *target) bool { return t.v == u.v && t.text == u.text }

// targets finds the targets of writes.
type targets struct {
	file *file
	args map[token.Pos]int // as in Writes
}

// at is the target of the write, or of the call that leads to one, at pos; nil
// if that is not clear.
func (t *targets) at(pos token.Pos) *target {
	if call := t.file.callAt(pos); call != nil {
		if n, ok := t.args[pos]; ok {
			return t.ofArgument(call, n)
		}
		return t.ofCall(call)
	}
	if e := t.file.assignedAt(pos); e != nil {
		return t.of(e, 0)
	}
	return nil
}

// ofArgument is the target behind the n-th argument of a call, or behind its
// receiver if n is 0.
func (t *targets) ofArgument(call *ast.CallExpr, n int) *target {
	if n < 0 || n > len(call.Args) {
		return nil
	}
	if n > 0 {
		return t.of(call.Args[n-1], 0)
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return t.of(sel.X, 0)
	}
	return nil
}

// ofCall is the only target behind the arguments and the receiver of a call of
// which it is not known what carries the object.
func (t *targets) ofCall(call *ast.CallExpr) *target {
	exprs := call.Args
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		exprs = append(exprs[:len(exprs):len(exprs)], sel.X)
	}
	var found *target
	for _, e := range exprs {
		next := t.of(e, 0)
		if next == nil {
			continue
		}
		if found != nil && next.text != found.text {
			return nil
		}
		if found == nil {
			found = next
		}
	}
	return found
}

// maxAliases bounds how many variables a write is followed through, from one
// that holds a part of the object to the object. Two are enough for
// containers := d.Spec.Template.Spec.Containers, env := containers[0].Env; of
// 80,000 questions about karmada's code, no other bound answers one differently.
// There is a bound since variables can be taken out of each other in a circle.
// No finding is lost, only a fix.
const maxAliases = 2

// of is the target that the expression goes through: the object nearest to its
// root that can be copied and is no list. The expression was reached through
// this number of aliases.
func (t *targets) of(e ast.Expr, aliases int) *target {
	v := t.file.rootVar(e)
	if v == nil {
		return nil
	}
	if copiable(v.Type()) {
		return &target{v: v, text: v.Name(), typ: v.Type()}
	}
	chain := chainOf(e)
	for i := len(chain) - 2; i >= 0; i-- {
		typ := t.file.pass.TypesInfo.TypeOf(chain[i])
		switch x := chain[i].(type) {
		case *ast.SelectorExpr:
			if t.file.items(x) {
				continue // the target is one of them
			}
			// A field of a struct of the function's own: an event, a task.
			if _, ok := t.file.pass.TypesInfo.TypeOf(x.X).Underlying().(*types.Struct); !ok {
				return t.alias(v, aliases)
			}
			if copiable(typ) {
				return &target{v: v, text: types.ExprString(x), typ: typ}
			}
		case *ast.IndexExpr:
			id, ok := ast.Unparen(x.Index).(*ast.Ident)
			if !ok || !copiable(typ) || !t.file.freshList(x.X) && !t.file.items(x.X) {
				return t.alias(v, aliases)
			}
			index, _ := t.file.pass.TypesInfo.Uses[id].(*types.Var)
			if index == nil {
				return nil
			}
			return &target{v: v, text: types.ExprString(x), typ: typ, index: index}
		default:
			return t.alias(v, aliases)
		}
	}
	return t.alias(v, aliases)
}

// alias is the target that the variable v was taken out of, by the only
// assignment that gives it something that is not new: the object of
// a := pod.Annotations.
func (t *targets) alias(v *types.Var, aliases int) *target {
	if aliases >= maxAliases {
		return nil
	}
	var from []ast.Expr
	var since token.Pos
	ast.Inspect(t.file.around(v.Pos()), func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != len(as.Rhs) {
			return true
		}
		for i, l := range as.Lhs {
			if t.file.is(l, v) && !makesNew(as.Rhs[i]) {
				from = append(from, as.Rhs[i])
				since = as.Pos()
			}
		}
		return true
	})
	if len(from) != 1 {
		return nil
	}
	if _, ok := ast.Unparen(from[0]).(*ast.Ident); ok {
		return nil // another name of the object, not a part of it
	}
	found := t.of(from[0], aliases+1)
	if found != nil && !found.since.IsValid() {
		found.since = since
	}
	return found
}
