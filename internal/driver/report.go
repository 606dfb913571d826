package driver

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/load"
)

// maxFixRounds is how often -fix looks at what it has written: one fix makes way for another, in which
// an object that is unwrapped now would panic later on. What is left then is printed.
const maxFixRounds = 4

// report prints what a session found and returns the exit code. After -fix it prints what
// again finds: what stays stands elsewhere then, and some of it is gone.
func (r *reporter) report(ctx context.Context, s *session, again func() (*session, error)) (int, error) {
	o, err := r.outcome(ctx, s)
	if err != nil {
		return 0, err
	}
	refused := make(map[string]error) // by file
	for round := 0; (r.opts.fix || r.opts.diff) && round < maxFixRounds; round++ {
		made, err := r.fix(ctx, o, round > 0, refused)
		if err != nil {
			return 0, err
		}
		if !made {
			break
		}
		if s, err = again(); err != nil {
			return 0, err
		}
		if o, err = r.outcome(ctx, s); err != nil {
			return 0, err
		}
		o.refused = len(refused) > 0
	}
	r.tellSlow(s)
	p := printer{&r.console}
	told := make(map[string]bool) // a package and its test variant fail alike
	for _, f := range o.failures {
		if !told[f.text] {
			told[f.text] = true
			fmt.Fprintf(r.stderr, "k8slint: %s\n", f.text)
			if r.opts.debug && f.stack != "" {
				fmt.Fprintln(r.stderr, f.stack)
			}
		}
	}
	if r.opts.facts {
		if err := p.printFacts(s); err != nil || len(o.failures) == 0 {
			return exitClean, err
		}
		return exitFailure, nil
	}
	if err := p.print(s, o); err != nil {
		return 0, err
	}
	p.tellSummary(s, o)
	switch {
	case len(o.failures) > 0, o.refused:
		return exitFailure, nil
	case len(o.all()) > 0, o.shown > 0:
		return exitFindings, nil
	}
	return exitClean, nil
}

// outcome is what a session found, as far as the flags ask for it.
func (r *reporter) outcome(ctx context.Context, s *session) (*outcome, error) {
	o := r.collect(s)
	o.findPlaces(s, r.dir)
	o.toWrites(s)
	if r.opts.facts {
		return o, nil
	}
	if r.opts.format == "html" {
		o.checkSources(s)
	}
	if err := r.adopt(ctx, s, o); err != nil {
		return nil, err
	}
	o.show(r.opts.filter, r.opts.severity)
	if r.opts.format == "html" {
		o.readSources() // before -fix changes some
	}
	return o, nil
}

// collect takes what there is to tell out of the session.
func (r *reporter) collect(s *session) *outcome {
	o := new(outcome)
	for _, pattern := range s.graph.Unmatched {
		o.failures = append(o.failures, failure{id: pattern, analyzer: program, text: "pattern " + pattern + " matches no packages"})
	}
	var names []string
	for _, n := range s.nodes {
		if n.Role == load.Findings {
			names = append(names, n.Files...)
		}
		r.collectNode(o, s, n)
		if n.plain != nil {
			r.collectNode(o, s, n.plain)
		}
	}
	o.sources = finding.NewSources(names...)
	return o
}

func (r *reporter) collectNode(o *outcome, s *session, n *node) {
	for _, e := range n.internal {
		o.failures = append(o.failures, failure{n.ID, e.Analyzer, e.Error(), e.Stack})
	}
	errs := n.errors()
	fail := func(text string) {
		o.failures = append(o.failures, failure{id: n.ID, analyzer: program, text: text})
	}
	switch {
	case n.isDependency() && (n.part != nil || n.lost) && len(errs) > 0:
		fail(r.errorText(n.ID, errs, "packages that import "+n.Path+" are analysed without its effects"))
	case n.Role != load.Findings:
		if len(errs) > 0 && !n.Std {
			r.debugf("%s", r.errorText(n.ID, errs, "its importers are analysed without its effects"))
		}
	case n.testsOut && len(errs) == 0: // the package has its own error
	case n.testsOut:
		fail(r.errorText(n.ID, errs, testsLeftOut(n.ForTest)))
	case n.part != nil && len(errs) > 0:
		fail(r.errorText(n.ID, errs, leftOut(n.Path, n.part.Left)))
	case n.part != nil:
		fail(r.errorText(n.part.From, []load.Error{n.part.Cause}, leftOut(n.Path+", which imports "+n.part.From, n.part.Left)))
	case len(errs) > 0:
		text := r.errorText(n.ID, errs, "package "+n.Path+" was not analysed")
		for _, a := range s.analyzers {
			o.failures = append(o.failures, failure{id: n.ID, analyzer: a.Name, text: text})
		}
	}
	if len(n.findings) > 0 && n.Role == load.Findings {
		o.packages = append(o.packages, packageFindings{n.ID, n.Local(), s.files.fixable(n.findings), n.sums})
	}
}

// slowest is how many packages tellSlow names.
const slowest = 5

// tellSlow says with -debug where the time went.
func (r *reporter) tellSlow(s *session) {
	if !r.opts.debug {
		return
	}
	var nodes []*node
	restored, declared := 0, 0
	for _, n := range s.nodes {
		if n.types != nil && n.took == 0 {
			declared++
		}
		if n.took > 0 {
			nodes = append(nodes, n)
		}
		if n.restored {
			restored++
		}
	}
	r.debugf("%d packages in the closure: %d analysed, %d results from the cache, %d read for their declarations", len(s.nodes), len(nodes), restored, declared)
	told := map[bound.Reached]bool{} // a package and its test variants reach the same bounds
	for _, n := range s.nodes {
		for _, what := range n.caps {
			if !told[what] {
				told[what] = true
				r.debugf("%s", what)
			}
		}
	}
	for _, what := range manifestProblems(s.nodes) {
		r.debugf("%s", what)
	}
	total, largest := 0, &node{Package: new(load.Package)}
	for _, n := range s.nodes {
		if n.twin == nil {
			total += len(n.facts)
		}
		if len(n.facts) > len(largest.facts) {
			largest = n
		}
	}
	r.debugf("%d bytes of facts, at most %d in a package (%s)", total, len(largest.facts), largest.ID)
	slices.SortStableFunc(nodes, func(a, b *node) int { return int(b.took - a.took) })
	for i, n := range nodes {
		if i == slowest {
			break
		}
		r.debugf("%s took %v", n.ID, n.took.Round(time.Millisecond))
	}
}

// manifestProblems are the manifests that gave no answer, each once, sorted.
func manifestProblems(nodes []*node) []string {
	all := map[string]bool{}
	for _, n := range nodes {
		if n.manifest == nil {
			continue
		}
		for _, p := range n.manifest.Problems {
			all[p] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}
