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
		{"comment of two lines behind", strings.Replace(plain, "\t}\n\to.", "\t} /* one\n\ttwo */\n\to.", 1), false},
		{"comment of two lines behind the call", "func F() {\n\to, _ := Get(\"F\") /* one\n\ttwo */\n\to.Labels[\"a\"] = \"b\"\n}\n", false},
		{"comment of two lines at the head of a loop", "func F() {\n\tfor _, o := range List() { /* one\n\t\ttwo */\n\t\to.Labels[\"a\"] = \"b\"\n\t}\n}\n", false},
		{"comment of two lines in the call", "func F() {\n\to, _ := Get( /* one\n\ttwo */ \"F\")\n\to.Labels[\"a\"] = \"b\"\n}\n", true},
	}
	for _, eol := range []string{"\n", "\r\n"} {
		for _, test := range tests {
			t.Run(fmt.Sprintf("%s %q", test.name, eol), func(t *testing.T) {
				old := strings.ReplaceAll(object+test.src, "\n", eol)
				dir := t.TempDir()
				put(t, filepath.Join(dir, "go.mod"), []byte("module ex.example/m\n\ngo 1.26\n"))
				put(t, filepath.Join(dir, "a.go"), []byte(old))
				t.Setenv("GOWORK", "off")
				t.Setenv("GOFLAGS", "")
				var stdout, stderr bytes.Buffer
				code := driver.Run(analyzers.New, []string{"-C", dir, "-cache=off", "-fix", "."}, &stdout, &stderr)
				data, err := os.ReadFile(filepath.Join(dir, "a.go"))
				if err != nil {
					t.Fatal(err)
				}
				got := string(data)
				if _, err := parser.ParseFile(token.NewFileSet(), "a.go", got, 0); err != nil {
					t.Fatalf("%v\n%s", err, got)
				}
				if !test.fixed {
					if code != 3 || got != old {
						t.Errorf("exit %d\n%s%s%s", code, &stdout, &stderr, got)
					}
					return
				}
				if code != 0 || strings.Count(got, "o = o.DeepCopy()") != 1 {
					t.Errorf("exit %d\n%s%s%s", code, &stdout, &stderr, got)
				}
				if code := driver.Run(analyzers.New, []string{"-C", dir, "-cache=off", "."}, &stdout, &stderr); code != 0 {
					t.Errorf("then exit %d\n%s%s%s", code, &stdout, &stderr, got)
				}
			})
		}
	}
}
