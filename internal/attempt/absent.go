package attempt

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// absent is what is left where a read fails, if the function writes objects only where none was found, or retries
// only then:
//
//	err := c.Get(ctx, key, job)
//	if !errors.IsNotFound(err) {
//		return err
//	}
//	…
//
// What is read after a write was refused is there.
func absent(m *caller, p *path, c *callee, cc kube.ClientCall) []exit {
	switch cc.Verb {
	case kube.ReadLive, kube.ReadInto, kube.ReadCache:
	default:
		return nil
	}
	if p.h.losses != nil || p.h.failed != nil || c.sig.Results().Len() == 0 || !actsIfAbsent(m.prog, c.call) {
		return nil
	}
	h := p.h.clone()
	out := m.failed(h, c)
	for _, r := range out.results {
		if r.kind == pointer {
			h.objs.set(r.obj, Object{Source: Unknown})
		}
	}
	return []exit{out}
}

// actsIfAbsent reports whether the function that reads with call writes where a test has said that the object was not
// found, or retries there or where there is an error.
func actsIfAbsent(pr *Program, call ssa.CallInstruction) bool {
	acts, known := pr.absent[call]
	if !known {
		acts = actsOnError(pr, call)
		pr.absent[call] = acts
	}
	return acts
}

func actsOnError(pr *Program, call ssa.CallInstruction) bool {
	err := apicalls.Err(call)
	if err == nil {
		return false
	}
	for u := range (flow.Walk{Along: flow.Kept}).Uses(err) {
		if actsBehind(pr, u.At) {
			return true
		}
	}
	return false
}

// actsBehind reports whether the function acts if test, an instruction that uses the error of a read, finds that one.
func actsBehind(pr *Program, test ssa.Instruction) bool {
	acting, fails := repeats, true
	switch test := test.(type) {
	case *ssa.Call:
		if fn := ssaquery.Called(&test.Call); fn == nil || !kube.SaysNotFound(fn.Name()) {
			return false
		}
		acting |= commits
	case *ssa.BinOp:
		if !ssaquery.IsNil(test.X) && !ssaquery.IsNil(test.Y) {
			return false
		}
		fails = test.Op == token.NEQ
	default:
		return false
	}
	return slices.ContainsFunc(branches(test.(ssa.Value), fails), func(b *ssa.BasicBlock) bool {
		return len(b.Preds) == 1 && actsFrom(pr, b, acting)
	})
}

// branches are the blocks to which control goes where cond is as it is said.
func branches(cond ssa.Value, is bool) (out []*ssa.BasicBlock) {
	for _, r := range *cond.Referrers() {
		switch r := r.(type) {
		case *ssa.If:
			if is {
				out = append(out, r.Block().Succs[0])
			} else {
				out = append(out, r.Block().Succs[1])
			}
		case *ssa.UnOp:
			out = append(out, branches(r, !is)...)
		}
	}
	return out
}

// actsFrom reports whether a call that does something of acting stands in b, or behind it where control comes from
// nowhere else.
func actsFrom(pr *Program, b *ssa.BasicBlock, acting does) bool {
	return slices.ContainsFunc(b.Parent().Blocks, func(x *ssa.BasicBlock) bool {
		return b.Dominates(x) && slices.ContainsFunc(x.Instrs, func(i ssa.Instruction) bool {
			call, ok := i.(ssa.CallInstruction)
			if !ok {
				return false
			}
			d, again := pr.siteDoes(call.Common())
			return again || d&acting != 0
		})
	})
}
