package copyfix

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// Writes are the writes to one object of the cache, in one function.
type Writes struct {
	// At are the places of the writes, and of the calls that lead to one, in
	// the order of the source; there is at least one.
	At []token.Pos
	// Args are the numbers of the arguments that carry the object, for the
	// calls in At where that is known; the receiver is 0.
	Args map[token.Pos]int
	// Source is where the object comes in: the call that gets it, or (Entry) a
	// function that a framework calls with it, and looks at nothing afterwards.
	Source token.Pos
	Entry  bool
}

// Find is the edit that fixes w: a deep copy of what all of the writes go
// through, right behind the place where it comes into the function (and behind
// the error check that follows). There is none where no single copy does it:
// writes through several variables, or where somebody else looks for what was
// written in the object that he handed out.
func Find(pass *analysis.Pass, w Writes) []analysis.SuggestedFix {
	file := fileAt(pass, w.At[0])
	if file == nil || ast.IsGenerated(file) {
		return nil
	}
	m := &fixer{pass: pass, file: file, at: w.At, args: w.Args, source: w.Source, entry: w.Entry}
	if s := m.byVariable(); s != nil {
		return s
	}
	if s := m.byArgument(); s != nil {
		return s
	}
	return m.byName()
}

// A fixer looks for the edit that fixes some writes.
type fixer struct {
	pass *analysis.Pass
	file *ast.File
	at   []token.Pos
	args map[token.Pos]int
	// As in Writes.
	source token.Pos
	entry  bool
}

// byVariable copies the variable, or the field or element of one, that all
// writes go through.
func (m *fixer) byVariable() []analysis.SuggestedFix {
	var t *target
	first := m.at[0]
	for _, pos := range m.at {
		w := m.written(pos)
		if w == nil || t != nil && (w.v != t.v || w.text != t.text) {
			return nil
		}
		if w.since.IsValid() {
			first = min(first, w.since)
		}
		t = w
	}
	if t.v.Name() == "_" {
		return nil
	}
	ins, ok := m.insertion(t)
	if !ok || first < ins.pos {
		return nil // an alias was written before the variable was set
	}
	copied, ok := m.copyOf(t.text, t.typ, ins.pos)
	if !ok || m.filledBehind(ins.pos) {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "Write to a deep copy of " + t.text,
		TextEdits: []analysis.TextEdit{{Pos: ins.pos, End: ins.pos, NewText: []byte(ins.before + t.text + " = " + copied)}},
	}}
}

// byArgument copies the argument of a call that writes it, where that is an
// expression without a name: c.Update(ctx, obj.(*corev1.Pod)).
func (m *fixer) byArgument() []analysis.SuggestedFix {
	if len(m.at) != 1 {
		return nil
	}
	call := m.callAt(m.at[0])
	if call == nil || m.loopOf(call.Pos(), nil) != nil { // who knows what the next round looks at
		return nil
	}
	args := call.Args
	if n, ok := m.args[m.at[0]]; ok {
		if n == 0 || n > len(args) {
			return nil
		}
		args = args[n-1 : n]
	}
	var arg ast.Expr
	for _, a := range args {
		if !pointerCopy(m.pass.TypesInfo.TypeOf(a)) {
			continue
		}
		if arg != nil {
			return nil
		}
		arg = ast.Unparen(a)
	}
	switch x := arg.(type) {
	case *ast.TypeAssertExpr:
		if v := m.rootVar(x.X); v == nil || m.usedBehind(v, call.End(), m.outerBody(call)) {
			return nil
		}
	case *ast.CallExpr:
	default:
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "Hand on a deep copy",
		TextEdits: []analysis.TextEdit{{Pos: arg.End(), End: arg.End(), NewText: []byte(".DeepCopy()")}},
	}}
}

// byName gives a name to a copy of the type assertion that all writes go
// through, and uses it from there on:
//
//	pod := obj.(*corev1.Pod).DeepCopy()
//	pod.Labels["a"] = "b"
func (m *fixer) byName() []analysis.SuggestedFix {
	var as *ast.TypeAssertExpr
	var text string
	for _, pos := range m.at {
		e := m.exprAt(pos)
		if e == nil {
			return nil
		}
		x, ok := innermost(e).(*ast.TypeAssertExpr)
		if !ok || as != nil && types.ExprString(x) != text {
			return nil
		}
		if as == nil {
			as, text = x, types.ExprString(x)
		}
	}
	id, ok := ast.Unparen(as.X).(*ast.Ident)
	if !ok || !pointerCopy(m.pass.TypesInfo.TypeOf(as)) {
		return nil
	}
	v, _ := m.pass.TypesInfo.Uses[id].(*types.Var)
	body := m.bodyOf(as)
	if v == nil || body == nil || m.assigned(v, body) || m.isParam(v) && !m.entry && !m.callersDoNotLook(v) {
		return nil
	}
	stmt, list := m.statement(as.Pos(), body)
	if stmt == nil || !m.ownLine(stmt) {
		return nil
	}
	name := m.freeName(m.pass.TypesInfo.TypeOf(as), body)
	edits := []analysis.TextEdit{{Pos: stmt.Pos(), End: stmt.Pos(), NewText: []byte(name + " := " + text + ".DeepCopy()\n" + m.indent(stmt))}}
	end := list[len(list)-1].End()
	ok = true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			if n.Pos() < stmt.Pos() || types.ExprString(n) != text || !m.is(n.X, v) {
				return true
			}
			// What is behind the block sees the object without the writes.
			_, two := m.pass.TypesInfo.TypeOf(n).(*types.Tuple)
			ok = ok && n.End() <= end && m.bodyOf(n) == body && !two
			edits = append(edits, analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(name)})
			return false
		case *ast.Ident:
			ok = ok && (n.Pos() < stmt.Pos() || m.pass.TypesInfo.Uses[n] != v)
		}
		return true
	})
	if !ok {
		return nil
	}
	return []analysis.SuggestedFix{{Message: "Write to a deep copy of " + text, TextEdits: edits}}
}
