package tombstone

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A trail is where the object of one handler goes.
type trail struct {
	computing *computing
	program   *program
	params    map[*ssa.Parameter]bool // that were followed
	loads     map[*ssa.UnOp]bool      // the same
	asserts   []*ssa.TypeAssert
	// again are the assertions of a tombstone to an object, which fail.
	again   []*ssa.TypeAssert
	nils    []nilUse
	handled bool
	escapes bool // it goes where it cannot be followed
	// keys are the calls of other packages that return an error for a tombstone.
	keys []keyCall
	// ofCallers: calls of functions that callers give are not followed, but noted in
	// handed.
	ofCallers bool
	handed    []passing
	// from are the calls by which the object came into a function.
	from map[*ssa.Function]passing
}

// A passing is a call that is given the object.
type passing struct {
	call ssa.CallInstruction
	obj  ssa.Value
}

// A keyCall is a call that needs an object, and so fails for a tombstone.
type keyCall struct {
	*ssa.Call
	obj    ssa.Value
	fn     *types.Func
	better string // does the same for tombstones, "" if there is none
}

// maxTrail bounds how many functions the object is followed through. A handler
// hands it on once or twice; behind a dispatcher that everything goes through,
// what is found has little to do with the handler.
const maxTrail = 8

func (p *program) newTrail() *trail {
	return &trail{computing: p.computing, program: p, params: map[*ssa.Parameter]bool{}, loads: map[*ssa.UnOp]bool{}, from: map[*ssa.Function]passing{}}
}

// trailOf follows the object that a function gets as obj.
func (p *program) trailOf(obj *ssa.Parameter) *trail {
	t := p.newTrail()
	t.follow(obj)
	return t
}

func (t *trail) follow(p *ssa.Parameter) {
	if t.params[p] || t.program.log.Past(len(t.params), maxTrail, p.Parent(), "gave up following the object of a delete handler: too many functions") {
		return
	}
	t.params[p] = true
	t.uses(p)
}

// uses looks at what is done with the object v where it can be a tombstone.
func (t *trail) uses(v ssa.Value) {
	reach := t.program.reachOf(v)
	t.again = append(t.again, assertedAgain(v)...)
	t.nils = append(t.nils, usedNil(v)...)
	for _, r := range *v.Referrers() {
		if !reach.uses(r, v) {
			continue
		}
		switch r := r.(type) {
		case *ssa.TypeAssert:
			t.handled = t.handled || toTombstone(r)
			t.asserts = append(t.asserts, r)
		case *ssa.Return:
			// The caller goes on with it.
			t.escapes = true
		case *ssa.Phi, *ssa.MakeClosure:
			// Replaced by what it held on some way, or shared.
			t.escapes = true
			if phi, ok := r.(*ssa.Phi); ok && !joined(phi) {
				t.uses(phi)
			}
		case *ssa.Store:
			if _, ok := r.Addr.(*ssa.IndexAddr); ok && r.Val == v {
				continue // an argument of a log call
			}
			t.escapes = true
			t.shared(r)
		case ssa.CallInstruction:
			t.call(r, v)
		}
	}
}

// joined reports whether the phi joins what a phi joined before: following it
// could lead here again.
func joined(phi *ssa.Phi) bool {
	return slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool { _, ok := e.(*ssa.Phi); return ok })
}

// shared looks at the loads of a variable that closures share.
func (t *trail) shared(st *ssa.Store) {
	a, ok := st.Addr.(*ssa.Alloc)
	if !ok {
		return
	}
	for _, r := range *a.Referrers() {
		if u, ok := r.(*ssa.UnOp); ok && !t.loads[u] {
			t.loads[u] = true
			t.uses(u)
		}
	}
}

// call follows the object v into the functions of the package that c runs, and
// knows some of others by their names.
func (t *trail) call(c ssa.CallInstruction, v ssa.Value) {
	common := c.Common()
	if t.ofCallers && !common.IsInvoke() && parameter(common.Value) != nil {
		t.handed = append(t.handed, passing{c, v})
		return
	}
	callees := t.program.points().Callees(c)
	for _, f := range callees {
		for i, p := range f.Params {
			if ssaquery.Actual(common, f, i) != v {
				continue
			}
			if !t.params[p] {
				t.from[f] = passing{c, v}
			}
			t.follow(p)
		}
	}
	if len(callees) == 1 && !common.IsInvoke() {
		return
	}
	if call, ok := c.(*ssa.Call); ok && isForLog(common) && !used(call) {
		return
	}
	f := t.program.callee(common)
	if f == nil {
		t.escapes = true
		return
	}
	if kube.KnowsTombstones(ssaquery.Origin(f).Name()) {
		t.handled = true
	}
	call, ok := c.(*ssa.Call)
	if !ok {
		t.escapes = true
		return
	}
	if d := ssaquery.Target(common); d != nil && kube.MakesDeletionKey(d) && !keyUsed(call) {
		return
	}
	fn, better, fails := t.program.keyed(call)
	if !fails {
		t.escapes = true
		return
	}
	t.keys = append(t.keys, keyCall{call, v, fn, better})
}

// keyUsed reports whether more is done with the key that call makes than to log it.
func keyUsed(call *ssa.Call) bool {
	key := ssaquery.Extracted(call, 0)
	return key != nil && used(key)
}
