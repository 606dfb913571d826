package programs

import (
	"fmt"
	"strings"
)

// A function is a helper of a program.
type function struct {
	g       *generator
	name    string
	kind    string
	params  []*variable
	result  bool
	body    *block
	callSrc string // what stands before the arguments
}

// call is a call of fn with args, which are evaluated in the caller.
func (fn *function) call(args []*expr) *expr {
	src := []string{"e"}
	for _, a := range args {
		src = append(src, a.src)
	}
	return &expr{fn.callSrc + "(" + strings.Join(src, ", ") + ")", func(f *frame) value {
		in := &frame{m: f.m, vars: map[*variable]value{}}
		for i, p := range fn.params {
			in.vars[p] = args[i].ev(f)
		}
		return in.call(fn.body)
	}}
}

// helper makes a function with the given parameters; if result is not nil, it
// makes the result of what is in scope at the end.
func (g *generator) helper(params []typ, n int, source bool, res typ, result func(sc *scope) *expr) *function {
	fn := &function{g: g, name: g.p.Name + g.name("h"), result: result != nil, kind: "function"}
	variant := g.c.IntN(6)
	saved := *g
	g.calls++
	g.loop = false
	g.ret = "return"
	if result != nil {
		g.ret = ""
	}
	if !g.lib && variant == 0 && !hasBox(params) {
		g.lib = true
		fn.kind = "function of another package"
	}
	sc := &scope{}
	for _, t := range params {
		v := g.newVar(t)
		sc.vars = append(sc.vars, v)
		fn.params = append(fn.params, v)
	}
	fn.body = &block{}
	for _, v := range sc.containers() {
		fn.body.stmts = append(fn.body.stmts, g.element(sc, v))
	}
	if source {
		fn.body.stmts = append(fn.body.stmts, g.source(sc)...)
	}
	fn.body.stmts = append(fn.body.stmts, g.block(sc, n, 1).stmts...)
	if result != nil {
		fn.body.tail = result(sc)
	} else if w := g.write(sc); w != nil {
		fn.body.stmts = append(fn.body.stmts, w)
	}
	lib := g.lib
	ptypes := []string{"e *env.Env"}
	for _, v := range fn.params {
		ptypes = append(ptypes, v.name+" "+g.goType(v.t))
	}
	sig := "(" + strings.Join(ptypes, ", ") + ")"
	if result != nil {
		sig += " " + g.goType(res)
	}
	g.calls, g.loop, g.ret, g.lib = saved.calls, saved.loop, saved.ret, saved.lib

	recv, extra := g.wayOfCall(fn, variant, lib, sig)
	if result != nil && fn.body.tail == nil {
		return fn // nobody calls it
	}
	g.declare(fn.name, lib, func(p *printer) {
		p.write("%s\nfunc %s%s%s {\n", extra, recv, fn.name, sig)
		fn.body.print(p)
		p.write("}\n")
	})
	return fn
}

// wayOfCall decides how fn is called: as a function, of this package or of lib, as a
// method, or through a variable. It returns fn's receiver, and what has to be
// declared before it.
func (g *generator) wayOfCall(fn *function, variant int, lib bool, sig string) (recv, extra string) {
	switch {
	case lib:
		fn.name = strings.ToUpper(fn.name[:1]) + fn.name[1:]
		fn.callSrc = fn.name
		if !g.lib {
			fn.callSrc = "lib." + fn.name
		}
	case variant == 1:
		fn.kind = "method"
		extra = "\ntype " + fn.name + "T struct{}\n"
		recv = "(c *" + fn.name + "T) "
		fn.callSrc = "(&" + fn.name + "T{})." + fn.name
	case variant == 2:
		fn.kind = "interface method"
		extra = "\ntype " + fn.name + "I interface {\n" + fn.name + sig + "\n}\n\ntype " + fn.name + "T struct{}\n\nfunc " + fn.name + "New() " + fn.name + "I { return " + fn.name + "T{} }\n"
		recv = "(" + fn.name + "T) "
		fn.callSrc = fn.name + "New()." + fn.name
	case variant == 3:
		fn.kind = "function in a variable"
		extra = "\nvar " + fn.name + "Var = " + fn.name + "\n"
		fn.callSrc = fn.name
		if g.c.IntN(2) == 0 {
			fn.kind = "method value"
			extra = "\ntype " + fn.name + "T struct{}\n"
			recv = "(" + fn.name + "T) "
			fn.callSrc = "(" + fn.name + "T{})." + fn.name
		}
	default:
		fn.callSrc = fn.name
	}
	return recv, extra
}

