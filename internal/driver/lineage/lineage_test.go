package lineage

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

// stateOf lays out files and finds in them: a line that has "WRITE what from N" in
// a comment is a write of an object that line N of its file reads, or, with "at M",
// a call that leads to the write in line M; one with "BUG" is another finding.
func stateOf(t *testing.T, files map[string]string) State {
	t.Helper()
	root := t.TempDir()
	s := State{Path: func(name string) string {
		rel, err := filepath.Rel(root, name)
		if err != nil {
			t.Fatal(err)
		}
		return filepath.ToSlash(rel)
	}}
	var names []string
	for file, text := range files {
		name := filepath.Join(root, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
		for i, line := range strings.Split(text, "\n") {
			pos := finding.Pos{File: name, Line: i + 1}
			if strings.Contains(line, "// BUG") {
				s.Findings = append(s.Findings, finding.Finding{Analyzer: "a", Pos: pos})
			}
			_, said, ok := strings.Cut(line, "// WRITE ")
			if !ok {
				continue
			}
			w := finding.Write{Pos: pos}
			from, at := 0, i+1
			if _, err := fmt.Sscanf(said, "%s from %d at %d", &w.What, &from, &at); from == 0 {
				t.Fatal(line, err)
			}
			w.Trace = []finding.Step{{Pos: finding.Pos{File: name, Line: from}, Text: "reads"}, {Pos: finding.Pos{File: name, Line: at}, Text: w.What}}
			f := finding.Finding{Analyzer: "a"}
			s.Findings = append(s.Findings, f.WithWrites([]finding.Write{w}))
		}
	}
	s.Findings = finding.Sort(s.Findings)
	s.Sources = finding.NewSources(names...)
	return s
}

// TestKnown: a write is the same one after lines, files and functions moved, and another
// one where it was not there before.
func TestKnown(t *testing.T) {
	const f = `package p

func F() {
	o := get()
	o.x = 1 // WRITE o.x from 4
	done()
}
`
	one := func(text string) map[string]string { return map[string]string{"p/a.go": text} }
	tests := []struct {
		name        string
		before, now map[string]string
		want        string // the lines of what is new
	}{
		{"nothing changed", one(f), one(f), ""},
		{"lines above", one(f), one("package p\n\n// More.\n\n" + strings.Replace(f[len("package p\n\n"):], "from 4", "from 6", 1)), ""},
		{"a copy is gone", one(strings.Replace(f, "o.x = 1 // WRITE o.x from 4", "o = o.copy()\n\to.x = 1", 1)), one(f), "p/a.go:5"},
		{"a copy is gone, and the function renamed", one(strings.Replace(f, "o.x = 1 // WRITE o.x from 4", "o = o.copy()\n\to.x = 1", 1)), one(strings.Replace(f, "F()", "G()", 1)), "p/a.go:5"},
		{"the function is renamed", one(f), one(strings.Replace(f, "F()", "G()", 1)), ""},
		{"the file is renamed", one(f), map[string]string{"p/b.go": f}, ""},
		{"the package is moved", one(f), map[string]string{"q/b.go": f}, ""},
		{"renamed and moved", one(f), map[string]string{"q/b.go": strings.Replace(f, "F()", "G()", 1)}, ""},
		{"taken out, and written anew in another package", one(f), map[string]string{"p/a.go": strings.Replace(f, "o.x = 1 // WRITE o.x from 4", "", 1), "q/b.go": strings.Replace(f, "F()", "G()", 1)}, "q/b.go:5"},
		{"a twin", one(f), one(f + "\nfunc G() {\n\to := get()\n\to.x = 1 // WRITE o.x from 10\n\tdone()\n}\n"), "p/a.go:11"},
		{"gone here, and there in a function that was there",
			one(f + "\nfunc G() {\n\to := get()\n\tdone()\n}\n"),
			one(strings.Replace(f, "o.x = 1 // WRITE o.x from 4", "", 1) + "\nfunc G() {\n\to := get()\n\to.x = 1 // WRITE o.x from 10\n\tdone()\n}\n"), "p/a.go:11"},
		{"the line is edited", one(f), one(strings.Replace(f, "= 1", "= 2", 1)), ""},
		{"the line is edited, and writes something else", one(f), one(strings.Replace(strings.Replace(f, "o.x = 1", "o.y = 1", 1), "WRITE o.x", "WRITE o.y", 1)), "p/a.go:5"},
		{"the line moves within the function", one(f), one("package p\n\nfunc F() {\n\to := get()\n\tdone()\n\to.x = 1 // WRITE o.x from 4\n}\n"), ""},
		{"one more of the kind", one(f), one(strings.Replace(f, "\tdone()", "\to.x = 1 // WRITE o.x from 4\n\tdone()", 1)), "p/a.go:6"},
		{"it is read elsewhere", one(f), one(strings.Replace(f, "o := get()", "o := find()", 1)), ""},
		{"a function is taken out of it",
			one("package p\n\nfunc F() {\n\to := get()\n\tcheck(o)\n\to.x = 1 // WRITE o.x from 4\n}\n"),
			one("package p\n\nfunc F() {\n\to := get()\n\tcheck(o)\n\tset(o)\n}\n\nfunc set(o *T) {\n\to.x = 1 // WRITE o.x from 4\n}\n"), ""},
		{"the second of two equal blocks loses its copy, the first gets one",
			one("package p\n\nfunc F() {\n\to := a()\n\to.x = 1 // WRITE o.x from 4\n\tdone()\n\to = b()\n\to = o.copy()\n\to.x = 1\n}\n"),
			one("package p\n\nfunc F() {\n\to := a()\n\to = o.copy()\n\to.x = 1\n\tdone()\n\to = b()\n\to.x = 1 // WRITE o.x from 8\n}\n"), "p/a.go:9"},
		{"told in the function, then at its calls, of which one is new",
			one("package p\n\nfunc F() {\n\to := a()\n\tset(o)\n\to = b()\n\tset(o)\n}\n\nfunc set(o *T) {\n\to.x = 1 // WRITE o.x from 4\n}\n"),
			one("package p\n\nfunc F() {\n\to := a()\n\tset(o) // WRITE o.x from 4 at 13\n\to = b()\n\tset(o) // WRITE o.x from 6 at 13\n\tset(o.copy())\n\tset(c()) // WRITE o.x from 9 at 13\n}\n\nfunc set(o *T) {\n\to.x = 1\n}\n"), "p/a.go:9"},
		{"told at a call, then in the function",
			one("package p\n\nfunc F() {\n\to := a()\n\tset(o) // WRITE o.x from 4 at 9\n}\n\nfunc set(o *T) {\n\to.x = 1\n}\n"),
			one("package p\n\nfunc F() {\n\to := a()\n\tset(o)\n}\n\nfunc set(o *T) {\n\to.x = 1 // WRITE o.x from 4\n}\n"), ""},
		{"other findings", one("package p\n\nfunc F() {\n\ta() // BUG\n\tb()\n}\n"), one("package p\n\nfunc F() {\n\t\n\ta() // BUG\n\tb() // BUG\n}\n"), "p/a.go:6"},
		{"outside of functions", one("package p\n\nvar x = a() // BUG\n"), one("package p\n\nvar y = b()\n\nvar x = a() // BUG\n\nvar z = a() // BUG\n"), "p/a.go:7"},
		{"a file that does not parse", one("package p\n\nfunc F() {\n\ta() // BUG\n"), one("package p\n\n\nfunc F() {\n\ta() // BUG\n"), ""},
		{"methods of two types", one("package p\n\nfunc (a A) F() {\n\ta.f()\n}\n\nfunc (b B) F() {\n\ta.f() // BUG\n}\n"), one("package p\n\nfunc (a A) F() {\n\ta.f() // BUG\n}\n\nfunc (b B) F() {\n\ta.f()\n}\n"), "p/a.go:4"},
		{"init", one("package p\n\nfunc init() {\n\ta() // BUG\n\tb()\n}\n\nfunc init() {\n\tc()\n}\n"), one("package p\n\nfunc init() {\n\tc()\n}\n\nfunc init() {\n\ta() // BUG\n\tb()\n}\n"), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before, now := stateOf(t, test.before), stateOf(t, test.now)
			var got []string
			for i, known := range Known(before, now, []string{"p", "q"}) {
				for _, k := range known {
					if f := now.Findings[i]; !k {
						got = append(got, fmt.Sprintf("%s:%d", now.Path(f.Pos.File), f.Pos.Line))
					}
				}
			}
			if s := strings.Join(got, " "); s != test.want {
				t.Errorf("new: %q, want %q", s, test.want)
			}
		})
	}
}

// Ten thousand findings on one text are compared in a moment.
func TestMany(t *testing.T) {
	var b strings.Builder
	b.WriteString("package p\n")
	for i := range 2000 {
		at := 3 + i*9
		fmt.Fprintf(&b, "\nfunc F%d() {\n\to := get()\n", i)
		for range 5 {
			fmt.Fprintf(&b, "\to.x = 1 // WRITE o.x from %d\n", at+1)
		}
		b.WriteString("}\n")
	}
	s := stateOf(t, map[string]string{"p/a.go": b.String()})
	start := time.Now()
	for i, known := range Known(s, s, []string{"p"}) {
		if !known[0] {
			t.Fatalf("%v is not known", s.Findings[i])
		}
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
}
