// Package indent tells how the lines of a file are indented, for suggested fixes.
package indent

import (
	"bytes"
	"go/token"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// An Indent is the white space at the beginning of a line.
type Indent struct {
	Outer string // of the line itself
	Inner string // of those of a block that would begin there
}

// At is that of the line of pos, as it stands in the file: tabs, unless the file
// has spaces.
func At(pass *analysis.Pass, pos token.Pos) Indent {
	file := pass.Fset.File(pos)
	start := file.LineStart(file.PositionFor(pos, false).Line)
	src := Source(pass, pos)
	if file.Offset(pos) > len(src) {
		outer := strings.Repeat("\t", int(pos-start))
		return Indent{outer, outer + "\t"}
	}
	line := src[file.Offset(start):file.Offset(pos)]
	outer := string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
	if outer != "" && strings.Trim(outer, " ") == "" {
		return Indent{outer, outer + spaces(src)}
	}
	return Indent{outer, outer + "\t"}
}

// Source is the text of the file of pos, nil if it cannot be read.
func Source(pass *analysis.Pass, pos token.Pos) []byte {
	read := pass.ReadFile
	if read == nil { // nogo has none
		read = os.ReadFile
	}
	src, err := read(pass.Fset.File(pos).Name())
	if err != nil {
		return nil
	}
	return src
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
