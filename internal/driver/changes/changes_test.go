package changes

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// old returns what the go command would find at the revision under an overlay:
// the content of each file, by path.
func (s *Set) at(t *testing.T) map[string]string {
	t.Helper()
	overlay, err := s.Overlay(t.TempDir(), s.Root)
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]string)
	for from, to := range overlay {
		rel, err := filepath.Rel(s.Root, from)
		if err != nil {
			t.Fatal(err)
		}
		text := "(none)"
		if to != "" {
			data, err := os.ReadFile(to)
			if err != nil {
				t.Fatal(err)
			}
			text = string(data)
		}
		out[filepath.ToSlash(rel)] = text
	}
	return out
}

func check(t *testing.T, got map[string]string, want ...string) {
	t.Helper()
	var list []string
	for name, text := range got {
		list = append(list, name+": "+text)
	}
	slices.Sort(list)
	slices.Sort(want)
	if !slices.Equal(list, want) {
		t.Errorf("got\n%q\nwant\n%q", list, want)
	}
}

func since(ctx context.Context, dir, rev string) (*Set, error) {
	r, err := Open(ctx, dir, rev)
	if err != nil {
		return nil, err
	}
	return r.Compare()
}

// TestCompare: the files that differ from a revision, in a repository with every kind of
// change.
func TestCompare(t *testing.T) {
	r := newRepository(t)
	for name, text := range map[string]string{
		"same.go": "same\n", "dos.go": "a\r\nb\r\n", "gone.go": "gone\n", "data.bin": "1", "lost.txt": "2", "unchecked.go": "3",
		"dir b/c d.go": "one\n", ".gitignore": "made.go\n", "real/target.go": "x\n", "go.mod": "module m\n",
		"vendor/modules.txt": "# one\n",
	} {
		r.write(name, text, 0o666)
	}
	link := func(target, name string) {
		t.Helper()
		name = filepath.Join(r.dir, name)
		os.Remove(name)
		if err := os.Symlink(target, name); err != nil {
			t.Skip(err)
		}
	}
	link("real/target.go", "link.go")
	link("../outside.go", "out.go")
	link("same.go", "turned.go")
	r.git("-c", "core.autocrlf=input", "add", ".")
	r.git("commit", "-q", "-m", "two")

	r.write("gone.go", "", 0o666)
	os.Remove(filepath.Join(r.dir, "gone.go"))
	os.Remove(filepath.Join(r.dir, "lost.txt"))
	r.write("data.bin", "other", 0o666)
	r.write("made.go", "ignored", 0o666)
	r.write("dir b/c d.go", "two\n", 0o666)
	r.write("real/target.go", "y\n", 0o666)
	r.write("untracked.go", "u", 0o666)
	os.Remove(filepath.Join(r.dir, "turned.go"))
	r.write("turned.go", "file\n", 0o666)
	r.write("staged.go", "s", 0o666)
	r.git("add", "staged.go")
	s, err := since(t.Context(), filepath.Join(r.dir, "real"), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	check(t, s.at(t), "gone.go: gone\n", "lost.txt: ", "dir b/c d.go: one\n", "real/target.go: x\n", "link.go: x\n",
		"untracked.go: (none)", "turned.go: same\n", "staged.go: (none)")
	if s.Modules() || s.Vendored() {
		t.Error("no module changed")
	}
	if d := s.Dirs(); !d["."] || !d["real"] || !d["dir b"] || d["vendor"] {
		t.Errorf("folders %v", d)
	}
	for name, want := range map[string]string{
		filepath.Join(r.dir, "real", "target.go"): "real/target.go",
		filepath.Join(r.dir, "no", "no.go"):       "no/no.go",
		r.dir:                                     ".",
		r.evil:                                    r.evil,
		"pods/sync.go":                            "pods/sync.go",
	} {
		if path := s.Path(name); path != want {
			t.Errorf("%s: %s, want %s", name, path, want)
		}
	}
	link(r.dir, "../way")
	link(filepath.Join(r.dir, "real"), "../short")
	up := filepath.Dir(r.dir)
	for dir, want := range map[string][2]string{
		r.dir:                         {r.dir, r.dir},
		filepath.Join(r.dir, "real"):  {r.dir, filepath.Join(r.dir, "real")},
		filepath.Join(up, "way"):      {filepath.Join(up, "way"), filepath.Join(up, "way")},
		filepath.Join(up, "way/real"): {filepath.Join(up, "way"), filepath.Join(up, "way/real")},
		filepath.Join(up, "short"):    {r.dir, filepath.Join(r.dir, "real")},
	} {
		if root, as := s.Named(dir); root != want[0] || as != want[1] {
			t.Errorf("%s: %s, %s", dir, root, as)
		}
	}
	r.write("vendor/modules.txt", "# two\n", 0o666)
	if s, err = since(t.Context(), r.dir, "HEAD~1"); err != nil {
		t.Fatal(err)
	}
	if !s.Modules() || !s.Vendored() {
		t.Error("modules.txt changed")
	}

	dir := t.TempDir()
	if s, err = since(t.Context(), r.dir, ":/two"); err == nil {
		err = s.Checkout(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"real/target.go": "x\n", "link.go": "x\n", "data.bin": "", "vendor/modules.txt": "# one\n", "same.go": "same\n"} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(data) != want {
			t.Errorf("%s: %q, %v", name, data, err)
		}
		if info, err := os.Lstat(filepath.Join(dir, name)); err != nil || !info.Mode().IsRegular() {
			t.Errorf("%s is no regular file", name)
		}
	}
	for _, name := range []string{"made.go", "out.go", "untracked.go"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s is there", name)
		}
	}
}

