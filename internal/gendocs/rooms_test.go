package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestPlacesExist: the files, folders and tests that docs/architecture.md names are there.
func TestPlacesExist(t *testing.T) {
	root := testmodule.Root()
	page, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	places := regexp.MustCompile("`((?:internal|analyzers|plugin)/[^` ]*)`").FindAllStringSubmatch(string(page), -1)
	for _, m := range places {
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(m[1]))); err != nil {
			t.Errorf("%s is not there", m[1])
		}
	}
	commands := regexp.MustCompile("`go test ([^`]*)`").FindAllStringSubmatch(string(page), -1)
	for _, m := range commands {
		folders, run, _ := strings.Cut(m[1], " -run ")
		name, _, _ := strings.Cut(run, "/")
		for folder := range strings.FieldsSeq(folders) {
			files, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(folder), "*_test.go"))
			if !slices.ContainsFunc(files, func(f string) bool {
				src, err := os.ReadFile(f)
				return err == nil && strings.Contains(string(src), "func Test"+strings.TrimPrefix(name, "Test"))
			}) {
				t.Errorf("%s has no test %q", folder, name)
			}
		}
	}
	if len(places) < 60 || len(commands) < 20 {
		t.Errorf("%d places, %d commands: the page's form has changed", len(places), len(commands))
	}
}

// TestRoomsAreAll: the rooms are the packages that the go command lists, with the same imports.
func TestRoomsAreAll(t *testing.T) {
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...")
	cmd.Dir = testmodule.Root()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	all, err := readRooms(testmodule.Root())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(out)) {
		names := strings.Fields(line)
		r := all[strings.TrimPrefix(names[0], modulePath)]
		if r == nil {
			t.Errorf("%s is no room", names[0])
			continue
		}
		n++
		if r.says == "" {
			t.Errorf("%s does not say what it is for", names[0])
		}
		for _, i := range names[1:] {
			if to, ours := strings.CutPrefix(i, modulePath); ours && !r.imports[to] {
				t.Errorf("%s imports %s", names[0], to)
			}
		}
	}
	if n != len(all) {
		t.Errorf("%d rooms, and %d packages", len(all), n)
	}
}

// TestPictureShowsRooms: each room of a run is a box, and imports that others imply have no line.
func TestPictureShowsRooms(t *testing.T) {
	g := graph{"cmd/k8slint": {"driver": true, "kube": true}, "driver": {"kube": true}, "kube": {}}
	got := string(g.svg())
	if strings.Count(got, "<line") != 2 || strings.Count(got, "rx=") != 3 {
		t.Errorf("the picture:\n%s", got)
	}
	if rows := g.rows(); len(rows) != 3 || rows[2][0] != "kube" {
		t.Errorf("rows %v", rows)
	}
}
