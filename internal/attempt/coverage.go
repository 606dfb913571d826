package attempt

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A coverage says which functions were run to their ends wherever the package calls them: what they lose is found there,
// where it is known what they are given.
type coverage struct {
	prog *Program
	// ran were run; cut are those in which a call was not.
	ran, cut map[*ssa.Function]bool
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
	return c.ran[fn] && !c.cut[fn] && !isExported(fn) && !c.prog.taken[fn] &&
		!slices.ContainsFunc(c.prog.callers[fn], func(caller *ssa.Function) bool { return !c.ran[caller] })
}

// add notes that fn was run by m.
func (c *coverage) add(fn *ssa.Function, m *replay) {
	c.ran[fn] = true
	for key, s := range m.summaries {
		c.ran[key.fn] = c.ran[key.fn] || s.ok
		c.cut[key.fn] = c.cut[key.fn] || s.cut
	}
}
