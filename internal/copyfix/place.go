package copyfix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A place is where a statement can be put, and the space before it.
type place struct {
	pos    token.Pos
	before string
}

// insertion finds the place behind what gives t the object.
func (m *fixer) insertion(t *target) (place, bool) {
	if t.index != nil {
		return m.inRange(t)
	}
	var best place
	found, refused := 0, false
	take := func(p place, ok bool) {
		best = p
		found++
		refused = refused || !ok
	}
	first := m.at[0]
	ast.Inspect(m.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if m.defines(n.Value, t.v) || m.defines(n.Key, t.v) {
				p, ok := m.inside(n.Body)
				take(p, ok && within(n.Body, first) && !m.looksAtElements(n.X, n))
			}
		case *ast.IfStmt:
			if as, ok := n.Init.(*ast.AssignStmt); ok && m.assigns(as, t.v) && within(n.Body, first) {
				take(m.inside(n.Body))
			}
		case *ast.BlockStmt:
			m.inList(n.List, t.v, take)
		case *ast.CaseClause:
			if m.pass.TypesInfo.Implicits[n] == t.v && len(n.Body) > 0 {
				// switch o := obj.(type) { case *corev1.Pod:
				take(m.behindLine(n.Colon, n.Body[0]))
			}
			m.inList(n.Body, t.v, take)
		case *ast.CommClause:
			m.inList(n.Body, t.v, take)
		case *ast.FuncDecl:
			if n.Body != nil && m.declares(n.Type, t.v) {
				p, ok := m.inside(n.Body)
				take(p, ok && (m.entry || t.text != t.v.Name() || m.callersDoNotLook(t.v)))
			}
		case *ast.FuncLit:
			if m.declares(n.Type, t.v) {
				p, ok := m.inside(n.Body)
				take(p, ok && m.entry)
			}
		}
		return true
	})
	if found == 0 {
		return m.behindSource(t)
	}
	// A variable that is set in several places may hold several objects.
	return best, found == 1 && !refused
}

// behindSource is the place behind the call that fills the variable of t with
// what it reads: client.Get(ctx, key, pod), where it does not copy.
func (m *fixer) behindSource(t *target) (place, bool) {
	if m.entry || !m.source.IsValid() || fileAt(m.pass, m.source) != m.file {
		return place{}, false
	}
	body := m.bodyAt(m.source)
	if body == nil || body != m.bodyAt(m.at[0]) || m.assigned(t.v, body) {
		return place{}, false
	}
	s, list := m.statement(m.source, body)
	fills := false
	ast.Inspect(s, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		for i := 0; ok && i < len(call.Args); i++ {
			x := ast.Unparen(call.Args[i])
			if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
				x = u.X
			}
			fills = fills || m.is(x, t.v)
		}
		return !fills
	})
	if !fills || !within(body, t.v.Pos()) {
		return place{}, false
	}
	switch s := s.(type) {
	case *ast.AssignStmt:
		return m.behindChecks(list, slices.Index(list, ast.Stmt(s)), s)
	case *ast.IfStmt:
		// if err := c.Get(ctx, key, pod); err != nil { return err }
		if s.Else != nil || !within(s.Init, m.source) || !leaves(s.Body) {
			return place{}, false
		}
		p, ok := m.behind(s)
		p.before = "\n" + m.indent(s)
		return p, ok
	}
	return place{}, false
}

// leaves reports whether the block ends by leaving what is around it.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE || s.Tok == token.BREAK
	}
	return false
}

// inRange is the place for an element of a list: at the head of the loop that
// counts its index.
func (m *fixer) inRange(t *target) (best place, found bool) {
	ast.Inspect(m.file, func(n ast.Node) bool {
		if r, ok := n.(*ast.RangeStmt); ok && m.defines(r.Key, t.index) && within(r.Body, m.at[0]) && within(r.Body, m.at[len(m.at)-1]) {
			best, found = m.inside(r.Body)
		}
		return true
	})
	return best, found
}

func (m *fixer) defines(e ast.Expr, v *types.Var) bool {
	id, ok := e.(*ast.Ident)
	return ok && m.pass.TypesInfo.Defs[id] == v
}

func (m *fixer) declares(f *ast.FuncType, v *types.Var) bool {
	for _, field := range f.Params.List {
		for _, id := range field.Names {
			if m.pass.TypesInfo.Defs[id] == v {
				return true
			}
		}
	}
	return false
}

