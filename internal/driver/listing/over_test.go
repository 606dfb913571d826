package listing

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestOver: what is kept for the files on disk answers for an editor's texts that the go
// command would not tell from them, and for no others; and nothing is kept of those.
func TestOver(t *testing.T) {
	k, q, _ := kept(t)
	a := filepath.Join(q.Dir, "a", "a.go")
	old := time.Now().Add(-time.Hour)
	for _, name := range []string{"go.mod", "a/a.go", "a/a_test.go", "a", "."} {
		if err := os.Chtimes(filepath.Join(q.Dir, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	k.slack = time.Nanosecond
	if _, err := k.List(q); err != nil {
		t.Fatal(err)
	}
	var asked string
	k.Debugf = func(format string, _ ...any) {
		if strings.HasPrefix(format, "go list is run") {
			asked = format
		}
	}
	imports := func(l *Listing) (out []string) {
		for _, p := range l.Packages {
			if p.ID == "example.com/m/a" {
				for path := range p.Imports {
					out = append(out, path)
				}
			}
		}
		return out
	}
	before, _ := k.Store.Get(keyOf(q))
	for _, test := range []struct {
		name, file, text string
		asked            bool
		imports          string
	}{
		{"the same text", a, "package a\n\nimport _ \"strings\"\n", false, "strings"},
		{"a body", a, "package a\n\nimport _ \"strings\"\n\nfunc F() { _ = 1 }\n", false, "strings"},
		{"an error in a body", a, "package a\n\nimport _ \"strings\"\n\nfunc F() { if }\n", false, "strings"},
		{"another import", a, "package a\n\nimport _ \"errors\"\n", true, "errors"},
		{"a file that is not there", filepath.Join(q.Dir, "a", "b.go"), "package a\n", true, "strings"},
		{"a file of nobody", filepath.Join(t.TempDir(), "b.go"), "package b\n", true, "strings"},
	} {
		dir := t.TempDir()
		stands := filepath.Join(dir, "text.go")
		write := func(name string, data []byte) {
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		write(stands, []byte(test.text))
		over := q
		over.Overlay = map[string]string{test.file: stands}
		data, err := json.Marshal(map[string]any{"Replace": over.Overlay})
		if err != nil {
			t.Fatal(err)
		}
		over.OverlayFile = filepath.Join(dir, "overlay.json")
		write(over.OverlayFile, data)
		asked = ""
		l, err := k.List(over)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if (asked != "") != test.asked {
			t.Errorf("%s: the go command was asked: %t, want %t", test.name, asked != "", test.asked)
		}
		if got := imports(l); len(got) != 1 || got[0] != test.imports {
			t.Errorf("%s: imports %q, want %s", test.name, got, test.imports)
		}
	}
	if after, _ := k.Store.Get(keyOf(q)); string(after) != string(before) {
		t.Error("what is kept changed")
	}
}
