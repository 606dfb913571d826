package watchflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells the objects of a type apart where that matters most: a field
// that keeps the position of one connection, which is watched for once, is
// read by no later watch, though the watches of other connections read theirs.

// onceForEach reports whether each object whose position s reads is watched for
// at most once, as far as the package shows: it is made anew before.
func onceForEach(c *code, s *Sink) bool {
	if len(s.reads) == 0 {
		return false
	}
	for _, r := range s.reads {
		u, ok := r.(*ssa.UnOp)
		if !ok {
			return false
		}
		fa, ok := u.X.(*ssa.FieldAddr)
		if !ok {
			return false
		}
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
		if len(args) == 0 || slices.ContainsFunc(args, func(a pointsto.Arg) bool {
			return a.Call.Parent() != s.Instr.Parent() || !onceWith(c, s.Instr, a.Value, 0)
		}) {
			return false
		}
	}
	return true
}

// maxOnceDepth bounds the calls between the creation of an object and its watch.
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
	if made, ok := obj.(ssa.Instruction); ok && isNew(c, obj) {
		if made.Parent() == at.Parent() {
			return !comesAgain(at, made)
		}
		// A closure that its parent made the object for.
		return atMostOnce(c, at, func(call ssa.CallInstruction) bool {
			return call.Parent() == made.Parent() && !comesAgain(call, made)
		})
	}
	par, ok := obj.(*ssa.Parameter)
	if !ok || par.Parent() != at.Parent() {
		return false
	}
	f := par.Parent()
	i := slices.Index(f.Params, par)
	return atMostOnce(c, at, func(call ssa.CallInstruction) bool {
		a := pointsto.Actual(call.Common(), f, i)
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
		if f.Parent() == nil || c.repeats(h.Call, f) {
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

// soleValue is v, or the one value that the variable it is read from ever holds.
func soleValue(c *code, v ssa.Value) ssa.Value {
	for range maxCreationDepth {
		u, ok := v.(*ssa.UnOp)
		if !ok || u.Op != token.MUL {
			return v
		}
		ls := c.Locs(u.X)
		if len(ls) != 1 {
			return v
		}
		if _, ok := ls[0].Base.(*ssa.Alloc); !ok || ls[0].Path != "" {
			return v
		}
		defs := c.Defs(ls[0])
		if len(defs) != 1 || defs[0].Path != "" {
			return v
		}
		v = defs[0].Store.Val
	}
	return v
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
	rs := pointsto.Returns(f)
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
