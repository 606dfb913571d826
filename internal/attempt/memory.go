package attempt

import (
	"go/constant"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A memory names what a run meets: objects, variables, functions and the states
// that they are in. It says what a register holds.
type memory struct {
	ids   ssaquery.Numbers
	names *names
	funcs []closure
	// seen are the objects that values hold as they were.
	seen map[Object]*Object
	// cellVar are the variables.
	cellVar map[string]*ssa.Alloc
	// parts are the objects that are named after parts of variables.
	parts map[string][]part
	// types are those of values of which nothing else is known, by their numbers.
	types   map[int]types.Type
	records *records
	// printed is the last state that was printed, whose space the next one takes.
	printed []byte
	// reachedCells and reachedObjs are what the last reach has gathered.
	reachedCells map[uint32]bool
	reachedObjs  map[int]bool
	// about is the object that is in question, where the question is asked for one at a time; 0 for all, noneYet where it is
	// asked which these are.
	about int
}

func newMemory() *memory {
	return &memory{ids: ssaquery.Numbers{}, names: &names{}, seen: map[Object]*Object{}, cellVar: map[string]*ssa.Alloc{}, parts: map[string][]part{}, types: map[int]types.Type{}, records: &records{}, reachedCells: map[uint32]bool{}, reachedObjs: map[int]bool{}}
}

// globalKey begins the key of a variable of a package.
const globalKey = "global "

// A closure is a function with what it binds.
type closure struct {
	fn    *ssa.Function
	binds []value
}

// asItWas is o, for a value to hold: values are copied wherever paths part, and compared.
func (m *memory) asItWas(o Object) *Object {
	if m.seen[o] == nil {
		m.seen[o] = &o
	}
	return m.seen[o]
}

// id is the number of x, 0 for nil.
func (m *memory) id(x any) int {
	if x == nil {
		return 0
	}
	if c, ok := x.(ssa.CallInstruction); ok && c == nil {
		return 0
	}
	return m.ids.Of(x)
}

// An origin is how an object or a version came to be: those that came to be in the same way
// have the same number.
type origin struct {
	how   how
	at    int    // the number of the instruction
	obj   int    // the number of the object that it was done to
	phase int    // of the attempts
	name  string // the key of the memory that it is met in
}

type how int

const (
	isNamed     how = iota // an object that is known by where it is met
	isVersion              // the version that an object is met with
	wasMade                // an object that an instruction yields
	wasCopied              // an object that a call copies
	wasRead                // versions that a call or a store gives an object
	wasWritten             //
	wasPatched             //
	wasTouched             //
	wasStored              //
	wasReplaced            //
	wasJoined              //
	hasNone                // no version
)

// A binding is a function with the last of the values that it binds, and the number of what
// binds those before.
type binding struct {
	fn     *ssa.Function
	before int
	kind   kind
	text   string
	obj    int
}

// number is the number of what came to be in the present phase of the attempts.
func (m *memory) number(h *heap, o origin) int {
	o.phase = h.phase()
	return m.id(o)
}

// givenKey is the key of a parameter or captured variable.
func (m *memory) givenKey(v ssa.Value) string { return "p" + strconv.Itoa(m.id(v)) }

// eval is what v holds on p.
func (m *memory) eval(p *path, v ssa.Value) value {
	if known, ok := p.env.get(v); ok {
		return known
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			if v.IsNil() {
				return nilValue
			}
			if isZeroStruct(v) {
				return m.records.zero(v.Type())
			}
			return value{}
		}
		if v.Value.Kind() == constant.String && constant.StringVal(v.Value) != "" {
			return value{} // no condition needs it, and states would differ
		}
		return value{kind: literal, text: v.Value.ExactString()}
	case *ssa.Global:
		return value{kind: address, text: globalKey + v.String()}
	case *ssa.Function:
		return m.function(v, nil)
	case *ssa.Parameter, *ssa.FreeVar:
		return m.given(p, v)
	}
	return value{}
}

// given is a parameter or captured variable of which nothing was told.
func (m *memory) given(p *path, v ssa.Value) value {
	key := m.givenKey(v)
	if _, free := v.(*ssa.FreeVar); free {
		if _, ok := v.Type().Underlying().(*types.Pointer); ok && !kube.IsObject(v.Type()) {
			return value{kind: address, text: key}
		}
	}
	if _, ok := v.(*ssa.Parameter); ok && isPassedByValue(v.Type()) {
		return value{kind: data, ver: m.asItWas(Object{Source: Given, From: v, Root: v, token: m.id(origin{how: isVersion, name: key})})}
	}
	return m.named(p, key, v.Type(), v, nil)
}

