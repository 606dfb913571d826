package programs

import "fmt"

// write writes something: to the cache, or to a copy. It declares nothing, so
// that it can be left out; nil if there is nothing to write to.
func (g *writer) write(sc *scope) *stmt {
	for range 4 {
		if s := g.tryWrite(sc); s != nil {
			return s
		}
	}
	if s := g.svc(sc); s != nil {
		return g.writeField(s)
	}
	return nil
}

// scalar is a statement that changes a field of the struct that s refers to.
func (g *writer) scalar(s *expr) string {
	switch g.c.IntN(4) {
	case 0:
		return fmt.Sprintf("%s.Spec.ExternalName = %q", s.src, g.unique())
	case 1:
		return fmt.Sprintf("%s.Generation++", s.src)
	case 2:
		return fmt.Sprintf("%s.ObjectMeta.Name = %q", s.src, g.unique())
	}
	return fmt.Sprintf("%s.Status.LoadBalancer = corev1.LoadBalancerStatus{Ingress: []corev1.LoadBalancerIngress{{IP: %q}}}", s.src, g.unique())
}

func (g *writer) writeField(s *expr) *stmt {
	return simple("write field", g.scalar(s), func(f *frame, st *stmt) { f.m.write(st, s.mem(f)) })
}

func simple(kind, src string, run func(f *frame, st *stmt)) *stmt {
	st := &stmt{kind: kind, print: func(p *printer) { p.write("%s\n", src) }}
	st.run = func(f *frame) ctl { run(f, st); return next }
	return st
}

var mapFields = [][2]string{{".Labels", "Labels"}, {".Annotations", "Annotations"}, {".Spec.Selector", "Selector"}}

func (g *writer) tryWrite(sc *scope) *stmt {
	switch g.c.IntN(10) {
	case 0, 1, 2:
		return g.writeMap(sc)
	case 3, 4:
		return g.writeSlice(sc)
	case 5:
		return g.writePorts(sc)
	case 6:
		return g.writeDeep(sc)
	}
	s := g.svc(sc)
	if vs := sc.of(tVal); len(vs) > 0 && g.c.IntN(3) == 0 {
		s = use(g.recent(vs))
		s.src = "(&" + s.src + ")"
	}
	if s == nil {
		return nil
	}
	return g.writeObject(sc, s)
}

// writeObject writes to the struct that s refers to.
func (g *writer) writeObject(sc *scope, s *expr) *stmt {
	top := func(f *frame, st *stmt) { f.m.write(st, s.mem(f)) }
	switch g.c.IntN(14) {
	case 0:
		m := g.smap(sc)
		fld := one(g.c, mapFields)
		return simple("write map field", s.src+fld[0]+" = "+m.src+"\n"+g.scalar(s), func(f *frame, st *stmt) {
			v := m.ev(f)
			top(f, st)
			s.mem(f).set(fld[1], v)
		})
	case 1:
		m := g.smap(sc)
		return simple("SetLabels", s.src+".SetLabels("+m.src+")\n"+g.scalar(s), func(f *frame, st *stmt) {
			v := m.ev(f)
			top(f, st)
			s.mem(f).set("Labels", v)
		})
	case 2:
		return simple("SetAnnotations", fmt.Sprintf("%s.SetAnnotations(map[string]string{\"app\": %q})", s.src, g.unique()), func(f *frame, st *stmt) {
			top(f, st)
			s.mem(f).set("Annotations", &mem{})
		})
	case 3:
		return simple("write whole struct", "*"+s.src+" = *"+freshService+"\n"+g.scalar(s), func(f *frame, st *stmt) {
			top(f, st)
			s.mem(f).kids = service(false).kids
		})
	case 4:
		return simple("DeepCopyInto it", "("+freshService+").DeepCopyInto("+s.src+")\n"+g.scalar(s), func(f *frame, st *stmt) {
			top(f, st)
			s.mem(f).kids = service(false).kids
		})
	case 5, 6:
		// Which maps are written depends on the data.
		return simple("unmarshal", fmt.Sprintf("_ = json.Unmarshal(e.Data(%q), %s)", g.unique(), s.src), func(f *frame, st *stmt) {
			if f.m.flag() {
				for _, fld := range mapFields {
					f.m.write(st, s.mem(f).kids[fld[1]].(*mem))
				}
			} else {
				top(f, st)
			}
		})
	case 7:
		return simple("SetStatusCondition", fmt.Sprintf("apimeta.SetStatusCondition(&%s.Status.Conditions, metav1.Condition{Type: \"Ready\", Message: %q})", s.src, g.unique()), func(f *frame, st *stmt) {
			f.m.write(st, s.mem(f).kids["Conditions"].(*mem))
		})
	case 8:
		return simple("AddFinalizer", fmt.Sprintf("controllerutil.AddFinalizer(%s, e.Finalizer(%q))", s.src, g.unique()), func(f *frame, st *stmt) {
			// Where the finalizer is there, nothing happens.
			if f.m.flag() {
				top(f, st)
				s.mem(f).set("Finalizers", &mem{})
			}
		})
	case 9:
		return simple("RemoveFinalizer", fmt.Sprintf("controllerutil.RemoveFinalizer(%s, \"b\")", s.src), func(f *frame, st *stmt) {
			top(f, st)
			f.m.write(st, s.mem(f).kids["Finalizers"].(*mem))
		})
	case 10:
		return simple("SetMetaDataLabel", fmt.Sprintf("metav1.SetMetaDataLabel(&%s.ObjectMeta, \"x\", %q)", s.src, g.unique()), func(f *frame, st *stmt) {
			f.m.write(st, s.mem(f).kids["Labels"].(*mem))
		})
	case 11:
		if vs := sc.of(tMeta); len(vs) > 0 {
			v := use(g.recent(vs))
			return simple("set by interface", fmt.Sprintf("%s.SetResourceVersion(%q)", v.src, g.unique()), func(f *frame, st *stmt) { f.m.write(st, v.mem(f)) })
		}
	}
	return g.writeField(s)
}

