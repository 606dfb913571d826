// Package visible makes text of analysed code harmless to print.
//
// A message quotes source. A string in it can hold escape sequences of a terminal,
// or text that runs from right to left. It can hold a line that a CI system takes
// for a command ("::error::" and "##[error]" in GitHub's logs, "##vso[" in Azure's,
// "##teamcity["). Such characters are written as Go would write them in a string:
// \x1b, \n, \u202e.
package visible

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
)

// Line returns s on one line, with all that is not printable escaped. It is
// harmless wherever it is put, the start of a line included. What it returns it
// leaves as it is.
func Line(s string) string { return colons(brackets(escape(s, "")), true) }

// Text returns s with all that is not printable escaped, but for tabs and line
// ends. No line of it is a command of a CI system.
func Text(s string) string {
	s = brackets(escape(s, "\t\n"))
	if !strings.Contains(s, "::") {
		return s
	}
	lines := strings.SplitAfter(s, "\n")
	for i, l := range lines {
		lines[i] = colons(l, true)
	}
	return strings.Join(lines, "")
}

// escape escapes what is not printable and not one of keep.
func escape(s, keep string) string {
	plain := func(r rune, size int) bool {
		return (r != utf8.RuneError || size > 1) && (strconv.IsPrint(r) || r < utf8.RuneSelf && strings.IndexByte(keep, byte(r)) >= 0)
	}
	var b strings.Builder
	from := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !plain(r, size) {
			b.WriteString(s[from:i])
			quoted := strconv.QuoteToASCII(s[i : i+size])
			b.WriteString(quoted[1 : len(quoted)-1])
			from = i + size
		}
		i += size
	}
	if from == 0 {
		return s
	}
	b.WriteString(s[from:])
	return b.String()
}

// bracket is how a command begins that may stand anywhere in a line.
var bracket = regexp.MustCompile(`##([a-zA-Z]*\[)`)

func brackets(s string) string {
	if !strings.Contains(s, "##") {
		return s
	}
	return bracket.ReplaceAllString(s, `#\x23$1`)
}

// colons escapes the colons of a command at the start of a line, which white
// space may precede.
func colons(s string, start bool) string {
	rest := strings.TrimLeft(s, " \t")
	if !start || !strings.HasPrefix(rest, "::") {
		return s
	}
	return s[:len(s)-len(rest)] + `\x3a` + rest[1:]
}

// A Writer passes on what is written to it as Text makes it. Any number of
// goroutines can use it.
type Writer struct {
	mu     sync.Mutex
	w      io.Writer
	tail   []byte // of the last write: a character that is not whole
	inLine bool   // the last write did not end a line
}

// NewWriter returns a writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write implements io.Writer.
func (v *Writer) Write(p []byte) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	data := append(v.tail, p...)
	v.tail = nil
	for i := len(data) - 1; i >= 0 && i > len(data)-utf8.UTFMax; i-- {
		if utf8.RuneStart(data[i]) {
			if !utf8.FullRune(data[i:]) {
				v.tail = append(v.tail, data[i:]...)
				data = data[:i]
			}
			break
		}
	}
	if len(data) == 0 {
		return len(p), nil
	}
	var out strings.Builder
	for i, line := range strings.SplitAfter(brackets(escape(string(data), "\t\n")), "\n") {
		out.WriteString(colons(line, i > 0 || !v.inLine))
	}
	v.inLine = data[len(data)-1] != '\n'
	if _, err := io.WriteString(v.w, out.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// JSON returns a JSON document with the same content in which strings hold no
// invisible character, and no command of a CI system.
func JSON(doc []byte) []byte {
	var b strings.Builder
	for _, r := range string(doc) {
		switch {
		case r < 0x7f || strconv.IsPrint(r):
			b.WriteRune(r)
		case r < 0x10000:
			b.WriteString(`\u` + fmt.Sprintf("%04x", r))
		default:
			high, low := utf16.EncodeRune(r)
			b.WriteString(fmt.Sprintf(`\u%04x\u%04x`, high, low))
		}
	}
	return []byte(bracket.ReplaceAllString(b.String(), `#\u0023$1`))
}
