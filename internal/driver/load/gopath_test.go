package load_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/k8slint/k8slint/internal/driver/load"
)

// TestVendoredInGOPATH loads a repository of the time before modules: what it
// vendors is no code of its own, and is analysed only if it can hold objects.
func TestVendoredInGOPATH(t *testing.T) {
	root := t.TempDir()
	repo := filepath.Join(root, "src", "example.com", "controller")
	for name, text := range map[string]string{
		"main.go":                                           "package main\n\nimport (\n\t_ \"example.com/controller/pkg\"\n\t_ \"example.com/plain\"\n\t_ \"example.com/helper\"\n)\n\nfunc main() {}\n",
		"pkg/pkg.go":                                        "package pkg\n",
		"vendor/example.com/plain/plain.go":                 "package plain\n",
		"vendor/example.com/helper/help.go":                 "package helper\n\nimport _ \"k8s.io/apimachinery/pkg/runtime\"\n",
		"vendor/k8s.io/apimachinery/doc.go":                 "package apimachinery\n",
		"vendor/k8s.io/apimachinery/pkg/runtime/runtime.go": "package runtime\n",
	} {
		path := filepath.Join(repo, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOPATH", root)
	t.Setenv("GO111MODULE", "off")
	t.Setenv("GOFLAGS", "")
	g, err := load.Load(load.Config{Context: t.Context(), Dir: repo}, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]load.Role{
		"example.com/controller":                                        load.Findings,
		"example.com/controller/pkg":                                    load.Facts,
		"example.com/controller/vendor/example.com/helper":              load.Facts,
		"example.com/controller/vendor/example.com/plain":               load.Types,
		"example.com/controller/vendor/k8s.io/apimachinery/pkg/runtime": load.Types,
	}
	for _, p := range g.Packages {
		if role, ok := want[p.Path]; ok && role != p.Role {
			t.Errorf("%s has role %d, want %d", p.Path, p.Role, role)
		}
		delete(want, p.Path)
	}
	for path := range want {
		t.Errorf("%s is not loaded", path)
	}
}
