package output

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

// A code is the source of a file, parsed as far as that goes.
type code struct {
	lines  []string
	starts []int // the offset of each line
	tree   *ast.File
	file   *token.File
}

func parse(name string, lines []string) *code {
	c := &code{lines: lines}
	at := 0
	for _, l := range lines {
		c.starts = append(c.starts, at)
		at += len(l) + 1
	}
	fset := token.NewFileSet()
	c.tree, _ = parser.ParseFile(fset, name, strings.Join(lines, "\n"), parser.SkipObjectResolution|parser.ParseComments)
	if c.tree != nil {
		c.file = fset.File(c.tree.FileStart)
	}
	return c
}

// A span is the bytes [from, to) of a line.
type span struct{ from, to int }

// span is what to underline at pos, about which text says something: up to end
// if that is known, or else the expression that starts or whose operator stands
// there, or else, on a line without a column, the one that text names.
func (c *code) span(pos, end finding.Pos, text string) span {
	line := c.lines[pos.Line-1]
	s := c.statement(pos.Line)
	switch {
	case pos.Col > len(line):
	case pos.Col > 0 && end.Line > pos.Line:
		s = span{pos.Col - 1, s.to}
	case pos.Col > 0 && end.Line == pos.Line && end.Col > pos.Col:
		s = span{pos.Col - 1, end.Col - 1}
		if whole, ok := c.operatorAt(pos); ok {
			s.from = whole.from
		}
	case pos.Col > 0:
		s = c.startsAt(pos, s.to)
	default:
		if named, ok := c.named(pos.Line, text); ok {
			s = named
		}
	}
	s.to = min(s.to, len(line))
	s.from = max(min(s.from, s.to), 0)
	return s
}

// statement is the code of a line, without indentation, the comment behind it
// and the brace that opens a block.
func (c *code) statement(line int) span {
	text := c.lines[line-1]
	s := span{len(text) - len(strings.TrimLeft(text, " \t")), len(text)}
	if c.tree != nil {
		for _, group := range c.tree.Comments {
			for _, comment := range group.List {
				if at := c.file.Offset(comment.Pos()) - c.starts[line-1]; s.from < at && at < s.to {
					s.to = at
				}
			}
		}
	}
	rest := strings.TrimRight(text[:s.to], " \t")
	if head := strings.TrimRight(strings.TrimSuffix(rest, "{"), " \t"); len(head) > s.from {
		rest = head
	}
	s.to = max(len(rest), s.from)
	return s
}

// each calls visit for every node that lies on the line, in part or whole, with
// the part that does.
func (c *code) each(line int, visit func(n ast.Node, s span)) {
	if c.tree == nil {
		return
	}
	start := c.starts[line-1]
	end := start + len(c.lines[line-1])
	ast.Inspect(c.tree, func(n ast.Node) bool {
		if n == nil || !n.Pos().IsValid() {
			return n != nil
		}
		from, to := c.file.Offset(n.Pos()), c.file.Offset(n.End())
		if _, whole := n.(*ast.File); !whole && (to < start || from > end) {
			return false
		}
		s := span{from - start, to - start}
		if from < start {
			s.from = c.statement(line).from
		}
		if to > end {
			s.to = c.statement(line).to
		}
		if s.from < s.to {
			visit(n, s)
		}
		return true
	})
}

// operatorAt is the call whose parenthesis stands at pos, or the selection whose
// field does: that is where go/ssa says that they are.
func (c *code) operatorAt(pos finding.Pos) (s span, ok bool) {
	c.each(pos.Line, func(n ast.Node, part span) {
		var at token.Pos
		switch x := n.(type) {
		case *ast.CallExpr:
			at = x.Lparen
		case *ast.SelectorExpr:
			at = x.Sel.Pos()
		default:
			return
		}
		if c.file.Offset(at) == c.starts[pos.Line-1]+pos.Col-1 {
			s, ok = part, true
		}
	})
	return s, ok
}