// TestRevisions: whatever git takes for a commit, and for a place where two part.
func TestRevisions(t *testing.T) {
	r := newRepository(t)
	r.git("branch", "base")
	r.git("add", ".")
	r.git("commit", "-q", "-m", "second one")
	r.git("tag", "-a", "v1", "-m", "one")
	r.git("checkout", "-q", "base")
	r.write("b.go", "b", 0o666)
	r.git("add", ".")
	r.git("commit", "-q", "-m", "beside")
	r.git("branch", "--set-upstream-to=base", "master")
	r.git("checkout", "-q", "master")
	r.write("late.go", "l", 0o666)
	first := []string{"a.go: one\n", "late.go: (none)", "new.go: (none)"}
	for rev, want := range map[string][]string{
		"HEAD":          {"late.go: (none)"},
		"@":             {"late.go: (none)"},
		"v1":            {"late.go: (none)"},
		":/second":      {"late.go: (none)"},
		"HEAD^{tree}":   {"late.go: (none)"},
		"HEAD~1":        first,
		"base...":       first,
		"base...HEAD":   first,
		"...base":       first,
		"@{upstream}":   append([]string{"b.go: b"}, first...),
		"base@{now}":    append([]string{"b.go: b"}, first...),
		"nosuch":        nil,
		"nosuch...":     nil,
		"base..HEAD":    nil,
		"--output=x":    nil,
		"HEAD...--all":  nil,
		"":              nil,
		"HEAD:a.go":     nil,
		"^HEAD":         nil,
		"refs/heads/no": nil,
	} {
		s, err := since(t.Context(), r.dir, rev)
		switch {
		case want == nil && err == nil:
			t.Errorf("%q is taken", rev)
		case want == nil:
			if !strings.Contains(err.Error(), "-new-from") {
				t.Errorf("%q: %v", rev, err)
			}
		case err != nil:
			t.Errorf("%q: %v", rev, err)
		default:
			check(t, s.at(t), want...)
		}
	}
	shallow := &repository{t: t, dir: filepath.Join(t.TempDir(), "shallow")}
	r.git("clone", "-q", "--depth=1", "file://"+r.dir, shallow.dir)
	if _, err := since(t.Context(), shallow.dir, "HEAD~1"); err == nil || !strings.Contains(err.Error(), "in a shallow clone, fetch it first") {
		t.Error(err)
	}
	if _, err := since(t.Context(), shallow.dir, "HEAD"); err != nil {
		t.Error(err)
	}
}

// TestSubmodules: what a submodule was at its commit then.
func TestSubmodules(t *testing.T) {
	r := newRepository(t)
	r.write("sub/a.go", "one\n", 0o666)
	sub := &repository{t: t, dir: filepath.Join(r.dir, "sub")}
	sub.git("init", "-q")
	sub.git("add", ".")
	sub.git("commit", "-q", "-m", "one")
	r.git("-c", "advice.addEmbeddedRepo=false", "add", ".")
	r.git("commit", "-q", "-m", "two")
	sub.write("a.go", "two\n", 0o666)
	sub.write("b.go", "b\n", 0o666)
	sub.git("add", ".")
	sub.git("commit", "-q", "-m", "two")
	r.git("add", ".")
	for rev, want := range map[string][]string{
		"HEAD":   {"sub/a.go: one\n", "sub/b.go: (none)"},
		"HEAD~1": {"sub/a.go: (none)", "sub/b.go: (none)", "a.go: one\n", "new.go: (none)"},
	} {
		s, err := since(t.Context(), r.dir, rev)
		if err != nil {
			t.Fatal(err)
		}
		check(t, s.at(t), want...)
	}
	// As in a hook.
	t.Setenv("GIT_DIR", filepath.Join(r.dir, ".git"))
	t.Setenv("GIT_INDEX_FILE", filepath.Join(r.dir, ".git", "index"))
	if s, err := since(t.Context(), r.dir, "HEAD"); err != nil || len(s.Unknown) > 0 {
		t.Errorf("%v, %v", s, err)
	} else {
		check(t, s.at(t), "sub/a.go: one\n", "sub/b.go: (none)")
	}
	os.Unsetenv("GIT_DIR")
	os.Unsetenv("GIT_INDEX_FILE")
	// A commit that nobody has.
	if err := os.RemoveAll(filepath.Join(sub.dir, ".git")); err != nil {
		t.Fatal(err)
	}
	sub.git("init", "-q")
	s, err := since(t.Context(), r.dir, "HEAD")
	if err != nil || len(s.Unknown) != 1 || s.Unknown["sub"] == nil {
		t.Errorf("%v, %v", s, err)
	}
}

