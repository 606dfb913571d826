package attempt

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file keeps what of objects is still to be sent, where the question is what writes lose
// (heap.losses): then no write is refused.

// noteChange notes that at changes the object id at path, surely or perhaps.
func noteChange(h *heap, id int, path string, sure bool, at ssa.Instruction) {
	if h.losses == nil {
		return
	}
	before := h.pending(id)
	h.setPending(id, before.Changed(path, sure, at))
	h.losses.Join(before, h.pending(id))
}

// noteStore notes that at stores v at a, a place in an object, and whether the API server has something else there.
func noteStore(h *heap, a, v value, at ssa.Instruction, differs apiobjects.Certainty) {
	if h.losses != nil && a.text == kube.MetadataField && isOfOtherKind(at) {
		h.setPending(a.obj, h.pending(a.obj).ConvertedIn(at.Parent()))
	}
	switch {
	case h.losses == nil:
	case a.text == kube.MetadataField && v.kind == data && v.text == a.text:
		changes := h.pending(a.obj).Changes
		changes[apiobjects.Metadata] = changesOf(v)[apiobjects.Metadata]
		h.setPending(a.obj, h.pending(a.obj).With(changes).NamedAs(v.ver.pending))
	case a.text != "":
		has := apiobjects.Maybe // a change that the API server does not have
		if v.kind == data && v.text == a.text {
			has = v.ver.pending.Certainty(a.text)
		}
		wanted := isWantedStatus(at)
		same := has == apiobjects.No && !isChangedCopy(at) && !wanted
		mayDiffer := !same && !(has == apiobjects.Maybe && isCopiedPart(at) && !wanted) && !isEmpty(at) && !isZeroInLiteral(at) && !isLeftOut(at) && !putsBack(at) && !isSetInAnother(at)
		noteChange(h, a.obj, a.text, differs == apiobjects.Surely || differs == apiobjects.Maybe && mayDiffer, at)
	case v.kind == data && v.text == "":
		h.setPending(a.obj, h.pending(a.obj).With(changesOf(v)).NamedAs(v.ver.pending))
	default:
		noteEscape(h, a.obj, at)
	}
}

// changesOf are those of the object that v was read from.
func changesOf(v value) apiobjects.Changes {
	if p := v.ver.pending; p != nil {
		return p.Changes
	}
	return apiobjects.Nothing.Changes
}

// isCopiedPart reports whether at stores the status of another object, or another part of one that the function
// has read: the server may have it already. The function does not change it there.
func isCopiedPart(at ssa.Instruction) bool {
	from, to := copiedField(at)
	if from == nil || ssaquery.FieldName(from.X, from.Field) != kube.StatusField && !isReadHere(from.X) || !kube.IsObject(from.X.Type()) || !types.Identical(from.X.Type(), to.X.Type()) || from.Field != to.Field {
		return false
	}
	return !slices.ContainsFunc(*from.X.Referrers(), func(r ssa.Instruction) bool {
		other, ok := r.(*ssa.FieldAddr)
		return ok && other.Field == from.Field && slices.ContainsFunc(*other.Referrers(), func(r ssa.Instruction) bool {
			_, reads := r.(*ssa.UnOp)
			call, calls := r.(*ssa.Call)
			return !reads && !(calls && isDeepCopy(call))
		})
	})
}

// isWantedStatus reports whether at gives an object that the function has read the status of one that it is given, the
// function sets it nowhere else, and sends it to the status endpoint: the API server has another one.
func isWantedStatus(at ssa.Instruction) bool {
	from, to := copiedField(at)
	if from == nil || ssaquery.FieldName(from.X, from.Field) != kube.StatusField || !isReadHere(to.X) || isReadHere(from.X) {
		return false
	}
	if _, given := from.X.(*ssa.Parameter); !given || !types.Identical(from.X.Type(), to.X.Type()) {
		return false
	}
	for fa := range ssaquery.Each[*ssa.FieldAddr](at.Parent()) {
		if fa != to && ssaquery.SamePlace(fa, to) && ssaquery.RunsAfter(at, fa) {
			return false
		}
	}
	for call := range ssaquery.Each[*ssa.Call](at.Parent()) {
		cc := target(&call.Call).client()
		if cc.Verb == kube.WriteInto && endpointOf(&call.Call) == kube.ToStatus && ssaquery.InInterface(call.Call.Args[cc.Obj]) == to.X && ssaquery.RunsAfter(at, call) {
			return true
		}
	}
	return false
}

