package watchflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/watchflow/effect"
)

// This file tells what functions of other packages do with watches: by their
// effects where those are known, else by their names and signatures.

// effectOf returns what the function of another package that call calls does, nil
// where that is not known.
func (c *code) effectOf(call *ssa.CallCommon) *effect.Effect {
	if c.known == nil {
		return nil
	}
	fn := ssaquery.Called(call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == c.pkg {
		return nil
	}
	e, ok := c.effects[fn]
	if !ok {
		e = c.known(fn)
		c.effects[fn] = e
	}
	return e
}

// isListCall reports whether call lists objects.
func (c *code) isListCall(call ssa.CallInstruction) bool {
	if e := c.effectOf(call.Common()); e != nil && e.Lists {
		return true
	}
	return kube.IsListCall(calleeName(call.Common()), call.Common().Signature())
}

// resultOf returns what v can be, if it is a result of a function of another
// package with an effect, and the call.
func (c *code) resultOf(v ssa.Value) (*ssa.Call, []effect.Source) {
	i := 0
	if e, ok := v.(*ssa.Extract); ok {
		v, i = e.Tuple, e.Index
	}
	call, ok := v.(*ssa.Call)
	if !ok || len(c.Callees(call)) > 0 {
		return nil, nil
	}
	if e := c.effectOf(&call.Call); e != nil {
		return call, e.Result(i)
	}
	return nil, nil
}

// resultIs reports whether v is a result of a function of another package that
// can be of that kind.
func (c *code) resultIs(v ssa.Value, k effect.Kind) bool {
	_, from := c.resultOf(v)
	return slices.ContainsFunc(from, func(s effect.Source) bool { return s.Kind == k })
}

// placesOf returns the places in the objects that call is given for p.
func (c *code) placesOf(call *ssa.CallCommon, p effect.Place) []pointsto.Loc {
	if p.Param >= len(call.Args) || p.Path == "" {
		return nil
	}
	var out []pointsto.Loc
	for _, l := range c.Pointees(call.Args[p.Param]) {
		out = append(out, l.At(p.Path))
	}
	return out
}

// again says when the function that call calls, of another package, calls f
// again, which it is given, and whether only so often.
func (c *code) again(call ssa.CallInstruction, f *ssa.Function) (w kube.Again, bounded bool) {
	if e := c.effectOf(call.Common()); e != nil {
		for i, a := range call.Common().Args {
			if r, ok := e.Repeats(i); ok && slices.Contains(c.FuncsOf(a), f) {
				return kinds[r.When], r.Bounded
			}
		}
	}
	return kube.Repeats(calleeName(call.Common()), f.Signature), false
}

// repeats reports whether the function of another package that call calls ever
// calls f again, which it is given.
func (c *code) repeats(call ssa.CallInstruction, f *ssa.Function) bool {
	w, _ := c.again(call, f)
	return w != kube.NotAgain
}

// kinds are what effects call what names say.
var kinds = [...]kube.Again{effect.Never: kube.NotAgain, effect.Always: kube.Always, effect.UntilDone: kube.UntilDone, effect.OnError: kube.OnError}

// lists reports whether fn, or a function that it leads to, lists.
func lists(c *code, fn *ssa.Function) bool {
	for g := range c.Within(fn) {
		for _, b := range g.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok && c.isListCall(call) {
					return true
				}
			}
		}
	}
	return false
}
