package driver

import (
	"bytes"
	"crypto/sha256"
	"go/ast"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/driver/finding"
)

// zeros wants each 0 to be a 1.
var zeros = &analysis.Analyzer{
	Name: "zeros",
	Doc:  "report zeros",
	Run: func(pass *analysis.Pass) (any, error) {
		for _, f := range pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Value == "0" {
					pass.Report(analysis.Diagnostic{Pos: lit.Pos(), End: lit.End(), Message: "zero",
						SuggestedFixes: []analysis.SuggestedFix{{TextEdits: []analysis.TextEdit{{Pos: lit.Pos(), End: lit.End(), NewText: []byte("1")}}}}})
				}
				return true
			})
		}
		return nil, nil
	},
}

// Whoever can write entries of the cache can invent findings, but no edits:
// -fix makes those that it has worked out itself.
func TestPoisonedEntry(t *testing.T) {
	t.Parallel()
	const source = "package a\n\nvar x = 0\n"
	tests := []struct {
		name   string
		poison func(e *entry, victim string)
	}{
		{"left as it is", func(*entry, string) {}},
		{"another file", func(e *entry, victim string) { e.Findings[0].Fixes[0].Edits[0].File = victim }},
		{"a name that leads there", func(e *entry, victim string) {
			edit := &e.Findings[0].Fixes[0].Edits[0]
			edit.File = filepath.Dir(edit.File) + "/./" + filepath.Base(victim)
		}},
		{"a second edit", func(e *entry, victim string) {
			f := &e.Findings[0].Fixes[0]
			f.Edits = append(f.Edits, finding.Edit{File: victim, New: "evil"})
		}},
		{"outside of the file", func(e *entry, victim string) { e.Findings[0].Fixes[0].Edits[0].End = 1 << 40 }},
		{"what is no Go", func(e *entry, victim string) { e.Findings[0].Fixes[0].Edits[0].New = "#!/bin/sh" }},
		{"other text", func(e *entry, victim string) { e.Findings[0].Fixes[0].Edits[0].New = "evil" }},
		{"an invisible message", func(e *entry, victim string) { e.Findings[0].Message = "\x1b[2J\n::error::" }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			cache, victim := filepath.Join(dir, "cache"), filepath.Join(dir, "victim")
			for name, text := range map[string]string{"m/go.mod": "module m.example\n\ngo 1.26\n", "m/a.go": source, "victim": "mine"} {
				name = filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			var out bytes.Buffer
			run := func(args ...string) int {
				out.Reset()
				return Run(func(*config.Config) []*analysis.Analyzer { return []*analysis.Analyzer{zeros} }, append([]string{"-C", filepath.Join(dir, "m"), "-cache", cache}, append(args, ".")...), &out, &out)
			}
			if code := run(); code != exitFindings {
				t.Fatalf("exit %d\n%s", code, &out)
			}
			if n := rewrite(t, cache, func(e *entry) { test.poison(e, victim) }); n != 1 {
				t.Fatalf("%d entries with findings", n)
			}
			if code := run(); bytes.ContainsAny(out.Bytes(), "\x1b") || bytes.Contains(out.Bytes(), []byte("\n::")) {
				t.Errorf("exit %d\n%q", code, &out)
			}
			if code := run("-fix"); code != exitClean {
				t.Errorf("exit %d\n%s", code, &out)
			}
			for name, want := range map[string]string{"victim": "mine", "m/a.go": "package a\n\nvar x = 1\n"} {
				if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(data) != want {
					t.Errorf("%s: %v, %q\n%s", name, err, data, &out)
				}
			}
		})
	}
}

// rewrite changes the entries of a cache that have findings, and gives them the
// hash that they should have. It returns their number.
func rewrite(t *testing.T, cache string, change func(*entry)) int {
	n := 0
	err := filepath.WalkDir(cache, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		head := bytes.IndexByte(data, '\n') + 1
		if head == 0 {
			return nil
		}
		e, ok := decodeEntry(data[head+sha256.Size:])
		if !ok || len(e.Findings) == 0 {
			return nil
		}
		n++
		change(&e)
		body, err := e.encode()
		if err != nil {
			return err
		}
		sum := sha256.Sum256(body)
		return os.WriteFile(name, slices.Concat(data[:head], sum[:], body), 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
