package machine

import (
	"iter"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A Place is where a path is: at an instruction of a block, to which control came from
// another one. The state of a domain embeds it.
type Place struct {
	Block *ssa.BasicBlock
	// Prev is the block before, nil where the path began.
	Prev *ssa.BasicBlock
	// At is the number of the next instruction in Block.
	At int
}

// Start is the place where fn begins.
func Start(fn *ssa.Function) Place { return Place{Block: fn.Blocks[0]} }

// Where is the place itself.
func (p *Place) Where() *Place { return p }

// To goes to the start of block b.
func (p *Place) To(b *ssa.BasicBlock) { *p = Place{Block: b, Prev: p.Block} }

// Edge is the number of the edge over which control came into the block, -1 if none is known: the last
// one, where both branches of a test lead there.
func (p *Place) Edge() int {
	edge := len(p.Block.Preds) - 1
	for edge >= 0 && p.Block.Preds[edge] != p.Prev {
		edge--
	}
	return edge
}

// Merged iterates over the phis of the block, with what each chooses. They choose at once: the
// value of each is found before any is set.
func (p *Place) Merged() iter.Seq2[*ssa.Phi, ssa.Value] {
	return func(yield func(*ssa.Phi, ssa.Value) bool) {
		edge := p.Edge()
		if edge < 0 {
			return
		}
		for _, instr := range p.Block.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok || !yield(phi, phi.Edges[edge]) {
				return
			}
		}
	}
}

// A Path is one way through a function, in a state of the domain.
type Path interface {
	comparable
	Where() *Place
}

// A Domain says what the instructions of one function do to its states.
type Domain[P Path] interface {
	// Arrive sets the phis of a block (Place.Merged), and returns those of the paths that go on. They are all in one block, each at its start or behind an
	// instruction from which several paths go on. No other path can come there, but through a loop.
	Arrive(come []P) []P
	// Visit is asked before each instruction; false ends p.
	Visit(p P, instr ssa.Instruction) bool
	// Step executes an instruction that does not end the block. Either p goes on behind it, or over is true and those
	// of next go on, each where it says.
	Step(p P, instr ssa.Instruction) (next []P, over bool)
	// Branch returns the paths that go on behind a test, at the starts of blocks.
	Branch(p P, test *ssa.If) []P
	// Return takes a path that has come to the end of the function.
	Return(p P, at *ssa.Return)
	// Stopped ends the execution: a bound was reached.
	Stopped() bool
}

// Run executes a function from the path from, in the domain d. The order is that of its blocks (Orders.Of).
func Run[P Path](d Domain[P], order []int, from P) {
	waiting := make([][]P, len(order)) // by the place of their block in the order
	add := func(p P) int {
		to := order[p.Where().Block.Index]
		waiting[to] = append(waiting[to], p)
		return to
	}
	for at := add(from); at < len(waiting); {
		come := waiting[at]
		if len(come) == 0 {
			at++
			continue
		}
		waiting[at] = nil
		for _, p := range d.Arrive(come) {
			for _, n := range block(d, p) {
				at = min(at, add(n))
			}
			if d.Stopped() {
				return
			}
		}
	}
}

// block executes the rest of the block that p is in, and returns the paths that go on elsewhere.
func block[P Path](d Domain[P], p P) []P {
	for w := p.Where(); ; w.At++ {
		at := w.Block.Instrs[w.At]
		if !d.Visit(p, at) {
			return nil
		}
		switch instr := at.(type) {
		case *ssa.If:
			return d.Branch(p, instr)
		case *ssa.Jump:
			w.To(w.Block.Succs[0])
			return []P{p}
		case *ssa.Return:
			d.Return(p, instr)
			return nil
		case *ssa.Panic:
			return nil
		case *ssa.Phi: // the domain has set it when p arrived
		default:
			if next, over := d.Step(p, instr); over {
				return next
			}
		}
	}
}

// A Frame is one call of a function.
type Frame struct {
	Fn   *ssa.Function
	Call ssa.CallInstruction // in the frame above, nil in the outermost one
	Up   *Frame
	// Base: the domain's question is about this call and not about its callers.
	Base bool
}

// Frames iterates over f and the frames above it.
func (f *Frame) Frames() iter.Seq[*Frame] {
	return func(yield func(*Frame) bool) {
		for ; f != nil; f = f.Up {
			if !yield(f) {
				return
			}
		}
	}
}

// Depth counts the calls that lie within each other.
func (f *Frame) Depth() int {
	n := 0
	for range f.Frames() {
		n++
	}
	return n
}

// Running counts the calls among them that run fn.
func (f *Frame) Running(fn *ssa.Function) int {
	n := 0
	for up := range f.Frames() {
		if up.Fn == fn {
			n++
		}
	}
	return n
}

// Orders are the places of the blocks of functions in an order in which each comes after those
// that lead to it, but for loops.
type Orders map[*ssa.Function][]int

// Of are the places of fn's blocks, by their numbers.
func (o Orders) Of(fn *ssa.Function) []int {
	order := o[fn]
	if order == nil {
		order = make([]int, len(fn.Blocks))
		for i, b := range ssaquery.ReversePostorder(fn) {
			order[b.Index] = i
		}
		o[fn] = order
	}
	return order
}
