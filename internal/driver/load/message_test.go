package load

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestShortened: a message of the type checker that spells out a deep type is cut in its middle.
func TestShortened(t *testing.T) {
	if got := shortened("cannot use n"); got != "cannot use n" {
		t.Errorf("%q", got)
	}
	got := shortened("cannot indirect " + strings.Repeat("é", 30000) + " as value")
	if len(got) > maxMessage+10 || !utf8.ValidString(got) || !strings.HasPrefix(got, "cannot indirect é") || !strings.HasSuffix(got, "é as value") {
		t.Errorf("%d bytes: %q", len(got), got)
	}
}
