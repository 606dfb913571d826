package wording

import "testing"

// TestNearest: names with one slip, and names with more.
func TestNearest(t *testing.T) {
	known := []string{"cachemutate", "rvassign", "severity"}
	for name, want := range map[string]string{
		"cachemutate":  "cachemutate",
		"CacheMutate":  "cachemutate",
		"cachemutatee": "cachemutate",
		"cachmutate":   "cachemutate",
		"cachenutate":  "cachemutate",
		"cahcemutate":  "cachemutate",
		"rvassing":     "rvassign",
		"sevrity":      "severity",
		"cachmutatee":  "",
		"rvassi":       "",
		"":             "",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	if got := Nearest("a", []string{""}); got != "" {
		t.Errorf("%q", got)
	}
}
