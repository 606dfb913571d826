package attempt

import (
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Callers knows the calls of the functions of a package. One analyzer asks it, staleretry.
type Callers struct {
	// Both are made when first asked for: most packages need neither.
	points func() *pointsto.Package
	uses   func() map[*ssa.Function]use
	prog   *Program

	answers map[asked]Handed
}

// asked is a parameter, and how many calls it has been followed through.
type asked struct {
	param *ssa.Parameter
	depth int
}

func newCallers(src *ssabuild.SSA, pr *Program) *Callers {
	return &Callers{
		points: src.Points,
		uses:   sync.OnceValue(func() map[*ssa.Function]use { return usesOf(src.Counted) }),
		prog:   pr, answers: map[asked]Handed{},
	}
}

// maxUp bounds the calls that a value is followed through, up to callers and down to results.
const maxUp = 3

func (c *Callers) tooFar(fn *ssa.Function, depth int) bool {
	return c.prog.log.Past(depth, maxUp, fn, "gave up tracing an object to its source: too many calls")
}

// Handed says what the callers in the package hand over as a parameter.
type Handed struct {
	// Built: one hands over an object that was built. Read: one hands over
	// an object that was read. Changed: one has changed it.
	Built, Read, Changed bool
	// Other: one hands over an object of which neither is known for certain, or
	// there may be callers that are not known.
	Other bool
}

// add adds what other callers hand over.
func (g *Handed) add(other Handed) {
	g.Built = g.Built || other.Built
	g.Read = g.Read || other.Read
	g.Changed = g.Changed || other.Changed
	g.Other = g.Other || other.Other
}

// OnlyRead reports whether each caller hands over an object that was read, which
// has a resourceVersion.
func (g Handed) OnlyRead() bool { return g.Read && !g.Built && !g.Other }

// A use says how a function is used other than by calling it.
type use struct {
	// updates: an informer calls it with what was added or updated. other: it is a
	// value that anybody may call.
	updates, other bool
}

// usesOf are the uses of functions as values in funcs.
func usesOf(funcs []*ssa.Function) map[*ssa.Function]use {
	uses := map[*ssa.Function]use{}
	note := func(f *ssa.Function, u use) {
		f = ssaquery.Unwrapped(ssaquery.Origin(f))
		uses[f] = use{uses[f].updates || u.updates, uses[f].other || u.other}
	}
	for _, fn := range funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					if f, ok := (*op).(*ssa.Function); ok {
						note(f, useIn(instr, f))
					}
				}
			}
		}
	}
	return uses
}

// useIn says how instr uses the function value v.
func useIn(instr ssa.Instruction, v ssa.Value) use {
	switch instr := instr.(type) {
	case *ssa.MakeClosure:
		if instr.Fn == v {
			return useOf(instr)
		}
	case *ssa.ChangeType:
		return useOf(instr)
	case ssa.CallInstruction:
		c := instr.Common()
		for _, a := range c.Args {
			if a == v {
				return use{other: true}
			}
		}
		if c.Value == v {
			return use{}
		}
	case *ssa.Store:
		if f, ok := instr.Addr.(*ssa.FieldAddr); ok && kube.HandlesUpdates(ssaquery.Named(f.X.Type()), ssaquery.FieldName(f.X, f.Field)) {
			return use{updates: true}
		}
	}
	return use{other: true}
}

// useOf says how the function value v is used.
func useOf(v ssa.Value) use {
	var all use
	for _, r := range *v.Referrers() {
		u := useIn(r, v)
		all = use{all.updates || u.updates, all.other || u.other}
	}
	return all
}

// calledWithRead reports whether a library calls fn, which is used as u, with objects that
// were read: as the handler of what an informer has added or updated, or as a reconciler
// of objects.
func (u use) calledWithRead(fn *ssa.Function) bool {
	if u.other {
		return false
	}
	if u.updates {
		return true
	}
	m, ok := fn.Object().(*types.Func)
	return ok && (kube.IsUpdateHandler(m) || kube.ReconcilesObject(m))
}
