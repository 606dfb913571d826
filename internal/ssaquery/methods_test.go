package ssaquery_test

import (
	"fmt"
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// TestImplementers: which types implement an interface.
func TestImplementers(t *testing.T) {
	f := functionF(t, 0, `
type I[X any] interface{ Do(X) }
type J interface{ Do(int) }
type A struct{}
func (A) Do(int) {}
type B struct{}
func (*B) Do(int) {}
type Alias = A
type Both struct{ *B }
type G[X any] struct{}
func (G[X]) Do(X) {}
type Pair[X, Y any] struct{}
func (Pair[X, Y]) Do(X) {}
type Holds struct{ J }
type None struct{}
func (None) Do(string) {}
func f(i I[int], j J) {}
`)
	all := ssaquery.NewTypes(f.Pkg)
	for i, want := range [][]string{
		{"A (example.com/p.A).Do", "B (*example.com/p.B).Do", "Both (*example.com/p.B).Do", "G (example.com/p.G[X]).Do", "Holds (example.com/p.J).Do"},
		{"A (example.com/p.A).Do", "B (*example.com/p.B).Do", "Both (*example.com/p.B).Do", "Holds (example.com/p.J).Do"},
	} {
		iface := f.Params[i].Type()
		m := iface.Underlying().(*types.Interface).Method(0)
		var got []string
		for tn, fn := range all.Implementers(iface, m) {
			got = append(got, tn.Name()+" "+ssaquery.Declared(fn).FullName())
			if w := ssaquery.Unwrapped(fn); w != fn && tn.Name() != "Holds" {
				t.Errorf("%s is a wrapper of %s", fn, w)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", iface, got, want)
		}
		for range all.Implementers(iface, m) {
			break
		}
	}
	if all.Implementing(f.Pkg.Type("A").Type().(*types.Named), types.Typ[types.Int]) != nil {
		t.Error("A implements int")
	}
}

// TestUnwrapped: the method that a wrapper calls.
func TestUnwrapped(t *testing.T) {
	f := functionF(t, 0, `
type T struct{ E }
type E struct{}
func (E) M() {}
func gen[X any](X) {}
func f(t T) { g := t.M; g(); gen(1); func() {}() }
`)
	var got []string
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.MakeClosure:
				got = append(got, ssaquery.Unwrapped(instr.Fn.(*ssa.Function)).String())
			case *ssa.Call:
				if fn := instr.Call.StaticCallee(); fn != nil {
					got = append(got, ssaquery.Unwrapped(fn).String())
				}
			}
		}
	}
	if want := []string{"(example.com/p.E).M", "(example.com/p.E).M", "example.com/p.gen", "example.com/p.f$1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestGathered: the arguments that a variadic call gathers.
func TestGathered(t *testing.T) {
	f := functionF(t, 0, `
func v(xs ...int)
func f(a, b int, made []int) { v(a, b); v(made...); v(); v(made[1:]...) }
`)
	var got []string
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				got = append(got, fmt.Sprint(ssaquery.Gathered(call.Call.Args[0])))
			}
		}
	}
	if want := []string{"[parameter a : int parameter b : int]", "[]", "[]", "[]"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNumbers: values are numbered in their order.
func TestNumbers(t *testing.T) {
	n := ssaquery.Numbers{}
	if got := []int{n.Of("a"), n.Of(1), n.Of("a"), n.Of("b")}; !slices.Equal(got, []int{1, 2, 1, 3}) {
		t.Errorf("%v", got)
	}
}

// TestDynamicType: the type of an interface value, if it is known.
func TestDynamicType(t *testing.T) {
	f := functionF(t, 0, `
type I interface{ Do() }
type J interface{ Do() }
type A struct{}
func (A) Do() {}
type B struct{}
func (*B) Do() {}
func newA() I { return A{} }
func newB() (I, error) { return &B{}, nil }
func either(b bool) I { if b { return A{} }; return &B{} }
func orNil(b bool) I { if b { return A{} }; return nil }
func generic[X I](x X) I { return x }
func again(n int) I { if n > 0 { return again(n - 1) }; return A{} }
func f(i I, b bool) {
	i.Do()
	newA().Do()
	v, _ := newB()
	v.Do()
	either(b).Do()
	orNil(b).Do()
	J(newA()).Do()
	any(A{}).(I).Do()
	w, _ := any(&B{}).(I)
	w.Do()
	var p I = A{}
	if b { p = newA() }
	p.Do()
	generic(A{}).Do()
	again(1).Do()
	I(nil).Do()
}
`)
	want := []string{"<nil>", "A", "*B", "<nil>", "A", "A", "A", "*B", "A", "<nil>", "<nil>", "<nil>"}
	var got []string
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok && c.Call.IsInvoke() {
				text := "<nil>"
				if d := ssaquery.DynamicType(c.Call.Value); d != nil {
					text = types.TypeString(d, func(*types.Package) string { return "" })
				}
				got = append(got, text)
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
