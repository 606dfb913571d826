package cachemutate

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/ownership"
)

// fix is the edit that mends f: a deep copy of the variable that all of its
// writes go through, right behind the place where the variable gets the object
// (and behind the error check that follows). There is none where no single
// copy does it: writes through elements of a list, through several variables,
// through a parameter (the caller would see another object), or through an
// expression that has no name.
func fix(pass *analysis.Pass, f *ownership.Finding) []analysis.SuggestedFix {
	if len(f.All) == 0 {
		return nil
	}
	file := fileAt(pass, f.All[0])
	if file == nil || ast.IsGenerated(file) {
		return nil
	}
	var v *types.Var
	for _, pos := range f.All {
		w := writtenVar(pass, file, pos, f.Args)
		if w == nil || v != nil && w != v {
			return nil
		}
		v = w
	}
	if v == nil || v.Name() == "_" {
		return nil
	}
	copied, ok := deepCopy(pass, v)
	if !ok {
		return nil
	}
	ins, ok := insertion(pass, file, f, v)
	if !ok {
		return nil
	}
	for _, pos := range f.All {
		if pos < ins.pos {
			return nil // an alias was written before the variable was set
		}
	}
	return []analysis.SuggestedFix{{
		Message: "Write to a deep copy of " + v.Name(),
		TextEdits: []analysis.TextEdit{{
			Pos:     ins.pos,
			End:     ins.pos,
			NewText: []byte(ins.before + v.Name() + " = " + copied + ins.after),
		}},
	}}
}

// A place is where a statement can be put, and the space around it.
type place struct {
	pos           token.Pos
	before, after string
}

// deepCopy is the expression that copies v, if its type has a deep copy that
// can be assigned to it.
func deepCopy(pass *analysis.Pass, v *types.Var) (string, bool) {
	t := v.Type()
	if m := method(t, "DeepCopy"); m != nil {
		r := m.Signature().Results()
		if m.Signature().Params().Len() == 0 && r.Len() == 1 && types.AssignableTo(r.At(0).Type(), t) {
			return v.Name() + ".DeepCopy()", true
		}
	}
	// Interfaces have DeepCopyObject, whose result needs an assertion to a
	// type that this file may have no name for.
	return "", false
}

func method(t types.Type, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
	m, _ := obj.(*types.Func)
	return m
}

func fileAt(pass *analysis.Pass, pos token.Pos) *ast.File {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}

// path lists the nodes around pos, innermost last.
func path(file *ast.File, pos token.Pos) []ast.Node {
	var out []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || n.Pos() > pos || pos >= n.End() {
			return false
		}
		out = append(out, n)
		return true
	})
	return out
}

// writtenVar is the local variable that the write (or the call that leads to
// one, with one of its args) at pos goes through, nil if that is not clear.
func writtenVar(pass *analysis.Pass, file *ast.File, pos token.Pos, args map[token.Pos]int) *types.Var {
	nodes := path(file, pos)
	for i := len(nodes) - 1; i >= 0; i-- {
		switch n := nodes[i].(type) {
		case *ast.CallExpr:
			if n.Lparen == pos || n.Pos() == pos {
				if arg, ok := args[pos]; ok {
					return argVar(pass, n, arg)
				}
				return callVar(pass, n)
			}
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if l.Pos() <= pos && pos < l.End() {
					return rootVar(pass, l)
				}
			}
			return nil
		case *ast.IncDecStmt:
			return rootVar(pass, n.X)
		case *ast.BlockStmt, *ast.FuncLit:
			return nil
		}
	}
	return nil
}

// argVar is the variable behind argument number arg of a call, the receiver
// being 0.
func argVar(pass *analysis.Pass, call *ast.CallExpr, arg int) *types.Var {
	if arg == 0 {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			return rootVar(pass, sel.X)
		}
		return nil
	}
	if arg > len(call.Args) {
		return nil
	}
	return rootVar(pass, call.Args[arg-1])
}

// callVar is the one variable with a deep copy among the receiver and the
// arguments of a call.
func callVar(pass *analysis.Pass, call *ast.CallExpr) *types.Var {
	var found *types.Var
	n := 0
	consider := func(e ast.Expr) {
		v := rootVar(pass, e)
		if v == nil {
			return
		}
		if _, ok := deepCopy(pass, v); ok && v != found {
			found = v
			n++
		}
	}
	for _, arg := range call.Args {
		consider(arg)
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		consider(sel.X)
	}
	if n != 1 {
		return nil
	}
	return found
}

