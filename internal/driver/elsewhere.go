package driver

import (
	"slices"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/load"
)

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
			if !ok || s.packageOf(at.Pos.File) == nil {
				return false
			}
			moved = append(moved, at)
			return true
		})
	}
	for _, f := range moved {
		p := o.findingsOf(s.packageOf(f.Pos.File))
		if !slices.ContainsFunc(p.findings, func(old finding.Finding) bool { return old.Analyzer == f.Analyzer && old.Pos == f.Pos }) {
			p.findings = append(p.findings, f) // one option is enough
		}
	}
	o.packages = slices.DeleteFunc(o.packages, func(p packageFindings) bool { return len(p.findings) == 0 })
}

// packageOf is the first package with the named file that was asked for, nil if there is none.
func (s *session) packageOf(name string) *node {
	for _, n := range s.nodes {
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
