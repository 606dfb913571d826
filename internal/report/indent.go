package report

import (
	"bytes"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// An Indent is the white space before a statement.
type Indent struct {
	Outer string // before the statement itself
	Inner string // before those of a block that would stand in its place
}

// IndentAt is that of the statement at pos, which begins its line, as it stands in the
// file: tabs, unless the file has spaces.
func IndentAt(pass *analysis.Pass, pos token.Pos) Indent {
	file := pass.Fset.File(pos)
	start := file.LineStart(file.PositionFor(pos, false).Line)
	outer := strings.Repeat("\t", int(pos-start))
	if src, err := pass.ReadFile(file.Name()); err == nil && file.Offset(pos) <= len(src) {
		if text := src[file.Offset(start):file.Offset(pos)]; len(bytes.Trim(text, " \t")) == 0 {
			outer = string(text)
		}
		if strings.Trim(outer, " ") == "" && outer != "" {
			return Indent{outer, outer + spaces(src)}
		}
	}
	return Indent{outer, outer + "\t"}
}

// spaces is the smallest indentation in src of those that have spaces alone.
func spaces(src []byte) string {
	unit := ""
	for line := range bytes.Lines(src) {
		text := bytes.TrimLeft(line, " ")
		n := len(line) - len(text)
		if n > 0 && !bytes.HasPrefix(text, []byte("*")) && len(bytes.TrimSpace(text)) > 0 && (unit == "" || n < len(unit)) {
			unit = string(line[:n])
		}
	}
	return unit
}
