package visible

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestLine: characters that nobody sees are written as escapes.
func TestLine(t *testing.T) {
	for in, want := range map[string]string{
		"":                          "",
		`o.Labels["größe"] = "日本"`:  `o.Labels["größe"] = "日本"`,
		"a\x1b[31mb":                `a\x1b[31mb`,
		"a\nb\r\tc":                 `a\nb\r\tc`,
		"\u202eabc\u2066\u200b":     `\u202eabc\u2066\u200b`,
		"\u009b31m\x7f\xff":         `\u009b31m\x7f\xff`,
		"::error::x":                `\x3a:error::x`,
		" \u00a0::error":            ` \u00a0::error`,
		"  ::error":                 `  \x3a:error`,
		"pkg::x":                    "pkg::x",
		"a ##[error]b ##vso[x":      `a #\x23[error]b #\x23vso[x`,
		"###[error]":                `##\x23[error]`,
		"## title":                  "## title",
		"a\u2028b":                  `a\u2028b`,
		"\ufeffx":                   `\ufeffx`,
		"C:\\dir":                   `C:\dir`,
		"##\x1b[31m":                `##\x1b[31m`,
		"\x00":                      `\x00`,
		"##teamcity[publish 'x']":   `#\x23teamcity[publish 'x']`,
		"x\n::warning::y":           `x\n::warning::y`,
		"\U0001f600\U000e0041 tags": "\U0001f600" + `\U000e0041 tags`,
	} {
		got := Line(in)
		if got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
		if again := Line(got); again != got {
			t.Errorf("%q: twice gives %s", in, again)
		}
	}
}

// TestText: no line of a text is a command to a CI system.
func TestText(t *testing.T) {
	const in = "a\n\t::error::b\x1b\n##[x]\n::c"
	const want = "a\n\t\\x3a:error::b\\x1b\n#\\x23[x]\n\\x3a:c"
	if got := Text(in); got != want {
		t.Errorf("got %q", got)
	}
}

// However the text comes in pieces, it goes out the same.
func TestWriter(t *testing.T) {
	const in = "k8slint: größe\x1b[2J\n::error::日本\n  ::x\nend \xe6"
	const want = "k8slint: größe\\x1b[2J\n\\x3a:error::日本\n  \\x3a:x\nend "
	for i := range len(in) + 1 {
		var b bytes.Buffer
		w := NewWriter(&b)
		w.Write([]byte(in[:i]))
		w.Write([]byte(in[i:]))
		// A command that is cut in two is passed on: nobody writes one so.
		if got := b.String(); got != want && !strings.HasSuffix(in[:i], ":") && !strings.HasSuffix(in[:i], " ") {
			t.Errorf("cut at %d: %q", i, got)
		}
	}
}

// TestJSON: a JSON document stays the same document.
func TestJSON(t *testing.T) {
	const text = "a\x1b\u202e\x7f\u009b##[error]\U000e0041 größe 日本 \n::error::"
	doc, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	got := JSON(doc)
	var back string
	if err := json.Unmarshal(got, &back); err != nil || back != text {
		t.Errorf("%v: %q", err, back)
	}
	if s := string(got[1 : len(got)-1]); Line(s) != s {
		t.Errorf("got %s", s)
	}
}

// FuzzLine: no text leaves an invisible character or a command.
func FuzzLine(f *testing.F) {
	f.Add("a\x1b::\n##[")
	f.Fuzz(func(t *testing.T, s string) {
		got := Line(s)
		if strings.ContainsAny(got, "\n\r\x1b\x00") || strings.HasPrefix(strings.TrimSpace(got), "::") || strings.Contains(got, "##[") || Line(got) != got {
			t.Errorf("%q gives %q", s, got)
		}
	})
}
