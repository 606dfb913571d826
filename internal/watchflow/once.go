package watchflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells the objects of a type apart where that matters most: a field
// that keeps the position of one connection, which is watched for once, is
// read by no later watch, though the watches of other connections read theirs.

// onceForEach reports whether each object whose position s reads is watched for
// at most once, as far as the package shows: it is made anew before. The position is loc;
// what is read elsewhere is where it starts.
func onceForEach(c *code, s *Sink, loc pointsto.Loc) bool {
	some := false
	for _, r := range s.reads {
		u, ok := r.(*ssa.UnOp)
		if !ok {
			return false
		}
		fa, ok := u.X.(*ssa.FieldAddr)
		if !ok {
			return false
		}
		if !slices.Contains(c.Locs(fa), loc) {
			continue
		}
		some = true
		if u.Parent() == s.Instr.Parent() {
			if !onceWith(c, s.Instr, fa.X, 0) {
				return false
			}
			continue
		}
		// A getter, which only the function of the watch calls.
		par, ok := soleValue(c, fa.X).(*ssa.Parameter)
		if !ok || par.Parent() != u.Parent() || len(c.Handed(u.Parent())) > 0 {
			return false
		}
		args := c.Args(par)
		args = slices.DeleteFunc(args, func(a pointsto.Arg) bool { return onlyCompared(a.Call) })
		if len(args) == 0 || slices.ContainsFunc(args, func(a pointsto.Arg) bool {
			return a.Call.Parent() != s.Instr.Parent() || !onceWith(c, s.Instr, a.Value, 0)
		}) {
			return false
		}
	}
	return some
}

// onlyCompared reports whether what c returns is only compared: no watch starts from it.
func onlyCompared(c ssa.CallInstruction) bool {
	v := c.Value()
	return v != nil && !slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		_, ok := r.(*ssa.BinOp)
		return !ok
	})
}

// maxOnceDepth bounds the calls between the creation of an object and its watch. No finding
// is lost: what is not known to run once is reported.
const maxOnceDepth = 6

// onceWith reports whether at is executed at most once for each object that obj
// points to there.
func onceWith(c *code, at ssa.Instruction, obj ssa.Value, depth int) bool {
	if depth > maxOnceDepth {
		return false
	}
	obj = soleValue(c, obj)
	if mi, ok := obj.(*ssa.MakeInterface); ok {
		obj = soleValue(c, mi.X)
	}
	made, again := anew(c, obj)
	if made != nil {
		if made.Parent() == at.Parent() {
			return !again(at)
		}
		// A closure that its parent made the object for.
		return atMostOnce(c, at, func(call ssa.CallInstruction) bool {
			return call.Parent() == made.Parent() && !again(call)
		})
	}
	par, ok := obj.(*ssa.Parameter)
	if !ok || par.Parent() != at.Parent() {
		return false
	}
	f := par.Parent()
	i := slices.Index(f.Params, par)
	return atMostOnce(c, at, func(call ssa.CallInstruction) bool {
		a := ssaquery.Actual(call.Common(), f, i)
		return a != nil && onceWith(c, call, a, depth+1)
	})
}

// atMostOnce reports whether at is executed at most once in each call of its
// function, all calls of which are seen and are as each says.
func atMostOnce(c *code, at ssa.Instruction, each func(ssa.CallInstruction) bool) bool {
	f := at.Parent()
	if ssaquery.InLoop(at.Block()) || token.IsExported(f.Name()) && f.Parent() == nil {
		return false
	}
	calls := slices.Clone(c.Callers(f))
	for _, h := range c.Handed(f) {
		if f.Parent() == nil || repeats(h.Call, f) != kube.NotAgain {
			return false
		}
		calls = append(calls, h.Call)
	}
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool { return !each(call) })
}

// endsWith reports whether no watch starts from the position of a once f has returned:
// all that do are started under f, from the fields of an object that was made for
// this one call of f:
//
//	w := &watcher{…}
//	go w.run()
func endsWith(c *code, a *Advance, f *ssa.Function) bool {
	for _, s := range a.Sinks {
		if len(s.reads) == 0 {
			return false
		}
		for _, r := range s.reads {
			u, ok := r.(*ssa.UnOp)
			if !ok {
				return false
			}
			fa, ok := u.X.(*ssa.FieldAddr)
			if !ok || !onceUnder(c, f, u.Parent(), fa.X, 0) {
				return false
			}
		}
	}
	return len(a.Sinks) > 0
}

// onceUnder reports whether g, which uses the object obj, is executed only under f,
// and f once for each object.
func onceUnder(c *code, f, g *ssa.Function, obj ssa.Value, depth int) bool {
	if g == f {
		return onceWith(c, f.Blocks[0].Instrs[0], obj, depth)
	}
	obj = soleValue(c, obj)
	par, ok := obj.(*ssa.Parameter)
	if !ok || depth > maxOnceDepth || par.Parent() != g || token.IsExported(g.Name()) || len(c.Handed(g)) > 0 {
		return false
	}
	args := c.Args(par)
	for _, a := range args {
		if !onceUnder(c, f, a.Call.Parent(), a.Value, depth+1) {
			return false
		}
	}
	return len(args) > 0
}

