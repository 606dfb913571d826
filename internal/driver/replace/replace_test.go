package replace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestWrite: a file is replaced whole, and keeps its permissions.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := Write(name, []byte("one")); err != nil || read(t, name) != "one" {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("a", link); err != nil {
		t.Skip(err)
	}
	if err := Write(link, []byte("two")); err != nil || read(t, name) != "two" {
		t.Fatal(err)
	}
	if st, err := os.Lstat(link); err != nil || st.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is none any more", err)
	}
	if st, err := os.Stat(name); err != nil || st.Mode().Perm() != 0o640 {
		t.Error("other permissions", err)
	}
	if err := os.Symlink("b", filepath.Join(dir, "open")); err != nil {
		t.Fatal(err)
	}
	if err := Write(filepath.Join(dir, "open"), []byte("three")); err != nil || read(t, filepath.Join(dir, "b")) != "three" {
		t.Error("a link to what is not there is not followed", err)
	}
	want := os.FileMode(0o755) | os.ModeSetuid | os.ModeSetgid | os.ModeSticky
	if err := os.Chmod(name, want); err != nil {
		t.Fatal(err)
	}
	was, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(name, []byte("four")); err != nil {
		t.Fatal(err)
	}
	if st, err := os.Stat(name); err != nil || st.Mode() != was.Mode() {
		t.Errorf("%v after %v, %v", st.Mode(), was.Mode(), err)
	}
	if err := Write(filepath.Join(dir, "none", "a"), nil); err == nil || strings.Contains(err.Error(), prefix) {
		t.Errorf("a file in no folder: %v", err)
	}
	if err := Write(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
}

// A file that does not hold what it must is not replaced; what is written to it
// at the last moment comes back.
func TestCheck(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	write := func(text string) os.FileInfo {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		st, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		return st
	}
	st := write("edited")
	if err := File(name, []byte("new"), st, &Check{Content: []byte("old")}); err != ErrChanged || read(t, name) != "edited" {
		t.Errorf("%v, %q", err, read(t, name))
	}
	write("old")
	if err := File(name, []byte("new"), st, &Check{Content: []byte("old")}); err != nil || read(t, name) != "new" {
		t.Errorf("%v, %q", err, read(t, name))
	}
	// Another file stands for the one that was written to after it was looked at.
	late := filepath.Join(filepath.Dir(name), "late")
	if err := os.WriteFile(late, []byte("edited"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(late)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	write("old")
	if err := File(name, []byte("new"), st, &Check{Content: []byte("old"), Open: f}); err != ErrChanged || read(t, name) != "edited" {
		t.Errorf("%v, %q", err, read(t, name))
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(name), prefix+"*")); len(left) > 0 {
		t.Error(left)
	}
}

// Where a file must have a name from the start, it does the same.
func TestNamed(t *testing.T) {
	dir := t.TempDir()
	d, err := createNamed(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.link(); err != nil || d.name == "" || !strings.HasPrefix(filepath.Base(d.name), prefix) {
		t.Error(d.name, err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}

// What a run left that was killed is removed by a later one; nothing else is.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-2 * abandoned)
	for _, name := range []string{"a.go", prefix + "1", prefix + "mine", "x" + prefix + "1"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, prefix+"2"), nil, 0o666); err != nil { // of another run
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, prefix+"3"), 0o777); err != nil {
		t.Fatal(err)
	}
	os.Chtimes(filepath.Join(dir, prefix+"3"), old, old)
	if err := Write(filepath.Join(dir, "a.go"), []byte("x")); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if want := ".k8slint-2 .k8slint-3 .k8slint-mine a.go x.k8slint-1"; strings.Join(got, " ") != want {
		t.Errorf("got %v", got)
	}
}

// A process may be killed between any two steps: what has no name yet is gone
// with it.
func TestNameless(t *testing.T) {
	dir := t.TempDir()
	d, err := createNameless(dir)
	if err != nil {
		t.Skip(err)
	}
	d.Write([]byte("half"))
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("there is %v", left)
	}
	d.Close()
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("there is %v", left)
	}
}
