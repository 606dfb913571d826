package attempt

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A stepper runs the instructions that are no calls.
type stepper struct {
	memory *memory
	record *recorder
	prog   *Program
}

// load reads the variable of that name by u.
func (m *stepper) load(p *path, key string, u *ssa.UnOp) value {
	if v, ok := p.h.cells.get(key); ok {
		if v.kind != unknown {
			return v
		}
	}
	if v := m.memory.records.at(p.h, key, u.Type()); v.kind == record {
		return v
	}
	if list := m.prog.lists.read(u); list != nil {
		return m.memory.fill(p, list)
	}
	v := m.memory.named(p, key+"*", u.Type(), u.X, u)
	if v.kind == pointer {
		p.h.cells.set(key, v)
	}
	return v
}

// unop loads, negates or receives.
func (m *stepper) unop(p *path, u *ssa.UnOp) bool {
	switch u.Op {
	case token.NOT:
		v := m.memory.eval(p, u.X)
		if v.kind == literal {
			p.set(u, boolValue(v.text != "true"))
		} else if v.kind == deletion {
			p.set(u, v.opposite())
		} else {
			p.set(u, m.memory.unnamed(p, u))
		}
		return true
	case token.ARROW:
		p.h.slept = true
		if !u.CommaOk {
			p.set(u, m.memory.fresh(p, u, Given))
		}
		return true
	case token.MUL:
	default:
		p.set(u, m.memory.unnamed(p, u))
		return true
	}
	switch x := m.memory.eval(p, u.X); x.kind {
	case address:
		if g, ok := u.X.(*ssa.Global); ok && kube.WholePatch(g.Object()) {
			p.set(u, value{kind: patch, obj: -1})
			return true
		}
		p.set(u, m.load(p, x.text, u))
	case pointer:
		m.loadObject(p, u, x)
	case list:
		if kube.IsObject(u.Type()) {
			p.set(u, m.memory.newObject(p.h, u, Object{Source: x.src, From: u, Read: x.call, InCache: x.src == Cached}))
		} else {
			p.set(u, value{})
		}
	case literal:
		if x == nilValue && kube.IsObject(u.X.Type()) {
			m.record.nilDereference(p)
			return false
		}
		p.set(u, value{})
	case name:
		p.set(u, m.load(p, x.text, u))
	case status, data:
		p.set(u, x)
	default:
		p.set(u, m.memory.fresh(p, u, Given))
	}
	return true
}

// loadObject reads the object, or a part of it.
func (m *stepper) loadObject(p *path, u *ssa.UnOp, x value) {
	o := p.h.objs.at(x.obj)
	noteKept(p.h, x.obj, x.text, u)
	switch {
	case carries(x.text) || p.h.losses != nil && x.text == kube.StatusField:
		p.set(u, value{kind: data, text: x.text, ver: m.memory.asItWas(o)})
	case x.text == deletionPath:
		p.set(u, p.h.deletionOf(x.obj))
	case holdsContent(u.X) && onlyContent(u):
		p.set(u, value{kind: data, ver: m.memory.asItWas(o)})
	case strings.HasSuffix(x.text, kube.ItemsField):
		p.set(u, value{kind: list, src: Given, call: o.Read})
	case kube.IsObject(u.Type()):
		p.set(u, m.memory.newObject(p.h, u, Object{Source: Given}))
	default:
		p.set(u, m.memory.unnamed(p, u))
	}
}

// fieldAddr goes into an object, or names a field of something else.
func (m *stepper) fieldAddr(p *path, f *ssa.FieldAddr) bool {
	field := ssaquery.StructField(f.X.Type(), f.Field)
	x := m.memory.eval(p, f.X)
	if part, ok := statusField(x, field.Name()); ok {
		p.set(f, part)
		return true
	}
	switch x.kind {
	case pointer:
		if x.text == "" {
			noteType(p.h, x.obj, f.X)
		}
		text := field.Name()
		if x.text != "" {
			text = x.text + "." + text
		}
		p.set(f, value{kind: pointer, obj: x.obj, text: text})
		return true
	case address, name:
		key := x.text + "." + field.Name()
		// A struct that holds an object by value: drive := &result.Drive.
		if kube.VersionedType(field.Type()) && !isPointer(field.Type()) && !types.IsInterface(field.Type()) && kube.IsObject(f.Type()) {
			p.set(f, m.memory.named(p, key, f.Type(), nil, nil))
			return true
		}
		p.set(f, value{kind: address, text: key})
		return true
	case literal:
		if x == nilValue && kube.IsObject(f.X.Type()) {
			m.record.nilDereference(p)
			return false
		}
	}
	if kube.IsObject(f.Type()) && !types.IsInterface(field.Type()) {
		p.set(f, m.memory.newObject(p.h, f, Object{Source: Given}))
		return true
	}
	p.set(f, value{})
	return true
}

// field reads a field of a struct value.
func (m *stepper) field(p *path, f *ssa.Field) {
	x := m.memory.eval(p, f.X)
	name := ssaquery.FieldName(f.X, f.Field)
	if x.kind == data {
		text := name
		if x.text != "" {
			text = x.text + "." + name
		}
		if carries(text) {
			p.set(f, value{kind: data, text: text, ver: x.ver})
			return
		}
	}
	if part, ok := statusField(x, name); ok {
		p.set(f, part)
		return
	}
	if v, ok := m.memory.records.field(x, name); ok {
		p.set(f, v)
		return
	}
	p.set(f, m.memory.fresh(p, f, Given))
}

