package programs

import "fmt"

// define declares a variable that holds what others hold, or a part of it.
func (g *definer) define(sc *scope) []*stmt {
	s := g.svc(sc)
	if s == nil {
		return nil
	}
	switch which := g.c.IntN(38); {
	case which < 10:
		return g.definePart(sc, s, which)
	case which < 16:
		return g.defineContainer(sc, s, which)
	case which < 24:
		return g.defineOther(sc, s, which)
	case which < 32:
		return g.definePassed(sc, s, which)
	default:
		return g.defineKept(sc, s, which)
	}
}

func list(stmts ...*stmt) []*stmt { return stmts }

// definePart declares a variable for s, or for a part of it.
func (g *definer) definePart(sc *scope, s *expr, which int) []*stmt {
	switch which {
	case 0:
		return list(g.def(sc, tSvc, "alias", s.src, s.ev))
	case 1, 2:
		if m := g.smap(sc); m != nil {
			return list(g.def(sc, tMap, "map of it", m.src, m.ev))
		}
	case 3:
		if x := g.strs(sc); x != nil {
			return list(g.def(sc, tStrs, "slice of it", x.src, x.ev))
		}
	case 4:
		if x := g.strs(sc); x != nil {
			return list(g.def(sc, tStrs, "part of a slice", x.src+"[:2]", x.ev))
		}
	case 5:
		return list(g.def(sc, tPorts, "ports", s.src+".Spec.Ports", kid(s, "", "Ports").ev))
	case 6:
		x := g.ports(sc)
		i := fmt.Sprint(g.c.IntN(2))
		return list(g.def(sc, tPort, "address of element", "&"+x.src+"["+i+"]", func(f *frame) value { return elem{x.mem(f), i} }))
	case 7:
		x := g.ports(sc)
		i := fmt.Sprint(g.c.IntN(2))
		return list(g.def(sc, tPortVal, "copy of element", x.src+"["+i+"]", func(f *frame) value {
			return &mem{kids: map[string]value{"App": x.mem(f).kids[i+".App"]}}
		}))
	case 8:
		return list(g.def(sc, tConds, "conditions", s.src+".Status.Conditions", kid(s, "", "Conditions").ev))
	case 9:
		return list(g.def(sc, tCond, "find condition", "apimeta.FindStatusCondition("+s.src+".Status.Conditions, \"Ready\")", func(f *frame) value {
			return elem{s.mem(f).kids["Conditions"].(*mem), "0"}
		}))
	}
	return nil
}

// defineContainer declares a slice or map that holds s.
func (g *definer) defineContainer(sc *scope, s *expr, which int) []*stmt {
	switch which {
	case 10, 11:
		t := g.svc(sc)
		return list(g.def(sc, tSvcs, "slice literal", "[]*corev1.Service{"+s.src+", "+t.src+"}", func(f *frame) value {
			return &mem{kids: map[string]value{"0": s.ev(f), "1": t.ev(f)}}
		}))
	case 12:
		t := g.svc(sc)
		return list(g.def(sc, tByName, "map literal", "map[string]*corev1.Service{\"a\": "+s.src+", \"b\": "+t.src+"}", func(f *frame) value {
			return &mem{kids: map[string]value{"a": s.ev(f), "b": t.ev(f)}}
		}))
	case 13:
		t := g.svc(sc)
		v := g.newVar(tSvcs)
		sc.vars = append(sc.vars, v)
		return list(&stmt{kind: "appended",
			print: func(p *printer) {
				p.write("var %s []*corev1.Service\n%s = append(%s, %s)\n%s = append(%s, %s)\n", v.name, v.name, v.name, s.src, v.name, v.name, t.src)
			},
			run: func(f *frame) ctl {
				f.vars[v] = &mem{kids: map[string]value{"0": s.ev(f), "1": t.ev(f)}}
				return next
			}})
	case 14:
		if vs := sc.of(tSvcs); len(vs) > 0 {
			x := use(g.recent(vs))
			src := one(g.c, []string{"slices.Clone(%s)", "append([]*corev1.Service(nil), %s...)", "%s[:2]"})
			if src == "%s[:2]" {
				return list(g.def(sc, tSvcs, "part of services", fmt.Sprintf(src, x.src), x.ev))
			}
			return list(g.def(sc, tSvcs, "slice of services cloned", fmt.Sprintf(src, x.src), func(f *frame) value { return shallow(x.mem(f)) }))
		}
	case 15:
		if vs := sc.of(tSvcs); len(vs) > 0 {
			x := use(g.recent(vs))
			v := g.newVar(tByName)
			sc.vars = append(sc.vars, v)
			return list(&stmt{kind: "map filled in a loop",
				print: func(p *printer) {
					p.write("%s := map[string]*corev1.Service{}\nfor i, s := range %s {\n%s[string(rune('a'+i))] = s\n}\n", v.name, x.src, v.name)
				},
				run: func(f *frame) ctl {
					f.vars[v] = &mem{kids: map[string]value{"a": x.mem(f).kids["0"], "b": x.mem(f).kids["1"]}}
					return next
				}})
		}
	}
	return nil
}

