package programs

import "fmt"

// fetch declares a variable of type t by a call that can fail.
func (g *generator) fetch(sc *scope, t typ, kind, call, post string, ev func(f *frame) value) *stmt {
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

func cachedList(f *frame) value {
	return &mem{kids: map[string]value{"0": f.m.one, "1": f.m.two}}
}

func cachedOne(f *frame) value { return f.m.one }

// source declares a variable that holds an object of the cache, or of nobody.
func (g *generator) source(sc *scope) []*stmt {
	switch g.c.IntN(12) {
	case 0, 1:
		list := g.fetch(sc, tSvcs, "lister list", "e.Lister.Services(env.NS).List(labels.Everything())", "", cachedList)
		return []*stmt{list, g.element(sc, sc.vars[len(sc.vars)-1])}
	case 2:
		return []*stmt{g.fetch(sc, tSvc, "by index", `e.Indexer.ByIndex(cache.NamespaceIndex, env.NS)`, "%s[0].(*corev1.Service)", cachedOne)}
	case 3:
		v := g.newVar(tSvc)
		sc.vars = append(sc.vars, v)
		return []*stmt{{
			kind: "get by key",
			print: func(p *printer) {
				p.write("%sRaw, ok, err := e.Indexer.GetByKey(env.NS + \"/one\")\nif err != nil || !ok {\npanic(err)\n}\n%s := %sRaw.(*corev1.Service)\n_ = %s\n", v.name, v.name, v.name, v.name)
			},
			run: func(f *frame) ctl { f.vars[v] = f.m.one; return next },
		}}
	case 4:
		return []*stmt{g.fetch(sc, tSvc, "api get", `e.Client.CoreV1().Services("api").Get(context.TODO(), "one", metav1.GetOptions{})`, "",
			func(f *frame) value { return service(false) })}
	case 5:
		if g.calls < 2 {
			return g.getter(sc)
		}
	case 6:
		return []*stmt{g.def(sc, tSvc, "literal", freshService, func(f *frame) value { return service(false) })}
	case 7:
		return []*stmt{g.fetch(sc, tObj, "generic lister", `cache.NewGenericLister(e.Indexer, corev1.Resource("services")).ByNamespace(env.NS).Get("one")`, "", cachedOne)}
	}
	return []*stmt{g.fetch(sc, tSvc, "lister get", `e.Lister.Services(env.NS).Get("one")`, "", cachedOne)}
}

const freshService = `&corev1.Service{
ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"app": "a"}, Annotations: map[string]string{"app": "a"}, Finalizers: []string{"b", "a", "c"}},
Spec: corev1.ServiceSpec{
Selector: map[string]string{"app": "a"},
ClusterIPs: []string{"b", "a", "c"},
Ports: []corev1.ServicePort{{Name: "a", Port: 80, AppProtocol: new(string)}, {Name: "b", Port: 443, AppProtocol: new(string)}},
SessionAffinityConfig: &corev1.SessionAffinityConfig{ClientIP: &corev1.ClientIPConfig{}},
},
Status: corev1.ServiceStatus{Conditions: []metav1.Condition{{Type: "Ready"}, {Type: "Other"}}},
}`

// copy declares a copy of something: deep, shallow, of a part, in place.
func (g *generator) copy(sc *scope) []*stmt {
	s := g.svc(sc)
	if s == nil {
		return nil
	}
	deep := func(f *frame) value { return deepCopy(s.mem(f)) }
	struc := func(f *frame) value { return shallow(s.mem(f)) }
	switch g.c.IntN(16) {
	case 0, 1:
		return []*stmt{g.def(sc, tSvc, "deep copy", s.src+".DeepCopy()", deep)}
	case 2:
		return []*stmt{g.def(sc, tObj, "deep copy object", s.src+".DeepCopyObject()", deep)}
	case 3:
		v := g.newVar(tVal)
		sc.vars = append(sc.vars, v)
		return []*stmt{{kind: "deep copy into",
			print: func(p *printer) {
				p.write("var %s corev1.Service\n%s.DeepCopyInto(&%s)\n", v.name, s.src, v.name)
			},
			run: func(f *frame) ctl { f.vars[v] = deepCopy(s.mem(f)); return next }}}
	case 4:
		v := g.newVar(tVal)
		sc.vars = append(sc.vars, v)
		return []*stmt{{kind: "json copy",
			print: func(p *printer) {
				p.write("var %s corev1.Service\nif data, err := json.Marshal(%s); err == nil {\n_ = json.Unmarshal(data, &%s)\n}\n", v.name, s.src, v.name)
			},
			run: func(f *frame) ctl { f.vars[v] = deepCopy(s.mem(f)); return next }}}
	case 5, 6, 7:
		return []*stmt{g.def(sc, tVal, "struct copy", deref(s.src), struc)}
	case 8:
		v := g.newVar(tSvc)
		sc.vars = append(sc.vars, v)
		return []*stmt{{kind: "struct copy to new",
			print: func(p *printer) {
				p.write("%s := new(corev1.Service)\n*%s = %s\n", v.name, v.name, deref(s.src))
			},
			run: func(f *frame) ctl { f.vars[v] = shallow(s.mem(f)); return next }}}
	case 9:
		// Of the parts of a struct copy some are copied too.
		v := g.newVar(tVal)
		sc.vars = append(sc.vars, v)
		parts := [][3]string{{".Labels", "maps.Clone", "Labels"}, {".Annotations", "maps.Clone", "Annotations"}, {".Finalizers", "slices.Clone", "Finalizers"}, {".Spec.ClusterIPs", "slices.Clone", "ClusterIPs"}}
		part := one(g, parts)
		return []*stmt{{kind: "struct copy with part",
			print: func(p *printer) {
				p.write("%s := %s\n%s%s = %s(%s%s)\n", v.name, deref(s.src), v.name, part[0], part[1], v.name, part[0])
			},
			run: func(f *frame) ctl {
				c := shallow(s.mem(f))
				c.kids[part[2]] = &mem{}
				f.vars[v] = c
				return next
			}}}
	case 10:
		if m := g.smap(sc); m != nil {
			return []*stmt{g.def(sc, tMap, "maps.Clone", "maps.Clone("+m.src+")", func(f *frame) value { return &mem{} })}
		}
	case 11:
		if m := g.smap(sc); m != nil {
			v := g.newVar(tMap)
			sc.vars = append(sc.vars, v)
			return []*stmt{{kind: "map copied by hand",
				print: func(p *printer) {
					p.write("%s := map[string]string{}\nfor k, v := range %s {\n%s[k] = v\n}\n", v.name, m.src, v.name)
				},
				run: func(f *frame) ctl { f.vars[v] = &mem{}; return next }}}
		}
	case 12:
		if x := g.strs(sc); x != nil {
			src := one(g, []string{"slices.Clone(%s)", "append([]string(nil), %s...)", "append([]string{}, %s...)", "append(make([]string, 0, 8), %s...)"})
			return []*stmt{g.def(sc, tStrs, "slice copy", fmt.Sprintf(src, x.src), func(f *frame) value { return &mem{} })}
		}
	case 13:
		if x := g.ports(sc); x != nil {
			src := one(g, []string{"slices.Clone(%s)", "append([]corev1.ServicePort(nil), %s...)"})
			return []*stmt{g.def(sc, tPorts, "port slice copy", fmt.Sprintf(src, x.src), func(f *frame) value { return shallow(x.mem(f)) })}
		}
	case 14:
		// The variable itself becomes the copy.
		if vs := sc.of(tSvc); len(vs) > 0 {
			v := g.recent(vs)
			return []*stmt{{kind: "copy in place",
				print: func(p *printer) { p.write("%s = %s.DeepCopy()\n", v.name, v.name) },
				run:   func(f *frame) ctl { f.vars[v] = deepCopy(f.mem(v)); return next }}}
		}
	case 15:
		if vs := sc.of(tSvcs); len(vs) > 0 {
			v := g.recent(vs)
			return []*stmt{{kind: "elements copied in place",
				print: func(p *printer) {
					p.write("for i := range %s {\n%s[i] = %s[i].DeepCopy()\n}\n", v.name, v.name, v.name)
				},
				run: func(f *frame) ctl {
					for _, k := range []string{"0", "1"} {
						f.mem(v).set(k, deepCopy(f.mem(v).kids[k].(*mem)))
					}
					return next
				}}}
		}
	}
	return nil
}
