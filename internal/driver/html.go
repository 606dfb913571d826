package driver

import (
	"context"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/changes"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/fix"
	"github.com/k8slint/k8slint/internal/driver/htmlreport"
	"github.com/k8slint/k8slint/internal/driver/load"
)

// html is the report on what is found: nothing of it depends on the time, nor on
// what of it the cache held.
func (p printer) html(s *session, o *outcome) htmlreport.Report {
	version, _ := buildVersion()
	sum := summarize(s, o, 0)
	rep := htmlreport.Report{
		Root: p.repositoryRoot(), Version: version, Module: onlyModule(s), Packages: sum.analysed,
		Link: p.link(), Limits: p.limits(), Sources: o.sources, Fix: o.previews(),
	}
	for _, a := range s.analyzers {
		rep.Analyzers = append(rep.Analyzers, htmlreport.Analyzer{Name: a.Name, Doc: a.Doc, URL: a.URL})
	}
	for _, f := range o.failures {
		if !slices.Contains(rep.Failures, f.text) {
			rep.Failures = append(rep.Failures, f.text)
		}
	}
	packages := make(map[string]string)
	for _, found := range o.packages {
		path, _, _ := strings.Cut(found.id, " ") // of a test variant
		for _, f := range found.findings {
			if key := f.String(); packages[key] == "" {
				packages[key] = path
			}
		}
	}
	for _, f := range o.all() {
		rep.Findings = append(rep.Findings, htmlreport.Finding{Finding: f, Package: packages[f.String()]})
	}
	return rep
}

// onlyModule is the path of the module of all packages that were asked for, "" if there
// is none.
func onlyModule(s *session) string {
	path := ""
	for _, n := range s.nodes {
		switch {
		case n.Role != load.Findings:
		case n.Module == nil, path != "" && path != n.Module.Path:
			return ""
		default:
			path = n.Module.Path
		}
	}
	return path
}

// link is the template of the report's links to the source, "" for none.
func (p printer) link() string {
	switch p.opts.link {
	case "off":
		return ""
	case "":
		return changes.Web(context.Background(), p.repositoryRoot())
	}
	return p.opts.link
}

// limits tells which findings the flags leave out.
func (p printer) limits() []string {
	var out []string
	if p.opts.newFrom != "" {
		out = append(out, "only what was not found at "+p.opts.newFrom)
	}
	if p.opts.baseline != "" {
		out = append(out, "without what "+p.opts.baseline+" lists")
	}
	return out
}

// checkSources lets o have lines only of files that are what was analysed.
func (o *outcome) checkSources(s *session) {
	sums := make(map[string]fix.Sum)
	add := func(n *node) {
		for name, sum := range n.sums {
			if before, ok := sums[name]; ok && before != sum {
				sum = fix.Sum{} // it was read twice, with two contents
			}
			sums[name] = sum
		}
	}
	for _, n := range s.nodes {
		if n.Role == load.Findings {
			add(n)
			if n.plain != nil {
				add(n.plain)
			}
		}
	}
	o.sources.Sums, o.sources.Actual = sums, s.config.Overlay.File
}

// readSources reads the files that findings of o lead through.
func (o *outcome) readSources() {
	read := func(places ...finding.Pos) {
		for _, p := range places {
			o.sources.Lines(p.File)
		}
	}
	for _, f := range o.all() {
		read(f.Pos, f.Real)
		for _, st := range f.Steps() {
			read(st.Pos, st.Real)
		}
		for _, w := range f.Writes {
			read(w.Pos, w.Real)
		}
	}
}
