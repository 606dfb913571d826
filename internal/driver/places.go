package driver

import (
	"go/types"
	"path/filepath"
	"regexp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/load"
	"github.com/k8slint/k8slint/internal/posn"
)

// findPlaces makes whole names of those in traces: facts say "controllers/pod.go:12",
// the same on every machine. Such a name is that of a file of the finding's own package,
// or of the only one of that name in the main modules; what is neither stays as it is.
// Messages name a file as the prefix of a finding does: as it is seen from dir.
func (o *outcome) findPlaces(s *session, dir string) {
	files := make(map[string][]string)
	o.rename(func(_ *finding.Finding, name string) string {
		files[name] = nil
		return name
	}, "")
	if len(files) == 0 {
		return
	}
	findFiles(s.nodes, files)
	o.rename(func(f *finding.Finding, name string) string {
		named := files[name]
		own := filepath.Join(filepath.Dir(f.Pos.File), filepath.Base(name))
		switch {
		case slices.Contains(named, own):
			return own
		case len(named) == 1:
			return named[0]
		}
		return name
	}, dir)
}

// said is a file in a message, before its line.
var said = regexp.MustCompile(`[^\s()":]+\.go\b`)

// rename gives the files in traces that are not absolute the names that whole returns, and those in
// messages the same, as they are seen from dir.
func (o *outcome) rename(whole func(f *finding.Finding, name string) string, dir string) {
	for _, p := range o.packages {
		for i := range p.findings {
			f := &p.findings[i]
			for _, st := range f.Steps() {
				if st.Pos.File != "" && !filepath.IsAbs(st.Pos.File) {
					st.Pos.File = whole(f, st.Pos.File)
				}
			}
			inMessage := func(name string) string { return seenFrom(dir, whole(f, name)) }
			f.Message = said.ReplaceAllStringFunc(f.Message, inMessage)
			for k := range f.Writes {
				w := &f.Writes[k]
				w.Message = said.ReplaceAllStringFunc(w.Message, inMessage)
				if t := w.There; t != nil {
					w.There = &finding.There{Pos: t.Pos, Message: said.ReplaceAllStringFunc(t.Message, inMessage)}
					if !filepath.IsAbs(t.Pos.File) {
						w.There.Pos.File = whole(f, t.Pos.File)
					}
				}
			}
		}
	}
}

// seenFrom is name as a message says it: outside of dir, too, it is a path from there.
func seenFrom(dir, name string) string {
	if rel, err := filepath.Rel(dir, name); err == nil && filepath.IsAbs(name) && len(rel) < len(name) {
		return rel
	}
	return name
}

// findFiles fills in the files that have the names that are asked for.
func findFiles(nodes []*node, asked map[string][]string) {
	seen := make(map[string]bool)
	for _, n := range nodes {
		if !n.Local() && !n.InFolder() {
			continue
		}
		folder := folderOf(n.Package)
		for _, name := range n.Files {
			short := posn.File(folder, name)
			if _, ok := asked[short]; ok && !seen[name] {
				seen[name] = true
				asked[short] = append(asked[short], name)
			}
		}
	}
}

// folderOf is the folder of p's package in its module, as facts say it.
func folderOf(p *load.Package) string {
	return posn.Folder(&analysis.Pass{Pkg: types.NewPackage(p.Path, p.Name), Module: moduleOf(p)})
}

// toWrites puts findings that stand at what makes a write of another package wrong, an
// option or an import, at the write itself: under go vet and golangci-lint they cannot
// stand there, as nobody knows of the option when the package with the write is analysed. Findings
// stay where they are if their write is in none of the packages that were asked for.
func (o *outcome) toWrites(s *session) {
	var moved []finding.Finding
	for i := range o.packages {
		p := &o.packages[i]
		p.findings = slices.DeleteFunc(slices.Clone(p.findings), func(f finding.Finding) bool {
			at, ok := f.AtWrites()
			if !ok || packageOf(s.nodes, at.Pos.File) == nil {
				return false
			}
			moved = append(moved, at)
			return true
		})
	}
	for _, f := range moved {
		p := o.findingsOf(packageOf(s.nodes, f.Pos.File))
		if !slices.ContainsFunc(p.findings, func(old finding.Finding) bool { return old.Analyzer == f.Analyzer && old.Pos == f.Pos }) {
			p.findings = append(p.findings, f) // one option is enough
		}
	}
	o.packages = slices.DeleteFunc(o.packages, func(p packageFindings) bool { return len(p.findings) == 0 })
}

// packageOf is the first package with the named file that was asked for, nil if there is none.
func packageOf(nodes []*node, name string) *node {
	for _, n := range nodes {
		if n.Role == load.Findings && slices.Contains(n.Files, name) {
			return n
		}
	}
	return nil
}

// findingsOf are the findings in n.
func (o *outcome) findingsOf(n *node) *packageFindings {
	i := slices.IndexFunc(o.packages, func(p packageFindings) bool { return p.id == n.ID })
	if i < 0 {
		i = len(o.packages)
		o.packages = append(o.packages, packageFindings{id: n.ID, local: n.Local(), sums: n.sums})
	}
	return &o.packages[i]
}
