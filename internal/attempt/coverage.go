package attempt

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
)

// A coverage says which functions were run to their ends wherever the package calls them, and lost nothing: they need not
// be run alone.
type coverage struct {
	prog *Program
	// ran were run; alone are those of which a call was not, or which lose something: what they do by themselves
	// decides whether it can be fixed there.
	ran, alone map[*ssa.Function]bool
}

// order are the functions of the package, callers first.
func (c *coverage) order() []*ssa.Function {
	var out []*ssa.Function
	seen := map[*ssa.Function]bool{}
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		if seen[fn] {
			return
		}
		seen[fn] = true
		for _, caller := range c.prog.callers[fn] {
			visit(caller)
		}
		out = append(out, fn)
	}
	for _, fn := range c.prog.funcs {
		visit(fn)
	}
	return out
}

// covers reports whether only functions of the package can call fn, and all have.
func (c *coverage) covers(fn *ssa.Function) bool {
	return c.ran[fn] && !c.alone[fn] && !isExported(fn) && !c.prog.taken[fn] &&
		!slices.ContainsFunc(c.prog.callers[fn], func(caller *ssa.Function) bool { return !c.ran[caller] })
}

// add notes that fn was run by m, and what it loses.
func (c *coverage) add(fn *ssa.Function, m *replay, lost []apiobjects.Loss) {
	c.ran[fn] = true
	for _, l := range lost {
		c.alone[l.Write.Parent()] = true
		if at := l.Change.At; at != nil {
			c.alone[at.Parent()] = true
		}
	}
	for key, s := range m.summaries {
		c.ran[key.fn] = c.ran[key.fn] || s.ok
		c.alone[key.fn] = c.alone[key.fn] || s.cut
	}
}