func (g *writer) writeMap(sc *scope) *stmt {
	m := g.smap(sc)
	if m == nil {
		return nil
	}
	text := one(g.c, []string{"%s[\"x\"] = %q", "%s[\"x\"] = %q", "delete(%s, \"app\")", "clear(%s)", "maps.Copy(%s, map[string]string{\"x\": %q})",
		"maps.DeleteFunc(%s, func(k, v string) bool { return k == \"app\" })", "%s[\"app\"] += %q"})
	var src string
	if n := countVerbs(text); n == 2 {
		src = fmt.Sprintf(text, m.src, g.unique())
	} else {
		src = fmt.Sprintf(text, m.src)
	}
	return simple("write map", src, func(f *frame, st *stmt) { f.m.write(st, m.mem(f)) })
}

func countVerbs(s string) int {
	n := 0
	for i := range s {
		if s[i] == '%' {
			n++
		}
	}
	return n
}

func (g *writer) writeSlice(sc *scope) *stmt {
	x := g.strs(sc)
	if x == nil {
		return nil
	}
	text := one(g.c, []string{"%s[0] = %q", "sort.Strings(%s)", "slices.Sort(%s)", "_ = append(%s[:0], %q)", "copy(%s, []string{%q})",
		"_ = slices.DeleteFunc(%s, func(s string) bool { return s == \"b\" })", "slices.SortFunc(%s, func(a, b string) int { return int(a[0]) - int(b[0]) })",
		"sort.Slice(%s, func(i, j int) bool { return i > j })"})
	if text == "sort.Slice(%s, func(i, j int) bool { return i > j })" {
		src := fmt.Sprintf("sort.Slice(%s, func(i, j int) bool { return %s[i] < %s[j] })", x.src, x.src, x.src)
		return simple("write slice", src, func(f *frame, st *stmt) { f.m.write(st, x.mem(f)) })
	}
	src := ""
	if countVerbs(text) == 2 {
		src = fmt.Sprintf(text, x.src, g.unique())
	} else {
		src = fmt.Sprintf(text, x.src)
	}
	return simple("write slice", src, func(f *frame, st *stmt) { f.m.write(st, x.mem(f)) })
}

