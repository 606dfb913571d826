package programs

import "strings"

// defineKept declares a variable for what one function of the program puts into a
// queue, map, slice or store, and another takes out of it.
func (g *definer) defineKept(sc *scope, s *expr, which int) []*stmt {
	if g.lib {
		return nil
	}
	v := g.newVar(tSvc)
	k := keeps[which%len(keeps)]
	name := g.p.Name + strings.ToUpper(v.name)
	g.once(name, "\n"+strings.ReplaceAll(k.decls, "Kept", name))
	sc.vars = append(sc.vars, v)
	return list(&stmt{kind: k.kind,
		print: func(p *printer) {
			p.write("%sKept := new%s()\n%sKept.put(%s)\n%s := %sKept.take()\n_ = %s\n", v.name, name, v.name, s.src, v.name, v.name, v.name)
		},
		run: func(f *frame) ctl {
			f.vars[v] = s.ev(f)
			if k.copies {
				f.vars[v] = deepCopy(s.mem(f))
			}
			return next
		}})
}

// A keep is a type Kept that keeps services.
type keep struct {
	kind   string
	copies bool
	decls  string
}

var keeps = []keep{
	{kind: "event over a channel", decls: `type Kept struct{ ch chan KeptEvent }
type KeptEvent struct { kind string; obj any }
func newKept() *Kept { return &Kept{ch: make(chan KeptEvent, 1)} }
func (k *Kept) put(s *corev1.Service) { k.ch <- KeptEvent{"add", s} }
func (k *Kept) take() *corev1.Service { return (<-k.ch).obj.(*corev1.Service) }
`},
	{kind: "copy over a channel", copies: true, decls: `type Kept struct{ ch chan *corev1.Service }
func newKept() *Kept { return &Kept{ch: make(chan *corev1.Service, 1)} }
func (k *Kept) put(s *corev1.Service) { k.ch <- s.DeepCopy() }
func (k *Kept) take() *corev1.Service { return <-k.ch }
`},
	{kind: "map of maps", decls: `type Kept struct{ byKind map[string]map[string]*corev1.Service }
func newKept() *Kept { return &Kept{byKind: map[string]map[string]*corev1.Service{}} }
func (k *Kept) put(s *corev1.Service) {
	if k.byKind["a"] == nil { k.byKind["a"] = map[string]*corev1.Service{} }
	k.byKind["a"]["b"] = s
}
func (k *Kept) take() *corev1.Service { return k.byKind["a"]["b"] }
`},
	{kind: "slice that grows", decls: `type Kept struct{ pending []*KeptTask }
type KeptTask struct { svc *corev1.Service }
func newKept() *Kept { return &Kept{} }
func (k *Kept) put(s *corev1.Service) { k.pending = append(k.pending, &KeptTask{s}) }
func (k *Kept) take() *corev1.Service { t := k.pending[0]; k.pending = k.pending[1:]; return t.svc }
`},
	{kind: "store filled by hand", decls: `type Kept struct{ store cache.Store }
func newKept() *Kept { return &Kept{store: cache.NewStore(cache.MetaNamespaceKeyFunc)} }
func (k *Kept) put(s *corev1.Service) { if err := k.store.Add(s); err != nil { panic(err) } }
func (k *Kept) take() *corev1.Service { return k.store.List()[0].(*corev1.Service) }
`},
	{kind: "store of copies", copies: true, decls: `type Kept struct{ store cache.Indexer }
func newKept() *Kept { return &Kept{store: cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})} }
func (k *Kept) put(s *corev1.Service) { if err := k.store.Add(s.DeepCopy()); err != nil { panic(err) } }
func (k *Kept) take() *corev1.Service { return k.store.List()[0].(*corev1.Service) }
`},
}
