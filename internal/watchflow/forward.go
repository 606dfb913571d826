package watchflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// carriesErrors reports whether an ERROR event can be received at r. Who sends into a channel that the package makes has
// often handled errors before, and what the program sends to its watchers are its own events: none is assumed there.
func (c *channels) carriesErrors(r receive) bool {
	if r.from == nil {
		return true // decoded by hand
	}
	return kube.IsEvent(ssaquery.ChanElem(r.from.Type())) && !c.madeHere(r.from) && !c.broadcast(r.from)
}

// madeHere reports whether the package makes the channel ch.
func (c *channels) madeHere(ch ssa.Value) bool {
	return slices.ContainsFunc(c.code.Pointees(ch), func(at pointsto.Loc) bool {
		_, made := at.Base.(*ssa.MakeChan)
		return made && at.Path == ""
	})
}

// broadcast reports whether ch is the channel of a watch of what the program sends to its watchers itself.
func (c *channels) broadcast(ch ssa.Value) bool {
	for v := range flow.Origins(ch, c.from) {
		call := ssaquery.ResultOf(v)
		if call == nil {
			return false
		}
		if fn := ssaquery.Called(&call.Call); fn == nil || !kube.Broadcasts(fn) {
			return false
		}
	}
	return true
}
