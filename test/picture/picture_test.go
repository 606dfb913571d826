package picture

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

// TestSVG: colours, bold text and tabs of a terminal look the same in the picture.
func TestSVG(t *testing.T) {
	got := SVG("k8slint -explain", `a "picture"`, "\x1b[1ma.go:1:\x1b[0m \x1b[31;1mbad <x>\x1b[0m  \n\tplain\n")
	for _, want := range []string{
		`height="90"`, // 36 + 16 + two lines
		`aria-label="a &#34;picture&#34;"`,
		`<text x="16.0" y="50" textLength="58.8" lengthAdjust="spacingAndGlyphs" class="b">a.go:1:</text>`,
		`<text x="83.2" y="50" textLength="58.8" lengthAdjust="spacingAndGlyphs" style="fill:#ff8a80" class="b">bad &lt;x&gt;</text>`,
		`<text x="49.6" y="69" textLength="42.0" lengthAdjust="spacingAndGlyphs">plain</text>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the picture lacks %s", want)
		}
	}
	for decoder := xml.NewDecoder(strings.NewReader(got)); ; {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("not XML: %v\n%s", err, got)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
}