func within(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

func (m *fixer) assigns(as *ast.AssignStmt, v *types.Var) bool {
	for _, l := range as.Lhs {
		if m.is(l, v) {
			return true
		}
	}
	return false
}

// inList looks for the statement that gives v the object in a list of
// statements.
func (m *fixer) inList(list []ast.Stmt, v *types.Var, take func(place, bool)) {
	for i, s := range list {
		as, ok := s.(*ast.AssignStmt)
		if !ok || as.Pos() > m.at[0] || !m.assigns(as, v) || freshValue(as) {
			continue
		}
		p, ok := m.behindChecks(list, i, as)
		if x := container(as); x != nil {
			ok = ok && !m.looksAtElements(x, as)
		}
		take(p, ok)
	}
}

// behindChecks is the place behind the assignment as, list[i], and the checks
// of its error, or of "ok", that follow.
func (m *fixer) behindChecks(list []ast.Stmt, i int, as *ast.AssignStmt) (place, bool) {
	last := list[i]
	for _, next := range list[i+1:] {
		c, ok := next.(*ast.IfStmt)
		if !ok || c.Init != nil || c.End() >= m.at[0] || !m.checks(c, as) {
			break
		}
		last = c
	}
	p, ok := m.behind(last)
	p.before = "\n" + m.indent(as)
	return p, ok
}

// container is the list or map whose element as takes, if it does: pods[i],
// &list.Items[i].
func container(as *ast.AssignStmt) ast.Expr {
	if len(as.Rhs) != 1 {
		return nil
	}
	x := ast.Unparen(as.Rhs[0])
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
		x = ast.Unparen(u.X)
	}
	if ix, ok := x.(*ast.IndexExpr); ok {
		return ix.X
	}
	return nil
}

// freshValue reports whether an assignment gives a value that was just made.
func freshValue(as *ast.AssignStmt) bool {
	if len(as.Rhs) != 1 {
		return false
	}
	switch x := ast.Unparen(as.Rhs[0]).(type) {
	case *ast.CompositeLit:
		return true
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

// checks reports whether the condition of c looks at what as assigned: an
// error, an ok, nil.
func (m *fixer) checks(c *ast.IfStmt, as *ast.AssignStmt) bool {
	hit := false
	ast.Inspect(c.Cond, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if v, ok := m.pass.TypesInfo.Uses[id].(*types.Var); ok {
			hit = hit || m.assigns(as, v)
		}
		return true
	})
	return hit
}

// inside is the place at the head of a block.
func (m *fixer) inside(b *ast.BlockStmt) (place, bool) {
	if len(b.List) == 0 {
		return place{}, false
	}
	return m.behindLine(b.Lbrace, b.List[0])
}

// behindLine is the end of the line of pos, which opens a block that goes on
// with the statement next: comments stay where they are.
func (m *fixer) behindLine(pos token.Pos, next ast.Stmt) (place, bool) {
	f := m.pass.Fset.File(pos)
	line := realLine(f, pos)
	if realLine(f, next.Pos()) == line {
		return place{}, false // all on one line
	}
	end := f.LineStart(line+1) - 1
	return place{end, "\n" + m.indent(next)}, !m.inComment(pos, end)
}

// behind is the end of the last line of s, unless something else is there.
func (m *fixer) behind(s ast.Stmt) (place, bool) {
	f := m.pass.Fset.File(s.End())
	line := realLine(f, s.End())
	if line == f.LineCount() {
		return place{}, false
	}
	end := f.LineStart(line+1) - 1
	alone := !m.inComment(s.End(), end)
	ast.Inspect(m.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			if within(n, s.Pos()) && n.Rbrace < end {
				alone = false // the block ends on this line
			}
		case ast.Stmt:
			if n.Pos() >= s.End() && n.Pos() < end {
				alone = false
			}
		}
		return alone
	})
	return place{pos: end}, alone
}

// inComment reports whether a comment that begins between pos and end, the end
// of the line, goes on behind it. (The length of a comment does not tell: the
// parser takes carriage returns out of it.)
func (m *fixer) inComment(pos, end token.Pos) bool {
	for _, g := range m.file.Comments {
		for _, c := range g.List {
			if pos <= c.Pos() && c.Pos() < end && strings.Contains(c.Text, "\n") {
				return true
			}
		}
	}
	return false
}

// realLine is the line of pos in the file itself, whatever //line says.
func realLine(f *token.File, pos token.Pos) int { return f.PositionFor(pos, false).Line }

// indent is the white space before a statement, as gofmt writes it.
func (m *fixer) indent(s ast.Stmt) string {
	return strings.Repeat("\t", max(m.pass.Fset.PositionFor(s.Pos(), false).Column-1, 0))
}

// ownLine reports whether nothing stands before s on its line.
func (m *fixer) ownLine(s ast.Stmt) bool {
	f := m.pass.Fset.File(s.Pos())
	start := f.LineStart(realLine(f, s.Pos()))
	for _, n := range path(m.file, s.Pos()) {
		if n.Pos() >= start && n.Pos() < s.Pos() {
			return false
		}
		if b, ok := n.(*ast.BlockStmt); ok && b.Lbrace >= start {
			return false
		}
	}
	return true
}

// statement is the statement of a list around pos, and the list, within body.
func (m *fixer) statement(pos token.Pos, body *ast.BlockStmt) (stmt ast.Stmt, in []ast.Stmt) {
	for _, n := range path(m.file, pos) {
		if !within(body, n.Pos()) {
			continue
		}
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		}
		for _, s := range list {
			if within(s, pos) {
				stmt, in = s, list
			}
		}
	}
	return stmt, in
}
