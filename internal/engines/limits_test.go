package engines_test

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

// What one reader can hold in mind.
const (
	maxMethods = 30 // of a type
	maxFiles   = 4  // in which the methods of a type lie
	maxLines   = 80 // of a function, from its first to its last line
)

// longOnPurpose are the functions that may be longer, each with the reason.
var longOnPurpose = map[string]string{
	"internal/ownership execution.instr": "one case for each kind of instruction",
}

// TestLimits: no type has too many methods, or methods in too many files, and no
// function is too long. A type that grows beyond is several, each with one job.
func TestLimits(t *testing.T) {
	root := testmodule.Root()
	types := map[string]map[string]int{} // methods by file, by "folder type"
	functions := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != root && (d.Name() == "testdata" || d.Name()[0] == '.'):
			return filepath.SkipDir
		case d.IsDir(), filepath.Ext(name) != ".go", strings.HasSuffix(name, "_test.go"):
			return nil
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		folder := filepath.ToSlash(filepath.Dir(rel))
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			functions++
			id := folder + " " + fn.Name.Name
			if fn.Recv != nil {
				of := folder + " " + receiverName(fn.Recv.List[0].Type)
				if types[of] == nil {
					types[of] = map[string]int{}
				}
				types[of][rel]++
				id = of + "." + fn.Name.Name
			}
			lines := fset.Position(fn.End()).Line - fset.Position(fn.Pos()).Line + 1
			if lines > maxLines && longOnPurpose[id] == "" {
				t.Errorf("%s: %s has %d lines, at most %d are allowed", rel, id, lines, maxLines)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for of, files := range types {
		methods := 0
		for _, n := range files {
			methods += n
		}
		if methods > maxMethods || len(files) > maxFiles {
			t.Errorf("%s has %d methods in %d files, at most %d in %d are allowed", of, methods, len(files), maxMethods, maxFiles)
		}
	}
	if functions < 1000 || len(types) < 100 {
		t.Errorf("only %d functions and %d types with methods", functions, len(types))
	}
}

// receiverName is the name of the type of a method's receiver.
func receiverName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiverName(t.X)
	case *ast.IndexExpr:
		return receiverName(t.X)
	case *ast.IndexListExpr:
		return receiverName(t.X)
	case *ast.Ident:
		return t.Name
	}
	return "?"
}
