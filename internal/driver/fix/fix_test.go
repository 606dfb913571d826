package fix

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

// sum is the hash of what the named file holds now.
func sum(t *testing.T, name string) Sum {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(data)
}

// write writes a file, and the folders that it lies in.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// candidates are findings of a package of these files, each with a fix of
// these edits.
func candidates(t *testing.T, files []string, fixes ...[]finding.Edit) (out []Candidate) {
	t.Helper()
	sums := make(map[string]Sum)
	for _, name := range files {
		sums[name] = sum(t, name)
	}
	for _, edits := range fixes {
		c := Candidate{Files: sums}
		if len(edits) > 0 {
			c.Fixes = []finding.Fix{{Edits: edits}}
		}
		out = append(out, c)
	}
	return out
}

// Findings that one copy fixes have the same fix, which is made once.
func TestSameFix(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	write(t, name, "package a\n\nvar x = 1\n")
	edits := []finding.Edit{{File: name, Start: 10, End: 10, New: "\nvar y = 2\n"}, {File: name, Start: 19, End: 20, New: "y"}}
	p := NewPlan(candidates(t, []string{name}, edits, edits, edits[1:]), Guard{})
	if n, files := p.Done(); n != 3 || files != 1 || len(p.Rest()) != 0 {
		t.Fatalf("%d findings in %d files, %v stay", n, files, p.Rest())
	}
	if got, want := string(p.Changes[0].New), "package a\n\nvar y = 2\n\nvar x = y\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestPlan: fixes that overlap are not applied together, and equal imports are added once.
func TestPlan(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	write(t, name, "package a\n\nvar x = 1\nvar y = 2\n")
	imp := finding.Edit{File: name, Start: 10, End: 10, New: "\nimport \"b\"\n"}
	p := NewPlan(candidates(t, []string{name},
		[]finding.Edit{imp, {File: name, Start: 19, End: 20, New: "b.One"}},
		[]finding.Edit{{File: name, Start: 15, End: 20, New: "overlaps"}},
		[]finding.Edit{imp, {File: name, Start: 29, End: 30, New: "b.Two+  b.One"}},
		nil), Guard{})
	if n, files := p.Done(); n != 2 || files != 1 || len(p.Rest()) != 2 || len(p.Refused) != 0 {
		t.Fatalf("%d findings in %d files, %v stay, %v", n, files, p.Rest(), p.Refused)
	}
	const want = "package a\n\nimport \"b\"\n\nvar x = b.One\nvar y = b.Two + b.One\n"
	if got := string(p.Changes[0].New); got != want {
		t.Errorf("got %q", got)
	}
	p.Write(t.Context())
	if got := read(t, name); got != want || len(p.Refused) != 0 {
		t.Errorf("written %q, %v", got, p.Refused)
	}
}

// A file that may not be changed is told and left alone; the others are
// changed, and a fix of several files is made in all of them or in none.
func TestRefused(t *testing.T) {
	const text = "package a\n\nvar x = 1\n"
	edit := func(name string) []finding.Edit {
		return []finding.Edit{{File: name, Start: 19, End: 20, New: "2"}}
	}
	tests := []struct {
		name    string
		prepare func(t *testing.T, dir, bad string) Guard // makes bad one that may not be changed
		meddle  func(t *testing.T, bad string)            // after the plan
		edits   func(bad string) []finding.Edit
		want    string
	}{
		{name: "changed before the plan", want: "has changed since it was analysed", prepare: func(t *testing.T, dir, bad string) Guard {
			write(t, bad, "package a // longer\n\nvar x = 1\n")
			return Guard{}
		}},
		{name: "changed after the plan", want: "has changed since it was analysed", meddle: func(t *testing.T, bad string) {
			write(t, bad, "package a // longer\n\nvar x = 1\n")
		}},
		{name: "another file in its place", want: "has changed since it was analysed", meddle: func(t *testing.T, bad string) {
			write(t, bad+"~", "package a // longer\n\nvar x = 1\n")
			if err := os.Rename(bad+"~", bad); err != nil {
				t.Fatal(err)
			}
		}},
		{name: "gone", want: "no such file", meddle: func(t *testing.T, bad string) { os.Remove(bad) }},
		{name: "of another package", want: "not in the package", edits: func(bad string) []finding.Edit {
			return edit(filepath.Join(filepath.Dir(bad), "stranger.go"))
		}},
		{name: "a name that leads elsewhere", want: "not in the package", edits: func(bad string) []finding.Edit {
			return edit(filepath.Dir(bad) + "/../" + filepath.Base(filepath.Dir(bad)) + "/bad.go")
		}},
		{name: "outside of the text", want: "has changed", edits: func(bad string) []finding.Edit {
			return []finding.Edit{{File: bad, Start: 90, End: 91}}
		}},
		{name: "negative", want: "has changed", edits: func(bad string) []finding.Edit {
			return []finding.Edit{{File: bad, Start: -5, End: -1}}
		}},
		{name: "backwards", want: "has changed", edits: func(bad string) []finding.Edit {
			return []finding.Edit{{File: bad, Start: 9, End: 3}}
		}},
		{name: "no Go code", want: "does not produce valid Go code", edits: func(bad string) []finding.Edit {
			return []finding.Edit{{File: bad, Start: 19, End: 20, New: "("}}
		}},
		{name: "read-only", want: "is read-only", prepare: func(t *testing.T, dir, bad string) Guard {
			if err := os.Chmod(bad, 0o444); err != nil {
				t.Fatal(err)
			}
			return Guard{}
		}},
		{name: "hard link", want: "has another name", prepare: func(t *testing.T, dir, bad string) Guard {
			if err := os.Link(bad, bad+".backup"); err != nil {
				t.Skip(err)
			}
			return Guard{}
		}},
		{name: "link out of the repository", want: "outside of the repository", prepare: func(t *testing.T, dir, bad string) Guard {
			out := filepath.Join(t.TempDir(), "target.go")
			write(t, out, text)
			os.Remove(bad)
			if err := os.Symlink(out, bad); err != nil {
				t.Skip(err)
			}
			return Guard{Root: dir}
		}},
		{name: "module cache", want: "belongs to the go command", prepare: func(t *testing.T, dir, bad string) Guard {
			return Guard{Foreign: []string{filepath.Dir(bad)}}
		}},
		{name: "link to the module cache", want: "belongs to the go command", prepare: func(t *testing.T, dir, bad string) Guard {
			mod := filepath.Join(dir, "cache")
			write(t, filepath.Join(mod, "target.go"), text)
			os.Remove(bad)
			if err := os.Symlink(filepath.Join(mod, "target.go"), bad); err != nil {
				t.Skip(err)
			}
			return Guard{Root: dir, Foreign: []string{mod}}
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			good, bad, both := filepath.Join(dir, "good.go"), filepath.Join(dir, "p", "bad.go"), filepath.Join(dir, "both.go")
			for _, name := range []string{good, bad, both} {
				write(t, name, text)
			}
			write(t, filepath.Join(dir, "p", "stranger.go"), text)
			badEdits := edit(bad)
			if test.edits != nil {
				badEdits = test.edits(bad)
			}
			list := candidates(t, []string{good, bad, both}, edit(good), append(edit(both), badEdits...))
			guard := Guard{Root: dir}
			if test.prepare != nil {
				guard = test.prepare(t, dir, bad)
			}
			p := NewPlan(list, guard)
			if test.meddle != nil {
				test.meddle(t, bad)
			}
			before, _ := os.ReadFile(bad)
			p.Write(t.Context())
			after, _ := os.ReadFile(bad)
			if string(before) != string(after) {
				t.Errorf("written: %q", after)
			}
			if got := read(t, filepath.Join(dir, "p", "stranger.go")); got != text {
				t.Errorf("a file of another package was written: %q", got)
			}
			if len(p.Refused) != 1 || !strings.Contains(p.Refused[0].Error(), ": not fixed: ") || !strings.Contains(p.Refused[0].Error(), test.want) {
				t.Errorf("refused: %v", p.Refused)
			}
			if n, _ := p.Done(); n != 1 || len(p.Rest()) != 1 {
				t.Errorf("%d fixed, %d stay", n, len(p.Rest()))
			}
			if read(t, good) == text {
				t.Error("the other file was not fixed")
			}
			if read(t, both) != text && test.meddle == nil {
				t.Error("half of a fix was made")
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*", ".k8slint-*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// TestVendored: which files are vendored.
func TestVendored(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "vendor", "modules.txt"), "")
	for name, want := range map[string]bool{
		"vendor/x.example/a/a.go":     true,
		"a/vendor/a.go":               false, // nothing was vendored there
		"a/vendor/b/vendor/c/x.go":    false,
		"vendor/a/vendor/b/vendor.go": true,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		write(t, path, "package a\n")
		_, err := Guard{Root: dir}.check(path)
		if got := err != nil; got != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Links within the repository are followed, and stay links.
func TestSymlink(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real", "a.txt"), filepath.Join(dir, "p", "a.go")
	write(t, real, "package a\n\nvar x = 1\n")
	os.Mkdir(filepath.Dir(link), 0o777)
	if err := os.Symlink(filepath.Join("..", "real", "a.txt"), link); err != nil {
		t.Skip(err)
	}
	// Two packages have the file, each by a name of its own.
	list := candidates(t, []string{link}, []finding.Edit{{File: link, Start: 20, End: 20, New: " + 1"}})
	list = append(list, candidates(t, []string{real}, []finding.Edit{{File: real, Start: 20, End: 20, New: " + 1"}})...)
	p := NewPlan(list, Guard{Root: dir})
	p.Write(t.Context())
	if got := read(t, real); got != "package a\n\nvar x = 1 + 1\n" || len(p.Refused) > 0 {
		t.Errorf("got %q, %v", got, p.Refused)
	}
	if st, err := os.Lstat(link); err != nil || st.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is no link any more", err)
	}
}

// Of any number of runs that would change the same file, one does it.
func TestSideBySide(t *testing.T) {
	for range 20 {
		name := filepath.Join(t.TempDir(), "a.go")
		write(t, name, "package a\n\nvar x = 1\n")
		var plans []*Plan
		for i := range 8 {
			plans = append(plans, NewPlan(candidates(t, []string{name}, []finding.Edit{{File: name, Start: 19, End: 20, New: fmt.Sprint(10 + i)}}), Guard{}))
		}
		var wg sync.WaitGroup
		for _, p := range plans {
			wg.Go(func() { p.Write(t.Context()) })
		}
		wg.Wait()
		done := 0
		for i, p := range plans {
			if n, _ := p.Done(); n == 1 {
				done++
				if got := read(t, name); got != fmt.Sprintf("package a\n\nvar x = %d\n", 10+i) {
					t.Errorf("run %d says that it wrote, and there is %q", i, got)
				}
			}
		}
		if done != 1 {
			t.Errorf("%d of 8 say that they wrote", done)
		}
	}
}

// TestLineEnds: an inserted line ends as the lines around it.
func TestLineEnds(t *testing.T) {
	insert := finding.Edit{Start: len("package a\r\n\r\nvar x = 1\r"), New: "\nvar y = 2"}
	insert.End = insert.Start
	tests := []struct{ old, want string }{
		{"package a\r\n\r\nvar x = 1\r\nvar z = 1\r\n", "package a\r\n\r\nvar x = 1\r\nvar y = 2\r\nvar z = 1\r\n"},
		{"package a\r\n\r\nvar x = 1\r\nvar z = 1\n", "package a\r\n\r\nvar x = 1\r\nvar y = 2\r\nvar z = 1\n"},
		{"package a\r\n\r\nvar x = 1 \nvar z = 1\r\n", "package a\r\n\r\nvar x = 1 \nvar y = 2\nvar z = 1\r\n"},
		{"package  a  \n\nvar x =  \nvar z = 1\n", ""},
	}
	for _, test := range tests {
		got, err := apply([]byte(test.old), []finding.Edit{insert})
		if test.want != "" && (err != nil || string(got) != test.want) {
			t.Errorf("%q: got %q, %v", test.old, got, err)
		}
	}
	// A raw string keeps its text, formatting comes with carriage returns.
	got, err := apply([]byte("package a\r\n\r\nvar x = `1\r\n2`\r\n"), []finding.Edit{{Start: 13, End: 13, New: "var y   =   2\n"}})
	if want := "package a\r\n\r\nvar y = 2\r\nvar x = `1\r\n2`\r\n"; err != nil || string(got) != want {
		t.Errorf("got %q, %v", got, err)
	}
}

// patch, where there is one, makes the new text of the old.
func TestDiff(t *testing.T) {
	patch, err := exec.LookPath("patch")
	tests := [][2]string{
		{"a\nb\nc\n", "a\nB\nc\n"},
		{"", "a\n"},
		{"a\n", ""},
		{"a", "a\n"},
		{"a\nb", "a\nc"},
		{"a\r\nb\r\n", "a\r\nc\r\n"},
		{"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "1\n2\nx\n3\n4\n5\n6\n7\n8\n9\n10\n12\n"},
		{"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n"},
	}
	for _, test := range tests {
		d, escaped := (&Change{Old: []byte(test[0]), New: []byte(test[1])}).Diff("f")
		if escaped || !strings.HasPrefix(d, "--- a/f\n+++ b/f\n@@ ") {
			t.Errorf("%q: %q", test, d)
		}
		if err != nil {
			continue
		}
		name := filepath.Join(t.TempDir(), "f")
		os.WriteFile(name, []byte(test[0]), 0o666)
		cmd := exec.Command(patch, "-s", name)
		cmd.Stdin = strings.NewReader(d)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%q: patch: %v\n%s\n%s", test, err, out, d)
		}
		if got, _ := os.ReadFile(name); string(got) != test[1] {
			t.Errorf("%q: patched to %q by\n%s", test, got, d)
		}
	}
}

// What a terminal or a CI system would take for a command is shown, not done.
func TestDiffEscapes(t *testing.T) {
	c := &Change{Old: []byte("::error::a\n\x1b[2J\nx\n"), New: []byte("::error::a\n\x1b[2J\ny\n")}
	d, escaped := c.Diff("f")
	if want := "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n \\x3a:error::a\n \\x1b[2J\n-x\n+y\n"; !escaped || d != want {
		t.Errorf("%v, %q", escaped, d)
	}
}

// A preview is what would be written, and nothing if that is not known.
func TestPreview(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.go")
	const old = "package a\n\nvar x = 1\n"
	if err := os.WriteFile(name, []byte(old), 0o666); err != nil {
		t.Fatal(err)
	}
	at := strings.Index(old, "1")
	c := Candidate{
		Finding: finding.Finding{Fixes: []finding.Fix{{Edits: []finding.Edit{{File: name, Start: at, End: at + 1, New: "2"}}}}},
		Files:   map[string]Sum{name: sha256.Sum256([]byte(old))},
	}
	changes := Preview(c)
	if len(changes) != 1 {
		t.Fatalf("%d changes", len(changes))
	}
	if hunks, _ := changes[0].Hunks(); hunks != "@@ -1,3 +1,3 @@\n package a\n \n-var x = 1\n+var x = 2\n" {
		t.Errorf("got %s", hunks)
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != old {
		t.Errorf("the file was changed: %v %s", err, got)
	}
	c.Files = nil
	if len(Preview(c)) > 0 {
		t.Error("a change of a file that was not analysed")
	}
	if len(Preview(Candidate{})) > 0 {
		t.Error("a change without a fix")
	}
}