func (g *writer) writePorts(sc *scope) *stmt {
	g.n++
	port := 1000 + g.n
	if vs := sc.of(tPort); len(vs) > 0 && g.c.IntN(2) == 0 {
		v := g.recent(vs)
		if g.c.IntN(2) == 0 {
			return simple("write through element's pointer", fmt.Sprintf("*%s.AppProtocol = %q", v.name, g.unique()), func(f *frame, st *stmt) {
				e := f.get(v).(elem)
				f.m.write(st, e.arr.kids[e.i+".App"].(*mem))
			})
		}
		return simple("write element by address", fmt.Sprintf("%s.Port = %d", v.name, port), func(f *frame, st *stmt) { f.m.write(st, f.get(v).(elem).arr) })
	}
	if vs := sc.of(tPortVal); len(vs) > 0 && g.c.IntN(2) == 0 {
		v := g.recent(vs)
		if g.c.IntN(2) == 0 {
			return simple("write through pointer of copied element", fmt.Sprintf("*%s.AppProtocol = %q", v.name, g.unique()), func(f *frame, st *stmt) {
				f.m.write(st, f.mem(v).kids["App"].(*mem))
			})
		}
		return simple("write copied element", fmt.Sprintf("%s.Port = %d", v.name, port), func(f *frame, st *stmt) { f.m.write(st, f.mem(v)) })
	}
	if vs := sc.of(tCond); len(vs) > 0 && g.c.IntN(2) == 0 {
		v := g.recent(vs)
		return simple("write found condition", fmt.Sprintf("%s.Message = %q", v.name, g.unique()), func(f *frame, st *stmt) { f.m.write(st, f.get(v).(elem).arr) })
	}
	if vs := sc.of(tConds); len(vs) > 0 && g.c.IntN(2) == 0 {
		v := g.recent(vs)
		return simple("write condition", fmt.Sprintf("%s[1].Message = %q", v.name, g.unique()), func(f *frame, st *stmt) { f.m.write(st, f.mem(v)) })
	}
	x := g.ports(sc)
	if x == nil {
		return nil
	}
	arr := func(f *frame, st *stmt) { f.m.write(st, x.mem(f)) }
	switch g.c.IntN(5) {
	case 0:
		return simple("sort ports", fmt.Sprintf("sort.Slice(%s, func(i, j int) bool { return %s[i].Name > %s[j].Name })", x.src, x.src, x.src), arr)
	case 1:
		return simple("range by value", fmt.Sprintf("for _, p := range %s {\np.Port = %d\n}", x.src, port), func(f *frame, st *stmt) {})
	case 2:
		return simple("range by index", fmt.Sprintf("for i := range %s {\n%s[i].Port = %d\n}", x.src, x.src, port), arr)
	case 3:
		return simple("range by value, pointer", fmt.Sprintf("for _, p := range %s {\n*p.AppProtocol = %q\n}", x.src, g.unique()), func(f *frame, st *stmt) {
			for _, i := range []string{"0", "1"} {
				f.m.write(st, x.mem(f).kids[i+".App"].(*mem))
			}
		})
	}
	i := g.c.IntN(2)
	return simple("write port", fmt.Sprintf("%s[%d].Port = %d", x.src, i, port), arr)
}

// writeDeep writes what pointers in the object refer to.
func (g *writer) writeDeep(sc *scope) *stmt {
	s := g.svc(sc)
	if s == nil {
		return nil
	}
	aff := func(f *frame) *mem { return s.mem(f).kids["Affinity"].(*mem) }
	if g.c.IntN(2) == 0 {
		g.n++
		return simple("write behind two pointers", fmt.Sprintf("%s.Spec.SessionAffinityConfig.ClientIP.TimeoutSeconds = new(int32(%d))", s.src, g.n), func(f *frame, st *stmt) {
			f.m.write(st, aff(f).kids["ClientIP"].(*mem))
		})
	}
	g.n++
	return simple("write behind a pointer", fmt.Sprintf("%s.Spec.SessionAffinityConfig.ClientIP = &corev1.ClientIPConfig{TimeoutSeconds: new(int32(%d))}", s.src, g.n), func(f *frame, st *stmt) {
		f.m.write(st, aff(f))
		aff(f).set("ClientIP", &mem{})
	})
}

// A writer makes statements that write to objects.
type writer struct{ definer }