// areFoundDifferent reports whether control comes to b only where a deep comparison has found that other things lie at x and y.
func areFoundDifferent(x, y ssa.Value, b *ssa.BasicBlock) bool {
	for ; b.Idom() != nil; b = b.Idom() {
		test := ssaquery.Test(b.Idom())
		if test == nil || len(b.Preds) != 1 || b != b.Idom().Succs[1] {
			continue
		}
		call, ok := test.Cond.(*ssa.Call)
		if !ok || !comparesDeeply(call) {
			continue
		}
		reads := func(place ssa.Value) bool {
			return slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool {
				load, ok := ssaquery.InInterface(a).(*ssa.UnOp)
				return ok && ssaquery.SamePlace(load.X, place)
			})
		}
		if reads(x) && reads(y) {
			return true
		}
	}
	return false
}

func comparesDeeply(call *ssa.Call) bool {
	fn := target(&call.Call).fn
	if fn == nil {
		return false
	}
	_, ok := kube.EqualityOf(fn)
	return ok
}

// isOfOtherKind reports whether at gives an object the metadata of one of another type: it is the same in another version.
func isOfOtherKind(at ssa.Instruction) bool {
	from, to := copiedField(at)
	return from != nil && kube.IsObject(from.X.Type()) && !types.Identical(from.X.Type(), to.X.Type())
}

// copiedField is the field that at copies, and the field to which; nil if it is no such copy.
func copiedField(at ssa.Instruction) (from, to *ssa.FieldAddr) {
	st, load := storeOfLoad(at)
	if load == nil {
		return nil, nil
	}
	from, isField := copiedFrom(load).(*ssa.FieldAddr)
	to, ok := st.Addr.(*ssa.FieldAddr)
	if !isField || !ok {
		return nil, nil
	}
	return from, to
}

// storeOfLoad is at, if it stores what is loaded, and what loads it.
func storeOfLoad(at ssa.Instruction) (*ssa.Store, *ssa.UnOp) {
	st, ok := at.(*ssa.Store)
	if !ok {
		return nil, nil
	}
	load, _ := st.Val.(*ssa.UnOp)
	return st, load
}

// copiedFrom is the place that load reads, or of which it reads a DeepCopy that nothing else has.
func copiedFrom(load *ssa.UnOp) ssa.Value {
	call, ok := load.X.(*ssa.Call)
	if !ok || slices.ContainsFunc(*call.Referrers(), func(r ssa.Instruction) bool { return r != load }) {
		return load.X
	}
	if isDeepCopy(call) {
		return call.Call.Args[0]
	}
	return load.X
}

func isDeepCopy(call *ssa.Call) bool {
	f := ssaquery.Called(&call.Call)
	return f != nil && kube.IsDeepCopy(f) && len(call.Call.Args) == 1
}

// isReadHere reports whether its function reads the object v from the server or the cache.
func isReadHere(v ssa.Value) bool {
	if call := ssaquery.ResultOf(v); call != nil {
		verb := target(&call.Call).client().Verb
		return verb == kube.ReadLive || verb == kube.ReadCache
	}
	read, _ := filled(v)
	return read
}

// isChangedCopy reports whether at stores what lies in a variable of which a field is set somewhere.
func isChangedCopy(at ssa.Instruction) bool {
	_, load := storeOfLoad(at)
	if load == nil {
		return false
	}
	v, ok := load.X.(*ssa.Alloc)
	return ok && slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		fa, ok := r.(*ssa.FieldAddr)
		return ok && slices.ContainsFunc(*fa.Referrers(), func(r ssa.Instruction) bool {
			st, ok := r.(*ssa.Store)
			return ok && st.Addr == fa
		})
	})
}

// isEmpty reports whether at stores a map or slice that was made with nothing in it, for elements that come later, or
// not.
func isEmpty(at ssa.Instruction) bool {
	st, ok := at.(*ssa.Store)
	if !ok {
		return false
	}
	switch made := st.Val.(type) {
	case *ssa.MakeMap:
		return !slices.ContainsFunc(*made.Referrers(), func(r ssa.Instruction) bool {
			_, ok := r.(*ssa.MapUpdate)
			return ok
		})
	case *ssa.MakeSlice:
		return !slices.ContainsFunc(*made.Referrers(), func(r ssa.Instruction) bool { return r != at })
	}
	return false
}

