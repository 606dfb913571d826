package driver

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
)

// An analyzer that judges what others found requires those that the flags leave
// on, and no engine is taken from anybody.
func TestChoose(t *testing.T) {
	engine := &analysis.Analyzer{Name: "engine"}
	a := &analysis.Analyzer{Name: "a", Requires: []*analysis.Analyzer{engine}}
	b := &analysis.Analyzer{Name: "b", Requires: []*analysis.Analyzer{engine}}
	judge := &analysis.Analyzer{Name: "judge", Requires: []*analysis.Analyzer{engine, a, b}}
	suite := []*analysis.Analyzer{a, b, judge}
	for args, want := range map[string]string{
		"":          "a(engine) b(engine) judge(engine a b)",
		"-b=false":  "a(engine) judge(engine a)",
		"-a":        "a(engine)",
		"-judge -b": "b(engine) judge(engine b)",
		"-judge":    "judge(engine)",
	} {
		o := newOptions(suite, new(config.Config))
		if err := o.parse(strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range o.choose(suite) {
			got = append(got, c.Name+"("+names(c.Requires)+")")
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %s, want %s", args, s, want)
		}
	}
	if !slices.Equal(judge.Requires, []*analysis.Analyzer{engine, a, b}) {
		t.Errorf("the suite's own analyzer now requires %s", names(judge.Requires))
	}
}

func names(as []*analysis.Analyzer) string {
	var out []string
	for _, a := range as {
		out = append(out, a.Name)
	}
	return strings.Join(out, " ")
}
