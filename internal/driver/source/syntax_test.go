package source

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/driver/listing"
)

// TestHeadOf: only a function has a head, which ends with the brace of its body.
func TestHeadOf(t *testing.T) {
	for _, test := range []struct{ chunk, want string }{
		{"func F() {\n\tx := \n}\n", "func F() {"},
		{"// F does. {\nfunc F(a int) (int, error) { return ) }\n", "// F does. {\nfunc F(a int) (int, error) {"},
		{"func (r *R[T]) F(x struct{ A int }) interface{ M() } {\n\tx(\n}\n", "func (r *R[T]) F(x struct{ A int }) interface{ M() } {"},
		{"func F(f func() struct{}) map[string]struct{} {\n<<<<<<< HEAD\n}\n", "func F(f func() struct{}) map[string]struct{} {"},
		{"func F(a int, /* { */ b string,\n\tc []int) { // {\n", "func F(a int, /* { */ b string,\n\tc []int) {"},
		{"func F(a int {\n\tx()\n}\n", ""},
		{"func F()\n{\n}\n", ""},
		{"func F(x struct {\n", ""},
		{"func {\n", ""},
		{"func", ""},
		{"functions {\n}\n", ""},
		{"var F = func() {\n\tx(\n}\n", ""},
		{"type F struct {\n\tx(\n}\n", ""},
		{"// func F() {\nvar x = []int{\n", ""},
		{"", ""},
	} {
		if got := test.chunk[:headOf([]byte(test.chunk))]; got != test.want {
			t.Errorf("the head of %q is %q, want %q", test.chunk, got, test.want)
		}
	}
}

// TestParseOnce: the text of a declaration that does not parse is parsed a fixed
// number of times, however many braces are in it. By the square of their number
// it would take minutes.
func TestParseOnce(t *testing.T) {
	const good = "\nfunc G() {\n\tF()\n}\n"
	for name, src := range map[string]string{
		"a table":    "package p\n\nvar Table = []R{" + strings.Repeat("\n\t{A: 1, B: `row`},", 20000) + "\n<<<<<<< HEAD\n}\n" + good,
		"nested":     "package p\n\nvar Table = " + strings.Repeat("R{", 30000) + "<<<<<<< HEAD" + strings.Repeat("}", 30000) + "\n" + good,
		"not closed": "package p\n" + good + "\nfunc F() {\n" + strings.Repeat("\tif x {\n", 30000),
		"a body":     "package p\n\nfunc F() {" + strings.Repeat("\n\tif x {\n\t\ty()\n\t}", 20000) + "\n=======\n}\n" + good,
		"markers":    "package p\n" + strings.Repeat("\nfunc F() {\n<<<<<<< HEAD\n=======\n>>>>>>> other\n}\n", 5000) + good,
	} {
		lost := NewLost()
		f, err := Parse(token.NewFileSet(), "p.go", []byte(src), parser.SkipObjectResolution, lost)
		if err == nil || f == nil {
			t.Errorf("%s: no error, or no file: %v", name, err)
			continue
		}
		kept := false
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Name.Name == "G" && fd.Body != nil {
				kept = true
			}
		}
		if !kept {
			t.Errorf("%s: G, which parses, is not kept", name)
		}
	}
}

// TestLargeFile: a file that is too large is not read, and named.
func TestLargeFile(t *testing.T) {
	dir := t.TempDir()
	large, small := filepath.Join(dir, "large.go"), filepath.Join(dir, "small.go")
	for name, size := range map[string]int64{large: listing.MaxSource + 1, small: 20} {
		if err := os.WriteFile(name, []byte("package p\n\n//"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(name, size); err != nil {
			t.Fatal(err)
		}
	}
	if src, err := ReadFile(small); err != nil || len(src) != 20 {
		t.Errorf("%d bytes, %v", len(src), err)
	}
	if src, err := ReadFile(large); err == nil || FileError(err) != "cannot read file: it is larger than 64 MiB" {
		t.Errorf("%d bytes, %v", len(src), err)
	}
}
