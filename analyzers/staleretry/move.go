package staleretry

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/indent"
	"github.com/k8slint/k8slint/internal/kube"
)

// A move takes the changes of an object that stand right before its retry into the retry, where they are made to
// what each attempt reads. It must be certain that these are all changes since the read, and that they can be
// made again: what they set does not come from the object that was read first, and what they call does nothing else.
type move struct {
	w    *writer
	obj  *types.Var // what is written
	from *types.Var // what it is a copy of, nil if it was read itself

	before  []ast.Stmt // what stands between the read and the changes
	near    []ast.Stmt // of it, what is in the list of the retry
	exprs   []ast.Expr // conditions around the retry, and what it is given
	changes []ast.Stmt
	next    ast.Stmt // the statement of the retry
	stale   map[*types.Var]bool
}

// moved are the changes of obj between its read and the retry that runs lit, nil where it is not certain that they
// can be made in lit.
func moved(w *writer, read token.Pos, lit *ast.FuncLit, obj *ast.Ident) *move {
	m := &move{w: w, stale: map[*types.Var]bool{}}
	m.obj, _ = w.pass.TypesInfo.Uses[obj].(*types.Var)
	file, path := astspan.Path(w.pass.Files, lit.Pos())
	if m.obj == nil || file == nil || ast.IsGenerated(file) {
		return nil
	}
	first := m.around(path[slices.Index(path, ast.Node(lit)):], read)
	if first == nil || !m.begins(first) || m.usedBefore(path, first) {
		return nil
	}
	n := len(m.near)
	for n > 0 && m.isChange(m.near[n-1]) {
		n--
	}
	m.changes, m.before = m.near[n:], append(m.before, m.near[:n]...)
	if len(m.changes) == 0 {
		return nil
	}
	for _, s := range m.before {
		if !m.harmless(s) {
			return nil
		}
	}
	for _, e := range m.exprs {
		if !m.onlyReads(e) {
			return nil
		}
	}
	for _, s := range m.changes {
		if m.mentions(s, func(v *types.Var) bool { return v == m.from || m.stale[v] }) || !m.known(s, lit) {
			return nil
		}
	}
	return m
}

// around goes out from the retry to the statement with the read, which it returns, and notes what is passed.
func (m *move) around(path []ast.Node, read token.Pos) ast.Stmt {
	inner := path[0] // the function literal that is retried
	for _, n := range path[1:] {
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.CaseClause:
			if _, isClause := inner.(*ast.CaseClause); isClause {
				break
			}
			list := astspan.List(n)
			stmt, _ := inner.(ast.Stmt)
			i := slices.Index(list, stmt)
			if i < 0 {
				return nil
			}
			if m.next == nil {
				m.next = stmt
			}
			read := slices.IndexFunc(list[:i], func(s ast.Stmt) bool { return astspan.Within(s, read) })
			if passed := list[read+1 : i]; m.next == stmt {
				m.near = passed
			} else {
				m.before = slices.Concat(passed, m.before)
			}
			if read >= 0 {
				return list[read]
			}
		case *ast.IfStmt:
			if m.next != nil {
				m.exprs = append(m.exprs, n.Cond)
			}
		case *ast.SwitchStmt:
			m.exprs = append(m.exprs, n.Tag)
		case *ast.CallExpr:
			for _, a := range n.Args {
				if a != inner {
					m.exprs = append(m.exprs, a)
				}
			}
		case *ast.ParenExpr, *ast.AssignStmt, *ast.ReturnStmt, *ast.ExprStmt:
		default:
			return nil
		}
		inner = n
	}
	return nil
}

// begins reports whether s reads the object, or what it is a copy of, and goes on only if that went well.
func (m *move) begins(s ast.Stmt) bool {
	if branch, ok := s.(*ast.IfStmt); ok {
		if branch.Else != nil || !astspan.Leaves(branch.Body) || branch.Init == nil {
			return false
		}
		s = branch.Init
	}
	names := func(n ast.Node, v *types.Var) bool { return m.mentions(n, func(o *types.Var) bool { return o == v }) }
	if names(s, m.obj) {
		return true
	}
	for _, between := range slices.Concat(m.before, m.near) {
		as, ok := between.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 1 || !names(as.Lhs[0], m.obj) {
			continue
		}
		of, name := astspan.Method(as.Rhs[0])
		id, ok := of.(*ast.Ident)
		if !ok || name != "DeepCopy" {
			return false
		}
		m.from, _ = m.info().Uses[id].(*types.Var)
		return m.from != nil && names(s, m.from)
	}
	return false
}

// usedBefore reports whether the function uses the object before the statement first: it may be known elsewhere then.
func (m *move) usedBefore(path []ast.Node, first ast.Stmt) bool {
	for id, o := range m.info().Uses {
		if m.is(o) && id.Pos() < first.Pos() && path[len(path)-2].Pos() <= id.Pos() {
			return true
		}
	}
	return false
}

