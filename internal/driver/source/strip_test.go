package source

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestStrip: function bodies become spaces, so that positions stay.
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

// FuzzStrip: stripping keeps the declarations of any file.
func FuzzStrip(f *testing.F) {
	f.Add([]byte("package a\n\nfunc f() interface{} { return '}' }\n"))
	f.Add([]byte("package a\nfunc f[T any](x func(struct{})) (y []struct{}) { `\n` }\nvar x = `func f() {`"))
	f.Add([]byte("func\"\\"))
	f.Fuzz(func(t *testing.T, src []byte) {
		checkStrip(t, "fuzz.go", src)
	})
}

// TestDigest: which edits change the digest of declarations.
func TestDigest(t *testing.T) {
	digest := func(files ...string) [32]byte {
		var d Digest
		for _, src := range files {
			d.Add([]byte(src))
		}
		return d.Sum()
	}
	tests := []struct {
		name          string
		before, after []string
		same          bool
	}{
		{"a body", []string{"package a\n\nfunc F() { x }\n"}, []string{"package a\n\nfunc F() { x\n\ty }\n"}, true},
		{"a signature", []string{"package a\n\nfunc F() { x }\n"}, []string{"package a\n\nfunc F(int) { x }\n"}, false},
		{"a constant", []string{"package a\n\nvar f = \"a  b\"\n"}, []string{"package a\n\nvar f = \"a b\"\n"}, false},
		{"a comment", []string{"package a\n\nvar F = 1 // one\n"}, []string{"package a\n\nvar F = 1 // uno\n"}, true},
		{"a comment more", []string{"package a\n\nvar F = 1 \n"}, []string{"package a\n\n// F is\n//\n//\tit.\nvar F = 1 // uno\n\n/* the\nend */\n"}, true},
		{"an empty line in a string", []string{"package a\n\nvar F = `\n\n`\n"}, []string{"package a\n\nvar F = `\n`\n"}, false},
		{"space at the end of a string", []string{"package a\n\nvar F = ` `\n"}, []string{"package a\n\nvar F = ``\n"}, false},
		{"where lines end", []string{"package a\n\nvar F = G\n(x)\n"}, []string{"package a\n\nvar F = G (x)\n"}, false},
		{"a directive", []string{"package a\n\n//k8slint:shared\nfunc F() *T { x }\n"}, []string{"package a\n\n//k8slint:returns-copy\nfunc F() *T { x }\n"}, false},
		{"what only looks like a comment", []string{"package a\n\nvar F = \"// one\"\n"}, []string{"package a\n\nvar F = \"// two\"\n"}, false},
		{"a comment with an end of line in it", []string{"package a\n\nvar F /* \n */ = 1\n"}, []string{"package a\n\nvar F /* */ = 1\n"}, false},
		{"a function of its own more", []string{"package a\n\nfunc F() { x }\n"}, []string{"package a\n\nfunc F() { x }\n\nfunc g() int { x }"}, true},
		{"a function of its own", []string{"package a\nfunc g() int { x }\n"}, []string{"package a\nfunc g() string { x }\n"}, true},
		{"a function that a variable has its type from", []string{"package a\nfunc g() int { x }\n", "package a\nvar V = g()\n"}, []string{"package a\nfunc g() string { x }\n", "package a\nvar V = g()\n"}, false},
		{"a method", []string{"package a\nfunc (t T) g() int { x }\n"}, []string{"package a\nfunc (t T) g() string { x }\n"}, false},
		{"cgo", []string{"package a\n// int x;\nimport \"C\"\n"}, []string{"package a\n// int y;\nimport \"C\"\n"}, false},
	}
	for _, test := range tests {
		if same := digest(test.before...) == digest(test.after...); same != test.same {
			t.Errorf("%s: the same digest: %v, want %v", test.name, same, test.same)
		}
	}
}
