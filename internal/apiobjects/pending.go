package apiobjects

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Changes are the changes of an object, one for each part.
type Changes [partCount]Change

// Pending is what of one object the API server does not have. It is never changed: states share it.
// Objects have numbers from 1.
type Pending struct {
	Changes Changes
	// of is the object that this is a copy of, 0 for others; copy is the last copy of this. moved
	// says whether this has changed since it was copied, from or to.
	of, copy int
	moved    Certainty
	// inCopy are the changes that the last copy has as well, nil for none: nothing has set the same since.
	inCopy *Changes
	// generated: the API server makes its name.
	generated bool
	// kept: its status went elsewhere since it was read, sent, made or changed; shared: so did its address.
	kept, shared bool
	// converted is the function that makes it of an object of another type.
	converted *ssa.Function
	// Left is the typed write after which the status is still to be sent.
	Left *Arrival
	// lost is the write whose answer replaced a change of the status.
	lost *Arrival
	// over are the changes that a read has replaced, the last one that found any; nothing has changed since, or other fields of the status.
	over *Overwritten
	// Answers is the typed write that returned this object.
	Answers ssa.CallInstruction
	// Type is the type of the object, nil if it is not known.
	Type types.Type
}

// Overwritten are changes that a read has replaced by what the API server has.
type Overwritten struct {
	Changes Changes
	Read    ssa.CallInstruction
	// Partly: other fields of the status were set since. Beside: the spec or the metadata were set or sent since.
	Partly, Beside bool
}

// besides is o after the field at path was set, nil if that may be what was replaced.
func (o *Overwritten) besides(path string, sure bool) *Overwritten {
	part, ok := PartAt(path)
	if ok && part != Status {
		return o.besideStatus()
	}
	if o == nil || !sure {
		return nil
	}
	was := o.Changes[Status]
	if !ok || was.Certainty() != Surely || within(path, was.Path) || within(was.Path, path) {
		return nil
	}
	if o.Partly {
		return o
	}
	q := *o
	q.Partly = true
	return &q
}

// besideStatus is o after something beside the status was set or sent, nil if no change of the status was replaced. Of
// other changes that says nothing: they may have been meant for new objects only.
func (o *Overwritten) besideStatus() *Overwritten {
	if o == nil || o.Partly || o.Changes[Status].Certainty() != Surely {
		return nil
	}
	q := *o
	q.Beside = true
	return &q
}

// Nothing is what is known of an object at first.
var Nothing = &Pending{}

// Changed is p after the object was changed at path, surely or perhaps.
func (p *Pending) Changed(path string, sure bool, at ssa.Instruction) *Pending {
	part, ok := PartAt(path)
	if !ok && path != "" {
		return p.named(path)
	}
	p = p.since(p.over.besides(path, sure))
	sure = sure && path != kube.MetadataField && (p.converted == nil || p.converted != at.Parent()) // often only the version is meant
	q := *p
	if !ok {
		q.inCopy = nil
	} else if c := p.InCopy(part); within(path, c.Path) || within(c.Path, path) {
		q.inCopy = q.inCopy.without(part)
	}
	for i := range q.Changes {
		if c := &q.Changes[i]; ok && Part(i) == part && (sure || !c.sure) {
			*c = Change{At: at, First: cmp.Or(c.First, at), Path: path, sure: sure}
		} else if !ok && c.At == nil {
			*c = Change{At: at, First: at}
		}
	}
	q.moved = max(q.moved, Maybe)
	if sure {
		q.moved = Surely
		q.kept = q.kept && (q.shared || part != Status)
	}
	if q.lost != nil && ok && part == Status && q.lost.putBack(path, at) {
		q.lost.Cancel()
		q.lost = nil
	}
	return &q
}

// named is p after the field at path was set, if that says who makes its name.
func (p *Pending) named(path string) *Pending {
	q := *p
	switch path {
	case kube.MetadataField + ".GenerateName":
		q.generated = true
	case kube.MetadataField + ".Name":
		q.generated = false
	}
	if q.generated == p.generated {
		return p
	}
	return &q
}

