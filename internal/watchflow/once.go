package watchflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells the objects of a type apart where that matters most: a field
// that keeps the position of one connection, which is watched for once, is
// read by no later watch, though the watches of other connections read theirs.

// lives tells what happens once in the life of each object of a type.
type lives struct {
	code *code
	of   *types.TypeName
	seen map[*ssa.Function]bool // the functions whose callers are being asked for
}

// onceForEach reports whether each object whose position s reads in loc is watched for
// at most once, as far as the package shows.
func onceForEach(c *code, s *Sink, loc pointsto.Loc) bool {
	field, ok := loc.Base.(pointsto.Field)
	if !ok {
		return false
	}
	l := &lives{c, field.Type, map[*ssa.Function]bool{}}
	for _, r := range s.reads {
		if f := r.Parent(); f != s.Instr.Parent() && slices.Contains(c.ReadFrom(r.(ssa.Value)), loc) && len(l.madeIn(f)) > 0 {
			return false // the next object goes on from there
		}
	}
	return l.once(s.Instr)
}

// endsWith reports whether the position of a is kept in an object that was made for one call of f:
//
//	w := &watcher{…}
//	go w.run()
func endsWith(c *code, a *Advance, f *ssa.Function) bool {
	field, ok := a.loc.Base.(pointsto.Field)
	return ok && (&lives{c, field.Type, map[*ssa.Function]bool{}}).once(f.Blocks[0].Instrs[0])
}

// once reports whether at is executed at most once for each object: on each way there, a function has made one
// before, and no loop lies in between but one over the elements of a slice.
func (l *lives) once(at ssa.Instruction) bool {
	f := at.Parent()
	made := l.madeIn(f)
	if len(made) > 0 {
		return l.onceAfter(made, at)
	}
	if ssaquery.InLoop(at.Block()) || token.IsExported(f.Name()) && f.Parent() == nil || l.seen[f] {
		return false
	}
	l.seen[f] = true
	calls := slices.Clone(l.code.Callers(f))
	for _, h := range l.code.Handed(f) {
		if f.Parent() == nil || repeats(h.Call, f) != kube.NotAgain {
			return false
		}
		calls = append(calls, h.Call)
	}
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool { return !l.once(call) })
}

// onceAfter reports whether at is executed at most once for each of the objects that are made in its function.
func (l *lives) onceAfter(made []ssa.Instruction, at ssa.Instruction) bool {
	loop := ssaquery.InnermostLoop(at.Block())
	if loop == nil {
		return true
	}
	for b := range loop {
		again := func(before *ssa.BasicBlock) bool { return !loop[before] && ssaquery.InLoop(before) }
		if b.Comment == "rangeindex.loop" && !slices.ContainsFunc(b.Preds, again) {
			return true
		}
	}
	return slices.ContainsFunc(made, func(m ssa.Instruction) bool { return loop[m.Block()] && m.Block().Dominates(at.Block()) })
}

// madeIn are the instructions of f that make an object, by themselves or by a function that returns a new one.
func (l *lives) madeIn(f *ssa.Function) []ssa.Instruction {
	var out []ssa.Instruction
	for instr := range ssaquery.Instructions(f) {
		if l.makes(instr) || slices.ContainsFunc(l.returnedBy(instr), func(v ssa.Value) bool { return l.makes(v) }) {
			out = append(out, instr)
		}
	}
	return out
}

// returnedBy are the values that the functions return that instr calls.
func (l *lives) returnedBy(instr ssa.Instruction) []ssa.Value {
	call, ok := instr.(*ssa.Call)
	if !ok || len(l.code.Callees(call)) != 1 {
		return nil
	}
	var out []ssa.Value
	for _, r := range ssaquery.Returns(l.code.Callees(call)[0]) {
		out = append(out, r.Results...)
	}
	return out
}

// makes reports whether x allocates an object.
func (l *lives) makes(x any) bool {
	a, ok := x.(*ssa.Alloc)
	if !ok || !pointsto.Unnamed(a) {
		return false
	}
	n := ssaquery.Named(a.Type())
	return n != nil && n.Origin().Obj() == l.of
}
