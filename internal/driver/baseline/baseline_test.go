package baseline

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

func TestBaseline(t *testing.T) {
	dir := t.TempDir()
	src := filepath.Join(dir, "a.go")
	write := func(text string) {
		if err := os.WriteFile(src, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	at := func(lines ...int) (out []finding.Finding) {
		for _, n := range lines {
			out = append(out, finding.Finding{Analyzer: "a", Pos: finding.Pos{File: src, Line: n}, Message: "at some line"})
		}
		return out
	}
	write("one\n\ttwo\n\ttwo\nthree\n")
	name := filepath.Join(dir, "base.json")
	if err := Write(name, dir, at(1, 2, 3), finding.NewSources(src)); err != nil {
		t.Fatal(err)
	}
	b, err := Read(name)
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, findings []finding.Finding, fresh, gone int) {
		t.Helper()
		if got, n := b.New(findings, finding.NewSources(src), dir); len(got) != fresh || n != gone {
			t.Errorf("%s: %d new and %d gone, want %d and %d", what, len(got), n, fresh, gone)
		}
	}
	check("unchanged", at(1, 2, 3), 0, 0)
	check("one is fixed", at(1, 2), 0, 1)
	check("another line", at(4), 1, 3)
	write("\n\nthree\n  two\none\ntwo\ntwo\n")
	check("moved", at(5, 4, 6), 0, 0)
	check("once more", at(5, 4, 6, 7), 1, 0)
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"version":1,"findings":[{"analyzer":"a","file":"b","text":"c","count":2}]}`))
	f.Add([]byte(`{"version":2}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := parse(data)
		if (b == nil) != (err != nil) {
			t.Errorf("%v, %v", b, err)
		}
		if b != nil {
			b.New([]finding.Finding{{Analyzer: "a"}}, finding.NewSources(), "")
		}
	})
}
