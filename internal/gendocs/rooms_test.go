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

// TestPlacesExist: the files, folders, tests and scripts that docs/architecture.md and CONTRIBUTING.md
// name are there.
func TestPlacesExist(t *testing.T) {
	root := testmodule.Root()
	for page, least := range map[string]struct{ places, commands int }{
		"docs/architecture.md": {60, 20},
		"CONTRIBUTING.md":      {10, 5},
	} {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(page)))
		if err != nil {
			t.Fatal(err)
		}
		places := regexp.MustCompile("`((?:internal|analyzers|plugin|docs|test|testdata)/[^`<, ]*|[a-z_]+\\.go)`").FindAllStringSubmatch(string(text), -1)
		for _, m := range places {
			if m[1] == "doc.go" || m[1] == "claims.go" || m[1] == "message.go" || strings.Contains(m[1], "sleepy") || strings.Contains(m[1], "uncopied") {
				continue // of each analyzer; what the first tasks make
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s: %s is not there", page, m[1])
			}
		}
		commands := regexp.MustCompile("go test ((?:\\./)[^`\n#]*)").FindAllStringSubmatch(string(text), -1)
		for _, m := range commands {
			folders, run, _ := strings.Cut(m[1], " -run ")
			name, rest, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(run), " -update"), "/")
			for folder := range strings.FieldsSeq(folders) {
				if !strings.HasSuffix(folder, "...") && !hasTest(filepath.Join(root, filepath.FromSlash(folder)), "Test"+strings.TrimPrefix(name, "Test")) {
					t.Errorf("%s: %s has no test %q", page, folder, name)
				}
			}
			if name == "TestScripts" {
				if _, err := os.Stat(filepath.Join(root, "internal", "driver", "testdata", "script", rest+".txtar")); err != nil {
					t.Errorf("%s: there is no script %q", page, rest)
				}
			}
		}
		if len(places) < least.places || len(commands) < least.commands {
			t.Errorf("%s: %d places, %d commands: the page's form has changed", page, len(places), len(commands))
		}
	}
}

// hasTest reports whether a test whose name begins with prefix is in folder.
func hasTest(folder, prefix string) bool {
	files, _ := filepath.Glob(filepath.Join(folder, "*_test.go"))
	return slices.ContainsFunc(files, func(f string) bool {
		src, err := os.ReadFile(f)
		return err == nil && strings.Contains(string(src), "func "+prefix)
	})
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
