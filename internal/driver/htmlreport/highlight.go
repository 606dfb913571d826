package htmlreport

import (
	"bytes"
	"go/doc"
	"go/scanner"
	"go/token"
	"strings"
	"unicode/utf8"

	"github.com/k8slint/k8slint/internal/visible"
)

// The classes of code, as style.css knows them.
const (
	classKeyword    = "k"
	classString     = "s"
	classComment    = "c"
	classNumber     = "n"
	classFunc       = "f" // a name that is called or declared as a function
	classPredefined = "b"
	classEscape     = "x" // what stands for a character that would not be seen
)

// A classed is the bytes [from, to) of a line that are of a class.
type classed struct {
	from, to int
	class    string
}

// highlight returns the classes of the parts of each line that have one.
func highlight(lines []string) [][]classed {
	src := []byte(strings.Join(lines, "\n"))
	out := make([][]classed, len(lines))
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	line, start := 0, 0 // the line of a token, and where it starts
	var name *classed   // the token before, if it is a name
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return out
		}
		if name != nil && tok == token.LPAREN && name.class == "" {
			name.class = classFunc
		}
		name = nil
		from := file.Offset(pos)
		to := from + len(lit)
		class := classOf(tok, lit)
		if tok == token.COMMENT || tok == token.STRING {
			to = end(src, from, to) // lit has no carriage returns
		}
		if class == "" && tok != token.IDENT {
			continue
		}
		for line < len(lines)-1 && from > start+len(lines[line]) {
			start += len(lines[line]) + 1
			line++
		}
		for l, at := line, start; l < len(lines) && at < to; l++ {
			if a, z := max(from-at, 0), min(to-at, len(lines[l])); a < z {
				out[l] = append(out[l], classed{a, z, class})
				if tok == token.IDENT {
					name = &out[l][len(out[l])-1]
				}
			}
			at += len(lines[l]) + 1
		}
	}
}

func classOf(tok token.Token, lit string) string {
	switch {
	case tok.IsKeyword():
		return classKeyword
	case tok == token.STRING, tok == token.CHAR:
		return classString
	case tok == token.COMMENT:
		return classComment
	case tok == token.INT, tok == token.FLOAT, tok == token.IMAG:
		return classNumber
	case tok == token.IDENT && doc.IsPredeclared(lit):
		return classPredefined
	}
	return ""
}

// end is where the comment or string at from ends, which is at least at to.
func end(src []byte, from, to int) int {
	var stop []byte
	switch {
	case bytes.HasPrefix(src[from:], []byte("/*")):
		stop = []byte("*/")
	case src[from] == '`':
		stop = []byte("`")
	default:
		return to
	}
	body := from + len(stop)
	if i := bytes.Index(src[body:], stop); i >= 0 {
		return body + i + len(stop)
	}
	return len(src)
}

// A part is text of a class.
type part struct{ class, text string }

// shown is s, of a class, as it is shown: what would not be seen, or would change
// what is seen of other text, is written as Go does it in a string.
func shown(class, s string) []part {
	var out []part
	from := 0
	for i, size := 0, 0; i < len(s); i += size {
		if c := s[i]; c == '\t' || ' ' <= c && c < utf8.RuneSelf-1 {
			size = 1
			continue
		}
		_, size = utf8.DecodeRuneInString(s[i:])
		char := s[i : i+size]
		if text := visible.Line(char); text != char {
			if from < i {
				out = append(out, part{class, s[from:i]})
			}
			out = append(out, part{classEscape, text})
			from = i + size
		}
	}
	if from < len(s) {
		out = append(out, part{class, s[from:]})
	}
	return out
}