// ConvertedIn is p of an object that fn makes of one of another type: what fn sets is what that one has.
func (p *Pending) ConvertedIn(fn *ssa.Function) *Pending {
	q := *p
	q.converted = fn
	return &q
}

// NamedAs is p with the name of another object.
func (p *Pending) NamedAs(other *Pending) *Pending {
	q := *p
	q.generated = other != nil && other.generated
	return &q
}

// Generated reports whether the API server makes the name of the object, so that none of that name can
// exist.
func (p *Pending) Generated() bool { return p.generated }

// Certainty says whether what lies at path may be changed.
func (p *Pending) Certainty(path string) Certainty {
	part, ok := PartAt(path)
	if p == nil || !ok {
		return No
	}
	return p.Changes[part].Certainty()
}

// Synced is p when the object is what the API server has.
func (p *Pending) Synced() *Pending { return &Pending{Type: p.Type, lost: p.lost} }

// SyncedBeside is p when a write has sent all but the status, and the object is what the API server has.
func (p *Pending) SyncedBeside() *Pending { return p.Synced().since(p.over.besideStatus()) }

// ReadBy is p after call has read the object.
func (p *Pending) ReadBy(call ssa.CallInstruction) *Pending {
	over := p.over
	if p.Changes.known() != nil {
		over = &Overwritten{Changes: p.Changes, Read: call}
	}
	return p.Synced().since(over)
}

// since is p of which a read has replaced the changes in over, none if it is nil.
func (p *Pending) since(over *Overwritten) *Pending {
	if p.over == over {
		return p
	}
	q := *p
	q.over = over
	return &q
}

// Over are the changes that a read has replaced if nothing has set them since, else nil.
func (p *Pending) Over() *Overwritten { return p.over }

// With is p with other changes.
func (p *Pending) With(changes Changes) *Pending {
	q := *p
	q.Changes, q.over = changes, nil
	return &q
}

// Without is p when the change of a part is sent.
func (p *Pending) Without(parts ...Part) *Pending {
	q := *p
	for _, part := range parts {
		q.Changes[part] = Change{}
		q.inCopy = q.inCopy.without(part)
	}
	return &q
}

// Unsure is p after a write that has failed: its changes may be sent once more, or not.
func (p *Pending) Unsure() *Pending {
	q := *p
	q.inCopy = nil
	for i := range q.Changes {
		q.Changes[i].sure = false
	}
	return &q
}

// Or is what is known where an object is as p or as q says: p itself if that is as much. What is changed surely in one of
// them only is in the other surely not, or perhaps: any says which of these holds for both. Nil is as Nothing.
func (p *Pending) Or(q *Pending, any bool) *Pending {
	if p == q {
		return p
	}
	p, q = cmp.Or(p, Nothing), cmp.Or(q, Nothing)
	or := Pending{Changes: p.Changes, moved: max(p.moved, q.moved), generated: p.generated || q.generated, kept: p.kept || q.kept, shared: p.shared || q.shared}
	if p.of == q.of {
		or.of = p.of
	}
	if p.copy == q.copy {
		or.copy = p.copy
	}
	if p.Type == q.Type {
		or.Type = p.Type
	}
	if p.inCopy == q.inCopy || any {
		or.inCopy = cmp.Or(p.inCopy, q.inCopy)
	}
	if any {
		or.over, or.moved = cmp.Or(p.over, q.over), min(p.moved, q.moved)
	}
	for i, other := range q.Changes {
		c := &or.Changes[i]
		sure := c.sure && other.sure || any && (c.sure || other.sure)
		if c.At == nil || any && !c.sure && other.sure {
			*c = other
		}
		c.sure = sure
	}
	if or == *p {
		return p
	}
	return &or
}

// Leaving is p after a typed write that left the status to be sent.
func (p *Pending) Leaving(a *Arrival) *Pending {
	q := *p
	q.Left = a
	return &q
}

