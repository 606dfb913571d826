package watchflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells where a version is forwarded only if it names no version: a
// server that forwards "0" and replaces all others by "" forgets where its clients
// resume, though what they asked for reaches the watch.

// forwardsUnset reports whether what from stores at l, or what l holds at the start
// of the function if from is nil, is seen by at only where it is "" or "0".
func forwardsUnset(c *code, from *ssa.Store, at ssa.Instruction, l pointsto.Loc) bool {
	f := at.Parent()
	// A store in a loop puts other values there in each round.
	if from != nil && (from.Parent() != f || ssaquery.InLoop(from.Block())) {
		return false
	}
	cut := unsetEdges(c, from, f, l)
	if len(cut) == 0 {
		return false
	}
	start := f.Blocks[0]
	if from != nil {
		start = from.Block()
	}
	for _, d := range c.Defs(l) {
		b := d.Store.Block()
		switch {
		case d.Store == from:
			continue
		case d.Store.Parent() != f, b == start:
			return false
		case b == at.Block():
			if !ssaquery.NewOrder().Dominates(d.Store, at) {
				return false
			}
		}
		for _, p := range b.Preds {
			cut[ssaquery.Edge{From: p, To: b}] = true
		}
	}
	return !ssaquery.Reachable(start, at.Block(), cut)
}

// unsetEdges returns the edges of f that are taken where the value at l, which from
// stored or the start of f found there, is "" or "0".
func unsetEdges(c *code, from *ssa.Store, f *ssa.Function, l pointsto.Loc) map[ssaquery.Edge]bool {
	edges := map[ssaquery.Edge]bool{}
	for _, b := range f.Blocks {
		i := ssaquery.Test(b)
		if i == nil {
			continue
		}
		cond, ok := i.Cond.(*ssa.BinOp)
		if !ok || cond.Op != token.EQL && cond.Op != token.NEQ || !isUnsetConst(cond.Y) {
			continue
		}
		u, ok := cond.X.(*ssa.UnOp)
		if !ok || u.Op != token.MUL || from != nil && !ssaquery.NewOrder().Dominates(from, u) {
			continue
		}
		if ls := c.Locs(u.X); len(ls) != 1 || ls[0] != l {
			continue
		}
		succ := b.Succs[0]
		if cond.Op == token.NEQ {
			succ = b.Succs[1]
		}
		edges[ssaquery.Edge{From: b, To: succ}] = true
	}
	return edges
}

// isUnsetConst reports whether v is "" or "0".
func isUnsetConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && isKind(c.Type(), types.IsString) && (stringConst(c) == "" || stringConst(c) == "0")
}
