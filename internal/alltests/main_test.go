package main

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestFindModules: modules are found, but those of test inputs and hidden folders are kept
// apart.
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

// TestSummary: each module has a line, and so has each test that was not run.
func TestSummary(t *testing.T) {
	var out strings.Builder
	summary(&out, []string{"-short"}, []outcome{
		{dir: ".", tests: 12, took: 3 * time.Second, cpu: 5 * time.Second, skipped: []string{"m/b TestS: no compiler"}},
		{dir: "test/sarif", tests: 1, took: time.Second, err: errors.New("exit status 1")},
	})
	for _, want := range []string{"\nRun with flags -short:\n", "PASS .                  12 tests in 3s (processors: 5s): the analysis", "FAIL test/sarif          1 tests in 1s (processors: 0s): SARIF", "\nNot run:\nm/b TestS: no compiler\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}

// TestShows: what is said of modules is said of modules of the repository, and of each.
func TestShows(t *testing.T) {
	modules, _, err := findModules(testmodule.Root())
	if err != nil {
		t.Fatal(err)
	}
	for i, dir := range modules {
		rel, _ := filepath.Rel(testmodule.Root(), dir)
		modules[i] = filepath.ToSlash(rel)
	}
	if said := slices.Sorted(maps.Keys(shows)); !slices.Equal(said, modules) {
		t.Errorf("shows is about %q, there are %q", said, modules)
	}
}

// TestProgress: what go test would print is printed, and what runs is known.
func TestProgress(t *testing.T) {
	var out strings.Builder
	p := newProgress(&out, false)
	in := &events{progress: p}
	if got, want := p.state(30*time.Second), "# 30s: building the tests"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	const lines = `{"Action":"build-output","ImportPath":"m/d","Output":"d.go:1:1: syntax error\n"}
{"Action":"start","Package":"m/a"}
{"Action":"start","Package":"m/b"}
{"Action":"run","Package":"m/a","Test":"TestX"}
{"Action":"output","Package":"m/a","Test":"TestX","Output":"=== RUN   TestX\n"}
{"Action":"output","Package":"m/a","Test":"TestX","Output":"--- PASS: TestX (0.00s)\n"}
{"Action":"pass","Package":"m/a","Test":"TestX"}
{"Action":"output","Package":"m/a","Output":"PASS\n"}
{"Action":"output","Package":"m/a","Output":"ok  \tm/a\t0.1s\n"}
{"Action":"pass","Package":"m/a"}
{"Action":"start","Package":"m/c"}
{"Action":"output","Package":"m/b","Test":"TestY","Output":"=== RUN   TestY\n"}
{"Action":"output","Package":"m/b","Test":"TestY","Output":"    b_test.go:3: wrong\n"}
{"Action":"output","Package":"m/b","Test":"TestY","Output":"--- FAIL: TestY (0.00s)\n"}
{"Action":"output","Package":"m/b","Test":"TestZ","Output":"--- PASS: TestZ (0.00s)\n"}
{"Action":"output","Package":"m/b","Test":"TestS","Output":"    s_test.go:7: no compiler: none\n"}
{"Action":"output","Package":"m/b","Test":"TestS","Output":"--- SKIP: TestS (0.00s)\n"}
{"Action":"skip","Package":"m/b","Test":"TestS"}
{"Action":"fail","Package":"m/b","Test":"TestY"}
{"Action":"pass","Package":"m/b","Test":"TestZ"}
{"Action":"output","Package":"m/b","Output":"FAIL\tm/b\t0.1s\n"}
`
	const want = `d.go:1:1: syntax error
ok  	m/a	0.1s
go: a plain line
    b_test.go:3: wrong
--- FAIL: TestY (0.00s)
FAIL	m/b	0.1s
`
	half := len(lines) / 2
	for _, part := range []string{lines[:half], lines[half:], "go: a plain line\n"} {
		if n, err := in.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if got, want := p.state(90*time.Second), "# 1m30s: testing m/b, m/c"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if _, err := in.Write([]byte(`{"Action":"fail","Package":"m/b"}` + "\n")); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != want {
		t.Errorf("printed:\n%s\nwant:\n%s", got, want)
	}
	if in.tests != 2 || !slices.Equal(in.skipped, []string{"m/b TestS: no compiler: none"}) {
		t.Errorf("%d tests passed, skipped: %q", in.tests, in.skipped)
	}
}
