package flow

import (
	"iter"
	"slices"

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
	seen := map[T]bool{v: true}
	for work := []T{v}; len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		from := step(v)
		if !visit(v, len(from) == 0) {
			return false
		}
		for _, x := range slices.Backward(from) {
			if !seen[x] {
				seen[x] = true
				work = append(work, x)
			}
		}
	}
	return true
}
