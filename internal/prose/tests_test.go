package prose

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestTestsSayWhatTheyTest: each test function of the repository has a comment.
func TestTestsSayWhatTheyTest(t *testing.T) {
	root, fset, n := testmodule.Root(), token.NewFileSet(), 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && (name == "testdata" || name == "examples" || name == "node_modules" || path != root && strings.HasPrefix(name, ".")):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range f.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Test") && fn.Name.Name != "TestMain" {
				if n++; fn.Doc == nil {
					t.Errorf("%s: %s does not say what it tests", fset.Position(fn.Pos()), fn.Name.Name)
				}
			}
		}
		return nil
	})
	if err != nil || n < 500 {
		t.Fatalf("%d tests, %v", n, err)
	}
}
