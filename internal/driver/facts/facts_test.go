package facts

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
)

type (
	nameFact struct {
		Name string
		At   []string
	}
	markFact struct{ N int }
)

func (*nameFact) AFact() {}
func (*markFact) AFact() {}

var analyzer = &analysis.Analyzer{Name: "a", FactTypes: []analysis.Fact{new(nameFact), new(markFact)}}

func init() { Register([]*analysis.Analyzer{analyzer}) }

const src = `package p

type T struct{ F, g int }

func (T) M() {}
func (*T) n() {}

type I interface{ A(); B() }

func Func(x int) { type local struct{ f int }; var _ local }
func unexported() {}

var V struct{ In int }
`

func check(t testing.TB) *types.Package {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object)}
	pkg, err := (&types.Config{Importer: importer.Default()}).Check("example.com/p", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

func lookup(pkg *types.Package, typ, member string) types.Object {
	obj := pkg.Scope().Lookup(typ)
	if member != "" {
		obj, _, _ = types.LookupFieldOrMethod(obj.Type(), true, pkg, member)
	}
	return obj
}

var objects = [][2]string{{"T", ""}, {"T", "F"}, {"T", "g"}, {"T", "M"}, {"T", "n"}, {"I", "A"}, {"I", "B"}, {"Func", ""}, {"V", ""}, {"V", "In"}}

// The same facts are the same bytes, in whatever order they came; and a second
// package with the same source gets them back.
func TestRoundTrip(t *testing.T) {
	pkg := check(t)
	var first []byte
	for i := range 20 {
		table := new(Table)
		order := rand.Perm(len(objects))
		for _, k := range order {
			o := objects[k]
			obj := lookup(pkg, o[0], o[1])
			table.Set(obj, &nameFact{Name: obj.Name(), At: []string{"p.go:1"}})
			table.Set(obj, &markFact{k})
		}
		table.Set(nil, &markFact{100})
		table.Set(lookup(pkg, "unexported", ""), &markFact{101}) // which nobody can name
		data, err := table.Encode(pkg)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = data
		} else if !bytes.Equal(data, first) {
			t.Fatalf("run %d: other bytes", i)
		}
	}
	if limit := 1500; len(first) > limit {
		t.Errorf("%d bytes for %d facts, want at most %d", len(first), 2*len(objects)+1, limit)
	}

	other := check(t)
	got, err := Decode(first, other)
	if err != nil {
		t.Fatal(err)
	}
	for k, o := range objects {
		obj := lookup(other, o[0], o[1])
		var name nameFact
		var mark markFact
		if !got.Get(obj, &name) || !reflect.DeepEqual(name, nameFact{obj.Name(), []string{"p.go:1"}}) || !got.Get(obj, &mark) || mark.N != k {
			t.Errorf("%v: got %+v and %+v", o, name, mark)
		}
	}
	var mark markFact
	if !got.Get(nil, &mark) || mark.N != 100 {
		t.Errorf("package: got %+v", mark)
	}
	if got.Len() != 2*len(objects)+1 {
		t.Errorf("%d facts", got.Len())
	}
	n := 0
	got.Each(map[reflect.Type]bool{reflect.TypeFor[*markFact](): true}, func(types.Object, analysis.Fact) { n++ })
	if n != len(objects)+1 {
		t.Errorf("Each saw %d facts", n)
	}
}

// TestNoFacts: a package without facts takes no bytes.
func TestNoFacts(t *testing.T) {
	pkg := check(t)
	data, err := new(Table).Encode(pkg)
	if err != nil || len(data) != 0 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	table, err := Decode(nil, pkg)
	if err != nil || table.Len() != 0 {
		t.Errorf("%v, %v", table, err)
	}
	var none *Table
	if none.Get(nil, new(markFact)) {
		t.Error("the nil table has a fact")
	}
}

// FuzzDecode: no bytes of facts panic.
func FuzzDecode(f *testing.F) {
	pkg := check(f)
	table := new(Table)
	table.Set(lookup(pkg, "T", "M"), &nameFact{Name: "M"})
	table.Set(nil, &markFact{1})
	data, err := table.Encode(pkg)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	for i := range 8 {
		cut := bytes.Clone(data)
		cut[i*len(cut)/8] ^= 0x55
		f.Add(cut)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if table, err := Decode(data, pkg); err == nil && table == nil {
			t.Error(fmt.Sprint("neither facts nor an error"))
		}
	})
}
