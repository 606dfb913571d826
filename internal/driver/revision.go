package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/changes"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/lineage"
	"github.com/k8slint/k8slint/internal/driver/listing"
	"github.com/k8slint/k8slint/internal/driver/load"
)

// newFrom leaves in o what was not found at the revision that -new-from names.
// The findings of then are those of a second session, on what the files were; it
// analyses packages that have findings now, or that differ, and takes from the
// cache what is there. If nothing that a finding depends on differs, there is no second session.
func (r *reporter) newFrom(ctx context.Context, s *session, o *outcome) error {
	set, all, err := r.differing(ctx, o)
	if err != nil || len(all) == 0 {
		return err
	}
	if !hangOn(nodesOf(s.nodes, all), set) {
		r.debugf("nothing that the findings depend on differs from %s", r.opts.newFrom)
		o.keep(nil)
		return nil
	}
	dir, remove, err := r.temporary()
	if err != nil {
		return err
	}
	defer remove()
	p := &past{set: set, rev: r.opts.newFrom, unsure: make(map[string]string), guessed: make(map[string]bool)}
	if err := r.analysePast(ctx, s, p, dir, all); err != nil {
		return err
	}
	known := make([][]bool, len(all))
	if p.whole == nil {
		now := lineage.State{Findings: all, Sources: repositoryFiles(s), Path: set.Path}
		known = lineage.Known(p.state, now, slices.Sorted(maps.Keys(set.Dirs())))
	}
	p.guess(all, known)
	for _, w := range p.warnings() {
		fmt.Fprintf(r.stderr, "k8slint: warning: %s\n", w)
	}
	o.without(all, known)
	return nil
}

// differing returns what differs from the revision, and the findings of o. Without
// any it only sees to it that there is such a revision.
func (r *reporter) differing(ctx context.Context, o *outcome) (*changes.Set, []finding.Finding, error) {
	r.children.RLock()
	defer r.children.RUnlock()
	rev, err := changes.Open(ctx, r.dir, r.opts.newFrom)
	all := o.all()
	if err != nil || len(all) == 0 {
		return nil, nil, err
	}
	set, err := rev.Compare()
	return set, all, err
}

// analyse runs s, which has its packages, settings and store.
func (r *reporter) analyse(s *session) {
	s.keys = newKeyer(s.settings, s.graph)
	s.files.listing = s.graph.Listing
	s.progress = r.progress
	s.children = &r.children
	r.config.Force = s.graph.Analysed()
	r.progress.begin(s.graph.Count())
	s.pacer.expect(s.graph.Count())
	s.run()
	r.progress.end()
}

// hangOn reports whether the findings of nodes can be others because of what differs:
// these packages, what they import, or the versions of that.
func hangOn(nodes []*node, set *changes.Set) bool {
	if set.Modules() || len(set.Unknown) > 0 {
		return true
	}
	differ := set.Dirs()
	dirs := make(map[string]bool)
	for _, n := range nodes {
		dirs[n.Dir] = true
		for _, d := range below(n) {
			dirs[d.Dir] = true
		}
	}
	for dir := range dirs {
		if differ[folder(set.Path, dir)] {
			return true
		}
	}
	return false
}

// folder names a folder as path names files in it, where links lead to it.
func folder(name func(file string) string, dir string) string {
	return path.Dir(name(filepath.Join(dir, "any.go")))
}

// nodesOf returns those of nodes that are in the folders of findings.
func nodesOf(nodes []*node, findings []finding.Finding) []*node {
	dirs := make(map[string]bool)
	for _, f := range findings {
		for _, name := range filesOf(f) {
			dirs[filepath.Dir(name)] = true
		}
	}
	var out []*node
	for _, n := range nodes {
		if dirs[n.Dir] {
			out = append(out, n)
		}
	}
	return out
}

