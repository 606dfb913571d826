package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestSkeleton: a new analyzer, at the end of the list or within, on an engine or not, is one of the
// command's, and finds what its test data says.
func TestSkeleton(t *testing.T) {
	root := testmodule.Root()
	for name, engine := range map[string]bool{"halting": false, "zones": true} {
		files, err := skeleton(root, name, engine)
		if err != nil {
			t.Fatal(err)
		}
		overlay := struct{ Replace map[string]string }{map[string]string{}}
		dir := t.TempDir()
		for _, f := range files {
			from := filepath.Join(dir, strings.ReplaceAll(f.name, "/", "_"))
			if err := os.WriteFile(from, f.content, 0o666); err != nil {
				t.Fatal(err)
			}
			overlay.Replace[filepath.Join(root, filepath.FromSlash(f.name))] = from
		}
		data, err := json.Marshal(overlay)
		if err != nil {
			t.Fatal(err)
		}
		over := filepath.Join(dir, "overlay.json")
		if err := os.WriteFile(over, data, 0o666); err != nil {
			t.Fatal(err)
		}
		k8slint := filepath.Join(dir, "k8slint.exe")
		cmd := exec.Command("go", "build", "-overlay="+over, "-o="+k8slint, "./cmd/k8slint")
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		cmd = exec.Command(k8slint, "-"+name, "-cache=off", "-C=testdata/src", "./"+name)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "GOFLAGS=-overlay="+over)
		out, _ := cmd.Output() // there are findings
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		want, message := wanted(t, filepath.Join(dir, "testdata_src_"+name+"_"+name+".go"))
		if len(lines) != 1 || !strings.Contains(lines[0], fmt.Sprintf("%s.go:%d:", name, want)) || !strings.Contains(lines[0], message) {
			t.Errorf("%s finds %q, not %q in line %d", name, lines, message, want)
		}
		text := string(files[len(files)-1].content)
		if strings.Count(text, name+".New, ") != 1 || !strings.Contains(text, `"github.com/k8slint/k8slint/analyzers/`+name+"\"\n") {
			t.Errorf("the list has %s not once:\n%s", name, text)
		}
		if out, err := exec.Command("gofmt", "-l", dir).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("gofmt -l: %v %s", err, out)
		}
	}
}

// wanted is the only finding that file asks for: its line, and a part of its message.
func wanted(t *testing.T, file string) (line int, message string) {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range strings.Split(string(src), "\n") {
		if _, want, ok := strings.Cut(l, "// want `"); ok {
			return i + 1, strings.TrimSuffix(want, "`")
		}
	}
	t.Fatalf("%s wants no finding", file)
	return 0, ""
}

// TestSkeletonRefused: a name that is taken or cannot be that of a package is refused.
func TestSkeletonRefused(t *testing.T) {
	for _, name := range []string{"tombstone", "Upper", "", "a/b", "with-dash", "9lives"} {
		if files, err := skeleton(testmodule.Root(), name, false); err == nil {
			t.Errorf("%q: %d files", name, len(files))
		}
	}
}
