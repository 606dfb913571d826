package config

import (
	"testing"

	"github.com/k8slint/k8slint/internal/claim"
)

// TestGlob: which files a pattern is about.
func TestGlob(t *testing.T) {
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"test/e2e", "test/e2e/a.go", true},
		{"test/e2e/", "test/e2e/b/a.go", true},
		{"./test/**", "test/e2e/b/a.go", true},
		{"test/e2e", "test/e2e2/a.go", false},
		{"test/e2e", "pkg/test/e2e/a.go", false},
		{"**/e2e", "e2e/a.go", true},
		{"**/e2e", "pkg/test/e2e/a.go", true},
		{"**/zz_generated*.go", "api/v1/zz_generated.deepcopy.go", true},
		{"**/zz_generated*.go", "zz_generated.go", true},
		{"*.go", "a/b.go", false},
		{".", "a.go", true},
		{"./", "a/b.go", true},
		{"a/*", "a/\n.go", true},
		{"a?.go", "ab.go", true},
		{"a?.go", "a/.go", false},
		{"a+b.go", "a+b.go", true},
		{"a+b.go", "aab.go", false},
		{"pkg/**/fake/*.go", "pkg/fake/a.go", true},
		{"pkg/**/fake/*.go", "pkg/a/b/fake/a.go", true},
	} {
		g, err := NewGlob(test.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Matches(test.name); got != test.want {
			t.Errorf("%s matches %s: %v", test.pattern, test.name, got)
		}
	}
	for _, wrong := range []string{"", "/", "/abs/a.go", "../a.go", "a/../b.go"} {
		if _, err := NewGlob(wrong); err == nil {
			t.Errorf("%q is accepted", wrong)
		}
	}
}

// TestFilter: categories that are off, paths and severities.
func TestFilter(t *testing.T) {
	claim.Declare("halting", claim.Claim{Category: "loops", Severity: claim.Note}, claim.Claim{Category: "ends", Severity: claim.Error})
	g, err := NewGlob("gen")
	if err != nil {
		t.Fatal(err)
	}
	f := &Filter{
		Root: "/repo", Off: map[string]bool{"halting/ends": true},
		Severities: map[string]claim.Severity{"halting": claim.Warning, "halting/ends": claim.Note},
		Exclude:    []Exclusion{{Paths: []*Glob{g}, Checks: []string{"halting/loops"}}},
	}
	for _, test := range []struct {
		category, file string
		want           bool
	}{
		{"loops", "/repo/a/a.go", true},
		{"loops", "/repo/gen/a.go", false},
		{"loops", "gen/a.go", false},
		{"loops", "/elsewhere/gen/a.go", true},
		{"other", "/repo/gen/a.go", true},
		{"ends", "/repo/a/a.go", false},
	} {
		if got := f.Shows("halting", test.category, test.file); got != test.want {
			t.Errorf("%s in %s: %v", test.category, test.file, got)
		}
	}
	if got := f.SeverityOf("halting", "loops"); got != claim.Warning {
		t.Errorf("loops: %v", got)
	}
	if f.Shown("halting", "ends", claim.Warning) || !f.Shown("halting", "loops", claim.Warning) {
		t.Error("a category's severity does not decide what is shown")
	}
	var none *Filter
	if !none.Shows("halting", "ends", "a.go") || none.SeverityOf("halting", "loops") != claim.Note || none.Shown("halting", "loops", claim.Warning) {
		t.Error("no filter changes something")
	}
}