// A clone that lacks large files in other languages will do.
func TestLacksLarge(t *testing.T) {
	r := newRepository(t)
	r.write("large.c", "int one;\n", 0o666)
	r.git("add", "large.c")
	r.git("commit", "-q", "-m", "large")
	r.write("large.c", "int two;\n", 0o666)
	cmd := exec.Command("git", "rev-parse", "HEAD:large.c")
	cmd.Dir = r.dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	id := strings.TrimSpace(string(out))
	if err := os.Remove(filepath.Join(r.dir, ".git", "objects", id[:2], id[2:])); err != nil {
		t.Fatal(err)
	}
	s, err := since(t.Context(), r.dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	check(t, s.at(t), "a.go: one\n", "large.c: ", "new.go: (none)")
	if err := s.Checkout(t.TempDir()); err != nil {
		t.Error(err)
	}
}

// TestEvilTree: a tree that no git would make, with names that lead out of it.
func TestEvilTree(t *testing.T) {
	r := newRepository(t)
	g := git{ctx: t.Context(), dir: r.dir}
	object := func(kind, text string) string {
		cmd := exec.Command("git", "hash-object", "-w", "-t", kind, "--stdin", "--literally")
		cmd.Dir, cmd.Stdin = r.dir, strings.NewReader(text)
		out, err := cmd.Output()
		if err != nil {
			t.Skip(err)
		}
		return strings.TrimSpace(string(out))
	}
	raw := func(id string) string {
		var out []byte
		for i := 0; i < len(id); i += 2 {
			var b byte
			for _, c := range []byte(id[i : i+2]) {
				b = b<<4 | byte(strings.IndexByte("0123456789abcdef", c))
			}
			out = append(out, b)
		}
		return string(out)
	}
	blob := object("blob", "package evil\n")
	to := object("blob", r.dir)
	inner := object("tree", "100644 evil.go\x00"+raw(blob))
	tree := object("tree", "40000 ..\x00"+raw(inner)+"120000 a\x00"+raw(to)+"40000 a\x00"+raw(inner)+"100644 fine.go\x00"+raw(blob))
	if _, err := g.tree(tree); err != nil {
		t.Skip(err)
	}
	s, err := since(t.Context(), r.dir, tree)
	if err != nil {
		t.Fatal(err)
	}
	got := s.at(t)
	if _, ok := got["../evil.go"]; ok {
		t.Errorf("%q", got)
	}
	dir := filepath.Join(t.TempDir(), "in")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := s.Checkout(dir); err != nil {
		t.Log(err)
	}
	for _, name := range []string{filepath.Join(dir, "..", "evil.go"), filepath.Join(r.dir, "evil.go")} {
		if _, err := os.Lstat(name); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

// FuzzParseTree: no output of git ls-tree panics.
func FuzzParseTree(f *testing.F) {
	f.Add("100644 blob 0123\ta\x00120000 blob 4567\tb c\x00")
	f.Fuzz(func(t *testing.T, out string) {
		files, err := parseTree(out)
		if err != nil && files != nil {
			t.Error("files and an error")
		}
	})
}

// FuzzParseIndex: no output of git ls-files panics.
func FuzzParseIndex(f *testing.F) {
	f.Add("H 100644 0123 0\ta\x00S 120000 4567 0\tb c\x00")
	f.Fuzz(func(t *testing.T, out string) {
		files, err := parseIndex(out)
		if err != nil && files != nil {
			t.Error("files and an error")
		}
	})
}

// FuzzReadObjects: no output of git cat-file panics.
func FuzzReadObjects(f *testing.F) {
	f.Add("0123 blob 3\nabc\n4567 missing\n")
	f.Fuzz(func(t *testing.T, out string) {
		if len(out) > 1<<10 || strings.Contains(out, "00000") {
			t.Skip("a size that is no test's")
		}
		_ = readObjects(bufio.NewReader(strings.NewReader(out)), []string{"0123", "4567"}, func(int, []byte, error) error { return nil })
	})
}
