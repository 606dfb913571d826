package indent

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// TestAt: the indentation of a file, whatever its author uses.
func TestAt(t *testing.T) {
	tests := []struct{ name, src, outer, inner string }{
		{"tabs", "package p\n\nfunc f() {\n\tif true {\n\t\tprintln()\n\t}\n}\n", "\t\t", "\t\t\t"},
		{"four spaces", "package p\n\n/*\n * f\n */\nfunc f() {\n    if true {\n        println()\n    }\n}\n", "        ", "            "},
		{"two spaces, CRLF", "package p\r\n\r\nfunc f() {\r\n  if true {\r\n    println()\r\n  }\r\n}\r\n", "    ", "      "},
		{"both", "package p\n\nfunc f() {\n\tif true {\n\t  println()\n\t}\n}\n", "\t  ", "\t  \t"},
		{"none", "package p\n\nfunc f() {\nif true {\nprintln()\n}\n}\n", "", "\t"},
		{"not alone", "package p\n\nfunc f() { if true { println() } }\n", "", "\t"},
		{"a line directive", "package p\n\nfunc f() {\n    if true {\n//line x.go:1:40\n        println()\n    }\n}\n", "        ", "            "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "p.go")
			if err := os.WriteFile(name, []byte(test.src), 0o666); err != nil {
				t.Fatal(err)
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			pass := &analysis.Pass{Fset: fset, ReadFile: os.ReadFile}
			ast.Inspect(f, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if got := At(pass, call.Pos()); got != (Indent{test.outer, test.inner}) {
						t.Errorf("got %q", got)
					}
				}
				return true
			})
		})
	}
}
