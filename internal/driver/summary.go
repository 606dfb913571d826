package driver

import (
	"fmt"
	"strings"
	"time"

	"github.com/k8slint/k8slint/internal/driver/load"
)

// A summary is what a run came to, for the line that ends it.
type summary struct {
	findings, fixable int
	hidden            int // findings below -severity
	excluded          int // findings that the configuration leaves out
	packages          int // with findings
	analysed          int // packages that were asked for
	skipped           int // packages of which something was not analysed
	caps              int // functions of which something is left out
	wholes            int // packages of which something is, beside that
	took              time.Duration
}

// summarize counts what s and o hold.
func summarize(s *session, o *outcome, took time.Duration) summary {
	sum := summary{took: took}
	with := map[string]bool{}
	for _, p := range o.packages {
		path, _, _ := strings.Cut(p.id, " ") // of a test variant
		if len(p.findings) > 0 {
			with[path] = true
		}
	}
	sum.packages = len(with)
	for _, f := range o.all() {
		sum.findings++
		if len(f.Fixes) > 0 {
			sum.fixable++
		}
	}
	sum.hidden, sum.excluded = o.hidden, o.excluded
	failed := map[string]bool{}
	for _, f := range o.failures {
		failed[f.id] = true
	}
	// A package and its test variants are one.
	analysed, skipped, capped, whole := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, n := range s.nodes {
		if n.Role != load.Findings {
			continue
		}
		path, _, _ := strings.Cut(n.ID, " ")
		analysed[path] = true
		if failed[n.ID] {
			skipped[path] = true
		}
		for _, what := range n.caps {
			if what.Posn == "" { // a bound of the whole package
				whole[what.Name] = true
			} else {
				capped[what.Name] = true
			}
		}
	}
	sum.analysed, sum.skipped, sum.caps, sum.wholes = len(analysed), len(skipped), len(capped), len(whole)
	return sum
}

// String is the line: "2 findings in 1 of 30 packages, 1 of them can be fixed by
// -fix (1.2 s)".
func (s summary) String() string {
	var b strings.Builder
	if s.findings == 0 {
		fmt.Fprintf(&b, "no findings in %s", count(s.analysed, "package"))
	} else {
		fmt.Fprintf(&b, "%s in %d of %s", count(s.findings, "finding"), s.packages, count(s.analysed, "package"))
	}
	if s.fixable > 0 {
		fmt.Fprintf(&b, ", %d of them can be fixed by -fix", s.fixable)
	}
	if s.hidden > 0 {
		fmt.Fprintf(&b, "; %d less grave not shown (-severity=note)", s.hidden)
	}
	if s.excluded > 0 {
		fmt.Fprintf(&b, "; %d left out by .k8slint.yaml", s.excluded)
	}
	if s.skipped > 0 {
		fmt.Fprintf(&b, "; %s not analysed in full, see above", count(s.skipped, "package"))
	}
	if s.caps+s.wholes > 0 {
		fmt.Fprintf(&b, "; %s", s.ends())
	}
	if s.took > 0 {
		fmt.Fprintf(&b, " (%.1f s)", s.took.Seconds())
	}
	return b.String()
}

// ends says how much was analysed in part.
func (s summary) ends() string {
	var what []string
	if s.caps > 0 {
		what = append(what, count(s.caps, "function"))
	}
	if s.wholes > 0 {
		what = append(what, count(s.wholes, "package"))
	}
	return strings.Join(what, " and ") + " analysed in part, -debug names them"
}

// count is a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
