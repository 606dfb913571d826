package driver

import (
	"bytes"
	"go/types"
	"path"
	"slices"
	"strconv"

	"github.com/k8slint/k8slint/internal/driver/facts"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/listers"
)

// mutates is the analyzer whose findings begin with a read of the cache.
const mutates = "cachemutate"

// withdraw drops the findings about objects that are copies, as packages decide that
// the finding's does not import: main puts a lister that copies where a package below it
// reads. Only a run that sees the whole program can tell.
func withdraw(s *session) {
	reads := func(f finding.Finding) bool { return f.Analyzer == mutates && len(f.Trace) > 0 }
	if !slices.ContainsFunc(s.nodes, func(n *node) bool { return slices.ContainsFunc(n.findings, reads) }) {
		return
	}
	copied := map[string][]string{} // packages, by place
	for at := range listers.Copied(listerFacts(s.nodes)) {
		copied[at.Posn] = append(copied[at.Posn], at.Package)
	}
	if len(copied) == 0 {
		return
	}
	for _, n := range s.nodes {
		var kept []finding.Finding
		for _, f := range n.findings {
			if !reads(f) || !slices.ContainsFunc(copied[readAt(f)], n.sees) {
				kept = append(kept, f)
			}
		}
		n.findings = kept
	}
}

// listerFacts is what the packages do with listers, by path.
func listerFacts(nodes []*node) map[string]*listers.Does {
	name := []byte(facts.Name(new(fact.Fact[listers.Does])))
	out := map[string]*listers.Does{}
	for _, n := range nodes {
		if n.twin != nil || !bytes.Contains(n.facts, name) {
			continue
		}
		// The facts are the package's own, for which its types do not matter.
		table, err := facts.Decode(n.facts, types.NewPackage(n.Path, n.Name))
		f := new(fact.Fact[listers.Does])
		if err == nil && table.Get(nil, f) {
			out[kube.Unvendored(n.Path)] = &f.Does
		}
	}
	return out
}

// readAt is the place where f begins, as facts name it.
func readAt(f finding.Finding) string {
	at := f.Trace[0].Pos
	if path.IsAbs(at.File) {
		return ""
	}
	return at.File + ":" + strconv.Itoa(at.Line)
}

// sees reports whether n is or imports, directly or through others, the package at
// path.
func (n *node) sees(path string) bool {
	seen := map[*node]bool{}
	var visit func(n *node) bool
	visit = func(n *node) bool {
		if kube.Unvendored(n.Path) == path {
			return true
		}
		if seen[n] {
			return false
		}
		seen[n] = true
		return slices.ContainsFunc(n.deps, visit)
	}
	return visit(n)
}
