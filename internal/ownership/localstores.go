package ownership

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A repository can use cache.NewIndexer as a map with indexes and fill it
// itself. What it reads from there is its own, unless a reflector or a
// controller fills the store: then it is an informer's cache after all.

// The localStores of a package are those that it makes and fills itself.
type localStores struct {
	*unit
	filled bool // something may fill the stores that the package makes
}

// find finds out whether something may.
func (s *localStores) find() {
	for _, fn := range s.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok && fillsStore(c.Common()) {
					s.filled = true
					return
				}
			}
		}
	}
}

// reads reports whether a method is called on a store of the repository's own: it
// is read from fields or variables which hold nothing but stores that the package
// makes itself and that no informer fills.
func (s *localStores) reads(site callSite, iface types.Type) bool {
	if s.filled || site.common == nil || !kube.IsStore(iface) {
		return false
	}
	made := false
	for _, l := range s.points().ReadFrom(site.common.Value) {
		for _, d := range s.points().Defs(l) {
			switch {
			case d.Path != "":
				return false
			case makesStore(d.Store.Val):
				made = true
			case !ssaquery.IsNil(d.Store.Val):
				return false
			}
		}
	}
	return made
}

// makesStore reports whether v is a call of cache.NewStore or one of its kind.
func makesStore(v ssa.Value) bool {
	call, ok := pointsto.Unwrap(v).(*ssa.Call)
	return ok && callsOneOf(&call.Call, kube.MakesStore)
}

// fillsStore reports whether c makes a reflector or informer, which may fill a
// store that it is given.
func fillsStore(c *ssa.CallCommon) bool {
	return callsOneOf(c, kube.FillsStore)
}

// callsOneOf reports whether c is a static call of a function that is names.
func callsOneOf(c *ssa.CallCommon, is func(name string) bool) bool {
	f := c.StaticCallee()
	if f == nil {
		return false
	}
	o := ssaquery.Declared(ssaquery.Origin(f))
	return o != nil && is(kube.Name(o))
}