// isPassedByValue reports whether a parameter of type t is an object itself, and no
// pointer to one.
func isPassedByValue(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok && kube.IsObject(types.NewPointer(t))
}

// named is a thing that is known by its name: the same each time. An object is met as
// the value from.
func (m *memory) named(p *path, key string, t types.Type, root, from ssa.Value) value {
	switch {
	case kube.IsObject(t):
		id := m.id(origin{how: isNamed, name: key})
		if _, ok := p.h.objs.get(id); !ok {
			o := Object{Source: Given, From: from, token: m.id(origin{how: isVersion, name: key}), Attempt: 0}
			switch root.(type) {
			case *ssa.Parameter, *ssa.FreeVar:
				o.Root = root
			}
			p.h.objs.set(id, o)
			m.under(key, id)
		}
		return value{kind: pointer, obj: id}
	}
	return value{kind: name, text: key}
}

// function is a function value.
func (m *memory) function(fn *ssa.Function, binds []value) value {
	n := m.id(binding{fn: fn})
	for _, b := range binds {
		n = m.id(binding{fn: fn, before: n, kind: b.kind, text: b.text, obj: b.obj})
	}
	for len(m.funcs) <= n {
		m.funcs = append(m.funcs, closure{})
	}
	m.funcs[n] = closure{fn, binds}
	return value{kind: function, obj: n}
}

// fresh is a new thing that v yields.
func (m *memory) fresh(p *path, v ssa.Value, src Source) value {
	if kube.IsObject(v.Type()) {
		return m.newObject(p.h, v, Object{Source: src, From: v})
	}
	return m.unnamed(p, v)
}

// unnamed has a name that says when it came to be.
func (m *memory) unnamed(p *path, v ssa.Value) value {
	return p.h.called(m.valueKey(v))
}

// valueKey begins the name of what v yields.
func (m *memory) valueKey(v ssa.Value) string { return "v" + strconv.Itoa(m.id(v)) }

// newObject makes an object with a version of its own, told apart before and
// after the conflict.
func (m *memory) newObject(h *heap, at any, o Object) value {
	id := m.number(h, origin{how: wasMade, at: m.id(at)})
	o.token = m.id(origin{how: isVersion, obj: id})
	o.Attempt = h.attempt
	h.objs.set(id, o)
	return value{kind: pointer, obj: id}
}

// touch gives the object another version, which is not known. Two that it is given in one phase have one name: a copy from
// between them is old after a write of the object, whichever it has.
func (m *memory) touch(h *heap, obj int, at ssa.Instruction) {
	noteEscape(h, obj, at)
	o := h.objs.at(obj)
	o.token = m.number(h, origin{how: wasTouched, obj: obj})
	o.Changed, o.Versioned, o.super, o.Lost, o.finalizer = true, false, nil, nil, finalizer{}
	h.objs.set(obj, o)
}

// under notes that the object is named after a part of a variable.
func (m *memory) under(key string, id int) {
	root := rootKey(key)
	if root == key || slices.ContainsFunc(m.parts[root], func(p part) bool { return p.id == id }) {
		return
	}
	m.parts[root] = append(m.parts[root], part{key, id})
}

// replaced forgets the objects that are named after parts of the variable: something
// else is in it from now on. Before the attempts that is given as well, as the next
// element of a loop is.
func (m *memory) replaced(h *heap, variable string, at ssa.Instruction) {
	for _, p := range m.parts[rootKey(variable)] {
		o, ok := h.objs.get(p.id)
		if !ok || !isPart(p.key, variable) {
			continue
		}
		other := Object{token: m.id(origin{how: wasReplaced, obj: p.id, at: m.id(at)})}
		if o.Source == Given && h.attempt == 0 {
			other.Source, other.From, other.Root = Given, o.From, o.Root
		}
		h.objs.set(p.id, other)
	}
}

// isPart reports whether key names a field or an element of the variable.
func isPart(key, variable string) bool {
	rest, ok := strings.CutPrefix(key, variable)
	return ok && rest != "" && (rest[0] == '.' || rest[0] == '[')
}

// A part is an object that is named after a part of a variable.
type part struct {
	key string
	id  int
}

// resultOf names a result of a call.
type resultOf struct {
	call ssa.CallInstruction
	i    int
}

// givenTo are the values that fn is given, and those of the variables that it captures.
func (m *memory) givenTo(start *path, fn *ssa.Function) []value {
	var given []value
	for _, p := range fn.Params {
		given = append(given, m.eval(start, p))
	}
	for _, fv := range fn.FreeVars {
		given = append(given, m.eval(start, fv))
	}
	return given
}
