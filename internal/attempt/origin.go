package attempt

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// OnlyRead reports whether v holds nothing but objects that were read.
func (c *Callers) OnlyRead(v ssa.Value) bool {
	var g Handed
	s := c.search(&g, 0)
	switch v := v.(type) {
	case *ssa.FreeVar:
		s.loaded(v)
	case *ssa.Parameter:
		s.ask(v)
	default:
		s.origin(v)
	}
	return g.OnlyRead()
}

// Of says what callers hand over as root, a parameter.
func (c *Callers) Of(root ssa.Value) Handed {
	var g Handed
	if p, ok := root.(*ssa.Parameter); ok {
		c.search(&g, 0).ask(p)
	}
	return g
}

// ask follows p to what the callers of its function hand over, and to the library that
// calls it. It is asked once of each parameter at each depth: functions that all call each other
// would ask again on each way through them.
func (s *search) ask(p *ssa.Parameter) {
	key := asked{p, s.depth}
	got, known := s.answers[key]
	if !known {
		got = s.handed(p)
		s.answers[key] = got
	}
	s.got.add(got)
}

// handed is what ask finds out.
func (s *search) handed(p *ssa.Parameter) (got Handed) {
	args := s.points().Args(p)
	got.Read = s.uses()[p.Parent()].calledWithRead(p.Parent())
	if len(args) == 0 && !got.Read || s.tooFar(p.Parent(), s.depth) {
		return Handed{Other: true}
	}
	for _, a := range args {
		s.search(&got, s.depth).origin(a.Value)
	}
	return got
}

// origin follows v, an object or a slice of objects, back to where it was made or read.
func (s *search) origin(v ssa.Value) {
	if !s.enter(v) {
		return
	}
	s.noteUses(v)
	switch v := v.(type) {
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert:
		s.origin(ssaquery.Wrapped(v))
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Call:
			s.result(t, v.Index)
		case *ssa.TypeAssert:
			s.origin(t.X)
		default:
			s.got.Other = true
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			s.origin(e)
		}
	case *ssa.Parameter:
		s.parameter(v)
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
	s.deeper().ask(p)
}

// loaded follows what is read at addr: what was put into a variable, or an element
// of a list.
func (s *search) loaded(addr ssa.Value) {
	switch a := addr.(type) {
	case *ssa.Alloc:
		if kube.IsObject(a.Type()) {
			s.origin(a) // the struct is the object
			return
		}
		s.got.Other = s.got.Other || !ssaquery.OnlyStoredByOwner(a)
		for _, v := range ssaquery.StoredIn(a) {
			s.origin(v)
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

// allocated says what the object at a is: read into it, copied from another, or built.
func (s *search) allocated(a *ssa.Alloc) {
	switch read, copied := filled(a); {
	case read:
		s.got.Read = true
	case copied:
		for _, v := range ssaquery.StoredIn(a) {
			s.origin(v)
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
					s.deeper().origin(ret.Results[i])
				}
			}
		}
	case kube.NamesDeepCopy(to.name):
		if call.Call.IsInvoke() {
			s.origin(call.Call.Value)
		} else if len(call.Call.Args) > 0 {
			s.origin(call.Call.Args[0])
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
		s.origin(call.Args[r.Param])
	default:
		s.got.Other = true
	}
}

// field follows what is read from field i of x: the items of a list.
func (s *search) field(x ssa.Value, i int) {
	if isSlice(ssaquery.StructField(x.Type(), i).Type()) && ssaquery.FieldName(x, i) == kube.ItemsField {
		s.origin(x)
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
		s.origin(a)
	}
}

// sliced follows a part of a slice to the slice, and what is gathered in an array, as for
// append, to what was put into it.
func (s *search) sliced(v *ssa.Slice) {
	array, ok := v.X.(*ssa.Alloc)
	if !ok {
		s.origin(v.X)
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
				s.origin(u.X) // a struct, copied from there
			} else {
				s.origin(st.Val)
			}
		}
	}
	return found
}

// replacements follows what is put into the slice v in place of other elements, here and
// in the functions of the package that it is given to. Other functions may do so too,
// unless they are known.
func (s *search) replacements(v ssa.Value) {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.IndexAddr:
			s.stored(r)
		case ssa.CallInstruction:
			s.replacedBy(r, v)
		}
	}
}

// filledItems follows what is stored as the items of the list v, and into them, also by
// functions of the package that it is given to.
func (s *search) filledItems(v ssa.Value) {
	for _, r := range *v.Referrers() {
		if call, ok := r.(ssa.CallInstruction); ok {
			s.intoParams(call.Common(), v, s.filledItems)
			continue
		}
		f, ok := r.(*ssa.FieldAddr)
		if !ok || ssaquery.FieldName(f.X, f.Field) != kube.ItemsField {
			continue
		}
		for _, u := range *f.Referrers() {
			switch u := u.(type) {
			case *ssa.Store:
				if u.Addr == f {
					s.origin(u.Val)
				}
			case *ssa.UnOp:
				if s.enter(u) {
					s.replacements(u)
				}
			}
		}
	}
}

// replacedBy follows what a call puts into the slice v.
func (s *search) replacedBy(call ssa.CallInstruction, v ssa.Value) {
	c := call.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return // append is followed as a result; copy would need a slice with elements
	}
	if s.intoParams(c, v, s.replacements) {
		return
	}
	if fn := ssaquery.Called(c); fn == nil || !kube.Quiet(fn) {
		s.got.Other = true
	}
}

// intoParams follows v into the function of the package that a call calls, and reports
// whether it calls one.
func (s *search) intoParams(c *ssa.CallCommon, v ssa.Value, follow func(ssa.Value)) bool {
	own := s.prog.own(c)
	if own == nil {
		return false
	}
	for i, p := range own.Params {
		if ssaquery.Actual(c, own, i) == v && s.enter(p) {
			follow(p)
		}
	}
	return true
}
