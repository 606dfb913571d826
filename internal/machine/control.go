package machine

import (
	"golang.org/x/tools/go/ssa"
)

// A Control says which branches decide whether a block runs: control dependence, by
// Ferrante, Ottenstein and Warren (1987), on the postdominators of Cooper, Harvey and
// Kennedy (2001).
type Control struct {
	// deciders are, for each block by its number, the branches on whose outcome it
	// depends whether control comes to the block next.
	deciders [][]*ssa.If
}

// NewControl finds the control dependences of fn.
func NewControl(fn *ssa.Function) *Control {
	after := postdominators(fn)
	c := &Control{deciders: make([][]*ssa.If, len(fn.Blocks))}
	for _, b := range fn.Blocks {
		test, ok := lastInstr(b).(*ssa.If)
		if !ok {
			continue
		}
		for _, s := range b.Succs {
			for x := s.Index; x != after[b.Index] && x != leaves; x = after[x] {
				if n := len(c.deciders[x]); n == 0 || c.deciders[x][n-1] != test {
					c.deciders[x] = append(c.deciders[x], test)
				}
			}
		}
	}
	return c
}

// All are the branches on which it depends whether control comes to b, those of branches among them. Branches that come
// after b in a loop are not told apart from those before.
func (c *Control) All(b *ssa.BasicBlock) map[*ssa.If]bool {
	all := map[*ssa.If]bool{}
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, test := range c.deciders[b.Index] {
			if !all[test] {
				all[test] = true
				work = append(work, test.Block())
			}
		}
	}
	return all
}

// leaves stands for the end of a function among the numbers of its blocks.
const leaves = -1

// postdominators gives for each block of fn, by number, the first block that all ways
// from it to the end of the function pass, and leaves where there is none. A block from
// which no way leads to the end is taken to end the function.
func postdominators(fn *ssa.Function) []int {
	n := len(fn.Blocks)
	order, at := backward(fn)
	after := make([]int, n)
	const unset = -2
	for i := range after {
		after[i] = unset
	}
	meet := func(a, b int) int {
		for a != b {
			switch {
			case a == leaves || b == leaves:
				return leaves
			case at[a] > at[b]:
				a = after[a]
			default:
				b = after[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			next := unset
			if len(b.Succs) == 0 {
				next = leaves
			}
			for _, s := range b.Succs {
				switch {
				case at[s.Index] < 0:
					next = leaves // control never comes from there to the end
				case after[s.Index] == unset:
				case next == unset:
					next = s.Index
				default:
					next = meet(next, s.Index)
				}
			}
			if next != unset && after[b.Index] != next {
				after[b.Index] = next
				changed = true
			}
		}
	}
	for i := range after {
		if after[i] == unset {
			after[i] = leaves
		}
	}
	return after
}

// backward lists the blocks of fn from which control comes to its end, those near the
// end first, and the place of each block in that list, -1 for others.
func backward(fn *ssa.Function) (order []*ssa.BasicBlock, at []int) {
	type visit struct {
		block *ssa.BasicBlock
		next  int
	}
	at = make([]int, len(fn.Blocks))
	seen := make([]bool, len(fn.Blocks))
	var post []*ssa.BasicBlock
	for _, end := range fn.Blocks {
		if len(end.Succs) > 0 || seen[end.Index] {
			continue
		}
		seen[end.Index] = true
		for stack := []visit{{end, 0}}; len(stack) > 0; {
			v := &stack[len(stack)-1]
			if v.next == len(v.block.Preds) {
				post = append(post, v.block)
				stack = stack[:len(stack)-1]
				continue
			}
			p := v.block.Preds[v.next]
			v.next++
			if !seen[p.Index] {
				seen[p.Index] = true
				stack = append(stack, visit{p, 0})
			}
		}
	}
	for i := range at {
		at[i] = -1
	}
	for i := range post {
		b := post[len(post)-1-i]
		order = append(order, b)
		at[b.Index] = i
	}
	return order, at
}

func lastInstr(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[len(b.Instrs)-1] }
