package attempt

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A circle is functions that all call each other, directly or through others.
type circle struct {
	funcs, calls int // how many there are, and how many calls of them in them
	depth        int // how many of those calls may lie within each other
}

// maxWays bounds the ways through the functions of a circle. Where n functions each call all
// others there are n factorial, and one of them is enough to use up the steps.
const maxWays = 300

// maxInCircle bounds the calls in a circle of which one is followed from each of its functions: 32 functions that each
// call all others have 992. Real circles of that size call a few each.
const maxInCircle = 1000

// circles are the circle of each function that may come back to itself.
type circles map[*ssa.Function]*circle

// findCircles finds the circles of the calls in funcs. Runs says what a call runs, and deepest how
// many calls lie within each other elsewhere.
func findCircles(funcs []*ssa.Function, runs func(*ssa.CallCommon) []*ssa.Function, deepest int) circles {
	calls := map[*ssa.Function][]*ssa.Function{}
	for _, fn := range funcs {
		if fn.Parent() != nil {
			calls[fn.Parent()] = append(calls[fn.Parent()], fn)
		}
		for call := range ssaquery.Each[ssa.CallInstruction](fn) {
			calls[fn] = append(calls[fn], runs(call.Common())...)
		}
	}
	found := circles{}
	for _, members := range ssaquery.Components(funcs, func(fn *ssa.Function) []*ssa.Function { return calls[fn] }) {
		if len(members) > 1 {
			found.add(members, calls, deepest)
		}
	}
	return found
}

// add adds the circle of members. From one of them there are about as many ways
// of n calls as the calls of an average one, to the power of n.
func (cs circles) add(members []*ssa.Function, calls map[*ssa.Function][]*ssa.Function, deepest int) {
	c := &circle{funcs: len(members)}
	for _, g := range members {
		cs[g] = c
	}
	for _, g := range members {
		for _, h := range calls[g] {
			if cs[h] == c {
				c.calls++
			}
		}
	}
	each := float64(c.calls) / float64(c.funcs)
	for ways := each; ways <= maxWays && c.depth < deepest; ways *= each {
		c.depth++
	}
	if c.calls <= maxInCircle {
		c.depth = max(c.depth, 1)
	} else {
		c.depth = 0
	}
}
