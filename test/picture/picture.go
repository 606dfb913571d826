// Package picture draws what a program prints on a terminal as an SVG image.
//
// The image is the same on every machine: it has text, no fonts of its own, and
// the width of each piece of text is set, so that columns stay columns in
// whatever monospaced font it is shown.
package picture

import (
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

const (
	charWidth  = 8.4 // of 14 pixels' text
	lineHeight = 19
	margin     = 16
	titleBar   = 36
)

// colours are those of the codes of ANSI terminals that k8slint uses, on a dark
// ground, each with a contrast of at least 4.5:1.
var colours = map[string]string{
	"31": "#ff8a80", // red
	"32": "#8ddb8c", // green
	"34": "#82b1ff", // blue
	"36": "#7fdbe6", // cyan
}

// escape matches a code that sets colours and weight.
var escape = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// SVG draws the output of the command called title, which may have colours.
// alt is what a screen reader says instead.
func SVG(title, alt, output string) string {
	lines := strings.Split(strings.TrimRight(output, "\n"), "\n")
	columns := utf8.RuneCountInString(title) + 12
	for i, line := range lines {
		lines[i] = strings.TrimRight(expand(line), " ")
		columns = max(columns, utf8.RuneCountInString(escape.ReplaceAllString(lines[i], "")))
	}
	width := 2*margin + int(float64(columns)*charWidth)
	height := titleBar + margin + len(lines)*lineHeight
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="%s">`+"\n", width, height, width, height, quote(alt))
	b.WriteString(`<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;fill:#e6e6e6;white-space:pre}.b{font-weight:bold}</style>` + "\n")
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="8" fill="#1b1f27"/>`+"\n", width, height)
	for i, fill := range []string{"#ff5f57", "#febc2e", "#28c840"} {
		fmt.Fprintf(&b, `<circle cx="%d" cy="18" r="6" fill="%s"/>`+"\n", margin+6+20*i, fill)
	}
	fmt.Fprintf(&b, `<text x="%d" y="23">$ %s</text>`+"\n", margin+76, quote(title))
	for i, line := range lines {
		drawLine(&b, titleBar+(i+1)*lineHeight-5, line)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// drawLine draws the pieces of line that have one colour and weight.
func drawLine(b *strings.Builder, y int, line string) {
	column, style := 0, ""
	draw := func(text string) {
		n := utf8.RuneCountInString(text)
		left := n - utf8.RuneCountInString(strings.TrimLeft(text, " "))
		if shown := strings.TrimSpace(text); shown != "" {
			fmt.Fprintf(b, `<text x="%.1f" y="%d" textLength="%.1f" lengthAdjust="spacingAndGlyphs"%s>%s</text>`+"\n",
				margin+float64(column+left)*charWidth, y, float64(utf8.RuneCountInString(shown))*charWidth, style, quote(shown))
		}
		column += n
	}
	for {
		at := escape.FindStringSubmatchIndex(line)
		if at == nil {
			draw(line)
			return
		}
		draw(line[:at[0]])
		style = styleOf(line[at[2]:at[3]])
		line = line[at[1]:]
	}
}

// styleOf returns the attributes of text behind the codes.
func styleOf(codes string) string {
	style := ""
	for code := range strings.SplitSeq(codes, ";") {
		switch {
		case code == "1":
			style += ` class="b"`
		case colours[code] != "":
			style += fmt.Sprintf(` style="fill:%s"`, colours[code])
		}
	}
	return style
}

// expand replaces tabs at the start of line.
func expand(line string) string {
	rest := strings.TrimLeft(line, "\t")
	return strings.Repeat("    ", len(line)-len(rest)) + rest
}

func quote(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s)) // a Builder takes everything
	return b.String()
}
