package flow

import (
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Origins iterates over what v may be: it goes back from each value to those that step returns for it, and
// yields those for which step returns none. Each value is looked at once.
func Origins(v ssa.Value, step func(ssa.Value) []ssa.Value) iter.Seq[ssa.Value] {
	return func(yield func(ssa.Value) bool) {
		seen := map[ssa.Value]bool{v: true}
		for work := []ssa.Value{v}; len(work) > 0; {
			v := work[len(work)-1]
			work = work[:len(work)-1]
			back := step(v)
			if len(back) == 0 && !yield(v) {
				return
			}
			for _, x := range slices.Backward(back) { // the first one is next
				if !seen[x] {
					seen[x] = true
					work = append(work, x)
				}
			}
		}
	}
}
