package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/k8slint/k8slint/internal/models"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestModelsExample reads the example in docs/models.md.
func TestModelsExample(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(testmodule.Root(), "docs", "models.md"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindSubmatch(page)
	if m == nil {
		t.Fatal("docs/models.md has no example")
	}
	file, err := models.Parse("docs/models.md", m[1])
	if err != nil {
		t.Fatal(err)
	}
	if len(file.Sources) != 1 || len(file.Copies) != 1 || len(file.Writers) != 1 {
		t.Errorf("the example reads as %+v", file)
	}
}
