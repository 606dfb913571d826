package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// irrelevant are kinds of code that have nothing to do with a bug, with n branches. FAIL
// stands for what the function returns with an error.
var irrelevant = []func(n int) string{
	branches,
	func(n int) string { return "for i := 0; i < n; i++ {\n" + branches(n) + "}\n" },
	func(n int) string {
		return repeat(n, "if n > %d {\nn += %[1]d\nif err := check(%[1]d); err != nil {\nreturn FAIL\n}\n") + strings.Repeat("}\n", n)
	},
	func(n int) string {
		return repeat(n, "for i := range n {\nif err := check(i + %d); err != nil {\nreturn FAIL\n}\n}\n")
	},
	func(n int) string { return "switch n {\n" + repeat(n, "case %d:\nif flag {\nn++\n}\n") + "}\n" },
	func(n int) string {
		return repeat(n, "if err := func() error {\nif flag {\nn++\n}\nreturn check(%d)\n}(); err != nil {\nreturn FAIL\n}\n")
	},
}

func branches(n int) string {
	return repeat(n, "if flag {\nn++\n} else if n > %d {\nn += %[1]d\n}\nif err := check(%[1]d); err != nil {\nreturn FAIL\n}\n")
}

func repeat(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

var (
	fails = regexp.MustCompile(`(?m)^//fail(.*)\n`)
	place = regexp.MustCompile(`(?m)^\s*//(before|inside|behind|callee)\n`)
	twins = regexp.MustCompile(`(?m)^(func|type) twin`)
)

// longPackage is the package of a bug that has code at one of its places.
func longPackage(bug, at, code string) string {
	code = strings.ReplaceAll(code, "FAIL", strings.TrimSpace(fails.FindStringSubmatch(bug)[1]))
	bug = place.ReplaceAllStringFunc(fails.ReplaceAllString(bug, ""), func(line string) string {
		if strings.TrimSpace(line) == "//"+at {
			return code
		}
		return "\n"
	})
	return "package long\n\n" + bug + "\nfunc check(i int) error { return nil }\n"
}

// longPackages are the packages of TestLong, by their file's name: the bug, the place, the
// kind of code, and its size. Each place of each bug gets one kind of code. If all tests
// run, it gets each kind in small and one in large, and one place of the bug a thousand branches.
func longPackages(t *testing.T) map[string]string {
	bugs, err := txtar.ParseFile("testdata/long.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files, turn := map[string]string{}, 0
	for bug, f := range bugs.Files {
		add := func(at string, kind, n int) {
			files[fmt.Sprintf("%s/%s/%d/%d/long.go", f.Name, at, kind, n)] = longPackage(string(f.Data), at, irrelevant[kind](n))
		}
		places := place.FindAllStringSubmatch(strings.Split(string(f.Data), " twin")[0], -1)
		for i, m := range places {
			turn++
			if !testmodule.All() {
				add(m[1], turn%len(irrelevant), 60)
				continue
			}
			for kind := range irrelevant {
				add(m[1], kind, 10)
			}
			add(m[1], turn%len(irrelevant), 100)
			if i == bug%len(places) {
				add(m[1], 0, 1000)
			}
		}
	}
	return files
}

// TestLong: a bug is found behind, around and before any number of branches that have
// nothing to do with it, and its twin is not reported.
func TestLong(t *testing.T) {
	files := longPackages(t)
	dir := testmodule.With(t, files)
	found := map[string]bool{}
	for _, f := range drivertest.Report(t, dir, "-severity=note", "./...") {
		name, err := filepath.Rel(dir, f.File)
		if err != nil {
			t.Fatal(err)
		}
		name = filepath.ToSlash(name)
		if !strings.HasPrefix(name, f.Analyzer+"/"+f.Category+"/") {
			continue
		}
		found[name] = true
		if at := twins.FindStringIndex(files[name]); at != nil && f.Line > strings.Count(files[name][:at[0]], "\n") {
			t.Errorf("%s:%d: the twin is reported: %s", name, f.Line, f.Message)
		}
	}
	for name := range files {
		if !found[name] {
			t.Errorf("%s: the bug is not found", name)
		}
	}
}
