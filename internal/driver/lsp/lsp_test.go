package lsp

import (
	"io"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

// TestEdits: edits make one text of another, whatever their lines are.
func TestEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() string {
		var b strings.Builder
		for range r.IntN(6) {
			b.WriteString([]string{"a", "b", "é😀", ""}[r.IntN(4)] + []string{"\n", "\r\n", "\n", ""}[r.IntN(4)])
		}
		return b.String()
	}
	for range 2000 {
		before, after := random(), random()
		got := before
		for _, e := range slices.Backward(edits(before, after)) {
			got = got[:at(got, e.Range.Start)] + e.NewText + got[at(got, e.Range.End):]
		}
		if got != after {
			t.Fatalf("%q to %q: %+v makes %q", before, after, edits(before, after), got)
		}
	}
}

// at is the byte of a text at a position.
func at(text string, p position) int {
	out := 0
	for range p.Line {
		out += strings.IndexByte(text[out:], '\n') + 1
	}
	n := 0
	for i, r := range text[out:] {
		if n == p.Character {
			return out + i
		}
		n += units(string(r))
	}
	return len(text)
}

// TestFrame: a message says how long it is, or what follows cannot be read.
func TestFrame(t *testing.T) {
	for _, test := range []struct{ in, want, err string }{
		{"Content-Length: 2\r\n\r\n{}", "{}", ""},
		{"\r\n\r\nContent-Type: x\ncontent-length:  2 \n\n{}", "{}", ""},
		{"X: 1\r\n\r\n{}Content-Length: 2\r\n\r\n{}", "", `no Content-Length, and begins with "X: 1"`},
		{"\x00\x00Content-Length: 2\r\n\r\n{}", "", `begins with "\x00\x00Content`},
		{"Content-Length: -5\r\n\r\n{}", "", `has the length " -5"`},
	} {
		got, err := newStream(io.NopCloser(strings.NewReader(test.in)), nil, nil).frame()
		if string(got) != test.want || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%q: %q, %v", test.in, got, err)
		}
	}
}

// TestSpan: what is underlined, in UTF-16 units.
func TestSpan(t *testing.T) {
	l := linesOf([]byte("x := 1\r\n\tf(\"😀\", obj.Name)\n\n\xffab"))
	for _, test := range []struct {
		from, to finding.Pos
		want     span
	}{
		{finding.Pos{Line: 1, Col: 1}, finding.Pos{Line: 1, Col: 2}, span{position{0, 0}, position{0, 1}}},
		{finding.Pos{Line: 2, Col: 12}, finding.Pos{Line: 2, Col: 15}, span{position{1, 9}, position{1, 12}}},
		{finding.Pos{Line: 2, Col: 12}, finding.Pos{}, span{position{1, 9}, position{1, 12}}},
		{finding.Pos{Line: 2, Col: 10}, finding.Pos{}, span{position{1, 7}, position{1, 8}}}, // no word: a character
		{finding.Pos{Line: 2, Col: 2}, finding.Pos{}, span{position{1, 1}, position{1, 2}}},
		{finding.Pos{Line: 2}, finding.Pos{}, span{position{1, 1}, position{1, 18}}}, // no column: the line
		{finding.Pos{Line: 1, Col: 6}, finding.Pos{Line: 2, Col: 3}, span{position{0, 5}, position{1, 2}}},
		{finding.Pos{Line: 4, Col: 2}, finding.Pos{}, span{position{3, 1}, position{3, 3}}},
		{finding.Pos{Line: 1, Col: 99}, finding.Pos{Line: 1, Col: 100}, span{position{0, 6}, position{0, 6}}},
		{finding.Pos{Line: 9, Col: 1}, finding.Pos{Line: 9, Col: 2}, span{}},
		{finding.Pos{}, finding.Pos{}, span{}},
	} {
		if got := l.span(test.from, test.to); got != test.want {
			t.Errorf("%v to %v: %+v, want %+v", test.from, test.to, got, test.want)
		}
	}
}

// TestURI: files have the names that the system gives them.
func TestURI(t *testing.T) {
	if runtime.GOOS == "windows" {
		if got := fileOf("file:///c%3A/a%20b/x.go"); got != `C:\a b\x.go` {
			t.Errorf("%q", got)
		}
		return
	}
	for uri, want := range map[string]string{
		"file:///a/b.go": "/a/b.go", "file:///a%20b/%C3%A9.go": "/a b/é.go", "file:///a/../b.go": "/b.go",
		"untitled:x.go": "", "file:": "", "%zz": "", "": "", "https://example.com/a.go": "", "file:a.go": "",
	} {
		if got := fileOf(uri); got != want {
			t.Errorf("%q: %q, want %q", uri, got, want)
		}
	}
	for _, file := range []string{"/a/b.go", "/a b/é#%?.go"} {
		if got := fileOf(uriOf(file)); got != filepath.Clean(file) {
			t.Errorf("%q becomes %q", file, got)
		}
	}
}

// TestMarkdown: the help of a category, as editors show it.
func TestMarkdown(t *testing.T) {
	const help = `cachemutate/write (error): an object is mutated

API servers: all
Libraries:   client-go

Sources:

	kubernetes#85331
		https://example.com/85331
	a file
		https://example.com/file

Tests:

	testdata/src/x
	test/apiserver: TestX

See https://example.com/page#write
`
	const want = `cachemutate/write (error): an object is mutated

API servers: all  
Libraries:   client-go

Sources:

- [kubernetes#85331](https://example.com/85331)
- [a file](https://example.com/file)

Tests:

- testdata/src/x
- test/apiserver: TestX

[Documentation](https://example.com/page#write)`
	if got := toMarkdown(help); got != want {
		t.Errorf("%s", got)
	}
}
