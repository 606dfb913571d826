package wiring_test

import (
	"fmt"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/k8slint/k8slint/internal/testmodule"
	"github.com/k8slint/k8slint/internal/wiring"
)

// TestControllers reads the controllers of a package of the analyzer generation, a line each: the
// function, the watches in their order, and how many filters there are.
func TestControllers(t *testing.T) {
	cfg := &packages.Config{
		Mode: packages.LoadSyntax,
		Dir:  testmodule.Dir(t, "testdata/src"),
		Env:  append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=-mod=mod"),
	}
	pkgs, err := packages.Load(cfg, "./generation/watches")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatal(err)
	}
	p := pkgs[0]
	pass := &analysis.Pass{Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, TypesInfo: p.TypesInfo}
	var got []string
	for _, c := range wiring.Controllers(pass, p.Syntax) {
		line := c.Func.Name.Name + ":"
		for _, w := range c.Watches {
			kind := "?"
			if w.Type != nil {
				kind = types.TypeString(w.Type, func(*types.Package) string { return "" })
			}
			line += fmt.Sprintf(" %s(%s)", w.Name.Name, kind)
		}
		got = append(got, fmt.Sprintf("%s filters=%d", line, len(c.Filters)))
	}
	for _, want := range []string{
		"filtered: For(*Site) Owns(*Deployment) Watches(*Secret) filters=1",
		"scoped: For(*Site) Owns(*ConfigMap) Watches(*Secret) filters=0",
		"owned: For(*Site) Owns(*ConfigMap) Owns(*Service) filters=1", // through a variable
		"apart: For(*Site) Owns(*Secret) filters=0",                   // the other variable has two builders
		"raw: For(*Site) filters=1",
		"dynamic: For(?) filters=0",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, strings.Join(got, "\n"))
		}
	}
	if n := len(slices.DeleteFunc(got, func(s string) bool { return !strings.HasPrefix(s, "apart:") })); n != 1 {
		t.Errorf("%d controllers in apart, want 1", n)
	}
}
