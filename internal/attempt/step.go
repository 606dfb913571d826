package attempt

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// maxCount is the largest constant that a counter keeps.
const maxCount = 2

// eval is what v holds on p.
func (m *machine) eval(p *path, v ssa.Value) value {
	if known, ok := p.env[v]; ok {
		return known
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			if v.IsNil() {
				return nilValue
			}
			return value{}
		}
		if v.Value.Kind() == constant.String && constant.StringVal(v.Value) != "" {
			return value{} // no condition needs it, and states would differ
		}
		return value{kind: literal, text: v.Value.ExactString()}
	case *ssa.Global:
		return value{kind: address, text: "global " + v.String()}
	case *ssa.Function:
		return m.function(v, nil)
	case *ssa.Parameter, *ssa.FreeVar:
		return m.given(p, v)
	}
	return value{}
}

// given is a parameter or captured variable of which nothing was told.
func (m *machine) given(p *path, v ssa.Value) value {
	key := fmt.Sprintf("p%d", m.id(v))
	if _, free := v.(*ssa.FreeVar); free {
		if _, ok := v.Type().Underlying().(*types.Pointer); ok && !kube.IsObject(v.Type()) {
			return value{kind: address, text: key}
		}
	}
	return m.named(p, key, v.Type(), v)
}

// named is a thing that is known by its name: the same each time.
func (m *machine) named(p *path, key string, t types.Type, root ssa.Value) value {
	switch {
	case kube.IsObject(t):
		id := m.id("object " + key)
		if _, ok := p.h.objs[id]; !ok {
			o := Object{Source: Given, token: m.id("version " + key), Attempt: 0}
			if param, ok := root.(*ssa.Parameter); ok {
				o.Root = param
			}
			p.h.objs[id] = o
		}
		return value{kind: pointer, obj: id}
	}
	return value{kind: name, text: key}
}

// function is a function value.
func (m *machine) function(fn *ssa.Function, binds []value) value {
	key := fmt.Sprintf("func %d", m.id(fn))
	for _, b := range binds {
		key += fmt.Sprintf(" %d%s%d", b.kind, b.text, b.obj)
	}
	n := m.id(key)
	for len(m.funcs) <= n {
		m.funcs = append(m.funcs, closure{})
	}
	m.funcs[n] = closure{fn, binds}
	return value{kind: function, obj: n}
}

// step runs an instruction that is no call and does not end the block. It
// reports false where the path ends: nil was dereferenced.
func (m *machine) step(p *path, instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Phi: // set on the way in
	case *ssa.Alloc:
		m.alloc(p, instr)
	case *ssa.Store:
		return m.store(p, instr)
	case *ssa.UnOp:
		return m.unop(p, instr)
	case *ssa.FieldAddr:
		return m.fieldAddr(p, instr)
	case *ssa.BinOp:
		p.set(instr, m.binop(p, instr))
	case *ssa.Field:
		m.field(p, instr)
	case *ssa.MakeInterface:
		p.set(instr, m.eval(p, instr.X))
	case *ssa.ChangeInterface:
		p.set(instr, m.eval(p, instr.X))
	case *ssa.ChangeType:
		p.set(instr, m.eval(p, instr.X))
	case *ssa.Convert:
		p.set(instr, m.eval(p, instr.X))
	case *ssa.Slice:
		p.set(instr, m.eval(p, instr.X))
	case *ssa.TypeAssert:
		m.typeAssert(p, instr)
	case *ssa.MakeClosure:
		var binds []value
		for _, b := range instr.Bindings {
			binds = append(binds, m.eval(p, b))
		}
		p.set(instr, m.function(instr.Fn.(*ssa.Function), binds))
	case *ssa.IndexAddr:
		m.indexAddr(p, instr)
	case *ssa.Extract:
		m.extract(p, instr)
	case *ssa.Send:
		p.h.slept = true
	case *ssa.Select:
		p.h.slept = true
	case ssa.Value:
		p.set(instr, m.fresh(p, instr, Given))
	}
	return true
}

// fresh is a new thing that v yields.
func (m *machine) fresh(p *path, v ssa.Value, src Source) value {
	if kube.IsObject(v.Type()) {
		return m.newObject(p.h, v, Object{Source: src})
	}
	return m.unnamed(p, v)
}

// unnamed has a name that says when it came to be.
func (m *machine) unnamed(p *path, v ssa.Value) value {
	return value{kind: name, text: fmt.Sprintf("v%d@%d.%d", m.id(v), p.h.attempt, p.h.phase())}
}

