package driver

import (
	"testing"
	"time"
)

// TestSummary: the last line of a run, in singular and plural.
func TestSummary(t *testing.T) {
	for _, test := range []struct {
		s    summary
		want string
	}{
		{summary{analysed: 1}, "no findings in 1 package"},
		{summary{analysed: 30, took: 1240 * time.Millisecond}, "no findings in 30 packages (1.2 s)"},
		{summary{findings: 1, packages: 1, analysed: 1}, "1 finding in 1 of 1 package"},
		{summary{findings: 3, fixable: 2, packages: 2, analysed: 30}, "3 findings in 2 of 30 packages, 2 of them can be fixed by -fix"},
		{summary{analysed: 2, skipped: 1, caps: 1}, "no findings in 2 packages; 1 package not analysed in full, see above; 1 function analysed in part, -debug names them"},
		{summary{analysed: 2, caps: 1, wholes: 1}, "no findings in 2 packages; 1 function and 1 package analysed in part, -debug names them"},
		{summary{findings: 1, packages: 1, analysed: 9, caps: 4}, "1 finding in 1 of 9 packages; 4 functions analysed in part, -debug names them"},
	} {
		if got := test.s.String(); got != test.want {
			t.Errorf("%+v\n got %s\nwant %s", test.s, got, test.want)
		}
	}
}
