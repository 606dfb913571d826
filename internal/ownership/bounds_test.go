package ownership_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/config"
)

// TestManyFunctions: a package of more functions than anybody writes by hand is
// analysed like others.
func TestManyFunctions(t *testing.T) {
	var b strings.Builder
	for i := range 5001 {
		fmt.Fprintf(&b, "func f%d(a, b int) int { return a + b }\n", i)
	}
	r := checkEffects(t, &config.Config{}, `
//k8slint:shared
func get(name string) *Pod { return nil }
//! p.Name
//= none
func writes() { p := get("a"); p.Name = "b" }
`+b.String())
	if len(r.met) > 0 {
		t.Errorf("bounds %v", r.met)
	}
}

// TestManyKeyCalls: of the ways in which a field's function is called, none is left
// out because there are three before it.
func TestManyKeyCalls(t *testing.T) {
	var b strings.Builder
	for i := range 8 {
		fmt.Fprintf(&b, "func calls%d(h *hooks, s cache.Store) { o, _, _ := s.GetByKey(\"%[1]d\"); h.run(%[1]d, &Pod{}); h.run(%[1]d, o.(*Pod).Next) }\n", i)
	}
	b.WriteString(`
type hooks struct{ run func(n int, p *Pod) }
func hook() *hooks { return &hooks{run: renames} }
//! p.Name
//= write $1/Name p.Name
func renames(n int, p *Pod) { p.Name = "x" }
`)
	r := checkEffects(t, &config.Config{}, b.String())
	if len(r.met) > 0 {
		t.Errorf("bounds %v", r.met)
	}
}
