package watchflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// lostLists finds ListFuncs that gather the items of a list in a new one
// without its metadata: one start each. It is reported at the list, which is to be
// fixed; where informers only list if the watch cannot stream, at the watch
// beside it, if that is seen.
func lostLists(l *loops) []*Start {
	var out []*Start
	for _, fn := range l.code.Funcs() {
		pos := losesListMeta(l.code, fn)
		if !pos.IsValid() {
			continue
		}
		var starts []*Start
		if kube.StreamsLists(l.code.imports) {
			starts = startsBeside(l, fn, pos)
		}
		if len(starts) == 0 {
			starts = []*Start{{Pos: pos, Kind: LostListMeta}}
		}
		out = append(out, starts...)
	}
	return out
}

// startsBeside returns the watches in WatchFuncs that stand beside the ListFunc fn, which loses its metadata at pos.
func startsBeside(l *loops, fn *ssa.Function, pos token.Pos) (out []*Start) {
	for list := range ssaquery.Each[*ssa.FieldAddr](l.code.Funcs()...) {
		if !kube.IsListFunc(fieldName(list)) || !slices.Contains(l.code.FuncsOf(storedAt(list)), fn) {
			continue
		}
		for watch := range ssaquery.Each[*ssa.FieldAddr](list.Parent()) {
			if watch.X != list.X || !kube.IsWatchFunc(fieldName(watch)) {
				continue
			}
			for _, s := range l.sinks {
				if slices.Contains(l.code.FuncsOf(storedAt(watch)), s.Instr.Parent()) {
					out = append(out, &Start{Pos: s.Instr.Pos(), Kind: LostListMeta, List: pos})
				}
			}
		}
	}
	return out
}

// storedAt is what is stored in the field at fa, nil if nothing is there.
func storedAt(fa *ssa.FieldAddr) ssa.Value {
	for _, r := range *fa.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == ssa.Value(fa) {
			return st.Val
		}
	}
	return nil
}

// losesListMeta returns where fn, given options, returns a new list with items
// but without the metadata of those that it listed.
func losesListMeta(c *code, fn *ssa.Function) token.Pos {
	params, res := fn.Signature.Params(), fn.Signature.Results()
	if res.Len() != 2 || params.Len() == 0 || kube.OptionsField(params.At(params.Len()-1).Type()) == "" {
		return token.NoPos
	}
	if iface, ok := res.At(0).Type().Underlying().(*types.Interface); !ok || iface.NumMethods() == 0 {
		return token.NoPos
	}
	if kube.IsServerOptions(params.At(params.Len()-1).Type()) || !lists(c, fn) {
		return token.NoPos
	}
	for _, r := range ssaquery.Returns(fn) {
		for _, res := range c.values(r.Results[0]) {
			mi, ok := res.(*ssa.MakeInterface)
			if !ok {
				continue
			}
			for _, v := range c.values(mi.X) {
				if a, ok := v.(*ssa.Alloc); ok && isListWithoutMeta(a) {
					return r.Pos()
				}
			}
		}
	}
	return token.NoPos
}

// isListWithoutMeta reports whether a is a list that was just made, that has
// items, and whose metadata nothing sets.
func isListWithoutMeta(a *ssa.Alloc) bool {
	if !kube.IsList(a.Type().(*types.Pointer).Elem()) {
		return false
	}

	items := false
	for u := range (flow.Walk{Along: flow.Kept}).Uses(a) {
		switch at := u.At.(type) {
		case *ssa.FieldAddr:
			switch fieldName(at) {
			case kube.ItemsField:
				items = true
			case kube.ContentField:
				if setsMetadata(at) {
					return false
				}
			case kube.ListMetadataField:
				return false
			}
		case *ssa.MakeInterface:
			if slices.ContainsFunc(*at.Referrers(), isCall) {
				return false
			}
		case *ssa.UnOp: // the list itself, copied
		default:
			return false // SetResourceVersion, some helper, or a copy of another list
		}
	}
	return items
}

func isCall(instr ssa.Instruction) bool {
	_, ok := instr.(ssa.CallInstruction)
	return ok
}

// setsMetadata reports whether the map stored at addr is anything else than a
// literal without "metadata".
func setsMetadata(addr *ssa.FieldAddr) bool {
	for _, r := range *addr.Referrers() {
		st, ok := r.(*ssa.Store)
		if !ok {
			return true
		}
		m, ok := st.Val.(*ssa.MakeMap)
		if !ok {
			return true
		}
		for _, u := range *m.Referrers() {
			switch u := u.(type) {
			case *ssa.MapUpdate:
				if k := ssaquery.StringConst(u.Key); k == "" || k == "metadata" {
					return true
				}
			case *ssa.Store:
			default:
				return true
			}
		}
	}
	return false
}
