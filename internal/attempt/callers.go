package attempt

import (
	"strconv"
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
	prog   *Program
}

func newCallers(src *ssabuild.SSA, pr *Program) *Callers {
	return &Callers{sync.OnceValue(func() *pointsto.Package {
		return pointsto.New(src.Pkg, src.SrcFuncs, pointsto.Config{})
	}), pr}
}

// maxUp bounds how far callers are asked.
const maxUp = 3

// Handed says what the callers in the package hand over as a parameter.
type Handed struct {
	// Built: one hands over an object that was built. Read: one hands over
	// an object that was read. Changed: one has changed it.
	Built, Read, Changed bool
	// Other: one hands over an object of which neither is known for certain, or
	// there may be callers that are not known.
	Other bool
}

// OnlyRead reports whether each caller hands over an object that was read, which
// has a resourceVersion.
func (g Handed) OnlyRead() bool { return g.Read && !g.Built && !g.Other }

// OnlyRead reports whether root, a parameter or captured variable, holds nothing but
// objects that were read.
func (c *Callers) OnlyRead(root ssa.Value) bool {
	if v, ok := root.(*ssa.FreeVar); ok {
		var g Handed
		c.loaded(v, &g, 0, map[ssa.Value]bool{})
		return g.OnlyRead()
	}
	return c.Of(root).OnlyRead()
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
	args := c.points().Args(p)
	if depth > maxUp || len(args) == 0 {
		g.Other = true
		return
	}
	for _, a := range args {
		c.origin(a.Value, g, depth, map[ssa.Value]bool{})
	}
}

// maxOrigins bounds the values that one argument is followed to: few come by more
// than a phi or two.
const maxOrigins = 50

// origin follows v back to where it was made or read.
func (c *Callers) origin(v ssa.Value, g *Handed, depth int, seen map[ssa.Value]bool) {
	if seen[v] {
		return
	}
	if len(seen) > maxOrigins {
		g.Other = true
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
		switch t := v.Tuple.(type) {
		case *ssa.Call:
			c.result(t, v.Index, g, depth, seen)
		case *ssa.TypeAssert:
			c.origin(t.X, g, depth, seen)
		default:
			g.Other = true
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			c.origin(e, g, depth, seen)
		}
	case *ssa.Parameter:
		c.ask(v, g, depth+1)
	case *ssa.UnOp:
		c.loaded(v.X, g, depth, seen)
	case *ssa.IndexAddr:
		c.element(v, g, depth, seen)
	case *ssa.Alloc:
		c.allocated(v, g, depth, seen)
	case *ssa.Call:
		c.result(v, 0, g, depth, seen)
	case *ssa.Const: // nil is no object
	default:
		g.Other = true
	}
}

// loaded follows what is read at addr: what was put into a variable, or an element
// of a list.
func (c *Callers) loaded(addr ssa.Value, g *Handed, depth int, seen map[ssa.Value]bool) {
	switch a := addr.(type) {
	case *ssa.Alloc:
		g.Other = g.Other || !ssaquery.OnlyStoredByOwner(a)
		for _, v := range ssaquery.StoredIn(a) {
			c.origin(v, g, depth, seen)
		}
	case *ssa.FreeVar:
		bound := ssaquery.BoundTo(a)
		g.Other = g.Other || len(bound) == 0
		for _, v := range bound {
			c.loaded(v, g, depth, seen)
		}
	case *ssa.IndexAddr:
		c.element(a, g, depth, seen)
	default:
		g.Other = true
	}
}

// element follows an element of a slice to where the slice was read, alone or as the
// items of a list. A slice or list that the program made may hold anything.
func (c *Callers) element(e *ssa.IndexAddr, g *Handed, depth int, seen map[ssa.Value]bool) {
	from := e.X
	if load, ok := from.(*ssa.UnOp); ok {
		if items, ok := load.X.(*ssa.FieldAddr); ok && valueName(items) == kube.ItemsField {
			from = items.X
		}
	}
	var list Handed
	c.origin(from, &list, depth, seen)
	g.Read = g.Read || list.Read
	g.Other = g.Other || !list.OnlyRead()
}

// allocated says what the object at a is: read into it, copied from another, or built.
func (c *Callers) allocated(a *ssa.Alloc, g *Handed, depth int, seen map[ssa.Value]bool) {
	switch read, touched := filled(a); {
	case read:
		g.Read = true
	case touched:
		for _, v := range ssaquery.StoredIn(a) {
			c.origin(v, g, depth, seen)
		}
	default:
		g.Built = true
	}
}

// result says what the i-th result of a call is: a copy of its receiver, something that is
// read, or something built.
func (c *Callers) result(call *ssa.Call, i int, g *Handed, depth int, seen map[ssa.Value]bool) {
	fn, name, sig, recv := target(&call.Call)
	switch kube.CallOf(name, fn, sig, recv).Verb {
	case kube.ReadLive, kube.ReadCache, kube.Write, kube.Create, kube.ListLive, kube.ListCache:
		g.Read = true
		return
	}
	if fn != nil {
		if src := rowResult(c.prog.row(fn), i); src != "" {
			c.byRow(src, &call.Call, g, depth, seen)
			return
		}
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
		g.Read, g.Other = true, true
	default:
		g.Other = true
		for _, s := range []string{"new", "build", "make", "generate", "desired", "construct", "render", "create", "to", "default"} {
			if strings.HasPrefix(lower, s) {
				g.Built = true
			}
		}
	}
}

// byRow follows a result that a row of another package says the source of.
func (c *Callers) byRow(src string, call *ssa.CallCommon, g *Handed, depth int, seen map[ssa.Value]bool) {
	switch src {
	case "live", "livechanged", "cached", "cache", "written":
		g.Read = true
		return
	case "built":
		g.Built = true
		return
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(src, "$")); err == nil && n < len(call.Args) && !call.IsInvoke() {
		c.origin(call.Args[n], g, depth, seen)
		return
	}
	g.Other = true
}
