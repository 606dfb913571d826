package contract

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"
)

const src = `package a

// Get does things.
//
//k8slint:returns-copy // by conversion
func Get() *T

//k8slint:writes obj, t
func (t *T) Fill(obj *O, n int)

type I interface {
	//k8slint:shared
	A() *O
	B(o *O) //k8slint:writes o
}

//k8slint:writes p
//k8slint:writes
//k8slint:return-copy
//k8slint:shared now
func Wrong(o *O)

//k8slint:shared
//k8slint:returns-copy
func Both() *O

//k8slint:writes	o
func Tab(o *O) {
	o.N = 1 //k8slint:ignore	cachemutate	our own object
}

//k8slint:shared
var v int

//k8slint:does write $0/Labels; ret0=$1 // of the store
func (t *T) Merge(o *O) *O

//k8slint:does ret1=$0
//k8slint:does write $2
//k8slint:does write
//k8slint:does captured
func Wrongly(a, b *O) *O
`

func parseSource(t testing.TB, src string) *ast.File {
	f, err := parser.ParseFile(token.NewFileSet(), "a.go", src, parser.ParseComments)
	if err != nil {
		t.Skip(err)
	}
	return f
}

// TestContracts: what a contract comment says of the function below it.
func TestContracts(t *testing.T) {
	got := make(map[string]Contract)
	ast.Inspect(parseSource(t, src), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			got[n.Name.Name] = OfFunc(n)
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				got[m.Names[0].Name] = OfMethod(m)
			}
		}
		return true
	})
	want := map[string]Contract{
		"Get":   {ReturnsCopy: true},
		"Fill":  {Writes: []string{"obj", "t"}},
		"A":     {Shared: true},
		"B":     {Writes: []string{"o"}},
		"Wrong": {Shared: true},
		"Both":  {},
		"Tab":   {Writes: []string{"o"}},

		"Merge":   {Does: "write $0/Labels; ret0=$1"},
		"Wrongly": {},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// TestProblems: a malformed contract is a problem that names its mistake.
func TestProblems(t *testing.T) {
	want := []string{"names p, which is not a parameter", "names no parameter", "return-copy is unknown", "takes no arguments", "contradict each other", "must stand directly above a function",
		"there is no result 1", "there is no parameter $2", `"write": want write`, `"captured": want one of`}
	got := Problems(parseSource(t, src))
	if len(got) != len(want) {
		t.Fatalf("got %d problems, want %d: %v", len(got), len(want), got)
	}
	for i, p := range got {
		if !strings.Contains(p.Message, want[i]) {
			t.Errorf("problem %d: %q, want %q", i, p.Message, want[i])
		}
	}
}

// FuzzProblems: no text of a contract panics.
func FuzzProblems(f *testing.F) {
	f.Add("returns-copy")
	f.Add("writes a,b // c")
	f.Add("does write $0/Labels; call $0(cache,_)")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "\r\n") {
			t.Skip()
		}
		file := parseSource(t, "package a\n\n//k8slint:"+text+"\nfunc f(a int)\n")
		Problems(file)
	})
}
