package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestSkeleton: a new analyzer, at the end of the list or within, builds, and so does the list
// with it.
func TestSkeleton(t *testing.T) {
	root := testmodule.Root()
	for _, name := range []string{"halting", "zones"} {
		files, err := skeleton(root, name)
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
		cmd := exec.Command("go", "build", "-overlay="+over, "./analyzers/"+name, "./analyzers/directive")
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
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

// TestSkeletonRefused: a name that is taken or cannot be that of a package is refused.
func TestSkeletonRefused(t *testing.T) {
	for _, name := range []string{"tombstone", "Upper", "", "a/b", "with-dash", "9lives"} {
		if files, err := skeleton(testmodule.Root(), name); err == nil {
			t.Errorf("%q: %d files", name, len(files))
		}
	}
}
