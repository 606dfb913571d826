// Package testmodule finds the test modules of the repository and makes them
// ready for tests that run without a network.
package testmodule

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

var (
	mu    sync.Mutex
	ready = map[string]error{}
)

// Dir returns the absolute path of the module in the folder rel of the
// repository ("testdata/src"), with its dependencies downloaded.
//
// analysistest sets GOPROXY=off, so that they must be there before.
func Dir(t testing.TB, rel string) string {
	t.Helper()
	dir := filepath.Join(Root(), filepath.FromSlash(rel))
	mu.Lock()
	defer mu.Unlock()
	err, done := ready[dir]
	if !done {
		cmd := exec.Command("go", "mod", "download")
		cmd.Dir = dir
		var out []byte
		if out, err = cmd.CombinedOutput(); err != nil {
			t.Logf("%s: go mod download: %s", rel, out)
		}
		ready[dir] = err
	}
	if err != nil {
		t.Fatalf("%s: go mod download: %v", rel, err)
	}
	return dir
}

// With returns a new module that requires what testdata/src does and has the files, by
// their names below it.
func With(t testing.TB, files map[string]string) string {
	t.Helper()
	src, dir := Dir(t, "testdata/src"), t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(src, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), data)
	}
	for name, text := range files {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), []byte(text))
	}
	return dir
}

func write(t testing.TB, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Root is the root folder of the repository.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(filepath.Dir(filepath.Dir(file)))
}
