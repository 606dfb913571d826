package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestFindModules(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{".", "examples", "test/plugin", "testdata/src", ".git", "_old"} {
		dir = filepath.Join(root, filepath.FromSlash(dir))
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := findModules(root)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{root, filepath.Join(root, "examples"), filepath.Join(root, "test", "plugin")}
	if !slices.Equal(got, want) {
		t.Errorf("findModules = %q, want %q", got, want)
	}
}