// defineOther declares a variable of another type that refers to s.
func (g *definer) defineOther(sc *scope, s *expr, which int) []*stmt {
	switch which {
	case 16:
		return list(g.def(sc, tMeta, "as metav1.Object", "metav1.Object("+s.src+")", s.ev))
	case 17:
		return list(g.fetch(sc, tMeta, "meta.Accessor", "apimeta.Accessor("+s.src+")", "", s.ev))
	case 18:
		return list(g.def(sc, tAny, "as any", "any("+s.src+")", s.ev))
	case 19:
		return list(g.def(sc, tObj, "as runtime.Object", "runtime.Object("+s.src+")", s.ev))
	case 20, 21:
		m := g.smap(sc)
		t := g.svc(sc)
		return list(g.def(sc, tBox, "struct of its own", "&"+g.boxName()+"{svc: "+s.src+", val: "+deref(t.src)+", labels: "+m.src+"}", func(f *frame) value {
			return &mem{kids: map[string]value{"svc": s.ev(f), "val": shallow(t.mem(f)), "labels": m.ev(f)}}
		}))
	case 22:
		if g.lib {
			return nil
		}
		return list(g.def(sc, tWrap, "embedded", g.wrapType()+"{Service: "+s.src+"}", func(f *frame) value {
			return &mem{kids: map[string]value{"Service": s.ev(f)}}
		}))
	case 23:
		if vs := sc.of(tSvc); len(vs) > 0 {
			v := g.recent(vs)
			return list(g.def(sc, tPP, "pointer to pointer", "&"+v.name, func(f *frame) value {
				return ptr{func() value { return f.vars[v] }, func(x value) { f.vars[v] = x }}
			}))
		}
	}
	return nil
}

// definePassed declares a variable that s reaches on a way of its own; or a flag.
func (g *definer) definePassed(sc *scope, s *expr, which int) []*stmt {
	switch which {
	case 24:
		// What a branch decides.
		t := g.svc(sc)
		if !g.flag(1) {
			return nil
		}
		v := g.newVar(tSvc)
		sc.vars = append(sc.vars, v)
		return list(&stmt{kind: "one or the other",
			print: func(p *printer) {
				p.write("%s := %s\nif e.Flag() {\n%s = %s\n}\n_ = %s\n", v.name, s.src, v.name, t.src, v.name)
			},
			run: func(f *frame) ctl {
				f.vars[v] = s.ev(f)
				if f.m.flag() {
					f.vars[v] = t.ev(f)
				}
				return next
			}})
	case 25:
		return list(g.def(sc, tGet, "closure that returns it", "func() *corev1.Service { return "+s.src+" }", func(f *frame) value {
			return &closure{in: f, body: &block{}, result: s}
		}))
	case 26:
		v := g.newVar(tSvc)
		sc.vars = append(sc.vars, v)
		return list(&stmt{kind: "channel",
			print: func(p *printer) {
				p.write("%sCh := make(chan *corev1.Service, 1)\n%sCh <- %s\n%s := <-%sCh\n_ = %s\n", v.name, v.name, s.src, v.name, v.name, v.name)
			},
			run: func(f *frame) ctl { f.vars[v] = s.ev(f); return next }})
	case 27:
		v := g.newVar(tSvc)
		sc.vars = append(sc.vars, v)
		return list(&stmt{kind: "atomic pointer",
			print: func(p *printer) {
				p.write("var %sAt atomic.Pointer[corev1.Service]\n%sAt.Store(%s)\n%s := %sAt.Load()\n_ = %s\n", v.name, v.name, s.src, v.name, v.name, v.name)
			},
			run: func(f *frame) ctl { f.vars[v] = s.ev(f); return next }})
	case 28:
		if g.lib {
			return nil
		}
		name := g.p.Name + "Global"
		g.once(name, "\nvar "+name+" *corev1.Service\n")
		v := g.newVar(tSvc)
		sc.vars = append(sc.vars, v)
		return list(&stmt{kind: "global variable",
			print: func(p *printer) { p.write("%s = %s\n%s := %s\n_ = %s\n", name, s.src, v.name, name, v.name) },
			run:   func(f *frame) ctl { f.vars[v] = s.ev(f); return next }})
	case 29:
		return g.generic(sc)
	case 30:
		return list(g.def(sc, tSvc, "array", "[2]*corev1.Service{nil, "+s.src+"}[1]", s.ev))
	case 31:
		if g.flag(1) {
			return list(g.def(sc, tFlag, "flag", "e.Flag()", func(f *frame) value { return f.m.flag() }))
		}
	}
	return nil
}

