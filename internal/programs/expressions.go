package programs

import "strings"

// An expr is an expression that can be printed and evaluated.
type expr struct {
	src string
	ev  func(f *frame) value
}

func (e *expr) mem(f *frame) *mem { return e.ev(f).(*mem) }

// A picker makes expressions of the variables that are there.
type picker struct{ draft }

func use(v *variable) *expr {
	return &expr{v.name, func(f *frame) value { return f.get(v) }}
}

func kid(e *expr, src, name string) *expr {
	return &expr{e.src + src, func(f *frame) value { return e.mem(f).kids[name] }}
}

// svc is an expression for a *corev1.Service; nil if there is none.
func (g *picker) svc(sc *scope) *expr {
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
	return one(g.c, out)
}

// A ptr is the address of a variable that holds a reference.
type ptr struct {
	load  func() value
	store func(value)
}

// smap is an expression for a map that exists.
func (g *picker) smap(sc *scope) *expr {
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
		out = append(out, one(g.c, []*expr{kid(s, ".Labels", "Labels"), kid(s, ".Annotations", "Annotations"), kid(s, ".Spec.Selector", "Selector"),
			kid(s, ".GetLabels()", "Labels"), kid(s, ".ObjectMeta.Annotations", "Annotations")}))
		out = append(out, out[len(out)-1])
	}
	if len(out) == 0 {
		return nil
	}
	return one(g.c, out)
}

func (g *picker) strs(sc *scope) *expr {
	var out []*expr
	for _, v := range sc.of(tStrs) {
		out = append(out, use(v))
	}
	for _, v := range sc.of(tVal) {
		out = append(out, kid(use(v), ".Finalizers", "Finalizers"), kid(use(v), ".Spec.ClusterIPs", "ClusterIPs"))
	}
	if s := g.svc(sc); s != nil {
		out = append(out, one(g.c, []*expr{kid(s, ".Finalizers", "Finalizers"), kid(s, ".Spec.ClusterIPs", "ClusterIPs"), kid(s, ".GetFinalizers()", "Finalizers")}))
	}
	if len(out) == 0 {
		return nil
	}
	return one(g.c, out)
}

func (g *picker) ports(sc *scope) *expr {
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
	return one(g.c, out)
}

// like is an expression of type t, nil if there is none.
func (g *picker) like(sc *scope, t typ) *expr {
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