// Losing is p after a write that has lost a change of the status.
func (p *Pending) Losing(a *Arrival) *Pending {
	q := *p
	q.lost = a
	return &q
}

// StatusSent is p when its status is sent: without the change, if a write has lost it. Whoever sets it later is too late.
func (p *Pending) StatusSent() *Pending {
	p.Left.Cancel()
	if p.lost == nil {
		return p
	}
	p.lost.Confirm()
	return p.Losing(nil)
}

// AnswerOf is p of an object that a typed write has returned.
func (p *Pending) AnswerOf(call ssa.CallInstruction) *Pending {
	q := *p
	q.Answers = call
	return &q
}

// Copied are p and its new copy, of the objects id and copied.
func (p *Pending) Copied(id, copied int) (original, other *Pending) {
	q := *p
	q.copy, q.moved, q.inCopy = copied, No, p.Changes.known()
	return &q, &Pending{Changes: p.Changes, of: id, Type: p.Type}
}

// Typed is p of an object that is reached by v.
func (p *Pending) Typed(v ssa.Value) *Pending {
	if p.Type != nil {
		return p
	}
	t := ssaquery.Deref(v.Type())
	if types.IsInterface(t) || !kube.IsObject(types.NewPointer(t)) {
		return p
	}
	q := *p
	q.Type = t
	return &q
}

// Alone is p without its relations to objects that are gone.
func (p *Pending) Alone(gone func(id int) bool) *Pending {
	of, copied := p.of != 0 && gone(p.of), p.copy != 0 && gone(p.copy)
	if !of && !copied {
		return p
	}
	q := *p
	if of {
		q.of = 0
	}
	if copied {
		q.copy, q.inCopy = 0, nil
	}
	return &q
}

// InCopy is the change of a part that the last copy has as well.
func (p *Pending) InCopy(part Part) Change {
	if p.inCopy == nil {
		return Change{}
	}
	return p.inCopy[part]
}

// without is cs without the change of a part.
func (cs *Changes) without(part Part) *Changes {
	if cs == nil || cs[part].At == nil {
		return cs
	}
	other := *cs
	other[part] = Change{}
	return other.known()
}

// None reports whether there is no change, not even perhaps: the server has all of the object.
func (cs *Changes) None() bool {
	return !slices.ContainsFunc(cs[:], func(c Change) bool { return c.At != nil })
}

// known is cs, nil if none of them is sure.
func (cs *Changes) known() *Changes {
	if slices.ContainsFunc(cs[:], func(c Change) bool { return c.Certainty() == Surely }) {
		return cs
	}
	return nil
}

// Kept reports whether the status went elsewhere, where it may be sent or put back.
func (p *Pending) Kept() bool { return p.kept }

// Of is the object of which p's is a copy, 0 if it is no copy.
func (p *Pending) Of() int { return p.of }

// Has reports whether p has the same change of a part as other.
func (p *Pending) Has(part Part, other *Pending) bool {
	return other.Changes[part].At != nil && p.Changes[part].At == other.Changes[part].At
}

// FinishesDeletion reports whether a finalizer is removed: nobody reads the status of what is gone.
func (p *Pending) FinishesDeletion() bool {
	switch at := p.Changes[Metadata].At.(type) {
	case ssa.CallInstruction:
		name := calleeName(at)
		if name == "SetFinalizers" {
			return len(at.Common().Args) > 0 && leavesFew(at.Common().Args[len(at.Common().Args)-1])
		}
		return (strings.HasPrefix(name, "Remove") || strings.HasPrefix(name, "Delete")) && strings.Contains(name, "Finalizer")
	case *ssa.Store:
		return strings.HasPrefix(p.Changes[Metadata].Path, kube.MetadataField+".Finalizers") && leavesFew(at.Val)
	}
	return false
}

