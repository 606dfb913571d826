package programs

import "fmt"

// copy declares a copy of something: deep, shallow, of a part, in place.
func (g *definer) copy(sc *scope) []*stmt {
	s := g.svc(sc)
	if s == nil {
		return nil
	}
	deep := func(f *frame) value { return deepCopy(s.mem(f)) }
	struc := func(f *frame) value { return shallow(s.mem(f)) }
	switch which := g.c.IntN(16); which {
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
		part := one(g.c, parts)
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
	default:
		return g.copyPart(sc, which)
	}
}

// copyPart declares a copy of a map or slice, or copies what a variable holds in
// place.
func (g *definer) copyPart(sc *scope, which int) []*stmt {
	switch which {
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
			src := one(g.c, []string{"slices.Clone(%s)", "append([]string(nil), %s...)", "append([]string{}, %s...)", "append(make([]string, 0, 8), %s...)"})
			return []*stmt{g.def(sc, tStrs, "slice copy", fmt.Sprintf(src, x.src), func(f *frame) value { return &mem{} })}
		}
	case 13:
		if x := g.ports(sc); x != nil {
			src := one(g.c, []string{"slices.Clone(%s)", "append([]corev1.ServicePort(nil), %s...)"})
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
