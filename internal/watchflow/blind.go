package watchflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// A Blind is a place where a loop over watch events takes what it received for
// what it is not.
type Blind struct {
	Pos token.Pos
	// Closed: the zero events of a closed channel lead back to this receive, for
	// ever; otherwise the object of an ERROR event meets an assertion to Type.
	Closed bool
	Type   types.Type
}

// blinds lists the receivers of watch events that assert the type of the
// object so that a Status panics, with no look at the event's type on the way,
// and those that a closed channel keeps in their loop.
func blinds(l *loops) []*Blind {
	var out []*Blind
	seen := map[token.Pos]bool{}
	add := func(b *Blind) {
		if !seen[b.Pos] {
			seen[b.Pos] = true
			out = append(out, b)
		}
	}
	for _, r := range l.received {
		if _, decoded := r.at.(*ssa.Call); decoded || !l.channels.carriesErrors(r) {
			continue
		}
		x := l.explore("blind", kube.ErrorEvent, internalError)
		x.values.asserted = func(a *ssa.TypeAssert) {
			if !a.CommaOk {
				add(&Blind{Pos: a.Pos(), Type: a.AssertedType})
			}
		}
		x.runBehind(r.at, r.env)
	}
	for _, pos := range spins(l) {
		add(&Blind{Pos: pos, Closed: true})
	}
	return out
}
