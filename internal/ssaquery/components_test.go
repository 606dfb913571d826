package ssaquery_test

import (
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// TestComponents: functions that call each other are together, behind all that they call.
func TestComponents(t *testing.T) {
	src := ssatest.Build(t, `

func main() { even(1); self(); last() }
func even(n int) { if n > 0 { odd(n-1) }; leaf() }
func odd(n int)  { even(n-1); self() }
func self()      { self(); leaf() }
func leaf()      {}
func last()      { leaf() }
func apart()     { main() }
`, nil)
	callees := func(f *ssa.Function) []*ssa.Function {
		var out []*ssa.Function
		for call := range ssaquery.Each[*ssa.Call](f) {
			out = append(out, call.Call.StaticCallee())
		}
		return out
	}
	names := func(cs [][]*ssa.Function) string {
		s := ""
		for _, c := range cs {
			s += "["
			for _, f := range c {
				s += " " + f.Name()
			}
			s += " ]"
		}
		return s
	}
	for _, test := range []struct {
		from []string
		want string
	}{
		{[]string{"main"}, "[ leaf ][ self ][ odd even ][ last ][ main ]"},
		{[]string{"odd", "apart", "main"}, "[ leaf ][ self ][ even odd ][ last ][ main ][ apart ]"},
		{nil, ""},
	} {
		var from []*ssa.Function
		for _, name := range test.from {
			from = append(from, src.Func(name))
		}
		if got := names(ssaquery.Components(from, callees)); got != test.want {
			t.Errorf("from %v: %s, want %s", test.from, got, test.want)
		}
	}
}
