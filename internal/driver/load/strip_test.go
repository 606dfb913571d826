package load

import (
	"bytes"
	"crypto/sha256"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestStrip(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"body", "func f() { g(\"}\") }", "func f() {        }"},
		{"interface result", "func f() interface{ M() } { return nil }", "func f() interface{ M() } {            }"},
		{"struct result", "func f() (x struct{ a int }) { x() }", "func f() (x struct{ a int }) {     }"},
		{"array of structs", "func f() []struct{} { x() }", "func f() []struct{} {     }"},
		{"type parameters", "func f[T interface{ ~int }](x T) { x() }", "func f[T interface{ ~int }](x T) {     }"},
		{"func parameter", "func f(g func() struct{}) { g() }", "func f(g func() struct{}) {     }"},
		{"method", "func (t *T) f() { a /* } */ b }", "func (t *T) f() {             }"},
		{"runes", "func f() { x = '}' + '\\'' + '{' }", "func f() {                      }"},
		{"raw", "func f() { x = `}\n}` }\nvar y int", "func f() {       \n   }\nvar y int"},
		{"no body", "func f()\nfunc g() { x }", "func f()\nfunc g() {   }"},
		{"literal", "var f = func() { x }", "var f = func() { x }"},
		{"indented", " func f() { x }", " func f() { x }"},
		{"unclosed", "func f() { x", "func f() { x"},
		{"many lines", "func f(\n\ta int,\n) {\n\tx()\n}\n", "func f(\n\ta int,\n) {\n\t   \n}\n"},
		{"comment before body", "func f() /* { */ { x } // {", "func f() /* { */ {   } // {"},
		{"name begins with func", "function { x }", "function { x }"},
	}
	for _, test := range tests {
		want := strings.ReplaceAll(test.want, "\t   ", "    ")
		if got := string(Strip([]byte(test.src))); got != want {
			t.Errorf("%s:\n got %q\nwant %q", test.name, got, want)
		}
	}
}

// Stripped text has the same declarations at the same places, on all of the
// standard library's net and go folders.
func TestStripKeepsDeclarations(t *testing.T) {
	var files []string
	for _, dir := range []string{"go/types", "net/http", "reflect", "runtime", "encoding/json"} {
		names, _ := filepath.Glob(filepath.Join(runtime.GOROOT(), "src", filepath.FromSlash(dir), "*.go"))
		files = append(files, names...)
	}
	if len(files) == 0 {
		t.Skip("no sources of the standard library")
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		checkStrip(t, name, src)
	}
}

func checkStrip(t *testing.T, name string, src []byte) {
	stripped := Strip(bytes.Clone(src))
	if len(stripped) != len(src) || bytes.Count(stripped, []byte("\n")) != bytes.Count(src, []byte("\n")) {
		t.Fatalf("%s: the text has moved", name)
	}
	whole, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		return // any text will do for what does not parse
	}
	part, err := parser.ParseFile(token.NewFileSet(), name, stripped, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%s: stripped text does not parse: %v", name, err)
	}
	if len(whole.Decls) != len(part.Decls) {
		t.Fatalf("%s: %d declarations, %d when stripped", name, len(whole.Decls), len(part.Decls))
	}
	for i, d := range whole.Decls {
		if d.Pos() != part.Decls[i].Pos() || d.End() != part.Decls[i].End() {
			t.Errorf("%s: declaration %d has moved", name, i)
		}
		if fd, ok := part.Decls[i].(*ast.FuncDecl); ok && fd.Body != nil && len(fd.Body.List) > 0 && src[fd.Pos()-1] == 'f' &&
			(fd.Pos() == 1 || src[fd.Pos()-2] == '\n') {
			t.Errorf("%s: %s has a body left", name, fd.Name.Name)
		}
	}
}

func FuzzStrip(f *testing.F) {
	f.Add([]byte("package a\n\nfunc f() interface{} { return '}' }\n"))
	f.Add([]byte("package a\nfunc f[T any](x func(struct{})) (y []struct{}) { `\n` }\nvar x = `func f() {`"))
	f.Add([]byte("func\"\\"))
	f.Fuzz(func(t *testing.T, src []byte) {
		checkStrip(t, "fuzz.go", src)
	})
}

func TestHashDeclarations(t *testing.T) {
	hash := func(src string) string {
		h := sha256.New()
		HashDeclarations(h, []byte(src))
		return string(h.Sum(nil))
	}
	base := hash("package a\n\nfunc f() { x }\n")
	if hash("package a\n\nfunc f() { x\n\ty }\n") != base {
		t.Error("a body counts")
	}
	if hash("package a\n\nfunc f(int) { x }\n") == base {
		t.Error("a signature does not count")
	}
	if hash("package a\n\nvar f = \"a  b\"\n") == hash("package a\n\nvar f = \"a b\"\n") {
		t.Error("a constant does not count")
	}
}