// isZeroInLiteral reports whether at is the field of a composite literal that is set to its zero value.
func isZeroInLiteral(at ssa.Instruction) bool {
	st, ok := at.(*ssa.Store)
	if !ok {
		return false
	}
	made, ok := ssaquery.Root(st.Addr).(*ssa.Alloc)
	return ok && made.Comment == "complit" && apiobjects.IsZero(st.Val)
}

// isLeftOut reports whether at clears the status of an object where that of another one is cleared too, as is done to
// compare the rest.
func isLeftOut(at ssa.Instruction) bool {
	base := clearsStatus(at)
	return base != nil && slices.ContainsFunc(at.Block().Instrs, func(i ssa.Instruction) bool {
		other := clearsStatus(i)
		return other != nil && other != base && types.Identical(other.Type(), base.Type())
	})
}

// putsBack reports whether at gives a field what was read there, and nothing else in the function sets it.
func putsBack(at ssa.Instruction) bool {
	st, load := storeOfLoad(at)
	if load == nil || !isField(st.Addr) || !ssaquery.SamePlace(load.X, st.Addr) {
		return false
	}
	for i := range ssaquery.Instructions(st.Parent()) {
		other, ok := i.(*ssa.Store)
		for place := st.Addr; ok && other != st && isField(place); place = ssaquery.Around(place) {
			if ssaquery.SamePlace(other.Addr, place) {
				return false
			}
		}
	}
	return true
}

// isSetInAnother reports whether at gives a field of an object that the function was given what it has given an object
// of the type that it has itself: that one was sent, and this is brought up to date.
func isSetInAnother(at ssa.Instruction) bool {
	st, ok := at.(*ssa.Store)
	if !ok || !isField(st.Addr) || st.Val.Referrers() == nil {
		return false
	}
	to, uses := st.Addr.(*ssa.FieldAddr), *st.Val.Referrers()
	if _, load := storeOfLoad(at); load != nil && load.X.Referrers() != nil {
		for _, r := range *load.X.Referrers() {
			if again, ok := r.(*ssa.UnOp); ok {
				uses = append(slices.Clip(uses), *again.Referrers()...)
			}
		}
	}
	return slices.ContainsFunc(uses, func(r ssa.Instruction) bool {
		other, ok := r.(*ssa.Store)
		if !ok || other == st {
			return false
		}
		field, ok := other.Addr.(*ssa.FieldAddr)
		return ok && field.Field == to.Field && isGiven(to) && !isGiven(field) && types.Identical(field.X.Type(), to.X.Type()) && !ssaquery.SamePlace(field, to) && ssaquery.RunsAfter(other, st)
	})
}

// isGiven reports whether the object in which addr lies is a parameter, or captured.
func isGiven(addr ssa.Value) bool {
	switch ssaquery.Root(addr).(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	}
	return false
}

// clearsStatus is the object of which i clears the status, nil for others.
func clearsStatus(i ssa.Instruction) ssa.Value {
	st, ok := i.(*ssa.Store)
	if !ok || !apiobjects.IsZero(st.Val) {
		return nil
	}
	addr, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || ssaquery.FieldName(addr.X, addr.Field) != kube.StatusField || !kube.IsObject(addr.X.Type()) {
		return nil
	}
	return addr.X
}

// noteSync notes that the object id is what the API server has.
func noteSync(h *heap, id int) {
	if h.losses != nil {
		h.setPending(id, h.pending(id).Synced())
	}
}

// noteRead notes that call has read the object id.
func noteRead(h *heap, id int, call ssa.CallInstruction) {
	if h.losses != nil {
		h.setPending(id, h.pending(id).ReadBy(call))
	}
}

// noteEscape notes that code which is not known gets the object id.
func noteEscape(h *heap, id int, at ssa.Instruction) {
	if h.losses != nil {
		h.setPending(id, h.losses.Escape(h.pending(id), at))
	}
}

// noteCopy notes that the object id is a new copy of the object of.
func noteCopy(h *heap, id, of int) {
	if h.losses != nil {
		original, copied := h.pending(of).Copied(of, id)
		h.setPending(of, original)
		h.setPending(id, copied)
	}
}

// noteKept notes that what lies at path of the object id, read as v, goes elsewhere, unless it is
// only compared. v is nil for DeepCopies.
func noteKept(h *heap, id int, path string, v ssa.Value) {
	switch {
	case h.losses == nil:
	case apiobjects.HasStatus(path) && (v == nil || goesOn(v)), v != nil && isStoredElsewhere(v):
		h.setPending(id, h.losses.Keep(h.pending(id), path, false))
	}
}

