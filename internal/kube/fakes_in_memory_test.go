package kube

import (
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/k8slint/k8slint/internal/ssatest"
)

// A world is a set of packages in memory that are called as real ones are.
type world struct {
	t    testing.TB
	pkgs ssatest.Packages
}

// newWorld type-checks the packages of an archive, whose file names are import
// paths: each may import those before it.
func newWorld(t testing.TB, archive string) *world {
	t.Helper()
	w := &world{t, ssatest.Packages{}}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		w.pkgs[f.Name] = ssatest.Check(t, token.NewFileSet(), f.Name, w.pkgs, map[string]string{f.Name + ".go": string(f.Data)}).Pkg
	}
	return w
}

// fn is the function or method of that full name: "p.F", "(*p.T).M".
func (w *world) fn(name string) *types.Func {
	w.t.Helper()
	path, rest := split(name)
	f, err := function(w.pkgs[path], rest)
	if err != nil {
		w.t.Fatalf("%s: %v", name, err)
	}
	return f
}

// typ is the type of the variable, type or field of that full name; a star
// before it makes it a pointer.
func (w *world) typ(name string) types.Type {
	w.t.Helper()
	name, pointer := strings.CutPrefix(name, "*")
	path, rest := split(name)
	pkg := w.pkgs[path]
	if pkg == nil {
		w.t.Fatalf("no package %s", path)
	}
	first, field, _ := strings.Cut(rest, ".")
	obj := pkg.Scope().Lookup(first)
	if obj == nil {
		w.t.Fatalf("no %s", name)
	}
	t := obj.Type()
	if field != "" {
		f, _, _ := types.LookupFieldOrMethod(t, true, pkg, field)
		if f == nil {
			w.t.Fatalf("no %s", name)
		}
		t = f.Type()
	}
	if pointer {
		t = types.NewPointer(t)
	}
	return t
}

// each runs test for each name on its own line, with the words behind it.
func each(t *testing.T, lines string, test func(t *testing.T, name, want string)) {
	t.Helper()
	n := 0
	for line := range strings.SplitSeq(lines, "\n") {
		name, want, ok := strings.Cut(strings.TrimSpace(line), " => ")
		if !ok {
			continue
		}
		n++
		t.Run(name, func(t *testing.T) { test(t, name, want) })
	}
	if n == 0 {
		t.Fatal("no cases")
	}
}

// is renders what a look-up said.
func is(effect string, ok bool) string {
	if !ok {
		return "unknown"
	}
	return effect
}
