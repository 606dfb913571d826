package copyfix

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/k8slint/k8slint/internal/astspan"
)

// places finds where the copy of a target can stand.
type places struct {
	file    *file
	lines   *lines
	readers *readers
	w       Writes
}

// after is the place right after what gives t the object, and the checks that
// follow. It is not ok if the object comes from several places, as they may
// give several objects, or if somebody reads it afterwards who would miss the
// writes.
func (p *places) after(t *target) (place, bool) {
	if t.index != nil {
		return p.inLoop(t.index)
	}
	given := p.given(t)
	switch len(given) {
	case 0:
		return p.afterSource(t.v)
	case 1:
		return given[0].place, given[0].ok
	}
	return place{}, false
}

// A candidate is a place after something that gives a variable its value; it is
// not ok if no copy can stand there.
type candidate struct {
	place place
	ok    bool
}

// given lists the places after whatever gives the variable of t a value that
// can be the object: loops, assignments, cases of a type switch, parameters.
// It looks for no more than two: a function can have thousands, for each of its
// findings.
func (p *places) given(t *target) []candidate {
	var out []candidate
	ast.Inspect(p.file.around(t.v.Pos()), func(n ast.Node) bool {
		if len(out) > 1 {
			return false
		}
		switch n := n.(type) {
		case *ast.RangeStmt:
			if p.file.defines(n.Value, t.v) || p.file.defines(n.Key, t.v) {
				at, ok := p.lines.atHead(n.Body)
				out = append(out, candidate{at, ok && astspan.Within(n.Body, p.w.first()) && !p.readers.ofElements(n.X, n)})
			}
		case *ast.IfStmt:
			if as, ok := n.Init.(*ast.AssignStmt); ok && p.file.assigns(as, t.v) && astspan.Within(n.Body, p.w.first()) {
				at, ok := p.lines.atHead(n.Body)
				out = append(out, candidate{at, ok})
			}
		case *ast.BlockStmt:
			out = append(out, p.assignments(n.List, t.v)...)
		case *ast.CaseClause:
			if p.file.pass.TypesInfo.Implicits[n] == t.v && len(n.Body) > 0 {
				// switch o := obj.(type) { case *corev1.Pod:
				at, ok := p.lines.afterLine(n.Colon, n.Body[0])
				out = append(out, candidate{at, ok})
			}
			out = append(out, p.assignments(n.Body, t.v)...)
		case *ast.CommClause:
			out = append(out, p.assignments(n.Body, t.v)...)
		case *ast.FuncDecl:
			if n.Body != nil && p.file.declares(n.Type, t.v) {
				at, ok := p.lines.atHead(n.Body)
				// Of a parameter's field, the callers are not asked.
				out = append(out, candidate{at, ok && (t.text != t.v.Name() || !p.readers.outside(t.v))})
			}
		case *ast.FuncLit:
			if p.file.declares(n.Type, t.v) {
				at, ok := p.lines.atHead(n.Body)
				out = append(out, candidate{at, ok && p.w.Entry})
			}
		}
		return true
	})
	return out
}

// assignments lists the places after those statements of a list that give v a
// value, before the first write, that was not just made.
func (p *places) assignments(list []ast.Stmt, v *types.Var) []candidate {
	var out []candidate
	for i, s := range list {
		as, ok := s.(*ast.AssignStmt)
		if len(out) > 1 || !ok || as.Pos() > p.w.first() || !p.file.assigns(as, v) || givesFresh(as) {
			continue
		}
		at, ok := p.afterChecks(list, i, as)
		if x := elementOf(as); x != nil {
			ok = ok && !p.readers.ofElements(x.X, as)
		}
		out = append(out, candidate{at, ok})
	}
	return out
}

// afterChecks is the place after the assignment as, which is list[i], and after
// the checks of its error, or of its "ok", that follow it before the first
// write.
func (p *places) afterChecks(list []ast.Stmt, i int, as *ast.AssignStmt) (place, bool) {
	last := list[i]
	for _, next := range list[i+1:] {
		c, ok := next.(*ast.IfStmt)
		if !ok || c.Init != nil || c.End() >= p.w.first() || !p.file.checks(c, as) {
			break
		}
		last = c
	}
	at, ok := p.lines.afterStmt(last)
	at.before = "\n" + p.lines.indent(as)
	return at, ok
}

// inLoop is the place for an element of a list: at the head of the loop that
// counts its index, if all writes are in there.
func (p *places) inLoop(index *types.Var) (at place, ok bool) {
	ast.Inspect(p.file.around(index.Pos()), func(n ast.Node) bool {
		if r, isRange := n.(*ast.RangeStmt); isRange && p.file.defines(r.Key, index) && astspan.Within(r.Body, p.w.first()) && astspan.Within(r.Body, p.w.last()) {
			at, ok = p.lines.atHead(r.Body)
		}
		return true
	})
	return at, ok
}

// afterSource is the place after the call that fills the variable v with what
// it reads, and the check of its error: client.Get(ctx, key, pod), where the
// client does not copy.
func (p *places) afterSource(v *types.Var) (place, bool) {
	if p.w.Entry || !p.w.Source.IsValid() || astspan.File(p.file.pass.Files, p.w.Source) != p.file.syntax {
		return place{}, false
	}
	body := p.file.bodyAt(p.w.Source)
	if body == nil || body != p.file.bodyAt(p.w.first()) || !astspan.Within(body, v.Pos()) || p.file.assigned(v, body) {
		return place{}, false
	}
	s, list := p.file.statementAt(p.w.Source)
	if s == nil || !p.file.handsOn(s, v) {
		return place{}, false
	}
	switch s := s.(type) {
	case *ast.AssignStmt:
		return p.afterChecks(list, slices.Index(list, ast.Stmt(s)), s)
	case *ast.IfStmt:
		// if err := c.Get(ctx, key, pod); err != nil { return err }
		if s.Else != nil || !astspan.Leaves(s.Body) {
			return place{}, false
		}
		at, ok := p.lines.afterStmt(s)
		at.before = "\n" + p.lines.indent(s)
		return at, ok
	}
	return place{}, false
}
