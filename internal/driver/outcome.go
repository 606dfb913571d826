package driver

import (
	"cmp"
	"slices"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/fix"
	"github.com/k8slint/k8slint/internal/driver/output"
)

// An outcome is what a session found, in the order in which it is printed.
type outcome struct {
	packages []packageFindings
	failures []failure
	sources  *finding.Sources
	excluded int  // findings that the configuration leaves out
	hidden   int  // findings that are not grave enough to be shown
	shown    int  // findings whose fix was shown, not made
	refused  bool // a fix could not be made
}

type packageFindings struct {
	id       string
	local    bool
	findings []finding.Finding
	sums     map[string]fix.Sum // of the package's files, as they were analysed
}

// A failure is a package, or one analyzer on it, without a result.
type failure struct {
	id, analyzer, text, stack string
}

// program stands for an analyzer where a failure is that of none.
const program = "k8slint"

// all returns every finding once, sorted.
func (o *outcome) all() []finding.Finding {
	var out []finding.Finding
	for _, p := range o.packages {
		out = append(out, p.findings...)
	}
	return finding.Sort(out)
}

// keep drops the findings that are not in the list.
func (o *outcome) keep(list []finding.Finding) {
	kept := make(map[string]bool, len(list))
	for _, f := range list {
		kept[f.String()] = true
	}
	for i := range o.packages {
		p := &o.packages[i]
		var left []finding.Finding
		for _, f := range p.findings {
			if kept[f.String()] {
				left = append(left, f)
			}
		}
		p.findings = left
	}
}

// without drops the writes that are known of all findings, and findings of which
// nothing is left.
func (o *outcome) without(all []finding.Finding, known [][]bool) {
	left := make(map[string]finding.Finding, len(all))
	for i, f := range all {
		if g, ok := f.Without(known[i]); ok {
			left[f.String()+f.Real.String()] = g
		}
	}
	for i := range o.packages {
		p := &o.packages[i]
		var kept []finding.Finding
		for _, f := range p.findings {
			if g, ok := left[f.String()+f.Real.String()]; ok {
				kept = append(kept, g)
			}
		}
		p.findings = kept
	}
}

// show drops what the configuration leaves out, and the findings below the severity. It
// comes last: baselines and -new-from hold all findings, so that another configuration
// shows only what is new.
func (o *outcome) show(filter *config.Filter, least claim.Severity) {
	before := len(o.all())
	for i := range o.packages {
		p := &o.packages[i]
		var left []finding.Finding
		for _, f := range p.findings {
			if f, ok := shown(f, filter); ok {
				left = append(left, f)
			}
		}
		p.findings = left
	}
	all := o.all()
	o.excluded = before - len(all)
	var kept []finding.Finding
	for _, f := range all {
		if filter.Shown(f.Analyzer, f.Category, least) {
			kept = append(kept, f)
		}
	}
	if o.hidden = len(all) - len(kept); o.hidden > 0 {
		o.keep(kept)
	}
}

// shown is what the filter leaves of f, with its severity.
func shown(f finding.Finding, filter *config.Filter) (finding.Finding, bool) {
	out := func(category string, said, real finding.Pos) bool {
		return !filter.Shows(f.Analyzer, category, cmp.Or(real.File, said.File))
	}
	hidden := []bool{out(f.Category, f.Pos, f.Real)}
	if len(f.Writes) > 0 {
		hidden = nil
	}
	for _, w := range f.Writes {
		hidden = append(hidden, out(w.Category, w.Pos, w.Real))
	}
	left, ok := f.Without(hidden)
	left.Severity = filter.SeverityOf(left.Analyzer, left.Category)
	if slices.Contains(hidden, true) {
		left.Fixes = nil // it would change what somebody wants as it is
	}
	return left, ok
}

func (o *outcome) tree() output.Tree {
	tree := make(output.Tree)
	for _, p := range o.packages {
		tree.Add(p.id, p.findings)
	}
	for _, f := range o.failures {
		tree.AddError(f.id, f.analyzer, f.text)
	}
	return tree
}
