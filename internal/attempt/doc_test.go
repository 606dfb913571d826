package attempt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFiles: doc.go has a line for each file of the package.
func TestFiles(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if name != "doc.go" && !strings.HasSuffix(name, "_test.go") && !strings.Contains(string(doc), "\n//\t"+name+" ") {
			t.Errorf("doc.go has no line for %s", name)
		}
	}
	for line := range strings.Lines(string(doc)) {
		if name, _, ok := strings.Cut(strings.TrimPrefix(line, "//\t"), " "); ok && strings.HasSuffix(name, ".go") {
			if _, err := os.Stat(name); err != nil {
				t.Error(err)
			}
		}
	}
}