// filesOf are the files in which f stands.
func filesOf(f finding.Finding) []string {
	out := []string{f.Pos.File, f.Real.File}
	for _, w := range f.Writes {
		out = append(out, w.Pos.File, w.Real.File)
	}
	return slices.DeleteFunc(out, func(name string) bool { return name == "" })
}

// below returns what n imports, by any path.
func below(n *node) []*node {
	var out []*node
	seen := map[*node]bool{n: true}
	for todo := []*node{n}; len(todo) > 0; {
		n, todo = todo[0], todo[1:]
		for _, d := range n.deps {
			if !seen[d] {
				seen[d] = true
				todo = append(todo, d)
				out = append(out, d)
			}
		}
	}
	return out
}

// repositoryFiles are the files of the repository that s analyses, for their findings
// or for others.
func repositoryFiles(s *session) *finding.Sources {
	var names []string
	for _, n := range s.nodes {
		if n.Role != load.Types && (n.Local() || n.InFolder()) {
			names = append(names, n.Files...)
		}
	}
	out := finding.NewSources(names...)
	out.Actual = s.config.Overlay.File
	return out
}

// A past is what was found at a revision, as far as it can be found out.
type past struct {
	state lineage.State
	set   *changes.Set
	rev   string
	// whole is why nothing is known.
	whole error
	// unsure are the folders of packages of which not all is known, with the
	// reason.
	unsure map[string]string
	// guessed are those of them that have findings now.
	guessed map[string]bool
}

// analysePast analyses what the packages of s were, those in which something
// differs or one of all, the findings of now, stands. It writes what the files
// were into dir.
func (r *reporter) analysePast(ctx context.Context, s *session, p *past, dir string, all []finding.Finding) error {
	if driver := listing.Driver(); driver != "" {
		p.whole = errors.New("another program lists the packages: " + driver)
		return nil
	}
	wanted := p.set.Dirs()
	for _, n := range nodesOf(s.nodes, all) {
		wanted[folder(p.set.Path, n.Dir)] = true
	}
	r.children.RLock()
	cfg, name, err := configPast(s.config, p.set, dir)
	r.children.RUnlock()
	if err != nil {
		return err
	}
	cfg.Only = func(dir string) bool { return wanted[folder(name, dir)] }
	r.children.RLock()
	graph, err := load.Load(cfg, s.patterns)
	r.children.RUnlock()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		p.whole = err
		return nil
	}
	force := r.config.Force
	defer func() { r.config.Force = force }()
	then := newSession(cfg, graph, s.analyzers)
	then.patterns, then.settings, then.store, then.pacer = s.patterns, s.settings, s.store, s.pacer
	r.analyse(then)
	was := r.collect(then)
	was.findPlaces(then, "")
	was.toWrites(then)
	p.state = lineage.State{Findings: was.all(), Sources: repositoryFiles(then), Path: name}
	p.doubt(then, s)
	return nil
}

// configPast is cfg for what the files were at the revision, and what names a file
// from the root of the repository then. The go command takes most from where it
// is now. Only a list of vendored modules it reads from the disk: then all of the
// revision is written into the folder tmp.
func configPast(cfg load.Config, set *changes.Set, tmp string) (load.Config, func(file string) string, error) {
	cfg.Keeper = nil
	root, dir := set.Named(cfg.Dir)
	if set.Vendored() {
		root := filepath.Join(tmp, filepath.Base(set.Root))
		if err := os.Mkdir(root, 0o700); err != nil {
			return cfg, nil, err
		}
		cfg.Dir = filepath.Join(root, filepath.FromSlash(folder(set.Path, dir)))
		path := func(file string) string {
			if rel, err := filepath.Rel(root, file); err == nil && filepath.IsLocal(rel) {
				return filepath.ToSlash(rel)
			}
			return file
		}
		return cfg, path, set.Checkout(root)
	}
	cfg.Dir = dir
	files, err := set.Overlay(tmp, root)
	if err != nil {
		return cfg, nil, err
	}
	overlay := listing.Overlay(files)
	maps.Copy(overlay, cfg.Overlay)
	cfg.Overlay = overlay
	cfg.OverlayFile, err = overlay.Write(tmp)
	return cfg, set.Path, err
}

