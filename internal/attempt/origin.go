package attempt

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// OnlyRead reports whether v holds nothing but objects that were read.
func (c *Callers) OnlyRead(v ssa.Value) bool {
	var g Handed
	if p, ok := v.(*ssa.Parameter); ok {
		g = c.ask(p, 0)
	} else {
		c.follow(&g, v, 0)
	}
	return g.OnlyRead()
}

// Of says what callers hand over as root, a parameter.
func (c *Callers) Of(root ssa.Value) (g Handed) {
	if p, ok := root.(*ssa.Parameter); ok {
		return c.ask(p, 0)
	}
	return g
}

// ask follows p to what the callers of its function hand over, and to the library that
// calls it. Each answer is kept: functions that all call each other would ask again on each way through them.
func (c *Callers) ask(p *ssa.Parameter, depth int) Handed {
	key := asked{p, depth}
	got, known := c.answers[key]
	if !known {
		got = c.handed(p, depth)
		c.answers[key] = got
	}
	return got
}

// handed finds the answer of ask.
func (c *Callers) handed(p *ssa.Parameter, depth int) (got Handed) {
	args := c.points().Args(p)
	got.Read = c.uses()[p.Parent()].calledWithRead(p.Parent())
	if len(args) == 0 && !got.Read || c.tooFar(p.Parent(), depth) {
		return Handed{Other: true}
	}
	for _, a := range args {
		c.follow(&got, a.Value, depth)
	}
	return got
}

// A search follows a value back to where it was made or read.
type search struct {
	*Callers
	way
	on func(ssa.Value, way) // follows what was not followed yet
}

// A way is how a search came to a value.
type way struct {
	// got collects what the search finds.
	got *Handed
	// depth is how many calls it has been followed through.
	depth int
}

// maxOrigins bounds the values that one argument is followed to: few arguments pass more
// than a phi or two.
const maxOrigins = 50

// follow adds to got where v, an object or a slice of objects, was made or read.
func (c *Callers) follow(got *Handed, v ssa.Value, depth int) {
	values := 0
	flow.Follow(v, way{got, depth}, func(v ssa.Value, w way, on func(ssa.Value, way)) {
		if values++; c.prog.log.Past(values, maxOrigins, v.Parent(), "gave up tracing an argument to its source: too many values") {
			got.Other = true
			return
		}
		(&search{c, w, on}).origin(v)
	})
}

// from follows v next: the value at hand is made of it, in the same function.
func (s *search) from(v ssa.Value) { s.on(v, s.way) }

// origin follows v to where it comes from.
func (s *search) origin(v ssa.Value) {
	s.noteUses(v)
	switch v := v.(type) {
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert:
		s.from(ssaquery.Wrapped(v))
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Call:
			s.result(t, v.Index)
		case *ssa.TypeAssert:
			s.from(t.X)
		default:
			s.got.Other = true
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			s.from(e)
		}
	case *ssa.Parameter:
		s.parameter(v)
	case *ssa.FreeVar:
		s.loaded(v)
	case *ssa.UnOp:
		s.loaded(v.X)
	case *ssa.Field:
		s.field(v.X, v.Field)
	case *ssa.IndexAddr:
		s.element(v)
	case *ssa.Alloc:
		s.allocated(v)
	case *ssa.Call:
		s.result(v, 0)
	case *ssa.Slice:
		s.sliced(v)
	case *ssa.Const:
		s.got.Built = s.got.Built || !v.IsNil() // nil is no object
	case *ssa.MakeSlice: // has none yet
	default:
		s.got.Other = true
	}
}

// noteUses notes what is done to the object or slice v.
func (s *search) noteUses(v ssa.Value) {
	if v.Referrers() == nil {
		return
	}
	if changed(v) {
		s.got.Changed = true
	}
	if created(v) {
		s.got.Built = true
	}
	if unversioned(v) {
		s.got.Other = true
	}
	if isSlice(v.Type()) {
		s.replacements(v)
	}
	if kube.HasItems(v.Type()) {
		s.filledItems(v)
	}
}

// parameter follows p to its callers. Those in other packages may hand over any slice.
func (s *search) parameter(p *ssa.Parameter) {
	if fn := p.Parent(); isSlice(p.Type()) && (isExported(fn) || s.uses()[fn].other) {
		s.got.Other = true
		return
	}
	s.got.add(s.ask(p, s.depth+1))
}

// loaded follows what is read at addr: what was put into a variable, or an element
// of a list.
func (s *search) loaded(addr ssa.Value) {
	switch a := addr.(type) {
	case *ssa.Alloc:
		if kube.IsObject(a.Type()) {
			s.from(a) // the struct is the object
			return
		}
		s.got.Other = s.got.Other || !ssaquery.OnlyStoredByOwner(a)
		for _, v := range ssaquery.StoredIn(a) {
			s.from(v)
		}
	case *ssa.FreeVar:
		bound := ssaquery.BoundTo(a)
		s.got.Other = s.got.Other || len(bound) == 0
		for _, v := range bound {
			s.loaded(v)
		}
	case *ssa.FieldAddr:
		s.field(a.X, a.Field)
	case *ssa.IndexAddr:
		s.element(a)
	default:
		s.got.Other = true
	}
}

// allocated says how the object at a came to be: it was read, copied from another, or built.
func (s *search) allocated(a *ssa.Alloc) {
	switch read, copied := filled(a); {
	case read:
		s.got.Read = true
	case copied:
		for _, v := range ssaquery.StoredIn(a) {
			s.from(v)
		}
	default:
		s.got.Built = true
	}
}

