package attempt

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// maxCount is the largest constant that a counter keeps. No finding is lost: beyond it, both
// ways of a test are followed.
const maxCount = 2

// step runs an instruction that is no call and does not end the block. It
// reports false where the path ends: nil was dereferenced.
func (m *stepper) step(p *path, instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Alloc:
		m.alloc(p, instr)
	case *ssa.Store:
		return m.store(p, instr)
	case *ssa.MapUpdate:
		m.storeBehind(p, instr.Map, instr)
	case *ssa.UnOp:
		return m.unop(p, instr)
	case *ssa.FieldAddr:
		return m.fieldAddr(p, instr)
	case *ssa.BinOp:
		p.set(instr, m.binop(p, instr))
	case *ssa.Field:
		m.field(p, instr)
	case *ssa.MakeInterface:
		x := m.memory.eval(p, instr.X)
		if x.kind == pointer && x.text == "" {
			noteType(p.h, x.obj, instr.X)
		}
		if x.kind == unknown {
			x = m.memory.typed(instr)
		}
		p.set(instr, x)
	case *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert:
		v := instr.(ssa.Value)
		x := m.memory.eval(p, ssaquery.Wrapped(v))
		if x.kind == address && kube.IsObject(v.Type()) { // P(&t), where t is of a type parameter
			x = m.memory.newObject(p.h, instr, Object{Source: Built})
		}
		p.set(v, x)
	case *ssa.Slice:
		x := m.memory.eval(p, instr.X)
		if isListOfCalled(instr.Type()) && !isWhole(instr) {
			x = m.memory.unnamed(p, instr)
		}
		p.set(instr, x)
	case *ssa.TypeAssert:
		if !instr.CommaOk {
			p.set(instr, m.asserted(p, instr))
		}
	case *ssa.MakeClosure:
		var binds []value
		for _, b := range instr.Bindings {
			binds = append(binds, m.memory.eval(p, b))
		}
		p.set(instr, m.memory.function(instr.Fn.(*ssa.Function), binds))
	case *ssa.IndexAddr:
		m.indexAddr(p, instr)
	case *ssa.Extract:
		m.extract(p, instr)
	case *ssa.Send:
		p.h.slept = true
	case *ssa.Select:
		p.h.slept = true
	case ssa.Value:
		p.set(instr, m.memory.fresh(p, instr, Given))
	}
	return true
}

func (m *stepper) alloc(p *path, a *ssa.Alloc) {
	t := a.Type().Underlying().(*types.Pointer).Elem()
	if kube.VersionedType(t) {
		if _, ptr := t.Underlying().(*types.Pointer); !ptr && !types.IsInterface(t) {
			v := m.memory.newObject(p.h, a, Object{Source: Built})
			if kube.IsObjectMeta(t) {
				v.text = kube.MetadataField
			}
			p.set(a, v)
			return
		}
	}
	key := fmt.Sprintf("a%d", m.memory.id(a))
	m.memory.cellVar[key] = a
	m.forgetParts(p, key)
	p.h.cells.drop(key)
	if st, ok := t.Underlying().(*types.Struct); ok && staysHere(a) {
		for f := range st.Fields() {
			if b, ok := f.Type().Underlying().(*types.Basic); ok {
				p.h.setZero(key+"."+f.Name(), b)
			}
		}
	} else {
		p.h.setZero(key, t)
	}
	p.set(a, value{kind: address, text: key})
}

// setZero gives a variable the zero value of its type t, where conditions can be
// decided by it.
func (h *heap) setZero(key string, t types.Type) {
	if v, ok := zeroOf(t); ok {
		h.cells.set(key, v)
	}
}

// staysHere reports whether nothing reaches the struct at a but its function, the
// literals in it and calls that it is given to: those are seen when its fields change.
func staysHere(a *ssa.Alloc) bool {
	for u := range (flow.Walk{Along: flow.Kept}).Uses(a) {
		switch at := u.At.(type) {
		case *ssa.UnOp, *ssa.Call, *ssa.Defer:
		case *ssa.FieldAddr:
			if ssaquery.Escapes(at) {
				return false
			}
		case *ssa.Store:
			if at.Addr != u.Of {
				return false
			}
		default:
			return false
		}
		if u.Holder {
			return false
		}
	}
	return true
}

// forgetParts drops what is known of the fields and elements of a variable.
func (m *stepper) forgetParts(p *path, key string) {
	p.h.cells.dropFunc(func(k string, _ value) bool { return isPart(k, key) })
}

// extract takes a result out of what is no call.
func (m *stepper) extract(p *path, e *ssa.Extract) {
	switch t := e.Tuple.(type) {
	case *ssa.Call:
		return // set at the call
	case *ssa.TypeAssert:
		switch v := m.memory.eval(p, t.X); {
		case e.Index == 0:
			p.set(e, m.asserted(p, t))
		case v.kind == conflict && v.text == "same" && kube.IsStatusError(t.AssertedType):
			p.h.seen = true
			p.set(e, trueValue)
		default:
			p.set(e, m.memory.unnamed(p, e))
		}
		return
	}
	p.set(e, m.memory.fresh(p, e, Given))
}

