package suppress

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"
)

// TestParse: what a directive names, and its reason.
func TestParse(t *testing.T) {
	tests := []struct {
		comment string
		want    Directive
		ok      bool
	}{
		{"//nolint:cachemutate // a reason", Directive{Names: []string{"cachemutate"}, Reason: "a reason"}, true},
		{"//nolint:cachemutate,gosec // a // b", Directive{Names: []string{"cachemutate", "gosec"}, Reason: "a // b"}, true},
		{"// nolint: k8slint", Directive{Names: []string{"k8slint"}}, true},
		{"//nolint:k8slint because", Directive{Names: []string{"k8slint"}, Malformed: true}, true},
		{"//nolint", Directive{Idle: "//nolint without a name does not silence k8slint"}, true},
		{"// nolint // a reason", Directive{Idle: "//nolint without a name does not silence k8slint"}, true},
		{"//nolint:all // a reason", Directive{Names: []string{"all"}, Reason: "a reason", Idle: "//nolint:all does not silence k8slint, which wants a name"}, true},
		{"//nolintlint", Directive{}, false},
		{"//nolint:", Directive{}, false},
		{"//nolint:,", Directive{}, false},
		{"/*nolint:k8slint*/", Directive{}, false},
		{"// see nolint:k8slint", Directive{}, false},
	}
	for _, test := range tests {
		if got, ok := Parse(test.comment); ok != test.ok || ok && !reflect.DeepEqual(got, test.want) {
			t.Errorf("Parse(%q) = %+v, %v, want %+v, %v", test.comment, got, ok, test.want, test.ok)
		}
	}
}

// FuzzParse: no comment panics.
func FuzzParse(f *testing.F) {
	f.Add("//nolint:cachemutate // a reason")
	f.Add("// nolint: a , b")
	f.Add("//nolint:a\r")
	f.Fuzz(func(t *testing.T, comment string) {
		d, ok := Parse(comment)
		if ok != (len(d.Names) > 0 || d.Idle != "") {
			t.Errorf("Parse(%q) = %+v, %v", comment, d, ok)
		}
		for _, name := range d.Names {
			if name == "" || strings.ContainsAny(name, ", \t\n") {
				t.Errorf("Parse(%q): name %q", comment, name)
			}
		}
	})
}

// TestWhyNot: why the finding on the second line stays.
func TestWhyNot(t *testing.T) {
	for comment, want := range map[string]string{
		"//nolint":                              "//nolint without a name does not silence k8slint",
		"//nolint:all // a reason":              "//nolint:all does not silence k8slint, which wants a name",
		"//nolint:cachemutatee // a reason":     "no analyzer cachemutatee; did you mean cachemutate?",
		"//nolint:gosec,cachmutate":             "no analyzer cachmutate; did you mean cachemutate?",
		"//nolint:CacheMutate // a reason":      "no analyzer CacheMutate; did you mean cachemutate?",
		"//nolint:k8lint // a reason":           "no analyzer k8lint; did you mean k8slint?",
		"//nolint:gosec // a reason":            "",
		"//nolint:rvassign // another's":        "",
		"// the linter is wrong about this one": "",
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "a.go", "package a\nvar A = 1 "+comment+"\n", parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		set := New(fset, []*ast.File{file})
		if got := set.WhyNot(fset, "cachemutate", file.Decls[0].Pos()); got != want {
			t.Errorf("%s: %q, want %q", comment, got, want)
		}
		if got := set.WhyNot(fset, "cachemutate", file.Package); got != "" {
			t.Errorf("%s: %q on another line", comment, got)
		}
	}
}

// The lines that say "hit" are silenced, no others.
func TestRange(t *testing.T) {
	const src = `package a

func f(m map[int]int) {
	m[1] = 1 //nolint:k8slint // hit
	m[2] = 2
	//nolint:k8slint // alone
	m[3] = 3 // hit
	m[4] = 4
	if len(m) > 0 { //nolint:k8slint // hit: the whole statement
		m[5] = 5 // hit
	} // hit
	m[6] = 6
}

//nolint:k8slint // the whole function
func g(m map[int]int) { // hit
	m[7] = 7 // hit
} // hit

func h(m map[int]int) {
	go f( // no
		m, //nolint:other // not ours
	)
	//nolint:k8slint // nothing in this column on the next line

	m[8] = 8
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	set := New(fset, []*ast.File{file})
	tf := fset.File(file.Pos())
	var got, want []string
	for i, line := range strings.Split(src, "\n") {
		code := strings.TrimSpace(line)
		if code == "" || strings.HasPrefix(code, "//") {
			continue
		}
		name := fmt.Sprintf("%d %s", i+1, code)
		if strings.Contains(line, "// hit") {
			want = append(want, name)
		}
		if set.Silences(fset, "cachemutate", tf.LineStart(i+1)) {
			got = append(got, name)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("silenced\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for i, e := range set.Entries() {
		if used := e.Silenced(Suite); used != (i < 4) {
			t.Errorf("directive %d: used is %v", i, used)
		}
	}
}