func (m *move) info() *types.Info { return m.w.pass.TypesInfo }

// is reports whether o is the object, or what it is a copy of.
func (m *move) is(o types.Object) bool {
	return o != nil && (o == types.Object(m.obj) || m.from != nil && o == types.Object(m.from))
}

// mentions reports whether n names a variable of which is says so.
func (m *move) mentions(n ast.Node, is func(*types.Var) bool) bool {
	for _, o := range astspan.Names(m.info(), n) {
		if v, ok := o.(*types.Var); ok && is(v) {
			return true
		}
	}
	return false
}

// harmless reports whether s changes nothing of the object. What s sets by it is stale in the next attempt.
func (m *move) harmless(s ast.Stmt) bool {
	if branch, ok := s.(*ast.IfStmt); ok && branch.Else == nil && astspan.Leaves(branch.Body) {
		return (branch.Init == nil || m.harmless(branch.Init)) && m.onlyReads(branch.Cond)
	}
	if !m.mentions(s, func(v *types.Var) bool { return m.is(v) || m.stale[v] }) {
		return true
	}
	if as, ok := s.(*ast.AssignStmt); ok && len(as.Lhs) == 1 && m.from != nil && m.root(as.Lhs[0]) == m.obj {
		return true // the copy
	}
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				m.stale[m.root(x)] = true
			}
		case *ast.Ident:
			if v, ok := m.info().Defs[n].(*types.Var); ok {
				m.stale[v] = true
			}
		}
		return true
	})
	return m.onlyReads(s)
}

// onlyReads reports whether all that n does with the object is to read a string, a number or the like of it.
func (m *move) onlyReads(n ast.Node) bool {
	if n == nil || n == ast.Expr(nil) {
		return true
	}
	ok := true
	var outer []ast.Node
	ast.Inspect(n, func(n ast.Node) bool {
		if n == nil {
			outer = outer[:len(outer)-1]
			return true
		}
		outer = append(outer, n)
		if id, isName := n.(*ast.Ident); isName && m.is(m.info().Uses[id]) {
			ok = ok && m.isRead(outer)
		}
		return ok
	})
	return ok
}

// isRead reports whether the name at the end of outer, the nodes around it, is in an expression that only reads.
func (m *move) isRead(outer []ast.Node) bool {
	var e ast.Expr
	e, outer = outer[len(outer)-1].(ast.Expr), outer[:len(outer)-1]
	for ; len(outer) > 0; outer = outer[:len(outer)-1] {
		switch p := outer[len(outer)-1].(type) {
		case *ast.SelectorExpr:
			e = p
			continue
		case *ast.ParenExpr:
			e = p
			continue
		case *ast.StarExpr:
			e = p
			continue
		case *ast.IndexExpr:
			if p.X == e {
				e = p
				continue
			}
		case *ast.CallExpr:
			if sel, ok := p.Fun.(*ast.SelectorExpr); ok && p.Fun == e && len(p.Args) == 0 && (strings.HasPrefix(sel.Sel.Name, "Get") || strings.HasPrefix(sel.Sel.Name, "Is")) {
				e = p
				continue
			}
			if p.Fun != e && m.onlyTells(p) {
				return true
			}
		case *ast.BinaryExpr:
			return p.Op != token.LAND && p.Op != token.LOR || m.isBasic(e)
		case *ast.AssignStmt:
			return m.isBasic(e) && !slices.Contains(p.Lhs, e)
		case *ast.IncDecStmt, *ast.UnaryExpr:
			u, ok := p.(*ast.UnaryExpr)
			return ok && u.Op != token.AND && m.isBasic(e)
		}
		break
	}
	return m.isBasic(e)
}

// onlyTells reports whether a call only writes of its arguments, to a log or as an event, or measures them.
func (m *move) onlyTells(call *ast.CallExpr) bool {
	switch o := typeutil.Callee(m.info(), call).(type) {
	case *types.Builtin:
		return o.Name() == "len"
	case *types.Func:
		return kube.OnlyTells(o)
	}
	return false
}

func (m *move) isBasic(e ast.Expr) bool {
	t := m.info().TypeOf(e)
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// root is the variable that x is, or is a part of.
func (m *move) root(x ast.Expr) *types.Var {
	v, _ := m.info().ObjectOf(astspan.Root(x)).(*types.Var)
	return v
}

// isChange reports whether s changes the object and nothing else, and does the same when it is run again.
func (m *move) isChange(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, x := range s.Lhs {
			if _, whole := x.(*ast.Ident); whole || m.root(x) != m.obj {
				return false
			}
		}
		return s.Tok != token.DEFINE && m.again(s, 0)
	case *ast.IncDecStmt:
		return m.root(s.X) == m.obj
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		sel, isMethod := call.Fun.(*ast.SelectorExpr)
		of := isMethod && m.root(sel.X) == m.obj
		return m.again(s, 0) && (of || slices.ContainsFunc(call.Args, func(a ast.Expr) bool { return m.root(a) == m.obj }))
	case *ast.IfStmt:
		return s.Init == nil && m.again(s.Cond, 0) && m.isChange(s.Body) && (s.Else == nil || m.isChange(s.Else))
	case *ast.RangeStmt:
		return m.again(s.X, 0) && m.isChange(s.Body)
	case *ast.BlockStmt:
		return !slices.ContainsFunc(s.List, func(s ast.Stmt) bool { return !m.isChange(s) })
	}
	return false
}

