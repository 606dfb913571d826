package watchflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// clearedOptions lists the stores of "" to the version of options that a function
// without results gets by pointer: informer factories call it for lists and
// for watches alike.
func clearedOptions(c *code) []*Start {
	var out []*Start
	for fn, instr := range c.Instrs() {
		st, ok := instr.(*ssa.Store)
		if !ok || fn.Signature.Results().Len() > 0 || fn.Signature.Params().Len() != 1 {
			continue
		}
		empty, ok := st.Val.(*ssa.Const)
		if !ok || ssaquery.StringConst(empty) != "" || !ssaquery.IsBasic(empty.Type(), types.IsString) {
			continue
		}
		fa := setsOptionsVersion(st)
		if fa == nil {
			continue
		}
		opts := fn.Params[len(fn.Params)-1]
		if _, ptr := opts.Type().Underlying().(*types.Pointer); !ptr || !slices.Contains(c.values(fa.X), ssa.Value(opts)) {
			continue
		}
		if !onlyForSome(st) && !tweaksLists(c, fn) {
			out = append(out, &Start{Pos: st.Pos(), Kind: ClearedOptions})
		}
	}
	return out
}

// onlyForSome reports whether the store is made only for some options: those with
// the version "0", or those that do not watch.
func onlyForSome(st *ssa.Store) bool {
	return slices.ContainsFunc([]bool{true, false}, func(way bool) bool {
		return ssaquery.OnlyBehind(st, func(test *ssa.If, yes bool) bool { return yes == way && testsOptions(test.Cond) })
	})
}

// testsOptions reports whether cond tests a field of options.
func testsOptions(cond ssa.Value) bool {
	reads := func(v ssa.Value) bool {
		u, ok := v.(*ssa.UnOp)
		if !ok {
			return false
		}
		fa, ok := u.X.(*ssa.FieldAddr)
		return ok && kube.OptionsField(fa.X.Type()) != ""
	}
	switch c := cond.(type) {
	case *ssa.BinOp:
		return reads(c.X) || reads(c.Y)
	case *ssa.UnOp:
		return reads(c) || c.Op == token.NOT && reads(c.X)
	}
	return false
}

// tweaksLists reports whether fn is only handed on as what tweaks list requests,
// and not watches.
func tweaksLists(c *code, fn *ssa.Function) bool {
	handed := c.Handed(fn)
	for _, h := range handed {
		sig := h.Call.Common().Signature()
		i := h.Arg
		if sig.Recv() != nil && !h.Call.Common().IsInvoke() {
			i--
		}
		if i < 0 || i >= sig.Params().Len() || !kube.SaysListOnly(sig.Params().At(i).Name()) {
			return false
		}
	}
	return len(handed) > 0 || kube.SaysListOnly(fn.Name())
}