// leavesFew reports whether the finalizers v are none, or what is left of others.
func leavesFew(v ssa.Value) bool { return IsEmptySlice(v) || isRest(v) }

func calleeName(call ssa.CallInstruction) string {
	if fn := ssaquery.Target(call.Common()); fn != nil {
		return fn.Name()
	}
	return ""
}

// IsEmptySlice reports whether v is nil or a literal without elements.
func IsEmptySlice(v ssa.Value) bool {
	if ssaquery.IsNil(v) {
		return true
	}
	s, ok := v.(*ssa.Slice)
	if !ok {
		return false
	}
	array, ok := ssaquery.Deref(s.X.Type()).Underlying().(*types.Array)
	return ok && array.Len() == 0
}

// isRest reports whether v is what a function that removes something has left: removeString(all, one).
func isRest(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	name := strings.ToLower(calleeName(call))
	return strings.Contains(name, "remove") || strings.Contains(name, "delete") || strings.Contains(name, "filter") || strings.Contains(name, "without")
}

// A Relation says how the base of a patch and the object that is sent differ.
type Relation int

const (
	// Other: that is not known, or the change is in the object.
	Other Relation = iota
	// Same: the base is the object itself, or a copy, and nothing has changed since it was made.
	Same
	// Reversed: the base has changed since the copy was made, and the object has not.
	Reversed
	// Late: the base is a copy that was made after a change of the object, which has others since.
	Late
)

// Compare says how the object id and the base of its patch differ.
func Compare(id int, object *Pending, base int, of *Pending) Relation {
	switch {
	case base == id:
		return Same
	case !isCopy(id, object, base, of) && !isCopy(base, of, id, object):
		return Other
	case object.moved == No && of.moved == No:
		return Same
	case object.moved == No && of.moved == Surely && !of.isPutBack():
		return Reversed
	case isCopy(base, of, id, object) && of.moved == No && object.inCopy != nil:
		return Late
	}
	return Other
}

// isPutBack reports whether a part of p is what the function was given: that may be how it was before.
func (p *Pending) isPutBack() bool {
	return slices.ContainsFunc(p.Changes[:], func(c Change) bool {
		st, ok := c.At.(*ssa.Store)
		if !ok {
			return false
		}
		v := st.Val
		if load, ok := v.(*ssa.UnOp); ok {
			v = load.X
		}
		_, given := v.(*ssa.Parameter)
		return given && !strings.Contains(c.Path, ".")
	})
}

// isCopy reports whether the object a is the last copy of the object b.
func isCopy(a int, p *Pending, b int, of *Pending) bool { return p.of == b && of.copy == a }

// Mark is what of p makes a difference to what follows.
func (p *Pending) Mark() [8]int {
	m := [8]int{p.of, p.copy, int(p.moved)}
	if p.of == 0 && p.copy == 0 {
		m[2] = 0 // since which copy it moved
	}
	for i, c := range p.Changes {
		m[3+i] = int(c.Certainty())
	}
	if p.Left != nil {
		m[6] = 1
	}
	if p.lost != nil {
		m[7] = 1
	}
	if p.kept {
		m[7] += 2
	}
	if p.shared {
		m[7] += 32
	}
	for i := range p.Changes {
		if p.InCopy(Part(i)).Certainty() == Surely {
			m[7] += 256 << i
		}
	}
	if p.generated {
		m[7] += 4
	}
	if p.converted != nil {
		m[7] += 8
	}
	if p.over != nil {
		m[7] += 16
		if p.over.Partly {
			m[7] += 64
		}
		if p.over.Beside {
			m[7] += 128
		}
	}
	return m
}

// Idle reports whether p makes no difference to what follows: no change is sure, and nothing else tells it apart.
func (p *Pending) Idle() bool {
	if p == nil {
		return true
	}
	m := p.Mark()
	for i, c := range p.Changes {
		if c.Certainty() == Maybe {
			m[3+i] = int(No)
		}
	}
	return m == Nothing.Mark() && p.Answers == nil
}
