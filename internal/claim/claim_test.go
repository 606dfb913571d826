package claim

import (
	"slices"
	"testing"
)

// TestLink: the page that a source stands for.
func TestLink(t *testing.T) {
	for source, want := range map[string]string{
		"kubernetes#123072":                        "https://github.com/kubernetes/kubernetes/issues/123072",
		"kubernetes/enhancements#5504":             "https://github.com/kubernetes/enhancements/issues/5504",
		"k8s.io/client-go@v0.37.2 util/a.go":       "https://github.com/kubernetes/client-go/blob/v0.37.2/util/a.go",
		"sigs.k8s.io/controller-runtime@v0.1 b.go": "https://github.com/kubernetes-sigs/controller-runtime/blob/v0.1/b.go",
		"github.com/a/b@v1 c.go":                   "https://github.com/a/b/blob/v1/c.go",
		"example.com/a@v1 c.go":                    "",
		"a blog":                                   "",
	} {
		if got := Link(source); got != want {
			t.Errorf("Link(%q) = %q, want %q", source, got, want)
		}
	}
}

// TestSeverity: a category has the declared severity, and an undeclared one is an error.
func TestSeverity(t *testing.T) {
	Declare("halting", Claim{Category: "loops", Severity: Note}, Claim{Category: "ends", Severity: Warning})
	if got := SeverityOf("halting", "loops"); got != Note {
		t.Errorf("loops: %v", got)
	}
	if got := SeverityOf("halting", "unheard-of"); got != Error {
		t.Errorf("what is not declared: %v, want error, so that it is seen", got)
	}
	if got := Analyzers(); !slices.Contains(got, "halting") {
		t.Errorf("analyzers: %q", got)
	}
	if got := ID("halting", "loops"); got != "halting/loops" {
		t.Errorf("ID: %q", got)
	}
	var s Severity
	if err := s.Set("warning"); err != nil || s != Warning || s.String() != "warning" {
		t.Errorf("Set(warning): %v, %v", s, err)
	}
	for _, wrong := range []string{"", "fatal", "Error"} {
		if err := s.Set(wrong); err == nil {
			t.Errorf("Set(%q) accepts it", wrong)
		}
	}
}