// generic passes something through a generic function.
func (g *definer) generic(sc *scope) []*stmt {
	if g.lib {
		return nil
	}
	s := g.svc(sc)
	n := g.p.Name
	switch g.c.IntN(5) {
	case 0:
		g.once(n+"Same", "\nfunc "+n+"Same[T any](x T) T { return x }\n")
		return []*stmt{g.def(sc, tSvc, "generic identity", n+"Same("+s.src+")", s.ev)}
	case 1:
		if vs := sc.of(tSvcs); len(vs) > 0 {
			x := use(g.recent(vs))
			g.once(n+"First", "\nfunc "+n+"First[T any](xs []T) T { return xs[0] }\n")
			return []*stmt{g.def(sc, tSvc, "generic first", n+"First("+x.src+")", kid(x, "", "0").ev)}
		}
	case 2:
		g.once(n+"Deref", "\nfunc "+n+"Deref[T any](x *T) T { return *x }\n")
		return []*stmt{g.def(sc, tVal, "generic deref", n+"Deref("+s.src+")", func(f *frame) value { return shallow(s.mem(f)) })}
	case 3:
		if vs := sc.of(tSvcs); len(vs) > 0 {
			x := use(g.recent(vs))
			g.once(n+"Each", "\nfunc "+n+"Each[T, U any](xs []T, f func(T) U) []U {\nvar out []U\nfor _, x := range xs {\nout = append(out, f(x))\n}\nreturn out\n}\n")
			if g.c.IntN(2) == 0 {
				return []*stmt{g.def(sc, tSvcs, "generic map with copy", n+"Each("+x.src+", func(s *corev1.Service) *corev1.Service { return s.DeepCopy() })", func(f *frame) value {
					return &mem{kids: map[string]value{"0": deepCopy(x.mem(f).kids["0"].(*mem)), "1": deepCopy(x.mem(f).kids["1"].(*mem))}}
				})}
			}
			return []*stmt{g.def(sc, tSvcs, "generic map", n+"Each("+x.src+", func(s *corev1.Service) *corev1.Service { return s })", func(f *frame) value { return shallow(x.mem(f)) })}
		}
	case 4:
		g.once(n+"Copied", "\nfunc "+n+"Copied[T interface{ DeepCopyObject() runtime.Object }](x T) T { return x.DeepCopyObject().(T) }\n")
		return []*stmt{g.def(sc, tSvc, "generic copy", n+"Copied("+s.src+")", func(f *frame) value { return deepCopy(s.mem(f)) })}
	}
	return nil
}

// assign gives something that exists a new value; no write to an object.
func (g *definer) assign(sc *scope) []*stmt {
	s := g.svc(sc)
	if s == nil {
		return nil
	}
	st := func(kind, src string, run func(f *frame)) []*stmt {
		return []*stmt{{kind: kind,
			print: func(p *printer) { p.write("%s\n", src) },
			run:   func(f *frame) ctl { run(f); return next }}}
	}
	var vs []*variable
	for _, v := range sc.vars {
		switch v.t {
		case tSvc, tMap, tStrs, tSvcs, tByName, tBox, tVal, tPP, tWrap:
			vs = append(vs, v)
		}
	}
	if len(vs) == 0 {
		return nil
	}
	v := g.recent(vs)
	switch v.t {
	case tSvc:
		return st("assign", v.name+" = "+s.src, func(f *frame) { f.vars[v] = s.ev(f) })
	case tMap:
		m := g.smap(sc)
		return st("assign map", v.name+" = "+m.src, func(f *frame) { f.vars[v] = m.ev(f) })
	case tStrs:
		x := g.strs(sc)
		return st("assign slice", v.name+" = "+x.src, func(f *frame) { f.vars[v] = x.ev(f) })
	case tSvcs:
		if !g.flag(1) {
			return nil
		}
		return st("assign element", v.name+"[e.Index()] = "+s.src, func(f *frame) { i := f.m.pick("0", "1"); f.mem(v).set(i, s.ev(f)) })
	case tByName:
		if !g.flag(1) {
			return nil
		}
		return st("assign map element", v.name+"[e.Key()] = "+s.src, func(f *frame) { k := f.m.pick("a", "b"); f.mem(v).set(k, s.ev(f)) })
	case tBox:
		switch g.c.IntN(3) {
		case 0:
			return st("assign field", v.name+".svc = "+s.src, func(f *frame) { f.mem(v).set("svc", s.ev(f)) })
		case 1:
			m := g.smap(sc)
			return st("assign map field", v.name+".labels = "+m.src, func(f *frame) { f.mem(v).set("labels", m.ev(f)) })
		default:
			return st("assign struct field", v.name+".val = "+deref(s.src), func(f *frame) {
				c := shallow(s.mem(f))
				f.mem(v).kids["val"].(*mem).kids = c.kids
			})
		}
	case tVal:
		return st("assign struct", v.name+" = "+deref(s.src), func(f *frame) { f.mem(v).kids = shallow(s.mem(f)).kids })
	case tPP:
		return st("assign through pointer", "*"+v.name+" = "+s.src, func(f *frame) { f.get(v).(ptr).store(s.ev(f)) })
	case tWrap:
		return st("assign embedded", v.name+".Service = "+s.src, func(f *frame) { f.mem(v).set("Service", s.ev(f)) })
	}
	return nil
}

// A definer makes statements that declare variables, or give them new values: what
// others hold, parts of it, and copies.
type definer struct{ picker }
