package programs

import (
	"fmt"
	"strings"
)

// control makes a statement that holds others.
func (g *generator) control(sc *scope, depth int) []*stmt {
	switch g.c.IntN(13) {
	case 0, 1:
		return g.branch(sc, depth)
	case 2:
		return g.ifFlag(sc, depth)
	case 3:
		return g.early()
	case 4, 5:
		return g.rangeServices(sc, depth)
	case 6:
		return g.rangeMap(sc, depth)
	case 7:
		return g.forFlag(sc, depth)
	case 8, 9:
		return list(g.closure(sc, depth))
	case 10:
		if s := g.handler(sc, depth); s != nil {
			return list(s)
		}
	case 11:
		return g.copiedFlag(sc)
	case 12:
		return g.copyOrNil(sc, depth)
	}
	return nil
}

// few is how many statements a block gets.
func (g *generator) few() int { return 1 + g.c.IntN(3) }

// branch makes an if, with or without an else, or a switch.
func (g *generator) branch(sc *scope, depth int) []*stmt {
	if !g.flag(1) {
		return nil
	}
	then := g.block(sc.nest(), g.few(), depth+1)
	if g.c.IntN(2) == 0 {
		other := g.block(sc.nest(), g.few(), depth+1)
		s := &stmt{kind: "if else", blocks: []*block{then, other}}
		head, mid := "if e.Flag() {\n", "} else {\n"
		if g.c.IntN(3) == 0 {
			head, mid = "switch {\ncase e.Flag():\n", "default:\n"
		}
		s.print = func(p *printer) {
			p.write("%s", head)
			then.print(p)
			p.write("%s", mid)
			other.print(p)
			p.write("}\n")
		}
		s.run = func(f *frame) ctl {
			if f.m.flag() {
				return then.run(f)
			}
			return other.run(f)
		}
		return list(s)
	}
	return list(around("if", "if e.Flag() {\n", "}\n", then, func(f *frame) ctl {
		if f.m.flag() {
			return then.run(f)
		}
		return next
	}))
}

// ifFlag makes an if on a flag that was decided before.
func (g *generator) ifFlag(sc *scope, depth int) []*stmt {
	if vs := sc.of(tFlag); len(vs) > 0 {
		v := g.recent(vs)
		yes := g.c.IntN(3) > 0
		head := "if " + v.name + " {\n"
		if !yes {
			head = "if !" + v.name + " {\n"
		}
		then := g.block(sc.nest(), g.few(), depth+1)
		return list(around("if flag", head, "}\n", then, func(f *frame) ctl {
			if f.get(v).(bool) == yes {
				return then.run(f)
			}
			return next
		}))
	}
	return nil
}

// early makes a way out: of the function, or to the next round of a loop.
func (g *generator) early() []*stmt {
	if g.ret == "" || !g.flag(1) {
		return nil
	}
	ret, c := g.ret, returned
	if g.loop && g.c.IntN(2) == 0 {
		ret, c = "continue", continued
	}
	return list(&stmt{kind: "early " + ret,
		print: func(p *printer) { p.write("if e.Flag() {\n%s\n}\n", ret) },
		run: func(f *frame) ctl {
			if f.m.flag() {
				return c
			}
			return next
		}})
}

// rangeServices makes a loop over a slice of services.
func (g *generator) rangeServices(sc *scope, depth int) []*stmt {
	if vs := sc.of(tSvcs); len(vs) > 0 && g.flag(1) {
		// Analysis knows of the way on which there are none, so there is
		// one.
		xs := use(g.recent(vs))
		in := sc.nest()
		v := g.newVar(tSvc)
		in.vars = append(in.vars, v)
		body := g.loopBody(in, g.few(), depth+1)
		return list(around("range over services", "if e.Flag() {\nfor _, "+v.name+" := range "+xs.src+" {\n_ = "+v.name+"\n", "}\n}\n", body, func(f *frame) ctl {
			if !f.m.flag() {
				return next
			}
			arr := xs.mem(f)
			for _, i := range []string{"0", "1"} {
				f.vars[v] = arr.kids[i]
				if c := body.run(f); c == returned {
					return c
				}
			}
			return next
		}))
	}
	return nil
}

