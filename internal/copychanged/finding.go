package copychanged

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/wording"
)

// finding puts l into words.
func (f *function) finding(l loss) report.Finding {
	first := l.writes[0]
	out := report.Finding{Pos: first.lhs.Pos(), End: first.stmt.End(), Category: Category}
	what, advice, fix := f.words(l)
	out.Message = wording.Fit(wording.Max, func(w wording.Level) string {
		return fmt.Sprintf("%s is a copy%s, so %s is lost%s", w.Name(l.v.Name()), what(w), change(first, w), advice(w))
	})
	if fix != nil {
		out.Fixes = append(out.Fixes, *fix)
	}
	all := wording.Level{Names: 60}
	at := l.made.Pos()
	if l.of == nil {
		at = l.v.Pos()
	}
	out.Trace = append(out.Trace, report.Step{Pos: at, Text: l.v.Name() + " is a copy" + what(all)})
	for _, w := range l.writes {
		out.Trace = append(out.Trace, report.Step{Pos: w.lhs.Pos(), Text: change(w, all) + " changes the copy"})
	}
	if l.sent != nil {
		out.Trace = append(out.Trace, report.Step{Pos: l.sent.Pos(), Text: l.sent.Name + " is used here"})
	}
	return out
}

// words say what l.v is a copy of, and what to do; fix does it, if that is certain.
func (f *function) words(l loss) (what, advice func(wording.Level) string, fix *analysis.SuggestedFix) {
	plain := func(s string) func(wording.Level) string { return func(wording.Level) string { return s } }
	first := l.writes[0]
	tail := text(first.lhs)[len(first.id.Name):]
	switch l.form {
	case ofArgument:
		return plain(" of the argument"), plain("; take a pointer"), nil
	case ofReceiver:
		return plain(" of the receiver"), plain("; make the receiver a pointer"), nil
	case ofResult:
		return func(w wording.Level) string {
			return " that " + w.Name(text(l.made.(*ast.AssignStmt).Rhs[0].(*ast.CallExpr).Fun)) + " returned"
		}, plain("; return a pointer, or store it after the change"), nil
	case deep, fetched:
		return func(w wording.Level) string {
				if l.form == fetched {
					return " of the stored object that nobody uses"
				}
				return " of " + w.Name(text(l.of)) + " that nobody uses"
			},
			func(w wording.Level) string {
				does, to := f.destination(l.sent)
				return fmt.Sprintf("; %s %s instead of %s%s", does, w.Name(l.v.Name()), w.Name(text(l.of)), to)
			}, nil
	case ofValue:
		if i, ok := l.of.(*ast.IndexExpr); ok && isMap(f.pass.TypesInfo.TypeOf(i.X)) {
			return func(w wording.Level) string { return " of " + w.Name(text(l.of)) },
				func(w wording.Level) string {
					return fmt.Sprintf("; store %s in %s after it", w.Name(l.v.Name()), w.Name(text(l.of)))
				}, nil
		}
		return func(w wording.Level) string { return " of " + w.Name(text(l.of)) },
			func(w wording.Level) string { return "; write " + w.Name(text(l.of)+tail) }, byAddress(f.pass, l)
	}
	loop := l.made.(*ast.RangeStmt)
	if isMap(f.pass.TypesInfo.TypeOf(loop.X)) {
		return plain(" of the value"), func(w wording.Level) string {
			if key, ok := loop.Key.(*ast.Ident); ok && key.Name != "_" {
				return fmt.Sprintf("; store %s in %s[%s] after it", w.Name(l.v.Name()), w.Name(text(l.of)), key.Name)
			}
			return fmt.Sprintf("; store %s in the map after it", w.Name(l.v.Name()))
		}, nil
	}
	element, fix := f.throughIndex(l, loop)
	return plain(" of the element"), func(w wording.Level) string {
		if element == "" {
			return "; write the element through its index"
		}
		return "; write " + w.Name(element+tail)
	}, fix
}

// change is the text of a write, without the value.
func change(u use, w wording.Level) string {
	target := w.Name(text(u.lhs))
	switch s := u.stmt.(type) {
	case *ast.IncDecStmt:
		return target + s.Tok.String()
	case *ast.AssignStmt:
		return target + " " + s.Tok.String() + " …"
	}
	return target + "(…)"
}

// destination is what the function does with the original at id, and to which function it passes
// it, if it does not send it.
func (f *function) destination(id *ast.Ident) (does, to string) {
	for n := range f.around(id) {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			return "return", ""
		case *ast.CallExpr:
			if callee, ok := typeutil.Callee(f.pass.TypesInfo, n).(*types.Func); ok {
				switch callee.Name() {
				case "Create", "Update", "Patch", "UpdateStatus", "Apply":
					return "send", ""
				}
				return "pass", " to " + callee.Name()
			}
		}
	}
	return "use", ""
}

func isMap(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// byAddress makes the copy l a pointer, of which only fields are used; nil if more is.
func byAddress(pass *analysis.Pass, l loss) *analysis.SuggestedFix {
	if _, ok := l.of.(*ast.StarExpr); ok || !pass.TypesInfo.Types[l.of].Addressable() {
		return nil
	}
	for _, u := range l.uses {
		if len(u.path) == 0 || pass.TypesInfo.Uses[u.id] != l.v {
			return nil
		}
	}
	return &analysis.SuggestedFix{Message: "Take the address", TextEdits: []analysis.TextEdit{{Pos: l.of.Pos(), End: l.of.Pos(), NewText: []byte("&")}}}
}

// throughIndex writes the elements themselves, which element is the text of. It is nil if the
// slice has no short name, or that means something else where it is written.
func (f *function) throughIndex(l loss, loop *ast.RangeStmt) (element string, fix *analysis.SuggestedFix) {
	key, ok := loop.Key.(*ast.Ident)
	if !ok || !astspan.IsPath(l.of) {
		return "", nil
	}
	name := key.Name
	if name == "_" {
		name = astspan.Unused(loop, "i", "j", "k", "n", "index")
	} else if v := defined(f.pass, key); v == nil || f.isAssignedAnywhere(v) {
		return "", nil
	}
	root := astspan.Root(l.of)
	element = text(l.of) + "[" + name + "]"
	var edits []analysis.TextEdit
	kept := false
	for _, u := range l.uses {
		if f.pass.TypesInfo.Uses[u.id] != l.v {
			return element, nil
		}
		if u.kind != write && !f.isOfItself(u, l.writes) {
			kept = true
			continue
		}
		if name == "" || importedit.Named(f.pass, u.id.Pos(), root.Name) != f.pass.TypesInfo.Uses[root] {
			return "", nil
		}
		edits = append(edits, analysis.TextEdit{Pos: u.id.Pos(), End: u.id.End(), NewText: []byte(element)})
	}
	head := analysis.TextEdit{Pos: key.Pos(), End: key.End(), NewText: []byte(name)}
	if !kept {
		head.End = loop.Value.End() // or it would be declared and not used
	}
	return element, &analysis.SuggestedFix{Message: "Write the element", TextEdits: append([]analysis.TextEdit{head}, edits...)}
}

// text is e as gofmt writes it, on one line if that is possible.
func text(e ast.Expr) string { return astspan.Text(token.NewFileSet(), e) }