func (m *stepper) asserted(p *path, t *ssa.TypeAssert) value {
	v := m.memory.eval(p, t.X)
	if v.kind == name || v.kind == unknown {
		if kube.IsObject(t.AssertedType) {
			return m.memory.newObject(p.h, t, Object{Source: Given, From: t})
		}
	}
	return v
}

func (m *stepper) indexAddr(p *path, i *ssa.IndexAddr) {
	x := m.memory.eval(p, i.X)
	elem := i.Type().Underlying().(*types.Pointer).Elem()
	switch {
	case kube.VersionedType(elem) && !types.IsInterface(elem) && !isPointer(elem):
		src := Given
		if x.kind == list {
			src = x.src
		}
		p.set(i, m.memory.newObject(p.h, i, Object{Source: src, From: i, Read: x.call, InCache: src == Cached}))
	case x.kind == list:
		p.set(i, value{kind: list, src: x.src, call: x.call})
	case x.kind == address:
		text := x.text + "[]"
		if n := m.memory.eval(p, i.Index); n.kind == literal {
			text = x.text + "[" + n.text + "]"
		}
		p.set(i, value{kind: address, text: text})
	default:
		p.set(i, value{})
	}
}

func (m *stepper) binop(p *path, b *ssa.BinOp) value {
	x, y := m.memory.eval(p, b.X), m.memory.eval(p, b.Y)
	if b.Op == token.EQL || b.Op == token.NEQ {
		p.h.comparesVersions(x, y)
		if v, ok := p.h.comparesDeletion(x, y, b.Op); ok {
			return v
		}
		eq, known := equal(x, y)
		if x == emptyText && ssaquery.StringConst(b.Y) != "" || y == emptyText && ssaquery.StringConst(b.X) != "" {
			eq, known = false, true
		}
		if x.kind == status {
			eq, known = compareStatus(x, b.Y)
		} else if y.kind == status {
			eq, known = compareStatus(y, b.X)
		}
		if !known && x.kind == record && y.kind == record {
			eq, known = m.memory.records.equal(x, y, b.X.Type())
		}
		if known {
			p.h.tested = p.h.tested || eq && (x.kind == status || y.kind == status)
			return boolValue(eq == (b.Op == token.EQL))
		}
		return m.memory.unnamed(p, b)
	}
	if b.Op == token.ADD && (x.kind == errText || y.kind == errText) {
		return value{kind: errText}
	}
	if x.kind != literal || y.kind != literal {
		return m.memory.unnamed(p, b)
	}
	cx, cy := number(x.text), number(y.text)
	if cx == nil || cy == nil || isRangeIndex(b.X) && !m.countsSteps(p, b.X) {
		return m.memory.unnamed(p, b)
	}
	switch b.Op {
	case token.ADD, token.SUB:
		most := int64(maxCount)
		if isRangeIndex(b.X) {
			most = maxListed
		}
		if r := constant.BinaryOp(cx, b.Op, cy); constant.Compare(r, token.LEQ, constant.MakeInt64(most)) && constant.Compare(r, token.GEQ, constant.MakeInt64(-1)) {
			return value{kind: literal, text: r.ExactString()}
		}
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return boolValue(constant.Compare(cx, b.Op, cy))
	}
	return m.memory.unnamed(p, b)
}

// comparesVersions notes that the program compares x and y: if they are the resourceVersions of two objects, it knows from
// then on which of them is old.
func (h *heap) comparesVersions(x, y value) {
	if x.kind != data || y.kind != data || x.text != versionPath || y.text != versionPath {
		return
	}
	for id, o := range h.objs.all() {
		if o.super != nil && (o.token == x.ver.token || o.token == y.ver.token) {
			o.super = nil
			h.objs.set(id, o)
		}
	}
}

// isRangeIndex reports whether v counts the elements of a slice in a range loop:
// which of them it is makes no difference, and states would differ.
func isRangeIndex(v ssa.Value) bool {
	phi, ok := v.(*ssa.Phi)
	return ok && phi.Comment == "rangeindex"
}

// countsSteps reports whether v, the index of a range loop, counts the elements of such a list, whose length is
// known.
func (m *stepper) countsSteps(p *path, v ssa.Value) bool {
	for _, next := range *v.Referrers() {
		add, ok := next.(*ssa.BinOp)
		if !ok {
			continue
		}
		for _, r := range *add.Referrers() {
			if less, ok := r.(*ssa.BinOp); ok && less.X == add {
				return m.memory.eval(p, less.Y).kind == literal
			}
		}
	}
	return false
}

// number is the integer that text writes, nil for other texts.
func number(text string) constant.Value {
	if c := constant.MakeFromLiteral(text, token.INT, 0); c.Kind() == constant.Int {
		return c
	}
	return nil
}

// equal compares two values, where it can be told.
func equal(x, y value) (eq, known bool) {
	if y == nilValue {
		return x.isNil()
	}
	if x == nilValue {
		return y.isNil()
	}
	if x.kind == literal && y.kind == literal {
		return x.text == y.text, true
	}
	return false, false
}
