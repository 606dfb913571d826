package driver

import (
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/load"
)

// A part says what was left out of a package that was analysed anyway.
type part struct {
	Left    []string // functions and variables, by name
	Unknown []string // what importers must know of: see load.Unknown
	// Cause is what is wrong with the package From below it, if nothing is
	// wrong with the package itself.
	Cause load.Error
	From  string
}

// env is what type-checking n needs of the packages below it, which have their
// types.
func (s *session) env(n *node) load.Env {
	env := load.Env{Sizes: s.graph.Sizes, Import: s.importer(n)}
	if n.Std {
		return env
	}
	for _, d := range n.needs {
		if d.Std || len(d.below) == 0 && len(d.holes) == 0 && !d.isPartial() {
			continue
		}
		if env.Unknown == nil {
			env.Unknown = make(load.Unknown)
		}
		env.Unknown.Add(d.below)
		env.Unknown.Add(d.holes)
		if d.part != nil {
			env.Unknown.Add(d.part.Unknown)
		}
		if d.dark() {
			env.Unknown.AddPackage(d.Path)
		}
		if d.isPartial() {
			n.onPartial = true
			env.Unknown.AddUser(d.Path)
		}
	}
	n.below = env.Unknown.Sorted()
	return env
}

// isDependency reports whether n is analysed only for its importers. If a test
// variant of n is analysed, messages are about the variant.
func (n *node) isDependency() bool {
	return n.Role == load.Facts && n.ForTest == "" && !n.Tested && !n.Std
}

// isPartial reports whether something was left out of what is known of n, or of
// what it imports.
func (n *node) isPartial() bool {
	return n.Role != load.Types && (n.part != nil || n.onPartial || n.dark())
}

// dark reports whether n should have been analysed, for its importers at least,
// and was not.
func (n *node) dark() bool {
	return n.Role != load.Types && n.twin == nil && n.part == nil && len(n.skipped) > 0 && !n.cgoFailed && (n.plain == nil || n.plain.dark())
}

// partOf tells what was left out of n.
func (s *session) partOf(n *node, checked *load.Checked) *part {
	p := &part{Left: checked.Left, Unknown: checked.Unknown.Sorted()}
	if len(n.skipped) > 0 {
		return p
	}
	if d := s.wrongBelow(n); d != nil {
		p.Cause, p.From = d.errors()[0], d.ID
	}
	return p
}

// wrongBelow returns a package that n imports, by any path, and that is known to be
// wrong, or nil.
func (s *session) wrongBelow(n *node) *node {
	for _, d := range s.closure(n) {
		if !d.Std && len(d.errors()) > 0 {
			return d
		}
	}
	return nil
}

// errors returns what is known to be wrong with n.
func (n *node) errors() []load.Error {
	switch {
	case len(n.skipped) > 0:
		return n.skipped
	case n.twin != nil:
		return n.twin.errors() // what n itself declares is looked at only if importers are analysed
	}
	return n.broken
}

// testErrors returns those of errs that are in the tests of p, if it has some.
func testErrors(p *load.Package, errs []load.Error) []load.Error {
	switch {
	case p.ForTest == "":
		return nil
	case p.Plain != nil:
		same := listErrors(p.Plain.Errors)
		return slices.DeleteFunc(slices.Clone(errs), func(e load.Error) bool {
			return !load.IsTest(e.Pos.Filename) && (e.Pos.Filename != "" || slices.Contains(same, e))
		})
	case strings.HasSuffix(p.Name, "_test"):
		return errs // it is all tests
	}
	return nil
}

// withoutTests analyses the package that n is with its tests.
func (s *session) withoutTests(n *node) {
	p := *n.Plain
	p.Role = n.Role
	m := &node{Package: &p, analyzed: make(chan struct{}), typed: make(chan struct{})}
	for _, d := range p.Deps {
		if s.byPkg[d] != nil {
			m.deps = append(m.deps, s.byPkg[d])
		}
	}
	n.plain = m
	defer close(m.analyzed)
	s.analyze(m)
	n.facts = m.facts
	n.out = combine("without tests "+n.ID, n.out, m.out)
	n.unkeyed = n.unkeyed || m.unkeyed
}
