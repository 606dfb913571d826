package cachemutate

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/wording"
)

// finding words f, which opt makes a finding if it is not nil.
func (x *fixer) finding(f *ownership.Finding, opt *Option) report.Finding {
	pass := x.pass
	out := report.Finding{Fixes: x.fix(f), Fixed: f.Object}
	var places []token.Position
	for _, w := range f.Writes() {
		places = append(places, pass.Fset.Position(w.Pos))
	}
	room := report.Rooms(places)
	for i, w := range f.Writes() {
		out.Writes = append(out.Writes, x.write(w, opt, room[i]))
	}
	return out
}

// write words the first write of f.
func (x *fixer) write(f *ownership.Finding, opt *Option, room int) report.Write {
	b := bugOf(x.pass, f, opt)
	what, _ := effect.SplitWhat(f.What)
	out := report.Write{Pos: f.Pos, End: x.end(f.Pos), Category: "write", What: what, Does: how(f.What), Posn: f.Posn, Message: b.message(room)}
	if len(f.Via) > 0 {
		out.Category = "call"
	}
	step := func(posn, format string, args ...any) {
		out.Trace = append(out.Trace, report.Step{Text: posn + ": " + fmt.Sprintf(format, args...)})
	}
	step(f.Origin.Posn, "%s", b.reads())
	for _, h := range slices.Backward(f.Origin.Via) {
		step(h.Posn, "%s passes the object on", funcText(h.Func))
	}
	for i, h := range f.Via {
		if i == 0 && f.Registers() {
			step(h.Posn, "from here on, %s is called with the object", funcText(h.Func))
			continue
		}
		step(h.Posn, "%s is called with the object", funcText(h.Func))
	}
	return out
}

// funcText names a function of a trace.
func funcText(name string) string { return wording.Level{Names: len(name)}.Func(name) }

// end is the end of the innermost statement or call around pos.
func (x *fixer) end(pos token.Pos) token.Pos {
	file := astspan.File(x.pass.Files, pos)
	if file == nil {
		return token.NoPos
	}
	nodes := x.spans.Of(file)
	for n := range nodes.Around(pos) {
		switch n.(type) {
		case *ast.AssignStmt, *ast.IncDecStmt, *ast.CallExpr, *ast.ExprStmt:
			return nodes.End(n)
		}
	}
	return token.NoPos
}
