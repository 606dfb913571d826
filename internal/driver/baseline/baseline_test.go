package baseline

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

// A repository is one file after the other.
type repository struct {
	t   *testing.T
	dir string
}

func (r repository) write(name, text string) {
	r.t.Helper()
	name = filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

// find makes a finding of each function in which lines begin with "w": of all
// these lines.
func (r repository) find() ([]finding.Finding, *finding.Sources) {
	var names []string
	err := filepath.WalkDir(r.dir, func(name string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(name, ".go") {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	sources := finding.NewSources(names...)
	var out []finding.Finding
	for _, name := range names {
		for _, fn := range sources.Funcs(name) {
			f := finding.Finding{Analyzer: "a"}
			for n := fn.From; n <= fn.To; n++ {
				line := strings.TrimSpace(sources.Lines(name)[n-1])
				if strings.HasPrefix(line, "w") {
					f.Writes = append(f.Writes, finding.Write{Pos: finding.Pos{File: name, Line: n}, What: "x", Category: "write"})
				}
			}
			if len(f.Writes) > 0 {
				out = append(out, f.WithWrites(f.Writes))
			}
		}
	}
	return finding.Sort(out), sources
}

// places are the places of the writes that are, or are not, known.
func (r repository) places(m *Match, findings []finding.Finding, known bool) string {
	var out []string
	for i, f := range findings {
		for k, w := range f.Writes {
			if m.Known[i][k] == known {
				rel, err := filepath.Rel(r.dir, w.Pos.File)
				if err != nil {
					r.t.Fatal(err)
				}
				out = append(out, fmt.Sprintf("%s:%d", filepath.ToSlash(rel), w.Pos.Line))
			}
		}
	}
	return strings.Join(out, " ")
}

const before = `package a

func F() {
	w1()
	w2() // a comment
	w2()
}

func G() {
	w1()
}
`

// TestMatch: which findings a baseline knows, and which of its writes are gone.
func TestMatch(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  string // new
		gone  int
	}{
		{"unchanged", map[string]string{"a.go": before}, "", 0},
		{"moved lines", map[string]string{"a.go": "package a\n\n\nfunc G() { \n x()\nw1()\n}\nfunc F() {\n w2()\n\n w1()\nw2() // other\n }\n"}, "", 0},
		{"a new write", map[string]string{"a.go": strings.Replace(before, "\tw1()", "\tw0()\n\tw1()", 1)}, "a.go:4", 0},
		{"one more of a kind", map[string]string{"a.go": strings.Replace(before, "\tw1()", "\tw2()\n\tw1()", 1)}, "a.go:7", 0},
		{"another line", map[string]string{"a.go": strings.Replace(before, "\tw1()", "\tw3()", 1)}, "a.go:4", 1},
		// What F had is not what H has: F is still there.
		{"gone here, new there", map[string]string{"a.go": strings.Replace(before, "\tw1()\n", "", 1) + "func H() {\n\tw1()\n}\n"}, "a.go:12", 1},
		{"renamed function", map[string]string{"a.go": strings.Replace(before, "F()", "H()", 1)}, "", 0},
		{"renamed file", map[string]string{"b.go": before}, "", 0},
		{"other package", map[string]string{"b/b.go": before}, "", 0},
		{"function in another file", map[string]string{"a.go": before[:strings.Index(before, "func G")], "b/b.go": "package b\n" + before[strings.Index(before, "func G"):]}, "", 0},
		{"copied", map[string]string{"a.go": before, "b/b.go": before}, "b/b.go:4 b/b.go:5 b/b.go:6 b/b.go:10", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			old := repository{t, t.TempDir()}
			old.write("a.go", before)
			findings, sources := old.find()
			name := filepath.Join(old.dir, "base.json")
			if _, _, err := New(old.dir).Match(findings, sources).Write(name, func(string, string) bool { return true }); err != nil {
				t.Fatal(err)
			}
			now := repository{t, t.TempDir()}
			for name, text := range test.files {
				now.write(name, text)
			}
			b, err := Read(name, now.dir)
			if err != nil {
				t.Fatal(err)
			}
			findings, sources = now.find()
			m := b.Match(findings, sources)
			if got := now.places(m, findings, false); got != test.want || m.Gone() != test.gone {
				t.Errorf("new: %q, gone: %d; want %q and %d", got, m.Gone(), test.want, test.gone)
			}
		})
	}
}

// A baseline of the first version knows findings, by the text of their line.
func TestVersion1(t *testing.T) {
	r := repository{t, t.TempDir()}
	r.write("a.go", before)
	r.write("base.json", `{"version": 1, "findings": [
		{"analyzer": "a", "category": "write", "file": "a.go", "text": "w1()"},
		{"analyzer": "a", "category": "write", "file": "a.go", "text": "w9()"}]}`)
	name := filepath.Join(r.dir, "base.json")
	b, err := Read(name, r.dir)
	if err != nil {
		t.Fatal(err)
	}
	findings, sources := r.find()
	m := b.Match(findings, sources)
	if got := r.places(m, findings, false); got != "a.go:10" || m.Gone() != 1 {
		t.Errorf("new: %q, gone: %d", got, m.Gone())
	}
}

// TestErrors: a mistake is told with its line and column.
func TestErrors(t *testing.T) {
	r := repository{t, t.TempDir()}
	name := filepath.Join(r.dir, "base.json")
	for text, want := range map[string]string{
		`{"version": 3}`:   "1:1: it has version 3, but this k8slint reads only versions 1 to 2",
		"":                 "1:1: EOF",
		"<<<<<<< HEAD\n{}": "1:1: invalid character '<'",
		"[]":               "1:1: no array can stand here",
		"{\"version\": 2,\n \"findings\": [\n5]}":   "3:1: no number can stand here",
		"{\"version\": 2,\n \"x\": 1}":              `2:2: unknown field "x"`,
		"{\"version\": 2}\n{}":                      "2:1: text follows the document",
		"{\"version\": 2,\n \"findings\": [\n{\"co": "3:4: unexpected EOF",
	} {
		r.write("base.json", text)
		if _, err := Read(name, r.dir); err == nil || !strings.HasPrefix(err.Error(), name+":"+want) || !strings.HasSuffix(err.Error(), "; write a new one with -write-baseline="+name) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestUpdate: what still stands stays, what is gone goes, what is new comes, and
// what this run cannot judge stays.
func TestUpdate(t *testing.T) {
	r := repository{t, t.TempDir()}
	name := filepath.Join(r.dir, "base.json")
	update := func(judged bool, added, kept, dropped int) {
		t.Helper()
		b := New(r.dir)
		if _, err := os.Stat(name); err == nil {
			if b, err = Read(name, r.dir); err != nil {
				t.Fatal(err)
			}
		}
		findings, sources := r.find()
		m := b.Match(findings, sources)
		gotKept, gotDropped, err := m.Write(name, func(analyzer, file string) bool { return judged })
		if err != nil || m.Added() != added || gotKept != kept || gotDropped != dropped {
			t.Errorf("added %d, kept %d, dropped %d, %v; want %d, %d, %d", m.Added(), gotKept, gotDropped, err, added, kept, dropped)
		}
	}
	r.write("a.go", before)
	update(true, 4, 0, 0)
	update(true, 0, 4, 0)
	r.write("a.go", strings.Replace(before, "\tw1()", "\tw3()", 1))
	update(true, 1, 3, 1)
	update(true, 0, 4, 0)
	r.write("a.go", before)
	update(false, 1, 4, 0)
	update(true, 0, 4, 1)
	r.write("base.json", `{"version": 1, "findings": [{"analyzer": "a", "category": "write", "file": "a.go", "text": "w1()"}]}`)
	update(true, 1, 3, 0)
}

// FuzzParse: no text of a baseline panics, when it is parsed or matched.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"version":1,"findings":[{"analyzer":"a","file":"b","text":"c","count":2}]}`))
	f.Add([]byte(`{"version":2,"findings":[{"analyzer":"a","file":"b","text":"c","func":"F","what":"p.X","count":2}]}`))
	f.Add([]byte(`{"version":3}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := parse(data)
		if (b == nil) != (err != nil) {
			t.Errorf("%v, %v", b, err)
		}
		if b != nil {
			b.Match([]finding.Finding{{Analyzer: "a"}}, finding.NewSources())
		}
	})
}

// TestWordsBehind: files of before hold words of the message behind some
// expressions. These are known as ever.
func TestWordsBehind(t *testing.T) {
	r := repository{t, t.TempDir()}
	r.write("a.go", "package a\n\nfunc f() {\n\twUpdate(ctx, pod)\n}\n")
	r.write("base.json", `{"version": 2, "findings": [
		{"analyzer": "a", "category": "write", "file": "a.go", "text": "wUpdate(ctx, pod)", "func": "f", "what": "wUpdate(ctx, pod), which decodes the answer into it,"}]}`)
	b, err := Read(filepath.Join(r.dir, "base.json"), r.dir)
	if err != nil {
		t.Fatal(err)
	}
	findings, sources := r.find()
	w := findings[0].Writes
	w[0].What = "wUpdate(ctx, pod)"
	findings[0] = findings[0].WithWrites(w)
	if m := b.Match(findings, sources); r.places(m, findings, false) != "" || m.Gone() != 0 {
		t.Errorf("new: %q, gone: %d", r.places(m, findings, false), m.Gone())
	}
}

// TestEndless: a file without an end is refused.
func TestEndless(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	if _, err := Read("/dev/zero", t.TempDir()); err == nil || !strings.Contains(err.Error(), "/dev/zero is larger than 64 MiB") {
		t.Errorf("error %v", err)
	}
}
