package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/evidence"
)

// TestCompare checks that each kind of difference is told from the others.
func TestCompare(t *testing.T) {
	m := evidence.Module{Repo: "o/r", Commit: strings.Repeat("0", 40), Dir: "."}
	place := func(line int) evidence.Place {
		return evidence.Place{Analyzer: "tombstone", File: "a.go", Line: line}
	}
	row := func(line int, v evidence.Verdict) evidence.Row {
		return evidence.Row{Module: m, Place: place(line), Verdict: v}
	}
	rows := []evidence.Row{row(1, evidence.True), row(2, evidence.True), row(3, evidence.False), row(4, evidence.Minor)}
	d := compare(rows, []module{{dir: ".", places: []evidence.Place{place(1), place(5)}}})
	if !slices.Equal(d.same, rows[:1]) || !slices.Equal(d.lost, []evidence.Row{rows[1], rows[3]}) || !slices.Equal(d.gone, rows[2:3]) {
		t.Errorf("same %v, lost %v, gone %v", d.same, d.lost, d.gone)
	}
	if want := row(5, evidence.Unread); len(d.fresh) != 1 || d.fresh[0] != want {
		t.Errorf("new: %v, want %v", d.fresh, want)
	}

	// What is gone is as recorded, until it is back.
	gone := row(6, evidence.False)
	gone.Gone = "0123abc"
	d = compare([]evidence.Row{gone}, []module{{dir: "."}})
	if !slices.Equal(d.same, []evidence.Row{gone}) || len(d.gone) > 0 {
		t.Errorf("same %v, gone %v", d.same, d.gone)
	}
	d = compare([]evidence.Row{gone}, []module{{dir: ".", places: []evidence.Place{gone.Place}}})
	if !slices.Equal(d.back, []evidence.Row{gone}) || len(d.same)+len(d.fresh) > 0 {
		t.Errorf("back %v, same %v, new %v", d.back, d.same, d.fresh)
	}

	// In a module that was analysed in part, nobody knows.
	d = compare(rows, []module{{dir: ".", partial: true, places: []evidence.Place{place(1)}}})
	if !slices.Equal(d.unclear, rows[1:]) || len(d.lost)+len(d.gone) > 0 {
		t.Errorf("unclear %v, lost %v, gone %v", d.unclear, d.lost, d.gone)
	}

	// What was not analysed has lost nothing.
	d = compare(rows, []module{{dir: ".", err: errors.New("no module")}})
	if d.missing != 1 || len(d.lost)+len(d.gone)+len(d.same)+len(d.fresh) > 0 {
		t.Errorf("not analysed: %+v", d)
	}
}

// TestMerge checks that a module with its first finding is no longer one
// without.
func TestMerge(t *testing.T) {
	a := evidence.Module{Repo: "o/a", Commit: strings.Repeat("0", 40), Dir: "."}
	b := evidence.Module{Repo: "o/b", Commit: strings.Repeat("0", 40), Dir: "."}
	fresh := evidence.Row{Module: b, Place: evidence.Place{Analyzer: "tombstone", File: "a.go", Line: 1}, Verdict: evidence.Unread}
	got := merge([]evidence.Row{{Module: a}, {Module: b}}, []evidence.Row{fresh})
	if want := []evidence.Row{{Module: a}, fresh}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestMark checks that only what is gone is marked.
func TestMark(t *testing.T) {
	m := evidence.Module{Repo: "o/r", Commit: strings.Repeat("0", 40), Dir: "."}
	row := func(line int) evidence.Row {
		return evidence.Row{Module: m, Place: evidence.Place{Analyzer: "tombstone", File: "a.go", Line: line}, Verdict: evidence.False, Reason: "no"}
	}
	rows := []evidence.Row{row(1), row(2)}
	mark(rows, []evidence.Row{row(2)}, "0123abc")
	want := row(2)
	want.Gone = "0123abc"
	if rows[0] != row(1) || rows[1] != want {
		t.Errorf("got %v", rows)
	}
}

// TestExport checks that a mirror's commit becomes a tree, without symbolic
// links.
func TestExport(t *testing.T) {
	src := t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e", "-C", src}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "-q")
	for name, text := range map[string]string{"go.mod": "module m\n", "sub dir/a.go": "package a\n", "empty": ""} {
		name = filepath.Join(src, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc", filepath.Join(src, "link")); err != nil {
		t.Skip(err)
	}
	git("add", ".")
	git("commit", "-q", "-m", "m")
	mirrors := t.TempDir()
	if err := os.Rename(src, filepath.Join(mirrors, "o+r")); err != nil {
		t.Fatal(err)
	}
	src = filepath.Join(mirrors, "o+r")
	commit := git("rev-parse", "HEAD")
	if err := os.Rename(filepath.Join(src, ".git"), filepath.Join(src, "repo")); err != nil {
		t.Fatal(err)
	}

	dir, err := mirror(mirrors, "o/r")
	if err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	if err := export(dir, commit, to); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(to, "sub dir", "a.go")); err != nil || string(text) != "package a\n" {
		t.Errorf("a.go: %q, %v", text, err)
	}
	if text, err := os.ReadFile(filepath.Join(to, "empty")); err != nil || len(text) > 0 {
		t.Errorf("empty: %q, %v", text, err)
	}
	if _, err := os.Lstat(filepath.Join(to, "link")); err == nil {
		t.Error("the symbolic link is there")
	}
	if list, err := modules(to); err != nil || !slices.Equal(list, []string{"."}) {
		t.Errorf("modules: %v, %v", list, err)
	}
	if err := export(dir, strings.Repeat("1", 40), to); err == nil {
		t.Error("a commit that is missing is no error")
	}
}
