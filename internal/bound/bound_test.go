package bound_test

import (
	"slices"
	"testing"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// TestLog: a bound is logged once for each function, and instances under their generic
// function.
func TestLog(t *testing.T) {
	src := ssatest.Build(t, `
func plain() {}

func generic[T any]() {}

var used = generic[int]
`, nil)
	log := bound.New(src.Fset, "example.com/p")
	if met := log.All(); len(met) > 0 {
		t.Errorf("at first: %v", met)
	}
	plain := src.SSA.Func("plain")
	log.In(plain, "too long")
	log.In(plain, "too wide")
	log.In(plain, "too long")
	log.In(nil, "too much")
	log.InPackage("too much")
	for _, fn := range src.Funcs() {
		if fn.Name() == "generic" {
			log.In(fn, "too deep")
		}
	}
	log.At("example.com/p.table", src.Types.Scope().Lookup("used").Pos(), "too large")
	var got []string
	for _, r := range log.All() {
		got = append(got, r.String())
	}
	want := []string{
		"example.com/p.generic (p/file.go:5): too deep",
		"example.com/p.plain (p/file.go:3): too long",
		"example.com/p.plain (p/file.go:3): too wide",
		"example.com/p.table (p/file.go:7): too large",
		"package example.com/p: too much",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}

	var none *bound.Log
	none.In(plain, "too long")
	none.InPackage("too much")
	if met := none.All(); len(met) > 0 {
		t.Errorf("the nil log has %v", met)
	}
}
