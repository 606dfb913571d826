package programs

import "fmt"

// A draft is a program as far as it is made: its names, its declarations, and how
// many decisions it makes.
type draft struct {
	c         Chooser
	p         *Program
	n         int
	flags     int
	calls     int    // depth of functions
	lib       bool   // in a function of the package lib
	loop      bool   // in a loop
	inHandler bool   // in a handler
	ret       string // how to return from here, "" if not at all
	types     map[string]bool
}

func (g *draft) name(prefix string) string {
	g.n++
	return fmt.Sprintf("%s%d", prefix, g.n)
}

var prefixes = map[typ]string{
	tSvc: "svc", tVal: "val", tMap: "m", tStrs: "strs", tPorts: "ports", tConds: "conds", tSvcs: "svcs",
	tByName: "byName", tMeta: "mo", tAny: "x", tObj: "obj", tBox: "box", tWrap: "wrap", tPP: "pp", tPort: "port", tPortVal: "pval",
	tFlag: "ok", tGet: "get", tCond: "cond",
}

func (g *draft) newVar(t typ) *variable { return &variable{t, g.name(prefixes[t])} }

// flag reports whether n more decisions are not too many for the program.
func (g *draft) flag(n int) bool {
	if g.flags+n > 5 {
		return false
	}
	g.flags += n
	return true
}

func (g *draft) goType(t typ) string {
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

func (g *draft) declare(name string, lib bool, text func(p *printer)) {
	g.p.decls = append(g.p.decls, &decl{name, lib, text})
}

func (g *draft) once(name, text string) {
	if !g.types[name] {
		g.types[name] = true
		g.declare(name, false, func(p *printer) { p.write("%s", text) })
	}
}

func (g *draft) boxType() string {
	name := g.p.Name + "Box"
	g.once(name, "\ntype "+name+" struct {\nsvc *corev1.Service\nval corev1.Service\nlabels map[string]string\nlist []*corev1.Service\n}\n")
	return name
}

func (g *draft) wrapType() string {
	name := g.p.Name + "Wrap"
	g.once(name, "\ntype "+name+" struct {\n*corev1.Service\nnote string\n}\n")
	return name
}

// def declares a variable in sc.
func (g *draft) def(sc *scope, t typ, kind, src string, ev func(f *frame) value) *stmt {
	v := g.newVar(t)
	sc.vars = append(sc.vars, v)
	return &stmt{
		kind:  kind,
		print: func(p *printer) { p.write("%s := %s\n_ = %s\n", v.name, src, v.name) },
		run:   func(f *frame) ctl { f.vars[v] = ev(f); return next },
	}
}

func one[T any](c Chooser, xs []T) T { return xs[c.IntN(len(xs))] }

// recent picks a variable, more often one of the last.
func (g *draft) recent(vs []*variable) *variable {
	if g.c.IntN(2) == 0 {
		return vs[len(vs)-1]
	}
	return one(g.c, vs)
}

// fetch declares a variable of type t by a call that can fail.
func (g *draft) fetch(sc *scope, t typ, kind, call, post string, ev func(f *frame) value) *stmt {
	raw := g.name("got")
	v := g.newVar(t)
	sc.vars = append(sc.vars, v)
	fail := "panic(err)"
	if g.ret != "" && g.c.IntN(2) == 0 {
		fail = g.ret
	}
	return &stmt{
		kind: kind,
		print: func(p *printer) {
			if post == "" {
				p.write("%s, err := %s\nif err != nil {\n%s\n}\n_ = %s\n", v.name, call, fail, v.name)
				return
			}
			p.write("%s, err := %s\nif err != nil {\n%s\n}\n%s := %s\n_ = %s\n", raw, call, fail, v.name, fmt.Sprintf(post, raw), v.name)
		},
		run: func(f *frame) ctl { f.vars[v] = ev(f); return next },
	}
}

func (g *draft) boxName() string {
	if g.lib {
		// A type of the function's own.
		return "struct {\nsvc *corev1.Service\nval corev1.Service\nlabels map[string]string\nlist []*corev1.Service\n}"
	}
	return g.boxType()
}

func (g *draft) unique() string { return g.name("w") }
