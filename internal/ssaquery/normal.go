package ssaquery

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Normalize gives what can be written in several ways one form, so that no room has to know the others:
//
//   - A comparison with a constant has it on the right: nil != err is err != nil.
//   - A branch asks for no negation: after absent := !ok, if absent is if ok with its branches exchanged.
//   - A branch that asks a variable which was given its value right before asks for that value.
//   - A variable that go/ssa leaves in memory, since a deferred call may run at the end or a function literal has it, is not
//     read where it is known what was stored last. A function that defers returns what its return statements name.
//   - A variable of the package that only its declaration sets, to a function, is that function: a call of it has a
//     static callee. Tests may set it, too; they are another variant of the package.
//
// Fns are all functions of the package.
func Normalize(fns []*ssa.Function) {
	nameFunctions(fns)
	for _, f := range fns {
		for cmp := range Each[*ssa.BinOp](f) {
			constantRight(cmp)
		}
		forward(f)
		for branch := range Each[*ssa.If](f) {
			for askDirectly(branch) {
			}
		}
	}
}

// nameFunctions puts functions in the place of variables that hold no others.
func nameFunctions(fns []*ssa.Function) {
	set := map[*ssa.Global]*ssa.Function{}
	for _, f := range fns {
		if f != f.Pkg.Func("init") {
			continue
		}
		for s := range Each[*ssa.Store](f) {
			v, isVar := s.Addr.(*ssa.Global)
			fn, isFunc := s.Val.(*ssa.Function)
			if isVar && isFunc && !token.IsExported(v.Name()) {
				set[v] = fn
			}
		}
	}
	if len(set) == 0 {
		return
	}
	loads, stores := map[*ssa.Global][]*ssa.UnOp{}, map[*ssa.Global]int{}
	var rands [16]*ssa.Value
	for i := range Instructions(fns...) {
		for _, op := range i.Operands(rands[:0]) {
			v, ok := (*op).(*ssa.Global)
			if !ok || set[v] == nil {
				continue
			}
			switch i := i.(type) {
			case *ssa.UnOp:
				loads[v] = append(loads[v], i)
			case *ssa.Store:
				if stores[v]++; stores[v] > 1 || i.Val == v {
					delete(set, v)
				}
			case *ssa.DebugRef:
			default:
				delete(set, v)
			}
		}
	}
	for v, fn := range set {
		for _, load := range loads[v] {
			replace(load, fn)
		}
	}
}

// askDirectly takes a negation, or a variable that was just stored, out of a condition, and reports whether it did.
func askDirectly(branch *ssa.If) bool {
	b := branch.Block()
	switch cond, ok := branch.Cond.(*ssa.UnOp); {
	case !ok:
		return false
	case cond.Op == token.NOT:
		b.Succs[0], b.Succs[1] = b.Succs[1], b.Succs[0]
		ask(branch, cond.X)
		if len(*cond.Referrers()) == 0 { // nobody asks for it any more
			at := cond.Block()
			at.Instrs = slices.DeleteFunc(at.Instrs, func(i ssa.Instruction) bool { return i == cond })
			drop(cond.X, cond)
		}
		return true
	case cond.Op == token.MUL && cond.Block() == b:
		// Nothing but other reads is between the store and the read.
		for _, i := range slices.Backward(b.Instrs[:slices.Index(b.Instrs, ssa.Instruction(cond))]) {
			switch i := i.(type) {
			case *ssa.Store:
				if i.Addr == cond.X && i.Val != cond {
					ask(branch, i.Val)
					return true
				}
				return false
			case *ssa.UnOp, *ssa.DebugRef:
			default:
				return false
			}
		}
	}
	return false
}

// drop takes a use of v away.
func drop(v ssa.Value, use ssa.Instruction) {
	if refs := v.Referrers(); refs != nil {
		*refs = slices.DeleteFunc(*refs, func(i ssa.Instruction) bool { return i == use })
	}
}

// ask makes v the condition of a branch.
func ask(branch *ssa.If, v ssa.Value) {
	drop(branch.Cond, branch)
	branch.Cond = v
	if refs := v.Referrers(); refs != nil {
		*refs = append(*refs, branch)
	}
}

// mirrored are comparisons, and what they are with their operands exchanged.
var mirrored = map[token.Token]token.Token{
	token.EQL: token.EQL, token.NEQ: token.NEQ,
	token.LSS: token.GTR, token.GTR: token.LSS,
	token.LEQ: token.GEQ, token.GEQ: token.LEQ,
}

func constantRight(cmp *ssa.BinOp) {
	_, x := cmp.X.(*ssa.Const)
	_, y := cmp.Y.(*ssa.Const)
	if op, ok := mirrored[cmp.Op]; ok && x && !y {
		cmp.X, cmp.Y, cmp.Op = cmp.Y, cmp.X, op
	}
}

// forward puts what was stored last in a variable of f in the place of reads of it, if nothing but f stores there.
func forward(f *ssa.Function) {
	cells := map[*ssa.Alloc]bool{}
	for cell := range Each[*ssa.Alloc](f) {
		if OnlyStoredByOwner(cell) {
			cells[cell] = true
		}
	}
	if len(cells) == 0 {
		return
	}
	type place struct {
		cell  *ssa.Alloc
		block *ssa.BasicBlock
	}
	last := map[place]*ssa.Store{} // at the end of the block; nil where the variable is made, or nothing is known
	var read []func()
	for _, b := range f.DomPreorder() {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Alloc:
				if cells[i] {
					last[place{i, b}] = nil
				}
			case *ssa.Store:
				if cell, ok := i.Addr.(*ssa.Alloc); ok && cells[cell] {
					last[place{cell, b}] = i
				}
			case *ssa.UnOp:
				cell, ok := i.X.(*ssa.Alloc)
				if !ok || !cells[cell] {
					continue
				}
				var passed []*ssa.BasicBlock
				var s *ssa.Store
				for at := b; ; at = at.Preds[0] {
					if s, ok = last[place{cell, at}]; ok || len(at.Preds) != 1 {
						break
					}
					passed = append(passed, at)
				}
				for _, at := range passed {
					last[place{cell, at}] = s
				}
				if s == nil {
					s = onlyStore(cell, i)
				}
				if s != nil {
					read = append(read, func() { replace(i, s.Val) })
				}
			}
		}
	}
	for _, f := range read {
		f()
	}
}

// onlyStore is the one store to cell, if it is behind none of the ways to load.
func onlyStore(cell *ssa.Alloc, load *ssa.UnOp) *ssa.Store {
	var only *ssa.Store
	for _, ref := range *cell.Referrers() {
		if s, ok := ref.(*ssa.Store); ok {
			if only != nil {
				return nil
			}
			only = s
		}
	}
	// A store in the block of load would have been seen if it came before.
	if only == nil || only.Block() == load.Block() || !only.Block().Dominates(load.Block()) {
		return nil
	}
	return only
}

// replace puts v in the place of load wherever that is used.
func replace(load *ssa.UnOp, v ssa.Value) {
	if v == load {
		return
	}
	uses := *load.Referrers()
	*load.Referrers() = nil
	for _, use := range uses {
		for _, op := range use.Operands(nil) {
			if *op == load {
				*op = v
			}
		}
		if refs := v.Referrers(); refs != nil {
			*refs = append(*refs, use)
		}
	}
}
