package cachemutate

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/report"
)

// finding words f.
func (x *fixer) finding(f *ownership.Finding) report.Finding {
	pass := x.pass
	out := report.Finding{Fixes: x.fix(f), Fixed: f.Object}
	for _, w := range f.Writes() {
		out.Writes = append(out.Writes, write(pass, w))
	}
	return out
}

// maxMessage is the length in characters from which on messages name only the
// first of the calls on a way; the trace has all.
const maxMessage = 200

// message is what f says of its first write; through words the calls on a way.
func message(f *ownership.Finding, through func([]string) string) string {
	var b strings.Builder
	if len(f.Via) == 0 {
		fmt.Fprintf(&b, "%s writes to the informer cache", subject(f.What))
	} else {
		fmt.Fprintf(&b, "%s writes to the informer cache: %s at %s%s", f.Via[0].Func, subject(f.What), f.Posn, through(names(f.Via[1:])))
	}
	fmt.Fprintf(&b, "; the object is shared, it comes from %s at %s%s", f.Origin.What, f.Origin.Posn, through(names(f.Origin.Via)))
	b.WriteString("; make a DeepCopy before the first write")
	return b.String()
}

func through(funcs []string) string {
	if len(funcs) == 0 {
		return ""
	}
	return " (through " + strings.Join(funcs, ", ") + ")"
}

// throughSome is short for through.
func throughSome(funcs []string) string {
	switch n := len(funcs) - 1; {
	case n < 1:
		return through(funcs)
	case n == 1:
		return " (through " + funcs[0] + " and 1 more call)"
	default:
		return fmt.Sprintf(" (through %s and %d more calls)", funcs[0], n)
	}
}

// write words the first write of f.
func write(pass *analysis.Pass, f *ownership.Finding) report.Write {
	out := report.Write{Pos: f.Pos, End: end(pass, f.Pos), Category: "write", What: f.What, Posn: f.Posn}
	if len(f.Via) > 0 {
		out.Category = "call"
	}
	if out.Message = message(f, through); utf8.RuneCountInString(out.Message) > maxMessage {
		out.Message = message(f, throughSome)
	}

	out.Trace = append(out.Trace, report.Step{Text: fmt.Sprintf("%s: %s reads the informer cache", f.Origin.Posn, f.Origin.What)})
	for i := len(f.Origin.Via) - 1; i >= 0; i-- {
		h := f.Origin.Via[i]
		out.Trace = append(out.Trace, report.Step{Text: fmt.Sprintf("%s: %s hands the object on", h.Posn, h.Func)})
	}
	for _, h := range f.Via {
		out.Trace = append(out.Trace, report.Step{Text: fmt.Sprintf("%s: %s is called with it", h.Posn, h.Func)})
	}
	return out
}

// subject is what f.What names, as the subject of a sentence.
func subject(what string) string {
	return strings.TrimSuffix(what, ",")
}

// end is the end of the statement or expression at pos.
func end(pass *analysis.Pass, pos token.Pos) token.Pos {
	best := token.NoPos
	if file := fileAt(pass, pos); file != nil {
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil || n.End() <= pos || n.Pos() > pos {
				return false
			}
			switch n.(type) {
			case *ast.AssignStmt, *ast.IncDecStmt, *ast.CallExpr, *ast.ExprStmt:
				best = n.End()
			}
			return true
		})
	}
	return best
}

// fileAt is the file of the package that pos is in, or nil.
func fileAt(pass *analysis.Pass, pos token.Pos) *ast.File {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}
