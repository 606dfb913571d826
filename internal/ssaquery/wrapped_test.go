package ssaquery_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// TestWrapped: how many values each kind of instruction holds unchanged, or chooses from.
func TestWrapped(t *testing.T) {
	s := ssatest.Build(t, `
type I int
func f(c bool, x, y any, n int) {
	println(any(I(n)), float64(n), x.(interface{ m() }), interface{}(x.(interface{ m() })))
	s, _ := x.(int)
	if c { x = y }
	println(x, s, n+1)
}`, nil)
	counts := map[string]int{}
	for v := range ssaquery.Each[valueInstruction](s.Funcs()...) {
		kind, n := fmt.Sprintf("%T", v), 0
		for x := range ssaquery.Through(v) {
			n++
			if x == nil {
				t.Errorf("%s holds nothing", v)
			}
		}
		if w := ssaquery.Wrapped(v); (w != nil) != (n > 0 && kind != "*ssa.Phi") {
			t.Errorf("%s wraps %v, %d values", v, w, n)
		}
		counts[kind] = max(counts[kind], n)
	}
	for kind, want := range map[string]int{"Phi": 2, "MakeInterface": 1, "ChangeType": 1, "Convert": 1, "TypeAssert": 1, "Extract": 1, "BinOp": 0, "Call": 0, "ChangeInterface": 1} {
		if got := counts["*ssa."+kind]; got != want {
			t.Errorf("%s: %d, want %d", kind, got, want)
		}
	}
}

type valueInstruction interface {
	ssa.Instruction
	ssa.Value
}

// TestThroughStops: whoever has found what it looks for stops.
func TestThroughStops(t *testing.T) {
	s := ssatest.Build(t, `func f(c bool, x, y int) { if c { x = y }; println(x) }`, nil)
	for phi := range ssaquery.Each[*ssa.Phi](s.Funcs()...) {
		n := 0
		for range ssaquery.Through(phi) {
			n++
			break
		}
		if n != 1 {
			t.Errorf("%d values", n)
		}
	}
}

// TestUnwrap: the types that a value has on the way out of interfaces.
func TestUnwrap(t *testing.T) {
	s := ssatest.Build(t, `type I interface{ m() }; type J interface{ I; n() }; type T int; func (T) m() {}; func (T) n() {}; func f(n int) { var j J = T(n); var i I = j; println(any(i), any(float64(n))) }`, nil)
	var got, types []string
	for call := range ssaquery.Each[*ssa.Call](s.Funcs()...) {
		for _, a := range call.Call.Args {
			got = append(got, fmt.Sprintf("%T", ssaquery.Unwrap(a)))
			types = append(types, ssaquery.InInterface(a).Type().String())
		}
	}
	if !slices.Equal(got, []string{"*ssa.Parameter", "*ssa.Convert"}) {
		t.Errorf("got %q", got)
	}
	if len(types) != 2 || !strings.HasSuffix(types[0], ".T") || types[1] != "float64" {
		t.Errorf("types in the interfaces: %q", types)
	}
}

// TestResultOf: a call is that of each of its results.
func TestResultOf(t *testing.T) {
	s := ssatest.Build(t, `func two() (int, error) { return 1, nil }; func f() { n, err := two(); println(n, err, len("x")) }`, nil)
	for call := range ssaquery.Each[*ssa.Call](s.Funcs()...) {
		for i, a := range call.Call.Args {
			if got := ssaquery.ResultOf(a); (got != nil) != (i < 2) {
				t.Errorf("%s is a result of %v", a, got)
			}
		}
	}
}
