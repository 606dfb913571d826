package programs

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
