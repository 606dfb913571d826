package copyfix

import (
	"go/ast"
	"go/types"

	"github.com/k8slint/k8slint/internal/astspan"
)

// readers tells who may read an object after it was written, and would miss the
// writes if they went to a copy. Where that is not clear, somebody does.
type readers struct {
	file *file
	// entry: whoever calls the function with the object forgets it then.
	entry bool
}

// outside reports whether v is a parameter and the callers of its function may
// read what they passed.
func (r *readers) outside(v *types.Var) bool {
	return r.file.isParam(v) && !r.entry && r.callers(v)
}

// ofElements reports whether somebody may read the elements of the list or map
// e after n, which took one: they are without the writes to a copy of it.
func (r *readers) ofElements(e ast.Expr, n ast.Node) bool {
	switch innermost(e).(type) {
	case *ast.CallExpr, *ast.CompositeLit:
		return false // nobody else has it
	}
	v := r.file.rootVar(e)
	if v == nil || r.file.isResult(v) {
		return true
	}
	end := n.End()
	loops := r.file.loopsWithout(n.Pos(), v.Pos())
	if last := len(loops) - 1; last >= 0 && (loops[last] == n || r.counts(loops[last], n)) {
		// The rest of the round is about the same element.
		end = loops[last].End()
		loops = loops[:last]
	}
	if len(loops) > 0 {
		return true // the next round takes the same elements
	}
	if r.file.usedAfter(v, end, r.file.declBodyAt(n.Pos())) {
		return true
	}
	if r.file.isParam(v) {
		return r.outside(v)
	}
	// What a pointer leads to may be somebody else's as well.
	_, pointer := v.Type().Underlying().(*types.Pointer)
	return pointer && innermost(e) != ast.Unparen(e) && !r.file.fromCalls(v)
}

// counts reports whether n takes an element of a list or map by an index that
// the loop declares: another one in each round.
func (r *readers) counts(loop, n ast.Node) bool {
	as, ok := n.(*ast.AssignStmt)
	if !ok {
		return false
	}
	for _, o := range astspan.Names(r.file.pass.TypesInfo, elementOf(as).Index) {
		if v, ok := o.(*types.Var); ok && astspan.Within(loop, v.Pos()) {
			return true
		}
	}
	return false
}

// callers reports whether a caller may read what he passes for the parameter v
// after the call. They do not if the function of v is only called in this
// package, by its name, and each caller has seen to it that nobody does.
func (r *readers) callers(v *types.Var) bool {
	fn, index := r.file.parameter(v)
	if fn == nil || fn.Exported() || fn.Signature().Recv() != nil && inInterface(r.file.pass.Pkg.Scope(), fn.Name()) {
		return true
	}
	calls, uses := 0, 0
	for _, obj := range r.file.pass.TypesInfo.Uses {
		if obj == fn {
			uses++
		}
	}
	read := false
	for _, syntax := range r.file.pass.Files {
		in := &readers{file: &file{r.file.pass, r.file.spans, syntax}}
		ast.Inspect(syntax, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if id := astspan.Called(call); id != nil && r.file.pass.TypesInfo.Uses[id] == fn && index < len(call.Args) {
				calls++
				read = read || in.ofArgument(call, call.Args[index])
			}
			return true
		})
	}
	return read || calls == 0 || calls != uses
}

// ofArgument reports whether the function that calls call may read arg after
// the call.
func (r *readers) ofArgument(call *ast.CallExpr, arg ast.Expr) bool {
	arg = ast.Unparen(arg)
	switch x := arg.(type) {
	case *ast.CallExpr:
		return false
	case *ast.TypeAssertExpr:
		arg = ast.Unparen(x.X)
	}
	if _, ok := arg.(*ast.Ident); !ok {
		return true
	}
	v := r.file.rootVar(arg)
	if v == nil || r.file.usedAfter(v, call.End(), r.file.declBodyAt(call.Pos())) || len(r.file.loopsWithout(call.Pos(), v.Pos())) > 0 {
		return true
	}
	if r.file.isParam(v) {
		// Of an event handler: nobody's. The caller's callers' otherwise.
		iface, ok := v.Type().Underlying().(*types.Interface)
		return !ok || !iface.Empty()
	}
	return r.ofContainers(v)
}

// ofContainers reports whether somebody may read a list or map that v is an
// element of: the element is in there as well.
func (r *readers) ofContainers(v *types.Var) bool {
	read := false
	ast.Inspect(r.file.around(v.Pos()), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			read = read || r.file.defines(n.Value, v) && r.ofElements(n.X, n)
		case *ast.AssignStmt:
			if x := elementOf(n); x != nil && r.file.assigns(n, v) {
				read = read || r.ofElements(x.X, n)
			}
		}
		return !read
	})
	return read
}

// inInterface reports whether an interface of the package has a method of that
// name, so that calls may go through it.
func inInterface(pkg *types.Scope, method string) bool {
	for _, name := range pkg.Names() {
		tn, ok := pkg.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if iface, ok := tn.Type().Underlying().(*types.Interface); ok {
			for m := range iface.Methods() {
				if m.Name() == method {
					return true
				}
			}
		}
	}
	return false
}
