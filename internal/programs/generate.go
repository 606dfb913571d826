package programs

import (
	"fmt"
	"strings"
)

// typ is a type of variables.
type typ int

const (
	tSvc     typ = iota // *corev1.Service
	tVal                // corev1.Service
	tMap                // map[string]string
	tStrs               // []string
	tPorts              // []corev1.ServicePort
	tConds              // []metav1.Condition
	tSvcs               // []*corev1.Service, of two elements
	tByName             // map[string]*corev1.Service, with the keys a and b
	tMeta               // metav1.Object, a service
	tAny                // any, a service
	tObj                // runtime.Object, a service
	tBox                // pointer to a struct type of the program's own
	tWrap               // a struct that embeds a service
	tPP                 // **corev1.Service
	tPort               // *corev1.ServicePort
	tPortVal            // corev1.ServicePort
	tFlag               // bool
	tGet                // func() *corev1.Service
	tCond               // *metav1.Condition
)

type variable struct {
	t    typ
	name string
}

// An expr is an expression that can be printed and evaluated.
type expr struct {
	src string
	ev  func(f *frame) value
}

func (e *expr) mem(f *frame) *mem { return e.ev(f).(*mem) }

// A scope is the variables that can be used, oldest first.
type scope struct{ vars []*variable }

func (s *scope) nest() *scope { return &scope{append([]*variable(nil), s.vars...)} }

func (s *scope) of(t typ) []*variable {
	var out []*variable
	for _, v := range s.vars {
		if v.t == t {
			out = append(out, v)
		}
	}
	return out
}

// A generator makes one program.
type generator struct {
	c     Chooser
	p     *Program
	n     int
	flags int
	calls int    // depth of functions
	lib   bool   // in a function of the package lib
	loop  bool   // in a loop
	ret   string // how to return from here, "" if not at all
	types map[string]bool
}

// Generate makes a program of the given name. In about half of the programs
// nothing writes to the cache, in the others one statement does.
func Generate(name string, c Chooser) *Program {
	for range 20 {
		if p := generate(name, c); p != nil {
			return p
		}
	}
	return &Program{Name: name, Runs: 1, body: &block{}}
}

// generate makes a program; nil if it makes too many decisions.
func generate(name string, c Chooser) *Program {
	p := &Program{Name: name}
	g := &generator{c: c, p: p, types: map[string]bool{}, ret: "return"}
	sc := &scope{}
	b := &block{}
	for range 1 + c.IntN(2) {
		b.stmts = append(b.stmts, g.source(sc)...)
	}
	b.stmts = append(b.stmts, g.block(sc, 3+c.IntN(6), 0).stmts...)
	if w := g.write(sc); w != nil {
		b.stmts = append(b.stmts, w)
	}
	p.body = b

	// Where several writes are wrong, finding one would hide that others are
	// missed.
	keep := c.IntN(2)
	for {
		bad := p.judge()
		if p.Runs > maxRuns {
			return nil
		}
		if len(bad) <= keep {
			break
		}
		var off []*stmt
		for _, s := range p.stmts() {
			if bad[s] {
				off = append(off, s)
			}
		}
		i := c.IntN(len(off))
		off[i].off = true
	}
	return p
}

func (g *generator) name(prefix string) string {
	g.n++
	return fmt.Sprintf("%s%d", prefix, g.n)
}

var prefixes = map[typ]string{tSvc: "svc", tVal: "val", tMap: "m", tStrs: "strs", tPorts: "ports", tConds: "conds", tSvcs: "svcs",
	tByName: "byName", tMeta: "mo", tAny: "x", tObj: "obj", tBox: "box", tWrap: "wrap", tPP: "pp", tPort: "port", tPortVal: "pval",
	tFlag: "ok", tGet: "get", tCond: "cond"}

func (g *generator) newVar(t typ) *variable { return &variable{t, g.name(prefixes[t])} }

// flag reports whether n more decisions are not too many for the program.
func (g *generator) flag(n int) bool {
	if g.flags+n > 5 {
		return false
	}
	g.flags += n
	return true
}

func (g *generator) goType(t typ) string {
	switch t {
	case tSvc:
		return "*corev1.Service"
	case tVal:
		return "corev1.Service"
	case tMap:
		return "map[string]string"
	case tStrs:
		return "[]string"
	case tPorts:
		return "[]corev1.ServicePort"
	case tConds:
		return "[]metav1.Condition"
	case tSvcs:
		return "[]*corev1.Service"
	case tByName:
		return "map[string]*corev1.Service"
	case tMeta:
		return "metav1.Object"
	case tAny:
		return "any"
	case tObj:
		return "runtime.Object"
	case tBox:
		return "*" + g.boxType()
	case tPort:
		return "*corev1.ServicePort"
	case tPP:
		return "**corev1.Service"
	}
	panic("no type")
}

