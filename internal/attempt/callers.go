package attempt

import (
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Callers knows the calls of the functions of a package.
type Callers struct {
	points func() *pointsto.Package // made when it is first asked: few packages are
}

func newCallers(src *ssabuild.SSA) *Callers {
	return &Callers{sync.OnceValue(func() *pointsto.Package {
		return pointsto.New(src.Pkg, src.SrcFuncs, pointsto.Config{})
	})}
}

// maxUp bounds how far callers are asked.
const maxUp = 3

// Handed says what the callers in the package hand over as a parameter.
type Handed struct {
	// Built: one hands over an object that was built. Read: one hands over
	// an object that was read. Changed: one has changed it.
	Built, Read, Changed bool
	// Calls: there are callers.
	Calls bool
}

// Of says what callers hand over as root, a parameter.
func (c *Callers) Of(root ssa.Value) Handed {
	var g Handed
	if p, ok := root.(*ssa.Parameter); ok {
		c.ask(p, &g, 0)
	}
	return g
}

func (c *Callers) ask(p *ssa.Parameter, g *Handed, depth int) {
	if depth > maxUp {
		return
	}
	for _, a := range c.points().Args(p) {
		g.Calls = true
		c.origin(a.Value, g, depth, map[ssa.Value]bool{})
	}
}

// origin follows v back to where it was made or read.
func (c *Callers) origin(v ssa.Value, g *Handed, depth int, seen map[ssa.Value]bool) {
	if seen[v] || len(seen) > 50 {
		return
	}
	seen[v] = true
	if changed(v) {
		g.Changed = true
	}
	if created(v) {
		g.Built = true
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		c.origin(v.X, g, depth, seen)
	case *ssa.ChangeInterface:
		c.origin(v.X, g, depth, seen)
	case *ssa.ChangeType:
		c.origin(v.X, g, depth, seen)
	case *ssa.TypeAssert:
		c.origin(v.X, g, depth, seen)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			c.result(call, v.Index, g, depth, seen)
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			c.origin(e, g, depth, seen)
		}
	case *ssa.Parameter:
		c.ask(v, g, depth+1)
	case *ssa.UnOp:
		c.stored(v.X, g, depth, seen)
	case *ssa.Alloc:
		if read, touched := filled(v); read {
			g.Read = true
		} else if !touched {
			g.Built = true
		}
	case *ssa.Call:
		c.result(v, 0, g, depth, seen)
	}
}

// stored follows what was put into a variable.
func (c *Callers) stored(addr ssa.Value, g *Handed, depth int, seen map[ssa.Value]bool) {
	if a, ok := addr.(*ssa.Alloc); ok {
		for _, v := range ssaquery.StoredIn(a) {
			c.origin(v, g, depth, seen)
		}
	}
}

// result says what the i-th result of a call is: a copy of its receiver, something that is
// read, or something built.
func (c *Callers) result(call *ssa.Call, i int, g *Handed, depth int, seen map[ssa.Value]bool) {
	fn, name, sig, recv := target(&call.Call)
	switch kube.CallOf(name, fn, sig, recv).Verb {
	case kube.ReadLive, kube.ReadCache, kube.Write:
		g.Read = true
		return
	}
	lower := strings.ToLower(name)
	switch fns := c.points().Callees(call); {
	case len(fns) > 0 && depth < maxUp:
		for _, f := range fns {
			for _, ret := range pointsto.Returns(f) {
				if len(ret.Results) > i {
					c.origin(ret.Results[i], g, depth+1, seen)
				}
			}
		}
	case kube.NamesDeepCopy(name):
		if call.Call.IsInvoke() {
			c.origin(call.Call.Value, g, depth, seen)
		} else if len(call.Call.Args) > 0 {
			c.origin(call.Call.Args[0], g, depth, seen)
		}
	case reads(name):
		g.Read = true
	default:
		for _, s := range []string{"new", "build", "make", "generate", "desired", "construct", "render", "create", "to", "default"} {
			if strings.HasPrefix(lower, s) {
				g.Built = true
			}
		}
	}
}
