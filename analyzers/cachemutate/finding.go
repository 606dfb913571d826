package cachemutate

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/report"
)

// finding words f.
func finding(pass *analysis.Pass, f *ownership.Finding) report.Finding {
	out := report.Finding{Pos: f.Pos, End: end(pass, f.Pos), Category: "write"}
	var b strings.Builder
	if len(f.Via) == 0 {
		fmt.Fprintf(&b, "%s writes to the informer cache", subject(f.What))
	} else {
		out.Category = "call"
		fmt.Fprintf(&b, "%s writes to the informer cache: %s", f.Via[0].Func, subject(f.What))
		var path []string
		for _, h := range f.Via[1:] {
			path = append(path, h.Func)
		}
		fmt.Fprintf(&b, " at %s", f.Posn)
		if len(path) > 0 {
			fmt.Fprintf(&b, " (through %s)", strings.Join(path, ", "))
		}
	}
	fmt.Fprintf(&b, "; the object is shared, it comes from %s at %s", f.Origin.What, f.Origin.Posn)
	if len(f.Origin.Via) > 0 {
		var path []string
		for _, h := range f.Origin.Via {
			path = append(path, h.Func)
		}
		fmt.Fprintf(&b, " (through %s)", strings.Join(path, ", "))
	}
	b.WriteString("; make a DeepCopy before the first write")
	if f.More > 0 {
		fmt.Fprintf(&b, " (%d more %s)", f.More, plural(f.More, "write follows", "writes follow"))
	}
	out.Message = b.String()
	out.Fixes = fix(pass, f)

	out.Trace = append(out.Trace, report.Step{Text: fmt.Sprintf("%s: %s reads the informer cache", f.Origin.Posn, f.Origin.What)})
	for i := len(f.Origin.Via) - 1; i >= 0; i-- {
		h := f.Origin.Via[i]
		out.Trace = append(out.Trace, report.Step{Text: fmt.Sprintf("%s: %s hands the object on", h.Posn, h.Func)})
	}
	for _, h := range f.Via {
		out.Trace = append(out.Trace, report.Step{Text: fmt.Sprintf("%s: %s is called with it", h.Posn, h.Func)})
	}
	out.Trace = append(out.Trace, report.Step{Text: fmt.Sprintf("%s: %s writes it", f.Posn, f.What)})
	return out
}

// subject is what f.What names, as the subject of a sentence.
func subject(what string) string {
	return strings.TrimSuffix(what, ",")
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
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