func (g *generator) declare(name string, lib bool, text func(p *printer)) {
	g.p.decls = append(g.p.decls, &decl{name, lib, text})
}

func (g *generator) once(name, text string) {
	if !g.types[name] {
		g.types[name] = true
		g.declare(name, false, func(p *printer) { p.write("%s", text) })
	}
}

func (g *generator) boxType() string {
	name := g.p.Name + "Box"
	g.once(name, "\ntype "+name+" struct {\nsvc *corev1.Service\nval corev1.Service\nlabels map[string]string\nlist []*corev1.Service\n}\n")
	return name
}

func (g *generator) wrapType() string {
	name := g.p.Name + "Wrap"
	g.once(name, "\ntype "+name+" struct {\n*corev1.Service\nnote string\n}\n")
	return name
}

// def declares a variable in sc.
func (g *generator) def(sc *scope, t typ, kind, src string, ev func(f *frame) value) *stmt {
	v := g.newVar(t)
	sc.vars = append(sc.vars, v)
	return &stmt{
		kind:  kind,
		print: func(p *printer) { p.write("%s := %s\n_ = %s\n", v.name, src, v.name) },
		run:   func(f *frame) ctl { f.vars[v] = ev(f); return next },
	}
}

func one[T any](g *generator, xs []T) T { return xs[g.c.IntN(len(xs))] }

// recent picks a variable, more often one of the last.
func (g *generator) recent(vs []*variable) *variable {
	if g.c.IntN(2) == 0 {
		return vs[len(vs)-1]
	}
	return one(g, vs)
}

func use(v *variable) *expr {
	return &expr{v.name, func(f *frame) value { return f.get(v) }}
}

func kid(e *expr, src, name string) *expr {
	return &expr{e.src + src, func(f *frame) value { return e.mem(f).kids[name] }}
}

// svc is an expression for a *corev1.Service; nil if there is none.
func (g *generator) svc(sc *scope) *expr {
	var out []*expr
	var last *expr
	add := func(e *expr) { out = append(out, e); last = e }
	for _, v := range sc.vars {
		switch v.t {
		case tSvc:
			add(use(v))
			add(use(v))
		case tVal:
			add(&expr{"(&" + v.name + ")", use(v).ev})
		case tMeta, tAny, tObj:
			add(&expr{v.name + ".(*corev1.Service)", use(v).ev})
		case tBox:
			switch g.c.IntN(3) {
			case 0, 1:
				add(kid(use(v), ".svc", "svc"))
			default:
				add(&expr{"(&" + v.name + ".val)", kid(use(v), "", "val").ev})
			}
		case tWrap:
			add(kid(use(v), ".Service", "Service"))
		case tPP:
			add(&expr{"(*" + v.name + ")", func(f *frame) value { return f.get(v).(ptr).load() }})
		case tGet:
			add(&expr{v.name + "()", func(f *frame) value { return f.get(v).(*closure).call() }})
		}
	}
	if len(out) == 0 {
		return nil
	}
	if g.c.IntN(3) == 0 {
		return last
	}
	return one(g, out)
}

// A ptr is the address of a variable that holds a reference.
type ptr struct {
	load  func() value
	store func(value)
}

// smap is an expression for a map that exists.
func (g *generator) smap(sc *scope) *expr {
	var out []*expr
	for _, v := range sc.vars {
		switch v.t {
		case tMap:
			out = append(out, use(v), use(v))
		case tVal:
			out = append(out, kid(use(v), ".Labels", "Labels"), kid(use(v), ".Spec.Selector", "Selector"))
		case tBox:
			out = append(out, kid(use(v), ".labels", "labels"))
		case tMeta:
			out = append(out, kid(use(v), ".GetLabels()", "Labels"), kid(use(v), ".GetAnnotations()", "Annotations"))
		case tWrap:
			out = append(out, &expr{v.name + ".Annotations", func(f *frame) value { return f.mem(v).kids["Service"].(*mem).kids["Annotations"] }})
		}
	}
	if s := g.svc(sc); s != nil {
		out = append(out, one(g, []*expr{kid(s, ".Labels", "Labels"), kid(s, ".Annotations", "Annotations"), kid(s, ".Spec.Selector", "Selector"),
			kid(s, ".GetLabels()", "Labels"), kid(s, ".ObjectMeta.Annotations", "Annotations")}))
		out = append(out, out[len(out)-1])
	}
	if len(out) == 0 {
		return nil
	}
	return one(g, out)
}

