package cachemutate

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/ownership"
)

// fix is the edit that mends f: a deep copy of what all of its writes go
// through, right behind the place where it comes into the function (and behind
// the error check that follows). There is none where no single copy does it:
// writes through several variables, or where somebody else looks for what was
// written in the object that he handed out.
func fix(pass *analysis.Pass, f *ownership.Finding) []analysis.SuggestedFix {
	if len(f.Within) > 0 {
		if s := mend(pass, f, f.Within, false); s != nil {
			return s
		}
	}
	if f.Many || len(f.All) == 0 {
		return nil
	}
	return mend(pass, f, f.All, f.Entry)
}

// mend is the edit for the writes of f at these places of one function.
func mend(pass *analysis.Pass, f *ownership.Finding, at []token.Pos, entry bool) []analysis.SuggestedFix {
	file := fileAt(pass, at[0])
	if file == nil || ast.IsGenerated(file) {
		return nil
	}
	m := &mender{pass: pass, file: file, at: at, args: f.Args, source: f.Source, entry: entry}
	if s := m.byVariable(); s != nil {
		return s
	}
	if s := m.byArgument(); s != nil {
		return s
	}
	return m.byName()
}

// A mender looks for the edit that mends some writes.
type mender struct {
	pass *analysis.Pass
	file *ast.File
	at   []token.Pos
	args map[token.Pos]int // which argument of the calls there, if that is known
	// source is where the object comes in: the call that gets it, or (entry) a
	// function that a framework calls with it, and looks at nothing afterwards.
	source token.Pos
	entry  bool
}

// byVariable copies the variable, or the field or element of one, that all
// writes go through.
func (m *mender) byVariable() []analysis.SuggestedFix {
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
func (m *mender) byArgument() []analysis.SuggestedFix {
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
func (m *mender) byName() []analysis.SuggestedFix {
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
