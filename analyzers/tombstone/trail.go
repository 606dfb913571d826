package tombstone

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A trail is where the object of one handler goes.
type trail struct {
	*program
	reaches map[ssa.Value]*reach // of the names of the object
	asserts []*ssa.TypeAssert
	handled bool
	escapes bool // it goes where it cannot be followed
	// keys are the calls of other packages that return an error for a tombstone.
	keys []keyCall
}

// A keyCall is a call that needs an object, and so fails for a tombstone.
type keyCall struct {
	*ssa.Call
	obj    ssa.Value
	fn     *types.Func
	better string // does the same for tombstones, "" if there is none
}

// trailOf follows the object that a function gets as obj, to where it can be a tombstone.
func trailOf(p *program, obj *ssa.Parameter) *trail {
	t := &trail{program: p, reaches: map[ssa.Value]*reach{}}
	along := flow.Walk{Along: flow.Merged, Callees: p.callees, Where: func(u flow.Use) bool { return t.reach(u.Of).uses(u) }}
	for u := range along.Uses(obj) {
		t.use(u)
	}
	return t
}

// reach is where control gets if v, a name of the object, is a tombstone.
func (t *trail) reach(v ssa.Value) *reach {
	if t.reaches[v] == nil {
		t.reaches[v] = t.reachOf(v)
	}
	return t.reaches[v]
}

// use looks at what is done with the object.
func (t *trail) use(u flow.Use) {
	switch at := u.At.(type) {
	case *ssa.TypeAssert:
		t.handled = t.handled || toTombstone(at)
		t.asserts = append(t.asserts, at)
	case *ssa.Return, *ssa.MakeClosure: // the caller goes on with it, or it is shared
		t.escapes = true
	case *ssa.Store:
		_, argument := at.Addr.(*ssa.IndexAddr) // of a log call
		t.escapes = t.escapes || !argument
	case *ssa.Call:
		switch m := ssaquery.Target(&at.Call); {
		case isForLog(&at.Call), m != nil && kube.MakesDeletionKey(m) && !keyUsed(at):
		default:
			fn := ssaquery.Called(&at.Call)
			better, fails := kube.FailsOnTombstone(fn)
			if fails {
				t.keys = append(t.keys, keyCall{at, u.Of, fn, better})
			}
			t.escapes = t.escapes || !fails
		}
	case ssa.CallInstruction:
		t.escapes = true
	}
}

// keyUsed reports whether more is done with the key that call makes than to log it.
func keyUsed(call *ssa.Call) bool {
	key := ssaquery.Extracted(call, 0)
	if key == nil {
		return false
	}
	along := flow.Walk{Along: flow.Converted | flow.Loaded | flow.Kept | flow.Gathered | flow.Parts | flow.Sliced,
		Results: func(call *ssa.Call) bool { return logs(&call.Call) }} // such as a text of it
	return !along.Only(key, func(flow.Use) bool { return false })
}