func (g *generator) strs(sc *scope) *expr {
	var out []*expr
	for _, v := range sc.of(tStrs) {
		out = append(out, use(v))
	}
	for _, v := range sc.of(tVal) {
		out = append(out, kid(use(v), ".Finalizers", "Finalizers"), kid(use(v), ".Spec.ClusterIPs", "ClusterIPs"))
	}
	if s := g.svc(sc); s != nil {
		out = append(out, one(g, []*expr{kid(s, ".Finalizers", "Finalizers"), kid(s, ".Spec.ClusterIPs", "ClusterIPs"), kid(s, ".GetFinalizers()", "Finalizers")}))
	}
	if len(out) == 0 {
		return nil
	}
	return one(g, out)
}

func (g *generator) ports(sc *scope) *expr {
	var out []*expr
	for _, v := range sc.of(tPorts) {
		out = append(out, use(v))
	}
	if s := g.svc(sc); s != nil {
		out = append(out, kid(s, ".Spec.Ports", "Ports"))
	}
	if len(out) == 0 {
		return nil
	}
	return one(g, out)
}

// like is an expression of type t, nil if there is none.
func (g *generator) like(sc *scope, t typ) *expr {
	switch t {
	case tSvc, tMeta, tAny, tObj:
		// Functions that take one of the interfaces take a service too.
		if vs := sc.of(t); t != tSvc && len(vs) > 0 && g.c.IntN(2) == 0 {
			return use(g.recent(vs))
		}
		return g.svc(sc)
	case tMap:
		return g.smap(sc)
	case tStrs:
		return g.strs(sc)
	case tPorts:
		return g.ports(sc)
	case tVal:
		if vs := sc.of(tVal); len(vs) > 0 && g.c.IntN(2) == 0 {
			v := g.recent(vs)
			return &expr{v.name, func(f *frame) value { return shallow(f.mem(v)) }}
		}
		if s := g.svc(sc); s != nil {
			return &expr{deref(s.src), func(f *frame) value { return shallow(s.mem(f)) }}
		}
	case tSvcs, tByName, tBox, tPP:
		if vs := sc.of(t); len(vs) > 0 {
			return use(g.recent(vs))
		}
	}
	return nil
}

func deref(src string) string {
	if p, ok := strings.CutPrefix(src, "(&"); ok {
		return strings.TrimSuffix(p, ")")
	}
	return "*" + src
}

// block makes n statements, or as many as succeed.
func (g *generator) block(sc *scope, n, depth int) *block {
	b := &block{}
	for range n {
		b.stmts = append(b.stmts, g.stmt(sc, depth)...)
	}
	return b
}

// element declares an element of the container v. Which one is decided when
// the program runs: the analysis does not tell elements apart.
func (g *generator) element(sc *scope, v *variable) *stmt {
	if v.t == tSvcs {
		return g.def(sc, tSvc, "element", v.name+"[e.Index()]", func(f *frame) value { return f.mem(v).kids[f.m.pick("0", "1")] })
	}
	return g.def(sc, tSvc, "map element", v.name+"[e.Key()]", func(f *frame) value { return f.mem(v).kids[f.m.pick("a", "b")] })
}

// containers are the variables that have elements.
func (s *scope) containers() []*variable { return append(s.of(tSvcs), s.of(tByName)...) }

func (g *generator) stmt(sc *scope, depth int) []*stmt {
	var s []*stmt
	for range 4 {
		switch k := g.c.IntN(20); {
		case k < 1:
			s = g.source(sc)
		case k < 3:
			if vs := sc.containers(); len(vs) > 0 && g.flag(1) {
				s = []*stmt{g.element(sc, g.recent(vs))}
			}
		case k < 5:
			s = g.copy(sc)
		case k < 10:
			s = g.define(sc)
		case k < 13:
			if w := g.write(sc); w != nil {
				s = []*stmt{w}
			}
		case k < 15:
			s = g.assign(sc)
		case k < 18:
			if depth < 2 {
				s = g.control(sc, depth)
			}
		default:
			if g.calls < 2 {
				s = g.callStmt(sc, depth)
			}
		}
		if len(s) > 0 {
			return s
		}
	}
	return nil
}