// noteShared notes that code which may keep it gets the address of what lies at path of the object id.
func noteShared(h *heap, id int, path string) {
	if h.losses != nil && apiobjects.HasStatus(path) {
		h.setPending(id, h.losses.Keep(h.pending(id), path, true))
	}
}

// isStoredElsewhere reports whether v, which was read from an object, is stored in another one.
func isStoredElsewhere(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		st, ok := r.(*ssa.Store)
		return ok && st.Val == v && isField(st.Addr) && ssaquery.Root(st.Addr) != ssaquery.Root(v)
	})
}

func isField(addr ssa.Value) bool {
	_, ok := addr.(*ssa.FieldAddr)
	return ok
}

// goesOn reports whether v, or what is read of it, is used for anything but comparing it and showing it. v is a struct
// with a status, or something of the status. Functions that get it by value are followed.
func goesOn(v ssa.Value) bool {
	walk := flow.Walk{Along: flow.Converted | flow.Gathered | flow.Kept | flow.Loaded | flow.Parts | flow.Sliced, Callees: showing, Where: isOfStatus}
	for u := range walk.Uses(v) {
		switch at := u.At.(type) {
		case *ssa.BinOp:
		case *ssa.Store:
			if at.Addr != u.Of {
				return true
			}
		case ssa.CallInstruction:
			if !looksOnly(at.Common()) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// showing is the function that a call runs, unless that only looks at what it gets.
func showing(call ssa.CallInstruction) []*ssa.Function {
	if looksOnly(call.Common()) {
		return nil
	}
	return flow.StaticCallee(call)
}

// isOfStatus reports whether u is none of a part of a struct beside its status.
func isOfStatus(u flow.Use) bool {
	var field string
	switch at := u.At.(type) {
	case *ssa.Field:
		field = ssaquery.FieldName(at.X, at.Field)
	case *ssa.FieldAddr:
		field = ssaquery.FieldName(at.X, at.Field)
	default:
		return true
	}
	return field == kube.StatusField || !hasField(ssaquery.Deref(u.Of.Type()), kube.StatusField)
}

func hasField(t types.Type, name string) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Name() == name {
			return true
		}
	}
	return false
}

// looksOnly reports whether a call compares what it is given, or shows it: what takes any number of
// values of any type and returns nothing is a logger.
func looksOnly(c *ssa.CallCommon) bool {
	to := target(c)
	if to.fn != nil && kube.Quiet(to.fn) || strings.Contains(to.name, "Equal") {
		return true
	}
	if !to.sig.Variadic() || to.sig.Results().Len() > 0 {
		return false
	}
	last := to.sig.Params().At(to.sig.Params().Len() - 1).Type().Underlying().(*types.Slice)
	any, ok := last.Elem().Underlying().(*types.Interface)
	return ok && any.Empty()
}

// noteType notes the type of the object id, which is reached by v.
func noteType(h *heap, id int, v ssa.Value) {
	if h.losses != nil {
		h.setPending(id, h.pending(id).Typed(v))
	}
}

// noteSent notes that the part of the object id was sent: what it is a copy of, and copies of it, need
// not send the same change again.
func noteSent(h *heap, id int, part apiobjects.Part) {
	p := h.pending(id)
	h.losses.Store(p, part)
	for other, o := range h.objs.all() {
		if other != id && o.pending != nil && (other == p.Of() || o.pending.Of() == id) && o.pending.Has(part, p) {
			h.setPending(other, o.pending.Without(part))
		}
	}
}

// noteMutated notes that CreateOrUpdate stores what was changed of the object id, but its status.
func noteMutated(h *heap, id int) {
	if h.losses != nil {
		h.losses.Store(h.pending(id), apiobjects.Metadata)
		h.losses.Store(h.pending(id), apiobjects.Spec)
	}
}

// heldElsewhere reports whether the object of which id is a copy has the same change of the part.
func heldElsewhere(h *heap, id int, part apiobjects.Part) bool {
	p := h.pending(id)
	of, ok := h.objs.get(p.Of())
	return ok && p.Of() != id && of.pending != nil && of.pending.Has(part, p)
}

// cancelLeft notes that the answer of the write at call is sent with a status.
func cancelLeft(h *heap, call ssa.CallInstruction) {
	for _, o := range h.objs.all() {
		if o.pending != nil && o.pending.Left != nil && o.pending.Left.Write == call {
			o.pending.Left.Cancel()
		}
	}
}

// abandon notes that nobody can reach o any more.
func abandon(o Object) {
	if o.pending != nil {
		o.pending.Left.Confirm()
	}
}
