package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/k8slint/k8slint/internal/analyzerdoc"
	"github.com/k8slint/k8slint/internal/driver/baseline"
	"github.com/k8slint/k8slint/internal/driver/changes"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/fix"
	"github.com/k8slint/k8slint/internal/driver/load"
	"github.com/k8slint/k8slint/internal/driver/output"
)

// An outcome is what a session found, in the order in which it is printed.
type outcome struct {
	packages []packageFindings
	failures []failure
	sources  *finding.Sources
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

// report prints what a session found and returns the exit code.
func (c *command) report(ctx context.Context, s *session) (int, error) {
	o := c.collect(s)
	o.findPlaces(s)
	c.tellSlow(s)
	told := make(map[string]bool) // a package and its test variant fail alike
	for _, f := range o.failures {
		if !told[f.text] {
			told[f.text] = true
			fmt.Fprintf(c.stderr, "k8slint: %s\n", f.text)
			if c.opts.debug && f.stack != "" {
				fmt.Fprintln(c.stderr, f.stack)
			}
		}
	}
	if c.opts.facts {
		if err := c.printFacts(s); err != nil || len(o.failures) == 0 {
			return exitClean, err
		}
		return exitFailure, nil
	}
	if err := c.adopt(ctx, o); err != nil {
		return 0, err
	}
	if c.opts.fix || c.opts.diff {
		if err := c.fix(ctx, o); err != nil {
			return 0, err
		}
	}
	if err := c.print(s, o); err != nil {
		return 0, err
	}
	switch {
	case len(o.failures) > 0, o.refused:
		return exitFailure, nil
	case len(o.all()) > 0, o.shown > 0:
		return exitFindings, nil
	}
	return exitClean, nil
}

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

// collect takes what there is to tell out of the session.
func (c *command) collect(s *session) *outcome {
	o := new(outcome)
	for _, pattern := range s.graph.Unmatched {
		o.failures = append(o.failures, failure{id: pattern, analyzer: program, text: "pattern " + pattern + " matches no packages"})
	}
	var names []string
	for _, n := range s.nodes {
		if n.Role == load.Findings {
			names = append(names, n.Files...)
		}
		c.collectNode(o, s, n)
		if n.plain != nil {
			c.collectNode(o, s, n.plain)
		}
	}
	o.sources = finding.NewSources(names...)
	return o
}

func (c *command) collectNode(o *outcome, s *session, n *node) {
	for _, e := range n.internal {
		o.failures = append(o.failures, failure{n.ID, e.Analyzer, e.Error(), e.Stack})
	}
	errs := n.errors()
	fail := func(text string) {
		o.failures = append(o.failures, failure{id: n.ID, analyzer: program, text: text})
	}
	switch {
	case n.isDependency() && (n.part != nil || n.lost) && len(errs) > 0:
		fail(c.errorText(n.ID, errs, "what package "+n.Path+" does is not known to those that import it"))
	case n.Role != load.Findings:
		if len(errs) > 0 && !n.Std {
			c.debugf("%s", c.errorText(n.ID, errs, "its importers were analysed without what it does"))
		}
	case n.testsOut && len(errs) == 0: // told of the package
	case n.testsOut:
		fail(c.errorText(n.ID, errs, testsLeftOut(n.ForTest)))
	case n.part != nil && len(errs) > 0:
		fail(c.errorText(n.ID, errs, leftOut(n.Path, n.part.Left)))
	case n.part != nil:
		fail(c.errorText(n.part.From, []load.Error{n.part.Cause}, leftOut(n.Path+", which imports "+n.part.From, n.part.Left)))
	case len(errs) > 0:
		text := c.errorText(n.ID, errs, "package "+n.Path+" was not analysed")
		for _, a := range s.analyzers {
			o.failures = append(o.failures, failure{id: n.ID, analyzer: a.Name, text: text})
		}
	}
	if len(n.findings) > 0 && n.Role == load.Findings {
		o.packages = append(o.packages, packageFindings{n.ID, n.Local(), s.files.fixable(n.findings), n.sums})
	}
}

// adopt leaves out what -baseline and -new-from say, and writes a baseline.
func (c *command) adopt(ctx context.Context, o *outcome) error {
	if c.opts.newFrom != "" {
		c.children.RLock()
		defer c.children.RUnlock()
		lines, err := changes.Since(ctx, c.dir, c.opts.newFrom)
		if err != nil {
			return err
		}
		var kept []finding.Finding
		for _, f := range o.all() {
			if lines.Touch(f) {
				kept = append(kept, f)
			}
		}
		if err := lines.Err(); err != nil {
			return err
		}
		o.keep(kept)
	}
	if c.opts.baseline != "" {
		name := c.inDir(c.opts.baseline)
		known, err := baseline.Read(name)
		if err != nil {
			return err
		}
		fresh, gone := known.New(o.all(), o.sources, c.repositoryRoot())
		if gone > 0 {
			c.debugf("%d findings of the baseline are gone", gone)
		}
		o.keep(fresh)
	}
	if c.opts.writeBas != "" {
		name := c.inDir(c.opts.writeBas)
		all := o.all()
		if err := baseline.Write(name, c.repositoryRoot(), all, o.sources); err != nil {
			return err
		}
		fmt.Fprintf(c.stderr, "k8slint: wrote %d findings to %s\n", len(all), c.opts.writeBas)
		o.keep(nil)
	}
	return nil
}

func (c *command) inDir(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(c.dir, name)
}

func (c *command) print(s *session, o *outcome) error {
	switch c.opts.format {
	case "json":
		return o.tree().Print(c.stdout)
	case "sarif":
		version, _ := buildVersion()
		doc := output.SARIF{Root: c.repositoryRoot(), Version: version}
		for _, a := range s.analyzers {
			summary, rest := analyzerdoc.Split(a.Doc)
			doc.Rules = append(doc.Rules, output.Rule{ID: a.Name, Summary: summary, Help: rest, URL: a.URL})
		}
		for _, f := range o.failures {
			if n := len(doc.Failures); n == 0 || doc.Failures[n-1] != f.text {
				doc.Failures = append(doc.Failures, f.text)
			}
		}
		return doc.Print(c.stdout, o.all(), o.sources)
	case "github":
		return output.GitHub(c.stdout, c.repositoryRoot(), o.all())
	case "gitlab":
		return output.GitLab(c.stdout, c.repositoryRoot(), o.all(), o.sources)
	}
	f, ok := c.stdout.(*os.File)
	return output.Text{
		Dir:     c.dir,
		Context: c.opts.context,
		Explain: c.opts.explain,
		Sources: o.sources,
		Colour:  ok && isTerminal(f) && os.Getenv("NO_COLOR") == "",
	}.Print(c.stdout, o.all())
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

// repositoryRoot is the folder with .git that the analysed one lies in; names
// in reports for other programs are relative to it.
func (c *command) repositoryRoot() string {
	for dir := c.dir; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return c.dir
		}
	}
}

