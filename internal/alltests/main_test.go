package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
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
	got, inputs, err := findModules(root)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{filepath.Join(root, "testdata", "src")}; !slices.Equal(inputs, want) {
		t.Errorf("inputs of tests: %q, want %q", inputs, want)
	}
	want := []string{root, filepath.Join(root, "examples"), filepath.Join(root, "test", "plugin")}
	if !slices.Equal(got, want) {
		t.Errorf("findModules = %q, want %q", got, want)
	}
}

// TestProgress: what go test has said of a package is known, and the rest is told.
func TestProgress(t *testing.T) {
	var out strings.Builder
	p := newProgress(&out, []string{"m/a", "m/b", "m/c", "m/d", "m/e", "m/f"})
	for _, part := range []string{"ok  \tm/a\t0.1s\n?   \tm", "/b\t[no test files]\n--- FAIL: TestX\n"} {
		if n, err := p.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if got, want := p.state(90*time.Second), "# 1m30s: still being tested: m/c, m/d, m/e and 1 more"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := out.String(), "ok  \tm/a\t0.1s\n?   \tm/b\t[no test files]\n--- FAIL: TestX\n"; got != want {
		t.Errorf("%q is handed on, want %q", got, want)
	}
}