// anew returns the instruction by which obj is an object that was not there before, nil if
// there is none, and whether another instruction of its function can be executed twice
// for one object.
func anew(c *code, obj ssa.Value) (made ssa.Instruction, again func(at ssa.Instruction) bool) {
	if instr, ok := obj.(ssa.Instruction); ok && isNew(c, obj) {
		return instr, func(at ssa.Instruction) bool { return comesAgain(at, instr) }
	}
	u, ok := obj.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return nil, nil
	}
	ia, ok := u.X.(*ssa.IndexAddr)
	if !ok {
		return nil, nil
	}
	array := arrayOfNew(c, ia)
	next, before := rangeIndex(ia)
	if array == nil || next == nil || array.Parent() != u.Parent() {
		return nil, nil
	}
	return u, func(at ssa.Instruction) bool {
		// In one round of the loop, or in a second loop over the same elements.
		return comesAgain(at, next) || restarts(next.Block(), before, array)
	}
}

// arrayOfNew is the array of a composite literal whose elements are read at ia, and at no
// other place, if each of them is an object that is made for it; nil if it is none.
func arrayOfNew(c *code, ia *ssa.IndexAddr) *ssa.Alloc {
	slice := soleSlice(ia)
	if slice == nil {
		return nil
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, r := range *array.Referrers() {
		elem, ok := r.(*ssa.IndexAddr)
		if !ok {
			if r != ssa.Instruction(slice) {
				return nil
			}
			continue
		}
		for _, r := range *elem.Referrers() {
			st, ok := r.(*ssa.Store)
			if !ok || !isNew(c, st.Val) || keptElsewhere(st.Val, st) {
				return nil
			}
		}
	}
	return array
}

// soleSlice is the slice that ia is an element of, if the function uses it for nothing
// else; nil if it is none.
func soleSlice(ia *ssa.IndexAddr) *ssa.Slice {
	slice, ok := ia.X.(*ssa.Slice)
	if !ok || slices.ContainsFunc(*slice.Referrers(), func(r ssa.Instruction) bool {
		call, ok := r.(*ssa.Call)
		return r != ssa.Instruction(ia) && !(ok && ssaquery.IsLen(call))
	}) {
		return nil
	}
	return slice
}

// keptElsewhere reports whether the new object v gets to more than its own fields and st.
func keptElsewhere(v ssa.Value, st *ssa.Store) bool {
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		_, field := r.(*ssa.FieldAddr)
		return !field && r != ssa.Instruction(st)
	})
}

// rangeIndex returns what makes the index of ia a new one in each round of a range loop, and
// the block before the loop; nil if it is no such index.
func rangeIndex(ia *ssa.IndexAddr) (next ssa.Instruction, before *ssa.BasicBlock) {
	step, ok := ia.Index.(*ssa.BinOp)
	if !ok {
		return nil, nil
	}
	index, ok := step.X.(*ssa.Phi)
	if !ok || index.Comment != "rangeindex" {
		return nil, nil
	}
	for i, e := range index.Edges {
		if _, ok := e.(*ssa.Const); ok {
			return step, index.Block().Preds[i]
		}
	}
	return nil, nil
}

// restarts reports whether the loop at head can be entered again from entry, with no made
// in between.
func restarts(head, entry *ssa.BasicBlock, made ssa.Instruction) bool {
	cut := map[ssaquery.Edge]bool{}
	for _, p := range made.Block().Preds {
		cut[ssaquery.Edge{From: p, To: made.Block()}] = true
	}
	return slices.ContainsFunc(head.Succs, func(b *ssa.BasicBlock) bool { return ssaquery.Reachable(b, entry, cut) })
}

// isNew reports whether v makes an object: by itself, or by a function of the
// package that only returns what it has made.
func isNew(c *code, v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return pointsto.Unnamed(v)
	case *ssa.Call:
		fns := c.Callees(v)
		return len(fns) == 1 && v.Call.Signature().Results().Len() == 1 && returnsNew(c, fns[0], 0)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && len(c.Callees(call)) == 1 && returnsNew(c, c.Callees(call)[0], v.Index)
	}
	return false
}

// returnsNew reports whether result i of f is nil, or an object that f makes.
func returnsNew(c *code, f *ssa.Function, i int) bool {
	rs := ssaquery.Returns(f)
	for _, r := range rs {
		if i >= len(r.Results) {
			return false
		}
		v := soleValue(c, r.Results[i])
		if k, ok := v.(*ssa.Const); ok && k.IsNil() {
			continue
		}
		if a, ok := v.(*ssa.Alloc); !ok || !pointsto.Unnamed(a) || a.Parent() != f {
			return false
		}
	}
	return len(rs) > 0
}

// comesAgain reports whether at can be executed twice with no made in between.
func comesAgain(at, made ssa.Instruction) bool {
	if at.Block() == made.Block() {
		return false
	}
	cut := map[ssaquery.Edge]bool{}
	for _, p := range made.Block().Preds {
		cut[ssaquery.Edge{From: p, To: made.Block()}] = true
	}
	return slices.ContainsFunc(at.Block().Succs, func(b *ssa.BasicBlock) bool {
		return !cut[ssaquery.Edge{From: at.Block(), To: b}] && ssaquery.Reachable(b, at.Block(), cut)
	})
}