// slowest is how many packages tellSlow names.
const slowest = 5

// tellSlow says with -debug where the time went.
func (c *command) tellSlow(s *session) {
	if !c.opts.debug {
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
	c.debugf("%d packages in the closure: %d analysed, %d results from the cache, %d read for their declarations", len(s.nodes), len(nodes), restored, declared)
	for _, n := range s.nodes {
		for _, what := range n.caps {
			c.debugf("%s", what)
		}
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
	c.debugf("%d bytes of facts, at most %d in a package (%s)", total, len(largest.facts), largest.ID)
	slices.SortStableFunc(nodes, func(a, b *node) int { return int(b.took - a.took) })
	for i, n := range nodes {
		if i == slowest {
			break
		}
		c.debugf("%s took %v", n.ID, n.took.Round(time.Millisecond))
	}
}

// errorText says in one line what is wrong with the package id, and what came of
// it.
func (c *command) errorText(id string, errs []load.Error, so string) string {
	e := errs[0]
	where := id
	if e.Pos.Filename != "" {
		e.Pos.Filename = output.Relative(c.dir, e.Pos.Filename)
		where = e.Pos.String()
	}
	text := fmt.Sprintf("%s: %s", where, strings.TrimSpace(e.Msg))
	if n := len(errs) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text + "; " + so
}

// namesTold is how many functions that were left out are named.
const namesTold = 3

// leftOut says what was left out of a package.
func leftOut(path string, names []string) string {
	switch n := len(names); {
	case n == 0:
		return "package " + path + " was analysed all the same"
	case n > namesTold:
		return fmt.Sprintf("left out of package %s: %s and %d more", path, strings.Join(names[:namesTold], ", "), n-namesTold)
	}
	return "left out of package " + path + ": " + strings.Join(names, ", ")
}

// testsLeftOut says that the tests of a package were left out.
func testsLeftOut(path string) string { return "the tests of package " + path + " were left out" }

func (c *command) debugf(format string, args ...any) {
	if c.opts.debug {
		fmt.Fprintf(c.stderr, "k8slint: debug: "+format+"\n", args...)
	}
}
