package pointsto

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// fillTables finds calls, stores and contents. What a call reaches depends on what memory holds
// (functions in fields) and what a pointer refers to depends on what calls
// return, so each is done again once the other is known: twice is enough for
// what people write, functions in fields and channels of channels, and a third
// level of one through the other is left out.
func fillTables(w *follower) {
	for range 2 {
		linkCalls(w)
		findStores(w)
		findSends(w)
	}
}

// linkCalls resolves every call of the package to the functions of the package
// that it can call.
func linkCalls(w *follower) {
	clear(w.calls.callers)
	clear(w.calls.callees)
	clear(w.calls.handed)
	clear(w.calls.handedAt) // closures do not depend on what is known of memory
	for _, instr := range w.functions.Instrs() {
		if mc, ok := instr.(*ssa.MakeClosure); ok {
			w.calls.closures[mc.Fn.(*ssa.Function)] = mc
		}
	}
	// Twice: what a parameter of function type can be is known once its
	// function's callers are.
	for range 2 {
		for _, instr := range w.functions.Instrs() {
			if call, ok := instr.(ssa.CallInstruction); ok {
				for _, f := range w.resolve(call.Common()) {
					w.calls.link(call, f)
				}
			}
		}
	}
	for _, instr := range w.functions.Instrs() {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || len(w.calls.callees[call]) > 0 {
			continue
		}
		for i, a := range call.Common().Args {
			if _, ok := a.Type().Underlying().(*types.Signature); ok {
				for _, f := range w.FuncsOf(a) {
					w.calls.hand(call, i, f)
				}
			}
		}
	}
}

// findStores records what is stored where, in two rounds: addresses that are
// plain first, then those that are themselves read from memory.
func findStores(w *follower) {
	for range 2 {
		clear(w.memory.stores)
		clear(w.memory.byBase)
		clear(w.memo)
		for _, instr := range w.functions.Instrs() {
			switch instr := instr.(type) {
			case *ssa.Store:
				for _, l := range w.Locs(instr.Addr) {
					w.memory.addStore(l, instr, instr.Val)
				}
			case *ssa.DebugRef:
				w.memory.addStore(Loc{instr.Object(), ""}, instr, instr.X)
			}
		}
	}
}

// findSends records what is sent to channels.
func findSends(w *follower) {
	clear(w.memo)
	clear(w.memory.sends)
	send := func(ch, x ssa.Value) {
		for _, l := range w.Pointees(ch) {
			w.memory.sends[l] = append(w.memory.sends[l], x)
		}
	}
	for _, instr := range w.functions.Instrs() {
		switch instr := instr.(type) {
		case *ssa.Send:
			send(instr.Chan, instr.X)
		case *ssa.Select:
			for _, st := range instr.States {
				if st.Send != nil {
					send(st.Chan, st.Send)
				}
			}
		}
	}
}
