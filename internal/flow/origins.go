package flow

import (
	"iter"

	"golang.org/x/tools/go/ssa"
)

// A Step gives the values from which a value comes directly, none where the way back ends.
type Step = func(ssa.Value) []ssa.Value

// MadeOf is the step to all that the instruction which makes v uses: operands of a sum, arguments of a call.
func MadeOf(v ssa.Value) (of []ssa.Value) {
	i, ok := v.(ssa.Instruction)
	if !ok {
		return nil
	}
	for _, op := range i.Operands(nil) {
		if *op != nil {
			of = append(of, *op)
		}
	}
	return of
}

// Origins iterates over the values at which the way back from v ends.
func Origins(v ssa.Value, step Step) iter.Seq[ssa.Value] {
	return func(yield func(ssa.Value) bool) {
		back(v, step, func(v ssa.Value, end bool) bool { return !end || yield(v) })
	}
}

// Any reports whether is holds for v, or for what it comes from: values, or the calls that lead to an instruction.
func Any[T comparable](v T, step func(T) []T, is func(T) bool) bool {
	return !back(v, step, func(v T, _ bool) bool { return !is(v) })
}

// back visits v and all that it comes from, each once, until visit reports false. What step gives first is followed
// first.
func back[T comparable](v T, step func(T) []T, visit func(v T, end bool) bool) bool {
	wanted := true
	Follow(v, struct{}{}, func(v T, way struct{}, on func(T, struct{})) {
		if !wanted {
			return
		}
		from := step(v)
		if wanted = visit(v, len(from) == 0); wanted {
			for _, x := range from {
				on(x, way)
			}
		}
	})
	return wanted
}

// Follow visits start and all that it leads to, each once and depth first. For each thing that at leads to, visit calls on,
// with the way there: what the steps add up to, such as the path of a field. Of several ways to a thing, the first counts.
func Follow[T comparable, W any](start T, way W, visit func(at T, way W, on func(T, W))) {
	seen := map[T]bool{}
	var on func(T, W)
	on = func(at T, way W) {
		if !seen[at] {
			seen[at] = true
			visit(at, way, on)
		}
	}
	on(start, way)
}
