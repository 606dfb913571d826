package suppress

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/claim"
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
		{"//nolint: k8slint", Directive{Names: []string{"k8slint"}}, true},
		{"// nolint:k8slint", Directive{Names: []string{"k8slint"}, Blank: true}, true},
		{"//k8slint:ignore cachemutate/write the map is ours", Directive{Own: true, Names: []string{"cachemutate/write"}, Reason: "the map is ours"}, true},
		{"//k8slint:ignore a, b/c,d // the map is ours", Directive{Own: true, Names: []string{"a", "b/c", "d"}, Reason: "the map is ours"}, true},
		{"//k8slint:ignore a\tours", Directive{Own: true, Names: []string{"a"}, Reason: "ours"}, true},
		{"//k8slint:ignore cachemutate", Directive{Own: true, Names: []string{"cachemutate"}}, true},
		{"// k8slint:ignore cachemutate why", Directive{Own: true, Names: []string{"cachemutate"}, Reason: "why", Blank: true}, true},
		{"//k8slint:ignore", Directive{Own: true, Idle: "//k8slint:ignore without a name silences nothing"}, true},
		{"//k8slint:ignored", Directive{}, false},
		{"//k8slint:shared", Directive{}, false},
		{"//nolint:k8slint because", Directive{Names: []string{"k8slint"}, Malformed: true}, true},
		{"//nolint", Directive{Idle: "//nolint without a name does not silence k8slint"}, true},
		{"// nolint // a reason", Directive{Idle: "//nolint without a name does not silence k8slint", Blank: true}, true},
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
	f.Add("//k8slint:ignore a, b/c d")
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

// claimed are the categories of these tests.
var claimed = claim.Declare("cachemutate", claim.Claim{Category: "write"}, claim.Claim{Category: "call"})

// TestNoSuch: which names stand for nothing.
func TestNoSuch(t *testing.T) {
	for name, want := range map[string]string{
		"k8slint":                            "",
		"cachemutate":                        "",
		"cachemutate/" + claimed[1].Category: "",
		"cachemutate/colour":                 "cachemutate has no category colour",
		"cachemutate/cal":                    "cachemutate has no category cal; did you mean call?",
		"cachemutat/write":                   "no analyzer cachemutat; did you mean cachemutate?",
		"gosec":                              "no analyzer gosec",
	} {
		if got := NoSuch(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// A directive silences the categories that it names.
func TestCategories(t *testing.T) {
	for comment, want := range map[string]string{
		"//k8slint:ignore cachemutate/write a":  "write",
		"//k8slint:ignore cachemutate/call a":   "call",
		"//k8slint:ignore cachemutate a":        "write call",
		"//k8slint:ignore k8slint a":            "write call",
		"//nolint:cachemutate // a":             "write call",
		"//nolint:cachemutate/write // a":       "",
		"// nolint:cachemutate // a":            "",
		"// k8slint:ignore cachemutate/write a": "",
		"//k8slint:ignore rvassign/write a":     "",
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "a.go", "package a\nvar A = 1 "+comment+"\n", parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		set := New(fset, []*ast.File{file})
		var got []string
		for _, category := range []string{"write", "call"} {
			if set.Silences(fset, "cachemutate", category, file.Decls[0].Pos()) {
				got = append(got, category)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s silences %q, want %q", comment, got, want)
		}
		if used := set.Entries()[0].Silenced(set.Entries()[0].Names[0]); used != (want != "") {
			t.Errorf("%s: used is %v", comment, used)
		}
	}
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
		"// nolint:gosec,cachemutate // blank":  "a blank after the slashes makes this no directive; write //nolint:cachemutate",
		"// nolint:gosec // blank":              "",
		"// k8slint:ignore cachemutate/write a": "a blank after the slashes makes this no directive; write //k8slint:ignore cachemutate/write",
		"//nolint:cachemutate/write // why":     "//nolint takes no category; write //k8slint:ignore cachemutate/write",
		"//k8slint:ignore cachemutate/wirte a":  "cachemutate has no category wirte; did you mean write?",
		"//k8slint:ignore cachemutate/call a":   "",

		"//k8slint:ignore cachemutatee/write a": "no analyzer cachemutatee; did you mean cachemutate?",
		"//k8slint:ignore":                      "//k8slint:ignore without a name silences nothing",
		"//k8slint:ignore cachemutate/write a":  "",
		"// the linter is wrong about this one": "",
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "a.go", "package a\nvar A = 1 "+comment+"\n", parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		set := New(fset, []*ast.File{file})
		if got := set.WhyNot(fset, "cachemutate", "write", file.Decls[0].Pos()); got != want {
			t.Errorf("%s: %q, want %q", comment, got, want)
		}
		if got := set.WhyNot(fset, "cachemutate", "write", file.Package); got != "" {
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
	//nolint:k8slint // alone, above a remark and another directive
	// This is our own fake.
	//nolint:other // of another linter
	m[9] = map[int]int{ // hit
		1: 1, // hit
	}[1] // hit
	m[10] = 10
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
		if set.Silences(fset, "cachemutate", "write", tf.LineStart(i+1)) {
			got = append(got, name)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("silenced\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for i, e := range set.Entries() {
		if used := e.Silenced(e.Names[0]); used != (e.Names[0] == Suite && !strings.HasPrefix(e.Reason, "nothing")) {
			t.Errorf("directive %d: used is %v", i, used)
		}
	}
}