// result says what the i-th result of a call is: a copy of its receiver, something that is
// read, or something built.
func (s *search) result(call *ssa.Call, i int) {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		s.builtin(b, call.Call.Args)
		return
	}
	to := target(&call.Call)
	switch to.client().Verb {
	case kube.ReadLive, kube.ReadCache, kube.Write, kube.Create, kube.ListLive, kube.ListCache:
		s.got.Read = true
		return
	}
	if to.fn != nil {
		if r, ok := s.prog.others.of(to.fn).result(i); ok {
			s.told(r, &call.Call)
			return
		}
	}
	lower := strings.ToLower(to.name)
	switch fns := s.points().Callees(call); {
	case len(fns) > 0 && !s.tooFar(call.Parent(), s.depth+1):
		for _, f := range fns {
			for _, ret := range ssaquery.Returns(f) {
				if len(ret.Results) > i {
					s.on(ret.Results[i], way{s.got, s.depth + 1})
				}
			}
		}
	case kube.NamesDeepCopy(to.name):
		if call.Call.IsInvoke() {
			s.from(call.Call.Value)
		} else if len(call.Call.Args) > 0 {
			s.from(call.Call.Args[0])
		}
	case reads(to.name):
		s.got.Read, s.got.Other = true, true
	default:
		s.got.Other = true
		for _, p := range []string{"new", "build", "make", "generate", "desired", "construct", "render", "create", "to", "default"} {
			if strings.HasPrefix(lower, p) {
				s.got.Built = true
			}
		}
	}
}

// told follows a result of which another package says where it comes from.
func (s *search) told(r Return, call *ssa.CallCommon) {
	switch {
	case r.Param < 0:
		s.got.Built = s.got.Built || r.source() == Built
		s.got.Read = s.got.Read || r.source() != Built
	case int(r.Param) < len(call.Args) && !call.IsInvoke():
		s.from(call.Args[r.Param])
	default:
		s.got.Other = true
	}
}

// field follows what is read from field i of x: the items of a list.
func (s *search) field(x ssa.Value, i int) {
	if isSlice(ssaquery.StructField(x.Type(), i).Type()) && ssaquery.FieldName(x, i) == kube.ItemsField {
		s.from(x)
		return
	}
	s.got.Other = true
}

// element follows an element of a slice to where the slice was read or filled, alone or as
// the items of a list. A slice or list that the program made may hold anything.
func (s *search) element(e *ssa.IndexAddr) {
	var list Handed
	of := *s
	of.got = &list
	of.origin(e.X)
	s.got.Read = s.got.Read || list.Read
	s.got.Other = s.got.Other || !list.OnlyRead()
}

// builtin follows what append returns to the slices that it is given.
func (s *search) builtin(b *ssa.Builtin, args []ssa.Value) {
	if b.Name() != "append" {
		s.got.Other = true
		return
	}
	for _, a := range args {
		s.from(a)
	}
}

// sliced follows a part of a slice to the slice, and what is gathered in an array, as for
// append, to what was put into it.
func (s *search) sliced(v *ssa.Slice) {
	array, ok := v.X.(*ssa.Alloc)
	if !ok {
		s.from(v.X)
		return
	}
	for _, r := range *array.Referrers() {
		switch r := r.(type) {
		case *ssa.IndexAddr:
			if !s.stored(r) {
				s.got.Other = true
			}
		case *ssa.Slice:
		default:
			s.got.Other = true
		}
	}
}

// stored follows what is stored at the element e, and reports whether something is.
func (s *search) stored(e *ssa.IndexAddr) bool {
	found := false
	for _, r := range *e.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == e {
			found = true
			if u, ok := st.Val.(*ssa.UnOp); ok && kube.IsObject(u.X.Type()) {
				s.from(u.X) // a struct, copied from there
			} else {
				s.from(st.Val)
			}
		}
	}
	return found
}

// replacements follows what is put into the slice v in place of other elements, here and
// in the functions of the package that it is given to. Other functions may do so too,
// unless they are known.
func (s *search) replacements(v ssa.Value) {
	for u := range (flow.Walk{Callees: s.called}).Uses(v) {
		switch at := u.At.(type) {
		case *ssa.IndexAddr:
			s.stored(at)
		case ssa.CallInstruction:
			if _, ok := at.Common().Value.(*ssa.Builtin); ok {
				continue // append is followed as a result; copy would need a slice with elements
			}
			if fn := ssaquery.Called(at.Common()); fn == nil || !kube.Quiet(fn) {
				s.got.Other = true
			}
		}
	}
}

// filledItems follows what is stored as the items of the list v, and into them, also by
// functions of the package that it is given to.
func (s *search) filledItems(v ssa.Value) {
	for u := range (flow.Walk{Callees: s.called}).Uses(v) {
		f, ok := u.At.(*ssa.FieldAddr)
		if !ok || ssaquery.FieldName(f.X, f.Field) != kube.ItemsField {
			continue
		}
		for _, u := range *f.Referrers() {
			switch u := u.(type) {
			case *ssa.Store:
				if u.Addr == f {
					s.from(u.Val)
				}
			case *ssa.UnOp:
				s.replacements(u)
			}
		}
	}
}

// called is the function of the package that call runs, none if it runs another.
func (s *search) called(call ssa.CallInstruction) []*ssa.Function {
	if own := s.prog.own(call.Common()); own != nil {
		return []*ssa.Function{own}
	}
	return nil
}
