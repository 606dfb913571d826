package test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"
	"golang.org/x/mod/zip"
)

const modulePath = "github.com/k8slint/k8slint"

// A published is this repository as it is now, released as a version of its own
// to a module proxy made of files: what users type can be run as it stands.
type published struct {
	version string
	env     []string
}

// publish releases the repository.
func publish(t *testing.T) published {
	t.Helper()
	proxy := t.TempDir()
	dir := checkout(t)
	file := filepath.Join(proxy, "unnamed.zip")
	w, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	// What a proxy serves: without the modules in folders below.
	if err := zip.CreateFromDir(w, module.Version{Path: modulePath, Version: "v0.0.0"}, dir); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	hash, err := dirhash.HashZip(file, dirhash.Hash1)
	if err != nil {
		t.Fatal(err)
	}
	// The go command keeps what it has downloaded, so a version stands for one
	// content.
	version := fmt.Sprintf("v0.0.0-test.%x", hash[3:11])
	if err := writeZip(filepath.Join(proxy, filepath.FromSlash(modulePath), "@v", version+".zip"), dir, version); err != nil {
		t.Fatal(err)
	}
	v := filepath.Join(proxy, filepath.FromSlash(modulePath), "@v")
	write(t, filepath.Join(v, "list"), version+"\n")
	write(t, filepath.Join(v, version+".info"), fmt.Sprintf(`{"Version":%q,"Time":"2026-01-01T00:00:00Z"}`, version))
	write(t, filepath.Join(v, version+".mod"), readFile(t, filepath.Join(root, "go.mod")))

	goEnv := run(t, root, nil, "go", "env", "GOPROXY", "GOMODCACHE")
	other, cache, _ := strings.Cut(strings.TrimSpace(goEnv.stdout), "\n")
	t.Cleanup(func() {
		kept := filepath.Join(cache, "cache", "download", filepath.FromSlash(modulePath), "@v")
		files, _ := filepath.Glob(filepath.Join(kept, version+".*"))
		for _, f := range append(files, filepath.Join(cache, filepath.FromSlash(modulePath)+"@"+version)) {
			if err := os.RemoveAll(f); err != nil {
				t.Error(err)
			}
		}
	})
	return published{version, []string{
		"GOPROXY=file://" + filepath.ToSlash(proxy) + "," + other,
		"GONOSUMDB=" + modulePath,
		"GONOPROXY=none",
		"GOFLAGS=-modcacherw",
	}}
}

func writeZip(file, dir, version string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	w, err := os.Create(file)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := zip.CreateFromDir(w, module.Version{Path: modulePath, Version: version}, dir); err != nil {
		return err
	}
	return w.Close()
}

// TestInstall installs the newest version as the README says.
func TestInstall(t *testing.T) {
	p := publish(t)
	bin := t.TempDir()
	out := run(t, t.TempDir(), append(p.env, "GOBIN="+bin), "go", "install", modulePath+"/cmd/k8slint@latest")
	if out.code != 0 {
		t.Fatalf("go install: %s", out.stderr)
	}
	installed := filepath.Join(bin, "k8slint")
	if out := run(t, bin, nil, installed, "-version"); !strings.Contains(out.stdout, p.version) {
		t.Errorf("-version says %q, want %s in it", out.stdout, p.version)
	}
	dir := filepath.Join(root, "examples")
	if out := run(t, dir, nil, installed, "./..."); out.code != 3 {
		t.Errorf("on the examples: exit code %d, want 3\n%s", out.code, out.stderr)
	}
}

// TestLean checks that users of k8slint as a module inherit next to nothing. Only the command
// needs jsonrpc2, for its language server.
func TestLean(t *testing.T) {
	out := run(t, root, nil, "go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./...")
	if out.code != 0 {
		t.Fatal(out.stderr)
	}
	for path := range strings.Lines(out.stdout) {
		path = strings.TrimSpace(path)
		switch {
		case path == "", path == modulePath, strings.HasPrefix(path, "golang.org/x/"),
			path == "github.com/golangci/plugin-module-register", path == "go.yaml.in/yaml/v3",
			path == "github.com/sourcegraph/jsonrpc2":
		default:
			t.Errorf("k8slint depends on %s", path)
		}
	}
}