// newObject makes an object with a version of its own, told apart before and
// after the conflict.
func (m *machine) newObject(h *heap, at any, o Object) value {
	id := m.id(fmt.Sprintf("new %d.%d", m.id(at), h.phase()))
	o.token = m.id(fmt.Sprintf("version %d", id))
	m.own(id, at)
	o.Attempt = h.attempt
	h.objs[id] = o
	return value{kind: pointer, obj: id}
}

// own notes which function makes the object.
func (m *machine) own(id int, at any) {
	if r, ok := at.(resultOf); ok {
		at = r.call
	}
	if i, ok := at.(interface{ Parent() *ssa.Function }); ok {
		m.objOwner[id] = i.Parent()
	}
}

func (m *machine) alloc(p *path, a *ssa.Alloc) {
	t := a.Type().Underlying().(*types.Pointer).Elem()
	if kube.VersionedType(t) {
		if _, ptr := t.Underlying().(*types.Pointer); !ptr && !types.IsInterface(t) {
			v := m.newObject(p.h, a, Object{Source: Built})
			if kube.IsObjectMeta(t) {
				v.text = "ObjectMeta"
			}
			p.set(a, v)
			return
		}
	}
	key := fmt.Sprintf("a%d", m.id(a))
	m.cellOwner[key] = a.Parent()
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			p.h.cells[key] = falseValue
		case u.Info()&types.IsInteger != 0:
			p.h.cells[key] = value{kind: literal, text: "0"}
		case u.Info()&types.IsString != 0:
			p.h.cells[key] = value{kind: literal, text: `""`}
		}
	case *types.Pointer, *types.Interface, *types.Slice, *types.Map, *types.Signature, *types.Chan:
		p.h.cells[key] = nilValue
	default:
		delete(p.h.cells, key)
	}
	p.set(a, value{kind: address, text: key})
}

// extract takes a result out of what is no call.
func (m *machine) extract(p *path, e *ssa.Extract) {
	switch t := e.Tuple.(type) {
	case *ssa.Call:
		return // set at the call
	case *ssa.TypeAssert:
		if e.Index == 0 {
			p.set(e, m.asserted(p, t))
		} else {
			p.set(e, m.unnamed(p, e))
		}
		return
	}
	p.set(e, m.fresh(p, e, Given))
}

func (m *machine) typeAssert(p *path, t *ssa.TypeAssert) {
	if !t.CommaOk {
		p.set(t, m.asserted(p, t))
	}
}

func (m *machine) asserted(p *path, t *ssa.TypeAssert) value {
	v := m.eval(p, t.X)
	if v.kind == name || v.kind == unknown {
		if kube.IsObject(t.AssertedType) {
			return m.newObject(p.h, t, Object{Source: Given})
		}
	}
	return v
}

func (m *machine) indexAddr(p *path, i *ssa.IndexAddr) {
	x := m.eval(p, i.X)
	elem := i.Type().Underlying().(*types.Pointer).Elem()
	switch {
	case kube.VersionedType(elem) && !types.IsInterface(elem) && !isPointer(elem):
		src := Given
		if x.kind == list {
			src = x.src
		}
		p.set(i, m.newObject(p.h, i, Object{Source: src, Read: x.call, InCache: src == Cached}))
	case x.kind == list:
		p.set(i, value{kind: list, src: x.src, call: x.call})
	case x.kind == address:
		text := x.text + "[]"
		if c, ok := i.Index.(*ssa.Const); ok {
			text = x.text + "[" + c.Value.ExactString() + "]"
		}
		p.set(i, value{kind: address, text: text})
	default:
		p.set(i, value{})
	}
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func (m *machine) binop(p *path, b *ssa.BinOp) value {
	x, y := m.eval(p, b.X), m.eval(p, b.Y)
	if b.Op == token.EQL || b.Op == token.NEQ {
		if eq, known := equal(x, y); known {
			return boolValue(eq == (b.Op == token.EQL))
		}
		return m.unnamed(p, b)
	}
	if x.kind != literal || y.kind != literal {
		return m.unnamed(p, b)
	}
	cx, cy := number(x.text), number(y.text)
	if cx == nil || cy == nil {
		return m.unnamed(p, b)
	}
	switch b.Op {
	case token.ADD, token.SUB:
		if r := constant.BinaryOp(cx, b.Op, cy); constant.Compare(r, token.LEQ, constant.MakeInt64(maxCount)) && constant.Compare(r, token.GEQ, constant.MakeInt64(-1)) {
			return value{kind: literal, text: r.ExactString()}
		}
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return boolValue(constant.Compare(cx, b.Op, cy))
	}
	return m.unnamed(p, b)
}

// number is the integer that text writes, nil where it is none.
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