// doubt notes of which packages not all is known that is known now, because of
// errors in them or in what they import.
func (p *past) doubt(then, now *session) {
	wrong := make(map[string]bool)
	for _, n := range now.nodes {
		wrong[n.ID] = n.wrong() != ""
	}
	reasons := make(map[*node]string)
	for _, n := range then.nodes { // what a package imports comes before it
		if n.Role == load.Types || n.Std {
			continue
		}
		why, at := n.wrong(), folder(p.state.Path, n.Dir)
		if wrong[n.ID] || len(n.Files) == 0 && !p.set.Held(at) {
			why = "" // as now; or there was no such package
		}
		for sub, err := range p.set.Unknown {
			if at == sub || strings.HasPrefix(at, sub+"/") {
				why = err.Error()
			}
		}
		for _, d := range n.deps {
			why = cmp.Or(why, reasons[d])
		}
		if reasons[n] = why; why != "" {
			p.unsure[at] = why
		}
	}
}

// wrong is why not all of n was analysed, or "".
func (n *node) wrong() string {
	switch errs := n.errors(); {
	case n.Role == load.Types || n.Std:
		return ""
	case len(errs) > 0:
		return errs[0].Msg
	case n.part != nil:
		return cmp.Or(n.part.Cause.Msg, "a part was left out")
	case n.testsOut:
		return "its tests were left out"
	case len(n.internal) > 0:
		return n.internal[0].Error()
	case n.plain != nil:
		return n.plain.wrong()
	}
	return ""
}

// guess decides of the writes of findings in packages of which not all is known:
// they are known if nothing changed in the packages that they lead through.
func (p *past) guess(findings []finding.Finding, known [][]bool) {
	differ := p.set.Dirs()
	for i, f := range findings {
		if known[i] == nil {
			known[i] = make([]bool, max(1, len(f.Writes)))
		}
		for k := range known[i] {
			pos, real, trace := f.Pos, f.Real, f.Trace
			if len(f.Writes) > 0 {
				w := f.Writes[k]
				pos, real, trace = w.Pos, w.Real, w.Trace
			}
			if dir := path.Dir(p.set.Path(pos.File)); p.whole == nil && p.unsure[dir] == "" {
				continue
			} else if p.whole == nil {
				p.guessed[dir] = true
			}
			known[i][k] = !p.set.Modules() && !p.touches(differ, pos.File) && !p.touches(differ, real.File) &&
				!slices.ContainsFunc(trace, func(st finding.Step) bool { return p.touches(differ, st.Pos.File) || p.touches(differ, st.Real.File) })
		}
	}
}

// touches reports whether a file, or one of its package, differs. It is absolute,
// or has the last elements of its name.
func (p *past) touches(differ map[string]bool, file string) bool {
	if filepath.IsAbs(file) || file == "" {
		return differ[path.Dir(p.set.Path(file))]
	}
	dir := path.Dir(filepath.ToSlash(file))
	for name := range differ {
		if name == dir || strings.HasSuffix(name, "/"+dir) {
			return true
		}
	}
	return false
}

// warnings say what is not known.
func (p *past) warnings() []string {
	const so = "are treated as new if their packages, or those that their traces lead through, have changed since"
	if p.whole != nil {
		return []string{fmt.Sprintf("-new-from=%s: the findings of that revision are not known: %s; findings %s", p.rev, oneLine(p.whole.Error()), so)}
	}
	dirs := slices.Sorted(maps.Keys(p.guessed))
	if len(dirs) == 0 {
		return nil
	}
	more := ""
	if n := len(dirs) - 1; n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	return []string{fmt.Sprintf("-new-from=%s: the findings of that revision in %s are not all known: %s%s; findings there %s", p.rev, dirs[0], oneLine(p.unsure[dirs[0]]), more, so)}
}
