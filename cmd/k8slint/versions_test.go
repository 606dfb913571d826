package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/driver"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestVersions runs the same controller against releases of client-go and
// controller-runtime from four years, each with the signatures of its time: the
// findings are those that the comments in testdata/versions/shapes.txtar say.
func TestVersions(t *testing.T) {
	root := filepath.Join(testmodule.Root(), "testdata", "versions")
	shapes, err := txtar.ParseFile(filepath.Join(root, "shapes.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	mods, err := filepath.Glob(filepath.Join(root, "*", "go.mod"))
	if err != nil || len(mods) < 5 {
		t.Fatal(mods, err)
	}
	for _, mod := range append(mods, filepath.Join(testmodule.Root(), "testdata", "src", "go.mod")) {
		release := clientGo(t, mod)
		t.Run(fmt.Sprintf("0.%d", release), func(t *testing.T) {
			if filepath.Base(filepath.Dir(mod)) != "src" {
				testmodule.Slow(t, "downloads a release of client-go")
			}
			testmodule.Dir(t, rel(t, filepath.Dir(mod)))
			dir := t.TempDir()
			var want []string
			for _, f := range shapes.Files {
				name, cond, _ := strings.Cut(f.Name, " ")
				if !holds(t, cond, release) {
					continue
				}
				put(t, filepath.Join(dir, name), f.Data)
				for i, line := range strings.Split(string(f.Data), "\n") {
					if _, analyzer, ok := strings.Cut(line, "// want "); ok {
						want = append(want, fmt.Sprintf("%s:%d: %s", name, i+1, analyzer))
					}
				}
			}
			for _, name := range []string{"go.mod", "go.sum"} {
				data, err := os.ReadFile(filepath.Join(filepath.Dir(mod), name))
				if err != nil {
					t.Fatal(err)
				}
				put(t, filepath.Join(dir, name), data)
			}
			t.Setenv("GOWORK", "off")
			t.Setenv("GOFLAGS", "-mod=mod")
			t.Setenv("GOPROXY", "off")
			var stdout, stderr bytes.Buffer
			driver.Run(analyzers.New, []string{"-C", dir, "-cache=off", "-severity=note", "./..."}, &stdout, &stderr)
			var got []string
			for _, m := range finding.FindAllStringSubmatch(stdout.String(), -1) {
				got = append(got, fmt.Sprintf("%s:%s: %s", filepath.Base(m[1]), m[2], m[3]))
			}
			slices.Sort(want)
			slices.Sort(got)
			for _, f := range want {
				if !slices.Contains(got, f) {
					t.Errorf("not found: %s", f)
				}
			}
			for _, f := range got {
				if !slices.Contains(want, f) {
					t.Errorf("found: %s", f)
				}
			}
			if t.Failed() || strings.Count(stderr.String(), "\n") > 1 /* the summary */ {
				t.Errorf("%s%s", &stdout, &stderr)
			}
		})
	}
}

// TestLostWritesOfReleases finds the same lost writes with each of these releases of controller-runtime
// as with the newest.
func TestLostWritesOfReleases(t *testing.T) {
	testmodule.Slow(t, "downloads releases of controller-runtime")
	src := filepath.Join(testmodule.Root(), "testdata", "src", "lostwrite")
	mods, err := filepath.Glob(filepath.Join(testmodule.Root(), "testdata", "versions", "*", "go.mod"))
	if err != nil || len(mods) < 5 {
		t.Fatal(mods, err)
	}
	for _, mod := range mods {
		release := clientGo(t, mod)
		t.Run(fmt.Sprintf("0.%d", release), func(t *testing.T) {
			testmodule.Dir(t, rel(t, filepath.Dir(mod)))
			dir := t.TempDir()
			for _, name := range []string{"go.mod", "go.sum"} {
				data, err := os.ReadFile(filepath.Join(filepath.Dir(mod), name))
				if err != nil {
					t.Fatal(err)
				}
				put(t, filepath.Join(dir, name), data)
			}
			var want []string
			for _, folder := range []string{"api", "status", "patches", "patches/phases", "created", "reads", "ways"} {
				files, err := filepath.Glob(filepath.Join(src, folder, "*.go"))
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range files {
					if strings.HasSuffix(f, "_test.go") || filepath.Base(f) == "newer.go" && release < 27 {
						continue
					}
					data, err := os.ReadFile(f)
					if err != nil {
						t.Fatal(err)
					}
					name := folder + "/" + filepath.Base(f)
					data = bytes.ReplaceAll(data, []byte("k8slint.test/lostwrite/"), []byte("k8slint.test/versions/"))
					if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
						t.Fatal(err)
					}
					put(t, filepath.Join(dir, name), data)
					for i, line := range strings.Split(string(data), "\n") {
						if strings.Contains(line, "// want ") {
							want = append(want, fmt.Sprintf("%s:%d", name, i+1))
						}
					}
				}
			}
			t.Setenv("GOWORK", "off")
			t.Setenv("GOFLAGS", "-mod=mod")
			var stdout, stderr bytes.Buffer
			driver.Run(analyzers.New, []string{"-C", dir, "-cache=off", "-severity=note", "-lostwrite", "./..."}, &stdout, &stderr)
			var got []string
			for _, m := range finding.FindAllStringSubmatch(stdout.String(), -1) {
				got = append(got, fmt.Sprintf("%s/%s:%s", filepath.Base(filepath.Dir(m[1])), filepath.Base(m[1]), m[2]))
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) || strings.Count(stderr.String(), "\n") > 1 /* the summary */ {
				t.Errorf("%s\n%q found, want\n%q", &stderr, got, want)
			}
		})
	}
}

var finding = regexp.MustCompile(`(?m)^([^\s:]+):(\d+):\d+: (\w+): `)

// clientGo is the minor version of client-go in a go.mod.
func clientGo(t *testing.T, mod string) int {
	data, err := os.ReadFile(mod)
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`k8s.io/client-go v0\.(\d+)\.`).FindSubmatch(data)
	if m == nil {
		t.Fatalf("%s has no client-go", mod)
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// holds reports whether the release is one that cond (">=0.27", "<0.27", or
// nothing) is about.
func holds(t *testing.T, cond string, release int) bool {
	if cond == "" {
		return true
	}
	op, num, ok := strings.Cut(cond, "0.")
	n, err := strconv.Atoi(num)
	if !ok || err != nil || op != "<" && op != ">=" {
		t.Fatalf("%q is no condition", cond)
	}
	return (release < n) == (op == "<")
}

func rel(t *testing.T, dir string) string {
	r, err := filepath.Rel(testmodule.Root(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(r)
}

func put(t *testing.T, name string, data []byte) {
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