// startsAt is what stands with its operator at pos, the longest expression that
// starts there, or else the code from there to the byte rest.
func (c *code) startsAt(pos finding.Pos, rest int) span {
	if s, ok := c.operatorAt(pos); ok {
		return s
	}
	s := span{pos.Col - 1, pos.Col - 1}
	c.each(pos.Line, func(n ast.Node, part span) {
		if _, is := n.(ast.Expr); is && part.from == s.from && c.file.Offset(n.Pos()) == c.starts[pos.Line-1]+s.from {
			s.to = max(s.to, part.to)
		}
	})
	if s.from == s.to {
		s.to = max(rest, s.from)
	}
	return s
}

// named is the expression of the line that text names as its author wrote it, the
// first in text and the longest, or else the call of a function that it names.
func (c *code) named(line int, text string) (s span, ok bool) {
	best := len(text)
	consider := func(at int, part span) {
		if at >= 0 && (at < best || at == best && part.to-part.from > s.to-s.from) {
			best, s, ok = at, part, true
		}
	}
	c.each(line, func(n ast.Node, part span) {
		x, is := n.(ast.Expr)
		if !is {
			return
		}
		src := c.source(x)
		if _, ident := x.(*ast.Ident); !ident || matchesAt(text, 0, src) > 0 {
			consider(index(text, src), part)
		}
		if call, is := x.(*ast.CallExpr); is { // what is long is named without its arguments
			consider(index(text, c.source(call.Fun)+"(...)"), part)
		}
	})
	if ok {
		return s, true
	}
	c.each(line, func(n ast.Node, part span) {
		if call, is := n.(*ast.CallExpr); is {
			consider(wordIndex(text, calleeName(call.Fun)), part)
		}
	})
	return s, ok
}

func (c *code) source(x ast.Expr) string {
	from, to := c.file.Offset(x.Pos()), c.file.Offset(x.End())
	var b strings.Builder
	for i, start := range c.starts {
		l := c.lines[i]
		if a, z := max(from-start, 0), min(to-start, len(l)); a < z {
			b.WriteString(l[a:z] + " ")
		}
	}
	return strings.TrimSpace(b.String())
}

// calleeName is the last name of what is called, "" if there is none.
func calleeName(fun ast.Expr) string {
	switch f := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.IndexExpr:
		return calleeName(f.X)
	case *ast.IndexListExpr:
		return calleeName(f.X)
	}
	return ""
}

// index is where text names src, whatever the spaces in both; -1 for nowhere.
func index(text, src string) int {
	for i := range text {
		if matchesAt(text, i, src) > 0 {
			return i
		}
	}
	return -1
}

// matchesAt is the length of src in text at i, if it stands there as a whole, and
// otherwise 0.
func matchesAt(text string, i int, src string) int {
	if before, _ := utf8.DecodeLastRuneInString(text[:i]); src == "" || i > 0 && (isWord(before) || before == '.') {
		return 0
	}
	at := i
	for _, r := range src {
		if unicode.IsSpace(r) {
			continue
		}
		for at > i && at < len(text) && text[at] == ' ' {
			at++
		}
		if !strings.HasPrefix(text[at:], string(r)) {
			return 0
		}
		at += utf8.RuneLen(r)
	}
	if after, _ := utf8.DecodeRuneInString(text[at:]); isWord(after) && at < len(text) {
		return 0
	}
	return at - i
}

// wordIndex is where the name stands in text as a word, -1 for nowhere.
func wordIndex(text, name string) int {
	for from := 0; name != ""; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			break
		}
		i += from
		from = i + len(name)
		before, n := utf8.DecodeLastRuneInString(text[:i])
		after, m := utf8.DecodeRuneInString(text[from:])
		if (n == 0 || !isWord(before)) && (m == 0 || !isWord(after)) {
			return i
		}
	}
	return -1
}

func isWord(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
