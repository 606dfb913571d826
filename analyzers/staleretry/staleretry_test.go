package staleretry_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// maxMessage bounds the first line of a message, in characters.
const maxMessage = 200

// Test compares the findings with the comments in testdata/src/staleretry, and measures
// their messages.
func Test(t *testing.T) {
	findings := drivertest.Run(t, testmodule.Dir(t, "testdata/src"), "-staleretry", "./staleretry/...")
	longest := map[string]int{}
	for _, f := range findings {
		line, _, _ := strings.Cut(f.Message, "\n")
		longest[f.Category] = max(longest[f.Category], utf8.RuneCountInString(line))
		if n := utf8.RuneCountInString(line); n > maxMessage {
			t.Errorf("%s:%d: %d characters, more than %d: %s", f.File, f.Line, n, maxMessage, line)
		}
	}
	for _, c := range []string{"never-reread", "lost-error", "lost-change", "shadowed", "flattened", "second-write", "from-cache"} {
		if longest[c] == 0 {
			t.Errorf("no message of %s is measured", c)
		}
	}
}

// TestFromCache: without the flag, nothing is said of caches, and all else is.
func TestFromCache(t *testing.T) {
	found := drivertest.Findings(t, testmodule.Dir(t, "testdata/src"),
		"-staleretry", "-staleretry.from-cache=false", "./staleretry/cached", "./staleretry/loops")
	if len(found) == 0 {
		t.Error("nothing is found")
	}
	for _, f := range found {
		if strings.HasSuffix(f, " from-cache") {
			t.Error(f)
		}
	}
}