// rangeMap makes a loop over a map of services.
func (g *generator) rangeMap(sc *scope, depth int) []*stmt {
	if vs := sc.of(tByName); len(vs) > 0 && g.flag(1) {
		// Analysis knows of the way on which there are none, so there is
		// one.
		xs := use(g.recent(vs))
		in := sc.nest()
		v := g.newVar(tSvc)
		in.vars = append(in.vars, v)
		body := g.loopBody(in, g.few(), depth+1)
		return list(around("range over map", "if e.Flag() {\nfor _, "+v.name+" := range "+xs.src+" {\n_ = "+v.name+"\n", "}\n}\n", body, func(f *frame) ctl {
			if !f.m.flag() {
				return next
			}
			for _, k := range []string{"a", "b"} {
				f.vars[v] = xs.mem(f).kids[k]
				if c := body.run(f); c == returned {
					return c
				}
			}
			return next
		}))
	}
	return nil
}

// forFlag makes a loop that a decision ends.
func (g *generator) forFlag(sc *scope, depth int) []*stmt {
	if !g.flag(2) {
		return nil
	}
	body := g.loopBody(sc.nest(), g.few(), depth+1)
	return list(around("loop", "for e.Flag() {\n", "}\n", body, func(f *frame) ctl {
		for f.m.flag() {
			if c := body.run(f); c == returned {
				return c
			}
		}
		return next
	}))
}

// copiedFlag copies what is in a variable, or not: a flag says whether.
func (g *generator) copiedFlag(sc *scope) []*stmt {
	if vs := sc.of(tSvc); len(vs) > 0 && g.flag(1) {
		v := g.recent(vs)
		ok := g.newVar(tFlag)
		sc.vars = append(sc.vars, ok)
		// What a deferred literal does with the flag is chosen by its name: another
		// decision would change all programs of a seed.
		atEnd := [...]string{"", fmt.Sprintf("defer func() { _ = %s }()\n", ok.name), fmt.Sprintf("defer func() { %s = !%[1]s }()\n", ok.name)}[ok.name[len(ok.name)-1]%3]
		return list(&stmt{kind: "copied flag",
			print: func(p *printer) {
				p.write("%s := false\n%sif e.Flag() {\n%s = %s.DeepCopy()\n%s = true\n}\n_ = %s\n", ok.name, atEnd, v.name, v.name, ok.name, ok.name)
			},
			run: func(f *frame) ctl {
				f.vars[ok] = false
				if f.m.flag() {
					f.vars[v] = deepCopy(f.mem(v))
					f.vars[ok] = true
				}
				return next
			}})
	}
	return nil
}

// copyOrNil declares a variable that holds a copy, or nothing.
func (g *generator) copyOrNil(sc *scope, depth int) []*stmt {
	if vs := sc.of(tSvc); len(vs) > 0 && g.flag(1) {
		from := g.recent(vs)
		in := sc.nest()
		v := g.newVar(tSvc)
		in.vars = append(in.vars, v)
		body := g.block(in, g.few(), depth+1)
		s := &stmt{kind: "copy or nil", blocks: []*block{body}}
		s.print = func(p *printer) {
			p.write("var %s *corev1.Service\nif e.Flag() {\n%s = %s.DeepCopy()\n}\nif %s != nil {\n", v.name, v.name, from.name, v.name)
			body.print(p)
			p.write("}\n")
		}
		s.run = func(f *frame) ctl {
			if f.m.flag() {
				f.vars[v] = deepCopy(f.mem(from))
				return body.run(f)
			}
			return next
		}
		return list(s)
	}
	return nil
}

func around(kind, head, tail string, body *block, run func(f *frame) ctl) *stmt {
	return &stmt{kind: kind, blocks: []*block{body}, run: run, print: func(p *printer) {
		p.write("%s", head)
		body.print(p)
		p.write("%s", tail)
	}}
}

func (g *generator) loopBody(sc *scope, n, depth int) *block {
	defer func(loop bool) { g.loop = loop }(g.loop)
	g.loop = true
	return g.block(sc, n, depth)
}

// funcBody makes the body of a function literal, which returns by ret.
func (g *generator) funcBody(sc *scope, n, depth int, ret string) *block {
	defer func(loop bool, ret string) { g.loop, g.ret = loop, ret }(g.loop, g.ret)
	g.loop, g.ret = false, ret
	return g.block(sc, n, depth)
}

