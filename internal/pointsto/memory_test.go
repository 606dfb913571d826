package pointsto

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// TestLoc: the place that an address denotes.
func TestLoc(t *testing.T) {
	p, pkg := build(t, ssa.NaiveForm, `
type T struct{ a int }
var g int
func f(par *int) {
	var v T
	x := &T{}
	func() { v.a = 1 }()
	_ = x
}`)
	f := function(t, p, "f")
	typ := pkg.Type("T").Object().(*types.TypeName)
	lit := (*ssa.Alloc)(nil)
	v := (*ssa.Alloc)(nil)
	for _, instr := range p.functions.Instrs() {
		if a, ok := instr.(*ssa.Alloc); ok && Unnamed(a) {
			lit = a
		} else if ok && a.Comment == "v" {
			v = a
		}
	}
	for _, test := range []struct {
		loc                 Loc
		text, described, in string
	}{
		{Variable(v), "v", "v", ""},
		{Variable(v).At(".a[]*.b"), "v.a[]*.b", "v.a.b", ".a[]*.b"},
		{Variable(lit), "T", "T", ""},
		{Variable(pkg.Var("g")), "g", "g", ""},
		{Variable(f.Params[0]).At("*"), "par*", "par", "*"},
		{Variable(f.AnonFuncs[0].FreeVars[0]), "v", "v", ""},
		{Loc{Field{typ, "a"}, ".b"}, "T.a.b", "T.a.b", ".b"},
		{Variable(f.Blocks[0].Instrs[0].(ssa.Value)).At(".x"), "par.x", "par.x", ".x"},
		{Loc{}, "", "", ""},
		{Variable(p.functions.Funcs()[0]).At(".x*"), p.functions.Funcs()[0].Name() + ".x*", "x", ".x*"},
	} {
		if got := test.loc.String(); got != test.text {
			t.Errorf("String %q, want %q", got, test.text)
		}
		if got := test.loc.Describe(); got != test.described {
			t.Errorf("Describe %q, want %q", got, test.described)
		}
		if in, ok := test.loc.Within(test.loc.Root()); !ok || in != test.in {
			t.Errorf("%s: within its root %q %v", test.text, in, ok)
		}
	}
}

// TestPaths: the text form of a place.
func TestPaths(t *testing.T) {
	p, _ := build(t, 0, `func f(x, y *int) {}`)
	f := function(t, p, "f")
	x, y := Variable(f.Params[0]), Variable(f.Params[1])
	for _, test := range []struct {
		inner, outer Loc
		rest         string
		ok           bool
	}{
		{x, x, "", true},
		{x.At(".a"), x, ".a", true},
		{x.At(".a.b"), x.At(".a"), ".b", true},
		{x.At(".a[]"), x.At(".a"), "[]", true},
		{x.At(".a*"), x.At(".a"), "*", true},
		{x.At(".ab"), x.At(".a"), "", false},
		{x, x.At(".a"), "", false},
		{x, y, "", false},
	} {
		if rest, ok := test.inner.Within(test.outer); rest != test.rest || ok != test.ok {
			t.Errorf("%s within %s: %q %v", test.inner, test.outer, rest, ok)
		}
	}
	if l := x.Elem().Elem(); l != x.At("[]") {
		t.Errorf("element of an element: %s", l)
	}
	l := x
	for range maxFields {
		var ok bool
		if l, ok = l.Field("f"); !ok {
			t.Fatalf("%s is too long", l)
		}
	}
	if at, ok := l.Field("f"); ok {
		t.Errorf("field %s", at)
	}
	l = x
	for range maxPath {
		var ok bool
		if l, ok = l.Deref(); !ok {
			t.Fatalf("%s is too long", l)
		}
	}
	if at, ok := l.Deref(); ok {
		t.Errorf("pointee %s", at)
	}
}

// TestShared: fields of other packages' types are one place, or one for each
// value, as the settings say.
func TestShared(t *testing.T) {
	const src = `type T struct{ a int }; func f() { var x, y T; x.a = 1; y.a = 2; sees(x.a) }`
	p, pkg := build(t, ssa.NaiveForm, src)
	if got := answers(p); got[0] != "2" { // x and y are one
		t.Errorf("got %q", got)
	}
	own := New(pkg, p.functions.Funcs(), Config{Shared: func(*types.Named, *types.Var) bool { return false }})
	if got := answers(own); got[0] != "1" {
		t.Errorf("each value its own: got %q", got)
	}
	stores := func(p *Package) (n int) {
		for _, instr := range p.functions.Instrs() {
			if st, ok := instr.(*ssa.Store); ok {
				if fa, ok := st.Addr.(*ssa.FieldAddr); ok {
					n = max(n, len(p.memory.Stores(p.follow.Locs(fa)[0])))
				}
			}
		}
		return n
	}
	if one, each := stores(p), stores(own); one != 2 || each != 1 {
		t.Errorf("stores at a shared field: %d, at one of each value: %d", one, each)
	}
}

// TestSends: what a channel delivers.
func TestSends(t *testing.T) {
	p, _ := build(t, ssa.NaiveForm, `
func f(c chan int) {
	c <- 1
	select {
	case c <- 2:
	case <-c:
	}
}
func e() { f(make(chan int)) }
`)
	var sent []string
	for fn, instr := range p.functions.Instrs() {
		if fn.Name() != "f" {
			continue
		}
		switch instr := instr.(type) {
		case *ssa.Send:
			for _, l := range p.follow.Pointees(instr.Chan) {
				for _, v := range p.memory.Sends(l) {
					sent = append(sent, value(v))
				}
			}
		}
	}
	if !slices.Equal(sent, []string{"1", "2"}) {
		t.Errorf("sent %q", sent)
	}
}

// TestDefs: the stores to a variable and to parts of it.
func TestDefs(t *testing.T) {
	p, _ := build(t, ssa.NaiveForm, `type T struct{ a, ab int }; func f(u T) { var v T; v = u; v.a = 1; v.ab = 2 }`)
	var v *ssa.Alloc
	for _, instr := range p.functions.Instrs() {
		if a, ok := instr.(*ssa.Alloc); ok && a.Comment == "v" {
			v = a
		}
	}
	show := func(l Loc) string {
		var out []string
		for _, d := range p.memory.Defs(l) {
			out = append(out, value(d.Val)+d.Path)
		}
		return strings.Join(out, " ")
	}
	if got := show(Variable(v)); got != "unop" {
		t.Errorf("v: %q", got)
	}
	if got := show(Variable(v).At(".x")); got != "unop.x" {
		t.Errorf("v.x: %q", got)
	}
	if n := len(p.memory.Stores(Variable(v))); n != 1 {
		t.Errorf("%d stores", n)
	}
}

// TestTypeParameterFields: a struct that a type parameter stands for has fields too.
func TestTypeParameterFields(t *testing.T) {
	p, _ := build(t, 0, `
type A struct{ x, y *string }
type B struct{ x, y *string }
func made[T A | B](s *string) T { return T{y: s} }
func set[P interface{ *A }](p P, s *string) { (*p).x = s }
`)
	var got []string
	for _, instr := range p.functions.Instrs() {
		if st, ok := instr.(*ssa.Store); ok {
			for _, l := range p.follow.Locs(st.Addr) {
				got = append(got, l.String())
			}
		}
	}
	if want := []string{"t0.y", "A.x"}; !slices.Equal(got, want) {
		t.Errorf("stores to %q, want %q", got, want)
	}
}
