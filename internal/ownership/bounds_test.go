package ownership_test

import (
	"fmt"
	"slices"
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

// TestBoundsTold: what is left out is told, of the function that it is left out of; and
// as long as everything fits, nothing is.
func TestBoundsTold(t *testing.T) {
	for _, over := range []int{0, 1} {
		r := analyse(t, &config.Config{}, large(over))
		var want []string
		if over > 0 {
			want = []string{
				"Exports: writes too many places; other packages see only the first",
				"chooses: a value can be too many objects; only the first are followed",
				"copies: a copied struct has too many parts; only the first are followed",
				"makes: gives away too many objects; callers see only the first",
				"p: writes too many values held in fields; other packages see only the first",
				"starts: callbacks nest too deeply; the inner ones are skipped",
				"writes: writes too many places; callers see only the first",
			}
		}
		var got []string
		for _, m := range r.met {
			got = append(got, m.Name[strings.LastIndexAny(m.Name, "./")+1:]+": "+m.What)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%d more than the bounds: got\n\t%s\nwant\n\t%s", over, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
		}
	}
}

// large is a source with functions that are as large as they may be, and larger by over.
func large(over int) string {
	each := func(n int, format string) string {
		var b strings.Builder
		for i := range n + over {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	return `
type small struct { N, M int
` + each(64, "F%d int\n") + `}
func writes(s *small) {
` + each(64, "s.F%d++\n") + `}

type exported struct {
` + each(24, "F%d int\n") + `}
func Exports(e *exported) {
` + each(24, "e.F%d++\n") + `}

type made struct {
` + each(64, "F%d map[string]string\n") + `}
//k8slint:shared
func get() *Pod { return nil }
func makes() *made {
	m := new(made)
` + each(64, "m.F%d = get().Labels\n") + `
	return m
}

type wide struct {
` + each(39, "F%d map[string]string\n") + `}
func copies() {
	w, labels := new(wide), map[string]string{}
` + each(39, "w.F%d = labels\n") + `
	w2 := new(wide)
	*w2 = *w
}

func chooses(n int` + each(11, ", p%d *Pod") + `) string {
	var p *Pod
	switch n {
` + each(11, "case %[1]d:\np = p%[1]d\n") + `}
	return p.Name
}

type step func(next step)
func runs(next step) { next(next) }
func starts() { ` + map[bool]string{true: "runs(runs)"}[over > 0] + ` }

type holder struct {
` + each(32, "P%d *Pod\n") + `}
func (h *holder) touches() {
` + each(32, "h.P%d.Labels[\"a\"] = \"b\"\n") + `}
func holds() { h := &holder{}; h.touches() }
`
}