func hasBox(ts []typ) bool {
	for _, t := range ts {
		if t == tBox {
			return true
		}
	}
	return false
}

// getter declares a variable that a function of the program fetches.
func (g *generator) getter(sc *scope) []*stmt {
	fn := g.helper(nil, g.c.IntN(2), true, tSvc, g.svc)
	if fn.body.tail == nil {
		return nil
	}
	call := fn.call(nil)
	s := g.def(sc, tSvc, "getter: "+fn.kind, call.src, call.ev)
	s.blocks = []*block{fn.body}
	return []*stmt{s}
}

// callStmt calls a helper with something.
func (g *generator) callStmt(sc *scope, depth int) []*stmt {
	if g.c.IntN(5) == 0 {
		return g.callback(sc, depth)
	}
	var params []typ
	var args []*expr
	for range 1 + g.c.IntN(2) {
		t := one(g.c, []typ{tSvc, tSvc, tSvc, tVal, tMap, tStrs, tMeta, tAny, tObj, tSvcs, tPorts, tByName, tBox, tPP})
		if g.lib && t == tBox {
			continue
		}
		if a := g.like(sc, t); a != nil {
			params = append(params, t)
			args = append(args, a)
		}
	}
	if len(params) == 0 {
		return nil
	}
	var result func(*scope) *expr
	res := tSvc
	switch g.c.IntN(4) {
	case 0:
		result = g.svc
	case 1:
		result, res = g.smap, tMap
	}
	fn := g.helper(params, g.c.IntN(3), false, res, result)
	call := fn.call(args)
	if result != nil {
		if fn.body.tail == nil {
			return nil
		}
		s := g.def(sc, res, "call of "+fn.kind, call.src, call.ev)
		s.blocks = []*block{fn.body}
		return []*stmt{s}
	}
	return []*stmt{{
		kind: "call of " + fn.kind, blocks: []*block{fn.body},
		print: func(p *printer) {
			if fn.kind == "method value" {
				p.write("{\nf := %s\nf%s\n}\n", fn.callSrc, strings.TrimPrefix(call.src, fn.callSrc))
				return
			}
			p.write("%s\n", call.src)
		},
		run: func(f *frame) ctl { call.ev(f); return next },
	}}
}

// callback hands a function literal to a helper, which calls it with what it
// was given, or with an object that it fetches.
func (g *generator) callback(sc *scope, depth int) []*stmt {
	s := g.svc(sc)
	if s == nil {
		return nil
	}
	name := g.p.Name + g.name("each")
	in := sc.nest()
	v := g.newVar(tSvc)
	in.vars = append(in.vars, v)
	body := g.funcBody(in, 1+g.c.IntN(3), depth+1, "return")
	shape := g.c.IntN(4)
	if shape >= 2 && !g.flag(1) {
		shape -= 2
	}
	text := []string{
		"f(s)", "f(s.DeepCopy())",
		"all, err := e.Lister.List(labels.Everything())\nif err != nil {\npanic(err)\n}\nif e.Flag() {\nfor _, x := range all {\nf(x)\n}\n}",
		"all, err := e.Lister.List(labels.Everything())\nif err != nil {\npanic(err)\n}\nif e.Flag() {\nfor _, x := range all {\nf(x.DeepCopy())\n}\n}",
	}[shape]
	lib := g.lib || g.c.IntN(3) == 0
	callSrc := name
	if lib {
		name = strings.ToUpper(name[:1]) + name[1:]
		callSrc = name
		if !g.lib {
			callSrc = "lib." + name
		}
	}
	g.declare(name, lib, func(p *printer) {
		p.write("\nfunc %s(e *env.Env, s *corev1.Service, f func(*corev1.Service)) {\n%s\n}\n", name, text)
	})
	return []*stmt{around("callback", fmt.Sprintf("%s(e, %s, func(%s *corev1.Service) {\n", callSrc, s.src, v.name), "})\n", body, func(f *frame) ctl {
		c := &closure{in: f, params: []*variable{v}, body: body}
		if shape >= 2 && !f.m.flag() {
			return next // there may be none
		}
		switch shape {
		case 0:
			c.call(s.ev(f))
		case 1:
			c.call(deepCopy(s.mem(f)))
		case 2:
			c.call(f.m.one)
			c.call(f.m.two)
		case 3:
			c.call(deepCopy(f.m.one))
			c.call(deepCopy(f.m.two))
		}
		return next
	})}
}
