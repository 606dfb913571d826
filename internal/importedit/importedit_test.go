package importedit_test

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/importedit"
)

// TestName asks for the name of sigs.k8s.io/controller-runtime/pkg/builder in a file, and makes the
// edit that imports it.
func TestName(t *testing.T) {
	const path = "sigs.k8s.io/controller-runtime/pkg/builder"
	for name, test := range map[string]struct {
		file string
		name string
		want string // the file with the edit, "" if it stays as it is
	}{
		"imported":           {file: "package p\n\nimport \"" + path + "\"\n", name: "builder"},
		"another name":       {file: "package p\n\nimport b \"" + path + "\"\n", name: "b"},
		"blank":              {file: "package p\n\nimport _ \"" + path + "\"\n", name: ""},
		"dot":                {file: "package p\n\nimport . \"" + path + "\"\n", name: ""},
		"taken":              {file: "package p\n\nimport \"fmt\"\n\nfunc builder() { fmt.Println() }\n", name: ""},
		"taken by an import": {file: "package p\n\nimport builder \"fmt\"\n\nvar _ = builder.Sprint()\n", name: ""},
		"nothing before":     {file: "package p\n", name: ""},
		"alone": {
			file: "package p\n\nimport \"fmt\"\n", name: "builder",
			want: "package p\n\nimport \"fmt\"\nimport \"" + path + "\"\n",
		},
		"behind those of Kubernetes": {
			file: "package p\n\nimport (\n\t\"fmt\"\n\n\t\"k8s.io/api/core/v1\"\n\n\t\"example.com/a\"\n)\n", name: "builder",
			want: "package p\n\nimport (\n\t\"fmt\"\n\n\t\"k8s.io/api/core/v1\"\n\t\"" + path + "\"\n\n\t\"example.com/a\"\n)\n",
		},
		"behind the last": {
			file: "package p\n\nimport (\n\t\"fmt\"\n)\n", name: "builder",
			want: "package p\n\nimport (\n\t\"fmt\"\n\t\"" + path + "\"\n)\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, "p.go", test.file, 0)
			if err != nil {
				t.Fatal(err)
			}
			info := &types.Info{Implicits: map[ast.Node]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
			check := types.Config{Error: func(error) {}} // imported packages are not there
			pkg, _ := check.Check("p", fset, []*ast.File{file}, info)
			pass := &analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, ReadFile: func(string) ([]byte, error) { return []byte(test.file), nil }}
			got, edits := importedit.Name(pass, file, path, "builder")
			if got != test.name {
				t.Errorf("the name is %q, want %q", got, test.name)
			}
			if test.want == "" {
				if len(edits) > 0 {
					t.Errorf("%d edits, want none", len(edits))
				}
				return
			}
			if len(edits) != 1 {
				t.Fatalf("%d edits, want one", len(edits))
			}
			at := fset.Position(edits[0].Pos).Offset
			src := test.file[:at] + string(edits[0].NewText) + test.file[at:]
			if src != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", src, test.want)
			}
			if formatted, err := format.Source([]byte(src)); err != nil || string(formatted) != src {
				t.Errorf("not formatted (%v):\n%s", err, formatted)
			}
		})
	}
}

// TestAs imports packages by another name than their own, and those of the standard library beside
// the others of it.
func TestAs(t *testing.T) {
	const src = "package p\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\n\t\"k8s.io/api/core/v1\"\n)\n"
	for _, test := range []struct{ path, own, name, want string }{
		{"k8s.io/apimachinery/pkg/api/errors", "errors", "apierrors", "package p\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\n\t\"k8s.io/api/core/v1\"\n\tapierrors \"k8s.io/apimachinery/pkg/api/errors\"\n)\n"},
		{"errors", "errors", "errors", "package p\n\nimport (\n\t\"context\"\n\t\"errors\"\n\t\"fmt\"\n\n\t\"k8s.io/api/core/v1\"\n)\n"},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", src, 0)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{Implicits: map[ast.Node]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
		check := types.Config{Error: func(error) {}}
		pkg, _ := check.Check("p", fset, []*ast.File{file}, info)
		pass := &analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, ReadFile: func(string) ([]byte, error) { return []byte(src), nil }}
		name, edits := importedit.As(pass, file, test.path, test.own, test.name)
		if name != test.name || len(edits) != 1 {
			t.Fatalf("%s: the name is %q, with %d edits", test.path, name, len(edits))
		}
		at := fset.Position(edits[0].Pos).Offset
		if got := src[:at] + string(edits[0].NewText) + src[at:]; got != test.want {
			t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
		}
	}
}

// TestDrop removes imports with their lines, and no others.
func TestDrop(t *testing.T) {
	for _, test := range []struct{ imports, want string }{
		{"\t\"fmt\"\n\t\"reflect\"\n\n\t\"k8s.io/api/core/v1\"\n", "\t\"fmt\"\n\n\t\"k8s.io/api/core/v1\"\n"},
		{"\t\"reflect\"\n\n\t\"k8s.io/api/core/v1\"\n", "\t\"k8s.io/api/core/v1\"\n"},
		{"\t\"k8s.io/api/core/v1\"\n\n\t\"reflect\"\n", "\t\"k8s.io/api/core/v1\"\n"},
		{"\t\"fmt\"\n\n\t\"reflect\"\n\n\t\"k8s.io/api/core/v1\"\n", "\t\"fmt\"\n\n\t\"k8s.io/api/core/v1\"\n"},
		{"\t\"fmt\"\n\t// for deep copies\n\t\"reflect\"\n", ""},
		{"\t\"fmt\"\n\t\"reflect\" // for comparisons\n", ""},
		{"\t\"fmt\"; \"reflect\"\n", ""},
		{"\t\"reflect\"\n", ""},
		{"\t\"fmt\"\n\t\"strings\"\n", ""},
	} {
		src := "package p\n\nimport (\n" + test.imports + ")\n"
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		edits := importedit.Drop(&analysis.Pass{Fset: fset}, file, "reflect")
		if (len(edits) == 0) != (test.want == "") {
			t.Errorf("%d edits of\n%s", len(edits), src)
		}
		for _, e := range edits {
			got := src[:fset.Position(e.Pos).Offset] + src[fset.Position(e.End).Offset:]
			if want := "package p\n\nimport (\n" + test.want + ")\n"; got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		}
	}
}