// rootVar is the variable at the root of a selector or index expression that
// follows one object: an element of a list is another object.
func rootVar(pass *analysis.Pass, e ast.Expr) *types.Var {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			v, _ := pass.TypesInfo.Uses[x].(*types.Var)
			if v == nil || v.IsField() || v.Parent() == pass.Pkg.Scope() {
				return nil
			}
			return v
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.UnaryExpr:
			if x.Op != token.AND {
				return nil
			}
			e = x.X
		case *ast.CallExpr:
			// x.GetObjectKind().SetGroupVersionKind(...)
			sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr)
			if !ok || !strings.HasPrefix(sel.Sel.Name, "Get") {
				return nil
			}
			e = sel.X
		default:
			return nil
		}
	}
}

// insertion finds the place behind the statement that gives v the object.
func insertion(pass *analysis.Pass, file *ast.File, f *ownership.Finding, v *types.Var) (place, bool) {
	var best place
	found := 0
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if id, ok := n.Value.(*ast.Ident); ok && pass.TypesInfo.Defs[id] == v && within(n.Body, f.All[0]) {
				best = inside(pass, n.Body)
				found++
			}
		case *ast.IfStmt:
			if as, ok := n.Init.(*ast.AssignStmt); ok && assigns(pass, as, v) && within(n.Body, f.All[0]) {
				best = inside(pass, n.Body)
				found++
			}
		case *ast.BlockStmt:
			found += inList(pass, n.List, f, v, &best)
		case *ast.CaseClause:
			found += inList(pass, n.Body, f, v, &best)
		case *ast.CommClause:
			found += inList(pass, n.Body, f, v, &best)
		}
		return true
	})
	// A variable that is set in several places may hold several objects.
	return best, found == 1
}

func within(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// assigns reports whether as gives v a value that is not a copy.
func assigns(pass *analysis.Pass, as *ast.AssignStmt, v *types.Var) bool {
	for _, l := range as.Lhs {
		if id, ok := l.(*ast.Ident); ok && (pass.TypesInfo.Defs[id] == v || pass.TypesInfo.Uses[id] == v) {
			return true
		}
	}
	return false
}

// inList looks for the statement that gives v the object in a list of
// statements, and counts what it finds.
func inList(pass *analysis.Pass, list []ast.Stmt, f *ownership.Finding, v *types.Var, best *place) int {
	n := 0
	for i, s := range list {
		as, ok := s.(*ast.AssignStmt)
		if !ok || as.Pos() > f.All[0] || !assigns(pass, as, v) || freshValue(as) {
			continue
		}
		n++
		last := s
		// The error checks behind it, and what looks at "ok".
		for _, next := range list[i+1:] {
			c, ok := next.(*ast.IfStmt)
			if !ok || c.Init != nil || c.End() >= f.All[0] || !checks(pass, c, as, v) {
				break
			}
			last = c
		}
		*best = place{pos: last.End(), before: "\n" + indent(pass, s)}
	}
	return n
}

// freshValue reports whether an assignment gives a value that was just made.
func freshValue(as *ast.AssignStmt) bool {
	if len(as.Rhs) != 1 {
		return false
	}
	switch x := ast.Unparen(as.Rhs[0]).(type) {
	case *ast.UnaryExpr:
		_, ok := x.X.(*ast.CompositeLit)
		return ok
	case *ast.CallExpr:
		if sel, ok := x.Fun.(*ast.SelectorExpr); ok {
			return strings.HasPrefix(sel.Sel.Name, "DeepCopy")
		}
	}
	return false
}

// checks reports whether the condition of c looks at what as assigned besides
// v: an error, an ok.
func checks(pass *analysis.Pass, c *ast.IfStmt, as *ast.AssignStmt, v *types.Var) bool {
	hit := false
	ast.Inspect(c.Cond, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		use := pass.TypesInfo.Uses[id]
		for _, l := range as.Lhs {
			if d, ok := l.(*ast.Ident); ok && use != nil && (pass.TypesInfo.Defs[d] == use || pass.TypesInfo.Uses[d] == use) {
				hit = true
			}
		}
		return true
	})
	return hit
}

// inside is the place at the head of a block.
func inside(pass *analysis.Pass, b *ast.BlockStmt) place {
	if len(b.List) == 0 {
		return place{pos: b.Lbrace + 1}
	}
	return place{pos: b.List[0].Pos(), after: "\n" + indent(pass, b.List[0])}
}

// indent is the white space before a statement, as gofmt writes it.
func indent(pass *analysis.Pass, s ast.Stmt) string {
	return strings.Repeat("\t", max(pass.Fset.Position(s.Pos()).Column-1, 0))
}
