package attempt

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

const named = `package named

type Annotated interface{ GetAnnotations() map[string]string }

type Labelled interface {
	Annotated
	SetLabels(map[string]string)
}

type Cluster string

func From(o Annotated) Cluster            { return "" }
func In(name Cluster, o Annotated) string { return "" }
func Mark(o Labelled)                     {}
func Decode(text string, into any)        {}
func With(o Annotated, f func())          {}
func (c Cluster) Of(o Annotated) bool     { return false }
`

// TestAsksOnly: a package that knows nothing of Kubernetes leaves an object alone that it can only ask.
func TestAsksOnly(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "named.go", named, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
	if _, err := new(types.Config).Check("example.com/named", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"From": true, "In": true, "Mark": false, "Decode": false, "With": false, "Of": false}
	for _, d := range file.Decls {
		decl, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		fn := info.Defs[decl.Name].(*types.Func)
		if got := asksOnly(&callee{called: called{fn: fn, sig: fn.Signature()}}); got != want[fn.Name()] {
			t.Errorf("%s: %v, want %v", fn.Name(), got, !got)
		}
	}
}
