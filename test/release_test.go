package test

import (
	"path/filepath"
	"testing"
)

// TestGoreleaser has goreleaser check the configuration of releases.
func TestGoreleaser(t *testing.T) {
	if testing.Short() {
		t.Skip("building goreleaser takes minutes")
	}
	// goreleaser insists on a git repository with a remote.
	dir := checkout(t)
	git(t, dir, "remote", "add", "origin", "https://github.com/k8slint/k8slint.git")
	modfile := filepath.Join(root, "test", "goreleaser", "go.mod")
	out := run(t, dir, nil, "go", "tool", "-modfile="+modfile, "goreleaser", "check")
	if out.code != 0 {
		t.Errorf("goreleaser check: exit code %d\n%s%s", out.code, out.stdout, out.stderr)
	}
}
