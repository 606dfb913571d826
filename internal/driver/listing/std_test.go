package listing

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A package of the standard library that is named as a folder imports what it
// imports when it is named by its path: what cgo adds, too.
func TestStdByFolder(t *testing.T) {
	env, err := askEnv(context.Background(), t.TempDir())
	if err != nil {
		t.Skip(err)
	}
	src := filepath.Join(env.GOROOT, "src")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(src, link); err != nil {
		link = src
	}
	for _, path := range []string{"plugin", "runtime/cgo", "syscall"} {
		want := imports(t, env, src, path)
		for _, dir := range []string{src, filepath.Join(src, "bytes")} {
			rel, err := filepath.Rel(dir, filepath.Join(src, path))
			if err != nil {
				t.Fatal(err)
			}
			if got := imports(t, env, dir, "./"+filepath.ToSlash(rel)); !slices.Equal(got, want) {
				t.Errorf("in %s, ./%s imports %s, want %s", dir, rel, got, want)
			}
		}
	}
	if outsideStd(env.GOROOT, link, "./...") || outsideStd(env.GOROOT, filepath.Dir(link), "./link/...") {
		t.Error("a link to the standard library is taken for something else")
	}
	if !outsideStd(env.GOROOT, t.TempDir(), "./...") {
		t.Error("any folder is taken for the standard library")
	}
}

// imports lists one package, and returns what it imports.
func imports(t *testing.T, env *goEnv, dir, pattern string) []string {
	t.Helper()
	l, err := query(Question{Context: context.Background(), Dir: dir, Patterns: []string{pattern}}, env)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Packages) != 1 {
		t.Fatalf("in %s, %s names %v", dir, pattern, l.Packages)
	}
	paths := []string{}
	for path := range l.Packages[0].Imports {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}