// again reports whether n, and what it calls in this package, can be run again.
func (m *move) again(n ast.Node, depth int) bool {
	ok := true
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt, *ast.SelectStmt:
			ok = false
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		case *ast.CallExpr:
			ok = ok && m.callAgain(n, depth)
		}
		return ok
	})
	return ok
}

// maxCalls bounds the functions through which a change is followed. No finding is lost, only a fix.
const maxCalls = 3

func (m *move) callAgain(call *ast.CallExpr, depth int) bool {
	switch o := typeutil.Callee(m.info(), call).(type) {
	case nil:
		return m.info().Types[call.Fun].IsType()
	case *types.Builtin:
		return true
	case *types.Func:
		if again, known := kube.RunsAgain(o); known {
			return again
		}
		if decl := m.declOf(o); decl != nil && depth < maxCalls {
			return m.computes(decl) && m.again(decl.Body, depth+1)
		}
	}
	return false
}

// declOf is the declaration of a function of this package that is no method.
func (m *move) declOf(fn *types.Func) *ast.FuncDecl {
	for d := range astspan.Funcs(m.w.pass.Files) {
		if d.Recv == nil && m.info().Defs[d.Name] == types.Object(fn) {
			return d
		}
	}
	return nil
}

// computes reports whether a function sets nothing but its own variables.
func (m *move) computes(decl *ast.FuncDecl) bool {
	own := func(x ast.Expr) bool {
		id, ok := x.(*ast.Ident)
		if !ok {
			return false
		}
		o := m.info().ObjectOf(id)
		return o == nil || decl.Pos() <= o.Pos() && o.Pos() < decl.End()
	}
	ok := true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			ok = ok && !slices.ContainsFunc(n.Lhs, func(x ast.Expr) bool { return !own(x) })
		case *ast.IncDecStmt:
			ok = ok && own(n.X)
		}
		return ok
	})
	return ok
}

// known reports whether the names in s mean the same at the beginning of lit, and whether lit sets none of them.
func (m *move) known(s ast.Stmt, lit *ast.FuncLit) bool {
	scope := m.info().Scopes[lit.Type]
	set := map[types.Object]bool{}
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok {
			for _, x := range as.Lhs {
				if v := m.root(x); v != nil && v != m.obj {
					set[v] = true
				}
			}
		}
		return true
	})
	return !m.mentions(s, func(v *types.Var) bool {
		return set[v] || scope != nil && scope.Lookup(v.Name()) != nil && !v.IsField()
	}) &&
		!uses(s, "latest") && !uses(s, "getErr")
}

// text are the changes and their comments as they stand in the file, with the indentation in, and where they stand
// there: whole lines. It is "" where they share a line with something else.
func (m *move) text(in string) (text string, from, to token.Pos) {
	pass, last := m.w.pass, m.changes[len(m.changes)-1]
	file := astspan.File(pass.Files, last.Pos())
	lines, src := pass.Fset.File(file.Pos()), indent.Source(pass, last.Pos())
	line := func(p token.Pos) int { return lines.PositionFor(p, false).Line }
	from = m.changes[0].Pos()
	for _, c := range slices.Backward(file.Comments) {
		if c.End() < from && line(c.End()) == line(from)-1 && lines.LineStart(line(c.Pos()))+token.Pos(len(indent.At(pass, c.Pos()).Outer)) == c.Pos() {
			from = c.Pos()
		}
	}
	outer := indent.At(pass, from).Outer
	from = lines.LineStart(line(from))
	end := line(last.End())
	if end >= line(m.next.Pos()) || len(m.before) > 0 && line(m.before[len(m.before)-1].End()) >= line(from) || src == nil {
		return "", 0, 0
	}
	for _, s := range m.changes {
		for n := range ast.Preorder(s) {
			if b, ok := n.(*ast.BasicLit); ok && b.Kind == token.STRING && strings.Contains(b.Value, "\n") {
				return "", 0, 0
			}
		}
	}
	to = lines.LineStart(end + 1)
	for l := range strings.Lines(string(src[lines.Offset(from):lines.Offset(to)])) {
		if l = strings.TrimPrefix(l, outer); strings.TrimSpace(l) != "" {
			l = in + l
		}
		text += l
	}
	for rest := src[lines.Offset(to):]; len(rest) > 0 && (rest[0] == '\n' || rest[0] == '\r'); rest = rest[1:] {
		to++
	}
	return text, from, to
}
