package programs

import (
	"maps"
	"strconv"
)

// The model of the memory: what a pointer, map or slice refers to is a mem, a
// struct is a mem of the variable that holds it. Scalars are left out: every
// write changes what it writes to.
type mem struct {
	cached bool
	// kids are references that lie in this memory: fields, elements.
	kids map[string]value
}

// value is *mem (pointer, map, slice, struct), elem, *closure, bool or nil.
type value any

// An elem is the address of an element of an array.
type elem struct {
	arr *mem
	i   string
}

// A closure is a function value: a body and the variables around it.
type closure struct {
	in     *frame
	params []*variable
	body   *block
	result *expr
}

func service(cached bool) *mem {
	m := &mem{cached, map[string]value{}}
	for _, f := range []string{"Labels", "Annotations", "Selector", "Finalizers", "ClusterIPs", "Conditions"} {
		m.kids[f] = &mem{cached: cached}
	}
	ports := &mem{cached, map[string]value{}}
	for i := range 2 {
		ports.kids[strconv.Itoa(i)+".App"] = &mem{cached: cached}
	}
	m.kids["Ports"] = ports
	m.kids["Affinity"] = &mem{cached, map[string]value{"ClientIP": &mem{cached: cached}}}
	return m
}

func deepCopy(m *mem) *mem {
	c := &mem{kids: map[string]value{}}
	for k, v := range m.kids {
		if v, ok := v.(*mem); ok {
			c.kids[k] = deepCopy(v)
		}
	}
	return c
}

// shallow is a copy of the struct or container m.
func shallow(m *mem) *mem {
	return &mem{kids: maps.Clone(m.kids)}
}

func (m *mem) set(kid string, v value) {
	if m.kids == nil {
		m.kids = map[string]value{}
	}
	m.kids[kid] = v
}

// A machine runs a program once.
type machine struct {
	path     []bool
	used     int
	bad      map[*stmt]bool
	one, two *mem
	over     bool // there were more decisions than the program can make
}

// maxFlags is MaxFlags of the package env.
const maxFlags = 10

func (m *machine) flag() bool {
	if m.used == maxFlags {
		m.over = true
		return false
	}
	if m.used == len(m.path) {
		m.path = append(m.path, false)
	}
	m.used++
	return m.path[m.used-1]
}

// pick is what Index and Key of the package env decide.
func (m *machine) pick(first, second string) string {
	if m.flag() {
		return second
	}
	return first
}

// write records that s writes x.
func (m *machine) write(s *stmt, x *mem) {
	if x.cached {
		m.bad[s] = true
	}
}

// A frame holds the variables of a call.
type frame struct {
	m      *machine
	vars   map[*variable]value
	defers []func()
	ret    value
}

func (f *frame) get(v *variable) value {
	x, ok := f.vars[v]
	if !ok {
		panic("no variable " + v.name)
	}
	return x
}

func (f *frame) mem(v *variable) *mem { return f.get(v).(*mem) }

// ctl is where control goes after a statement.
type ctl int

const (
	next ctl = iota
	returned
	continued
)

// A stmt is a statement that can be printed and run.
type stmt struct {
	kind   string
	print  func(p *printer)
	run    func(f *frame) ctl
	blocks []*block
	off    bool
	// flat leaves out what stands around the blocks.
	flat bool
}

type block struct {
	stmts []*stmt
	// tail is printed and run at the end: a result.
	tail *expr
}

func (b *block) print(p *printer) {
	for _, s := range b.stmts {
		switch {
		case s.off:
		case s.flat:
			for _, b := range s.blocks {
				b.print(p)
			}
		default:
			s.print(p)
		}
	}
	if b.tail != nil {
		p.write("return %s\n", b.tail.src)
	}
}

func (b *block) run(f *frame) ctl {
	c := next
	for _, s := range b.stmts {
		switch {
		case s.off:
		case s.flat:
			for _, b := range s.blocks {
				if c == next {
					c = b.run(f)
				}
			}
		default:
			c = s.run(f)
		}
		if c != next {
			break
		}
	}
	if b.tail != nil && c == next {
		f.ret = b.tail.ev(f)
		c = returned
	}
	return c
}

// call runs the body of a function with its deferred calls.
func (f *frame) call(b *block) value {
	b.run(f)
	for len(f.defers) > 0 {
		d := f.defers[len(f.defers)-1]
		f.defers = f.defers[:len(f.defers)-1]
		d()
	}
	return f.ret
}

func (c *closure) call(args ...value) value {
	// The variables are those of the function around it.
	f := &frame{m: c.in.m, vars: c.in.vars}
	for i, p := range c.params {
		f.vars[p] = args[i]
	}
	v := f.call(c.body)
	if c.result != nil {
		return c.result.ev(f)
	}
	return v
}