// store writes a variable, or a part of an object.
func (m *stepper) store(p *path, s *ssa.Store) bool {
	v := m.memory.eval(p, s.Val)
	switch a := m.memory.eval(p, s.Addr); a.kind {
	case address:
		if m.memory.cellVar[rootKey(a.text)] == nil {
			m.storeBehind(p, s.Addr, s)
		}
		switch {
		case (v.kind == unknown || v.kind == name) && decidesNothing(s.Val.Type()):
			v = value{}
		case p.h.onlySaysWhere(v, s.Val.Type()):
			v = p.h.called(a.text)
		case v.kind == unknown:
			v = m.memory.unnamed(p, s.Val)
		}
		if _, ok := s.Val.Type().Underlying().(*types.Struct); ok {
			m.forgetParts(p, a.text)
			m.memory.replaced(p.h, a.text, s)
			m.copyParts(p, a.text, s.Val)
			for _, f := range m.memory.records.known(v) {
				p.h.cells.set(a.text+"."+f.name, f.value)
			}
			if v.kind == record {
				v = value{} // its fields may change
			}
		}
		if v.kind == unknown {
			p.h.cells.drop(a.text)
		} else {
			p.h.cells.set(a.text, v)
		}
		if v == wholeStatus {
			for _, part := range statusParts {
				p.h.cells.set(a.text+"."+part, value{kind: status, text: part})
			}
		}
	case pointer:
		m.storeObject(p, a, v, s)
	case literal:
		if a == nilValue && kube.IsObject(s.Addr.Type()) {
			m.record.nilDereference(p)
			return false
		}
	default:
		m.storeBehind(p, s.Addr, s)
	}
	return true
}

// copyParts gives a variable the fields of the struct v that is stored there, a literal or the element of a list.
func (m *stepper) copyParts(p *path, key string, v ssa.Value) {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return
	}
	from := m.memory.eval(p, load.X)
	_, isElement := load.X.(*ssa.IndexAddr)
	if lit, ok := load.X.(*ssa.Alloc); from.kind == address && (isElement || ok && lit.Comment == "complit") {
		for k, v := range p.h.cells.clone().all() {
			if isPart(k, from.text) {
				p.h.cells.set(key+strings.TrimPrefix(k, from.text), v)
			}
		}
	}
}

// storeBehind notes a write to the memory at v, which may lie in any object, or, if it is
// reached from one, lies in that: d.Labels["a"] = "b", *d.Spec.Replicas = 3.
func (m *stepper) storeBehind(p *path, v ssa.Value, at ssa.Instruction) {
	for ; v != nil; v = ssaquery.Around(v) {
		if a := m.memory.eval(p, v); a.kind == pointer && !carries(a.text) {
			o := p.h.objs.at(a.obj)
			o.Changed, o.EditedInside, o.Lost = true, true, nil
			p.h.objs.set(a.obj, o)
			noteChange(p.h, a.obj, a.text, true, at)
			return
		}
	}
	p.h.wrote = true
}

// storeObject writes into an object at a path.
func (m *stepper) storeObject(p *path, a, v value, at ssa.Instruction) {
	noteStore(p.h, a, v, at, m.stored(p, a, at))
	if s, ok := at.(*ssa.Store); ok && v.kind == data && v.text == "" && holdsContent(s.Addr) {
		a.text = ""
	}
	o := p.h.objs.at(a.obj)
	o.finalizer = finalizer{}
	switch {
	case !carries(a.text):
		o.Changed, o.Edited, o.Lost = true, true, nil
	case v.kind == data && carries(v.text):
		o = o.versionOf(*v.ver)
		if a.text == "" {
			o.Changed, o.Lost, o.Source = v.ver.Changed, v.ver.Lost, v.ver.Source
		}
	case v.kind == literal && v.text == `""`, v.kind == literal && v.text == "nil":
		o.Source, o.token, o.Changed = Built, m.memory.id(origin{how: hasNone, at: m.memory.id(at)}), true
	case a.text == "" && v.kind == literal, a.text == kube.MetadataField && v.kind == unknown:
		o.Source, o.Changed = Unknown, true
		o.token = m.memory.number(p.h, origin{how: wasStored, at: m.memory.id(at)})
	default:
		p.h.objs.set(a.obj, o)
		m.memory.touch(p.h, a.obj, at)
		return
	}
	p.h.objs.set(a.obj, o)
}

// stored says whether at gives the place a something else than the server has there. Surely is what the program has
// made, or has found different. Surely not is what lies at the same place of an object that was read and has no change
// that is still to be sent.
func (m *stepper) stored(p *path, a value, at ssa.Instruction) apiobjects.Certainty {
	from, to := copiedField(at)
	if from == nil || p.h.losses == nil || !types.Identical(from.X.Type(), to.X.Type()) {
		return apiobjects.Maybe
	}
	if x := m.memory.eval(p, from); x.kind == pointer && x.text == a.text && x.obj != a.obj {
		read := slices.Contains([]Source{Live, Cached, Written}, p.h.objs.at(x.obj).Source)
		if read && p.h.pending(x.obj).Certainty(x.text) == apiobjects.No {
			return apiobjects.No
		}
	}
	if areFoundDifferent(from, to, at.Block()) {
		return apiobjects.Surely
	}
	if part, ok := apiobjects.PartAt(a.text); ok {
		if set, _ := setIn(m.prog, from.X, part); set != nil {
			return apiobjects.Surely
		}
	}
	return apiobjects.Maybe
}

// versionOf is o with the version of another object.
func (o Object) versionOf(v Object) Object {
	o.token, o.Read, o.Root, o.From, o.Attempt, o.super = v.token, v.Read, v.Root, v.From, v.Attempt, v.super
	o.Versioned, o.OfCopy = v.Versioned, v.OfCopy
	if v.Source != Unknown {
		o.Source = v.Source
	}
	o.Changed, o.Lost = true, nil
	return o
}
