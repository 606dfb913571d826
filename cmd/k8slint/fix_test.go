package main

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/driver"
)

// object is a package with a cached object, so that a fix can be tested
// without Kubernetes' libraries.
const object = `package m

type Obj struct{ Labels map[string]string }

func (o *Obj) DeepCopy() *Obj {
	out := *o
	out.Labels = map[string]string{}
	for k, v := range o.Labels {
		out.Labels[k] = v
	}
	return &out
}

//k8slint:shared
func Get(n string) (*Obj, error) { return nil, nil }

//k8slint:shared
func List() []*Obj { return nil }

`

// TestFixPlaces runs -fix on code in which the end of a line is not what it
// seems. What it writes is silent and differs by whole lines; where it does
// not know how, the finding and the file stay.
func TestFixPlaces(t *testing.T) {
	const plain = "func F() {\n\to, err := Get(\"F\")\n\tif err != nil {\n\t\treturn\n\t}\n\to.Labels[\"a\"] = \"b\"\n}\n"
	tests := []struct {
		name, src string
		fixed     bool
	}{
		{"plain", plain, true},
		{"line of another file", "//line tmpl.src:2\n" + plain, false},
		{"line of this file, before", "//line a.go:2\n" + plain, true},
		{"line of this file, behind", "//line a.go:2000\n" + plain, true},
		{"line with column", strings.Replace(plain, "\tif err", "\t/*line a.go:7:90*/ if err", 1), true},
		{"line in the function", strings.Replace(plain, "\tif err", "//line a.go:1\n\tif err", 1), true},
		{"comment behind", strings.Replace(plain, "\t}\n\to.", "\t} // one\n\to.", 1), true},
		{"comment of two lines behind", strings.Replace(plain, "\t}\n\to.", "\t} /* one\n\ttwo */\n\to.", 1), true},
		{"comment of two lines behind the call", "func F() {\n\to, _ := Get(\"F\") /* one\n\ttwo */\n\to.Labels[\"a\"] = \"b\"\n}\n", true},
		{"comment of two lines at the head of a loop", "func F() {\n\tfor _, o := range List() { /* one\n\t\ttwo */\n\t\to.Labels[\"a\"] = \"b\"\n\t}\n}\n", true},
		{"comment of two lines in the call", "func F() {\n\to, _ := Get( /* one\n\ttwo */ \"F\")\n\to.Labels[\"a\"] = \"b\"\n}\n", true},
	}
	for name, eol := range map[string]string{"lf": "\n", "crlf": "\r\n"} {
		t.Run(name, func(t *testing.T) {
			// A package for each, in one module: the go command takes longer than the fixes.
			dir := t.TempDir()
			put(t, filepath.Join(dir, "go.mod"), []byte("module ex.example/m\n\ngo 1.26\n"))
			file := func(i int) string { return filepath.Join(dir, fmt.Sprintf("p%d", i), "a.go") }
			old := func(i int) string { return strings.ReplaceAll(object+tests[i].src, "\n", eol) }
			for i := range tests {
				if err := os.Mkdir(filepath.Dir(file(i)), 0o777); err != nil {
					t.Fatal(err)
				}
				put(t, file(i), []byte(old(i)))
			}
			t.Setenv("GOWORK", "off")
			t.Setenv("GOFLAGS", "")
			var stdout, stderr bytes.Buffer
			if code := driver.Run(analyzers.New, []string{"-C", dir, "-cache=off", "-fix", "./..."}, &stdout, &stderr); code != 3 {
				t.Errorf("exit %d\n%s%s", code, &stdout, &stderr)
			}
			var after, errors bytes.Buffer
			if code := driver.Run(analyzers.New, []string{"-C", dir, "-cache=off", "./..."}, &after, &errors); code != 3 || after.String() != stdout.String() {
				t.Errorf("then exit %d\n%s%s\nnot:\n%s", code, &after, &errors, &stdout)
			}
			for i, test := range tests {
				t.Run(test.name, func(t *testing.T) {
					data, err := os.ReadFile(file(i))
					if err != nil {
						t.Fatal(err)
					}
					got := string(data)
					if _, err := parser.ParseFile(token.NewFileSet(), "a.go", got, 0); err != nil {
						t.Fatalf("%v\n%s", err, got)
					}
					// A //line comment can give the finding another file.
					left := strings.Contains(stdout.String(), fmt.Sprintf("p%d/", i))
					if !test.fixed && (!left || got != old(i)) {
						t.Errorf("fixed, or not found:\n%s%s", &stdout, got)
					}
					if test.fixed && (left || strings.Count(got, "o = o.DeepCopy()") != 1) {
						t.Errorf("not fixed:\n%s%s", &stdout, got)
					}
				})
			}
		})
	}
}
