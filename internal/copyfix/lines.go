package copyfix

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/indent"
)

// A place is where a statement can be put, and the space before or after it: the
// end of a line, or the beginning of a statement, so that comments stay where they are.
// Lines are those of the file itself, whatever //line says.
type place struct {
	pos           token.Pos
	before, after string
}

// lines finds places at the ends of a file's lines.
type lines struct {
	pass   *analysis.Pass
	syntax *ast.File
	spans  astspan.Files
}

// atHead is the place at the head of a block. It is not ok in an empty block,
// and in one that is all on one line.
func (l *lines) atHead(b *ast.BlockStmt) (place, bool) {
	if len(b.List) == 0 {
		return place{}, false
	}
	return l.afterLine(b.Lbrace, b.List[0])
}

// afterLine is the end of the line of pos, which opens a block that goes on
// with the statement next.
func (l *lines) afterLine(pos token.Pos, next ast.Stmt) (place, bool) {
	tf := l.pass.Fset.File(pos)
	line := lineOf(tf, pos)
	if lineOf(tf, next.Pos()) == line {
		return place{}, false
	}
	end := tf.LineStart(line+1) - 1
	return place{pos: end, before: "\n" + l.indent(next)}, !l.inComment(pos, end)
}

// afterStmt is the end of the last line of s. It is not ok if something else
// is on that line.
func (l *lines) afterStmt(s ast.Stmt) (place, bool) {
	tf := l.pass.Fset.File(s.End())
	line := lineOf(tf, s.End())
	if line == tf.LineCount() {
		return place{}, false
	}
	end := tf.LineStart(line+1) - 1
	alone := !l.inComment(s.End(), end)
	nodes := l.spans.Of(l.syntax)
	for n := range nodes.Around(s.Pos()) {
		if b, ok := n.(*ast.BlockStmt); ok && b.Rbrace < end {
			alone = false // the block ends on this line
		}
	}
	for n := range nodes.In(s.End(), end) {
		if _, ok := n.(ast.Stmt); ok {
			alone = false
		}
	}
	return place{pos: end}, alone
}

// inComment reports whether a comment that begins between pos and end, the end
// of the line, goes on after it. (The length of a comment does not tell: the
// parser takes carriage returns out of it.)
func (l *lines) inComment(pos, end token.Pos) bool {
	for _, g := range l.syntax.Comments {
		for _, c := range g.List {
			if pos <= c.Pos() && c.Pos() < end && strings.Contains(c.Text, "\n") {
				return true
			}
		}
	}
	return false
}

// indent is the white space before a statement.
func (l *lines) indent(s ast.Stmt) string { return indent.At(l.pass, s.Pos()).Outer }

// startsLine reports whether nothing stands before s on its line.
func (l *lines) startsLine(s ast.Stmt) bool {
	tf := l.pass.Fset.File(s.Pos())
	start := tf.LineStart(lineOf(tf, s.Pos()))
	nodes := l.spans.Of(l.syntax)
	for range nodes.In(start, s.Pos()) {
		return false
	}
	for n := range nodes.Around(start) {
		if nodes.End(n) <= s.Pos() {
			return false
		}
	}
	return true
}

// lineOf is the line of pos in the file itself.
func lineOf(f *token.File, pos token.Pos) int { return f.PositionFor(pos, false).Line }
