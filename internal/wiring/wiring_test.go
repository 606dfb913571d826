package wiring_test

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
	"github.com/k8slint/k8slint/internal/wiring"
)

// TestControllers reads the controllers of a package of the analyzer generation, a line each: the
// function, the watches in their order, and how many filters there are.
func TestControllers(t *testing.T) {
	var got []string
	probe := &analysis.Analyzer{Name: "probe", Doc: "reads controllers", Run: func(pass *analysis.Pass) (any, error) { return nil, nil }}
	drivertest.Pass(t, testmodule.Dir(t, "testdata/src"), []string{"./generation/watches"}, probe, func(pass *analysis.Pass, _ any) {
		for _, c := range wiring.Controllers(pass, pass.Files) {
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
	})
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
