package test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// customBinary is what "golangci-lint custom" has built, "" if it was not asked to:
// the tests that follow use it.
var customBinary string

// testGolangciCustom does what docs/golangci-lint.md says, to the letter:
// "golangci-lint custom" with the example file, then a run with the other one.
func testGolangciCustom(t *testing.T) {
	if testing.Short() {
		t.Skip("golangci-lint custom takes minutes")
	}
	var custom struct {
		Version string
		Name    string
	}
	readYAML(t, ".custom-gcl.example.yml", &custom)
	pins := filepath.Join(root, "test", "golangci")
	out := run(t, pins, nil, "go", "list", "-m", "-f", "{{.Version}} {{.Dir}}", "github.com/golangci/golangci-lint/v2")
	pinned, sources, _ := strings.Cut(strings.TrimSpace(out.stdout), " ")
	if custom.Version != pinned {
		t.Errorf(".custom-gcl.example.yml has golangci-lint %s, the tests use %s", custom.Version, pinned)
	}

	// golangci-lint clones its own sources; here from those in the module
	// cache, so that nothing but the Go module proxy is needed.
	clone := t.TempDir()
	if err := os.CopyFS(clone, os.DirFS(sources)); err != nil {
		t.Fatal(err)
	}
	git(t, clone, "init", "-q")
	git(t, clone, "add", "-A", "-f")
	git(t, clone, "commit", "-q", "-m", pinned)
	git(t, clone, "tag", pinned)
	home := t.TempDir()
	write(t, filepath.Join(home, ".gitconfig"), "[url \"file://"+clone+"\"]\n\tinsteadOf = https://github.com/golangci/golangci-lint.git\n")

	p := publish(t)
	env := append(p.env, "HOME="+home)
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} { // their defaults depend on HOME
		env = append(env, name+"="+strings.TrimSpace(run(t, root, nil, "go", "env", name).stdout))
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".custom-gcl.yml"), readFile(t, filepath.Join(root, ".custom-gcl.example.yml")))
	g := newGolangci(t)
	if out := run(t, dir, env, g.bin, "custom", "-v"); out.code != 0 {
		t.Fatalf("golangci-lint custom: exit code %d\n%s%s", out.code, out.stdout, out.stderr)
	}
	customBinary = filepath.Join(filepath.Dir(g.bin), custom.Name)
	if err := os.Rename(filepath.Join(dir, custom.Name), customBinary); err != nil {
		t.Fatal(err)
	}
	examples := filepath.Join(root, "examples")
	alone := readJSON(t, examples, run(t, examples, nil, k8slint, "-json", "./...").stdout)
	expectSame(t, "golangci-lint custom", newGolangci(t).findings(t, examples, "./..."), "k8slint", alone)
}