// closure makes a function literal that is called at once, later, or by others.
func (g *generator) closure(sc *scope, depth int) *stmt {
	shapes := [][3]string{
		{"called literal", "func() {\n", "}()\n"},
		{"deferred literal", "defer func() {\n", "}()\n"},
		{"goroutine", "{\ndone := make(chan struct{})\ngo func() {\ndefer close(done)\n", "}()\n<-done\n}\n"},
		{"wait group", "{\nvar wg sync.WaitGroup\nwg.Go(func() {\n", "})\nwg.Wait()\n}\n"},
		{"once", "{\nvar once sync.Once\nonce.Do(func() {\n", "})\n}\n"},
		{"retry", "_ = retry.RetryOnConflict(retry.DefaultRetry, func() error {\n", "return nil\n})\n"},
		{"variable", "{\nf := func() {\n", "}\nf()\n}\n"},
		{"slice of functions", "[]func(){func() {\n", "}}[0]()\n"},
		{"map of functions", "map[string]func(){\"a\": func() {\n", "}}[\"a\"]()\n"},
		{"struct of functions", "struct{ do func() }{do: func() {\n", "}}.do()\n"},
	}
	sh := one(g.c, shapes)
	ret := "return"
	if sh[0] == "retry" {
		ret = "return nil"
	}
	body := g.funcBody(sc.nest(), 1+g.c.IntN(3), depth+1, ret)
	return around(sh[0], sh[1], sh[2], body, func(f *frame) ctl {
		c := &closure{in: f, body: body}
		if sh[0] == "deferred literal" {
			f.defers = append(f.defers, func() { c.call() })
		} else {
			c.call()
		}
		return next
	})
}

// InnerHandler is the kind of a handler that another one registers.
const InnerHandler = "handler in a handler"

// handler makes a callback of client-go or controller-runtime, which is called
// with the cache's object.
func (g *generator) handler(sc *scope, depth int) *stmt {
	in := sc.nest()
	v := g.newVar(tSvc)
	in.vars = append(in.vars, v)
	type shape struct{ kind, head, tail, ret string }
	assert := one(g.c, []string{"V, ok := OBJ.(*corev1.Service)\nif !ok {\nRET\n}\n_ = V\n", "V := OBJ.(*corev1.Service)\n_ = V\n"})
	shapes := []shape{
		{"AddFunc", "e.Deliver(cache.ResourceEventHandlerFuncs{AddFunc: func(o any) {\n", "}})\n", "return"},
		{"UpdateFunc", "e.Deliver(cache.ResourceEventHandlerFuncs{UpdateFunc: func(_, o any) {\n", "}})\n", "return"},
		{"UpdateFunc, old", "e.Deliver(&cache.ResourceEventHandlerFuncs{UpdateFunc: func(o, _ any) {\n", "}})\n", "return"},
		{"DeleteFunc", "e.Deliver(cache.ResourceEventHandlerFuncs{DeleteFunc: func(o any) {\n", "}})\n", "return"},
		{"DetailedFuncs", "e.Deliver(cache.ResourceEventHandlerDetailedFuncs{AddFunc: func(o any, _ bool) {\n", "}})\n", "return"},
		{"FilterFunc", "e.Deliver(cache.FilteringResourceEventHandler{Handler: cache.ResourceEventHandlerFuncs{}, FilterFunc: func(o any) bool {\n", "return false\n}})\n", "return false"},
		{"MapFunc", "e.Map(func(_ context.Context, o client.Object) []reconcile.Request {\n", "return nil\n})\n", "return nil"},
		{"predicate", "e.Filter(predicate.Funcs{CreateFunc: func(ev event.CreateEvent) bool {\no := ev.Object\n", "return true\n}})\n", "return true"},
		{"predicate, update", "e.Filter(predicate.Funcs{UpdateFunc: func(ev event.UpdateEvent) bool {\no := ev.ObjectNew\n", "return true\n}})\n", "return true"},
		{"predicate funcs", "e.Filter(predicate.NewPredicateFuncs(func(o client.Object) bool {\n", "return true\n}))\n", "return true"},
	}
	if !g.flag(1) {
		return nil
	}
	sh := one(g.c, shapes)
	head := "if e.Flag() {\n" + sh.head + strings.NewReplacer("V", v.name, "OBJ", "o", "RET", sh.ret).Replace(assert)
	kind := sh.kind
	if g.inHandler {
		kind = InnerHandler
	}
	outer := g.inHandler
	g.inHandler = true
	body := g.funcBody(in, 1+g.c.IntN(3), depth+1, sh.ret)
	g.inHandler = outer
	return around(kind, head, sh.tail+"}\n", body, func(f *frame) ctl {
		// There may be no event.
		if !f.m.flag() {
			return next
		}
		c := &closure{in: f, params: []*variable{v}, body: body}
		n := 1
		if sh.kind == "predicate funcs" || sh.kind == "FilterFunc" {
			n = 2 // of creations and of updates
		}
		if sh.kind == "FilterFunc" {
			n = 4 // the old and the new object of updates; deletions
		}
		for range n {
			c.call(f.m.one)
		}
		return next
	})
}
