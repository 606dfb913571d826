package ownership_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/models"
)

// TestInstructions: the effect of each kind of instruction.
func TestInstructions(t *testing.T) {
	checkEffects(t, &config.Config{}, `
//= write $0/Name p.Name
func field(p *Pod) { p.Name = "x" }
//= write $0/Labels/*/[] p.Labels["a"]
func mapElement(p *Pod) { p.Labels["a"] = "b" }
//= write $0/Labels/*/[] p.Labels["a"]:+=
func addsTo(p *Pod) { p.Labels["a"] += "b" }
//= write $0/[] m["a"]:++
func increments(m map[string]int) { m["a"]++ }
//= write $0/Next/*/Spec/Sel/*/[] p.Next.Spec.Sel["a"]
func nested(p *Pod) { p.Next.Spec.Sel["a"] = "b" }
//= write $0/Args/*/[] p.Args[0]
func element(p *Pod) { p.Args[0] = "x" }
//= write $0/Items/*/[]/Node p.Items[0].Node
func structElement(p *Pod) { p.Items[0].Node = "x" }
//= write $0 *p; fresh $0
func whole(p *Pod) { *p = Pod{} }
//= write $0/Labels/*/[] "delete(p.Labels, \"a\")"
func deleted(p *Pod) { delete(p.Labels, "a") }
//= write $0/Labels/*/[] clear(p.Labels)
func cleared(p *Pod) { clear(p.Labels) }
//= write $0/Args/*/[] "copy(p.Args, []string{…})"
func copied(p *Pod) { copy(p.Args, []string{"x"}) }
//= write $0/Args p.Args
func appended(p *Pod) { p.Args = append(p.Args, "x") }
//= ret0=$0/Args/*; write $0/Args/*/[] "append(kept, a)"
func filtered(p *Pod) []string {
	kept := p.Args[:0]
	for _, a := range p.Args {
		kept = append(kept, a)
	}
	return kept
}
//= ret0=$0/Args/*; write $0/Args/*/[] "append(p.Args[:1], \"x\")"
func overwritten(p *Pod) []string { return append(p.Args[:1], "x") }
//= write $0/Labels/*/[] c.Labels["a"]
func ofCopy(p *Pod) { c := *p; c.Name = "x"; c.Labels["a"] = "b" }
//= none
func copyWithNewMap(p *Pod) { c := *p; c.Labels = map[string]string{}; c.Labels["a"] = "b" }
//= write $0/Labels/*/[] p.Labels["a"]
func byValue(p Pod) { p.Name = "x"; p.Labels["a"] = "b" }
//= ret0=$0/Labels/*
func returnsField(p *Pod) map[string]string { return p.Labels }
//= ret0=$0/Spec
func returnsSpec(p *Pod) *Spec { return &p.Spec }
//= ret0==$0/Spec
func returnsStruct(p *Pod) Spec { return p.Spec }
//= write $0/Next p.Next; store $0/Next $1
func stores(p, q *Pod) { p.Next = q }
//= write $0/Next p.Next; store $0/Next _
func storesNew(p *Pod) { p.Next = &Pod{} }
//= write $0/[] m["a"]; store strong $0/[] $0/[]/*|$1
func putsIntoMap(m map[string]*Pod, p *Pod) { m["a"] = p }
//= store strong $0/[] $0/[]/*|$1
func sends(c chan *Pod, p *Pod) { c <- p }
//= write $0/[]/*/Name p.Name
func receives(c chan *Pod) { p := <-c; p.Name = "x" }
//= write $0/[]/*/Name p.Name
func receivesOk(c chan *Pod) { if p, ok := <-c; ok { p.Name = "x" } }
//= write $0/[]/*/Name q.Name; store strong $1/[] $1/[]/*|$2
func selects(c, d chan *Pod, p *Pod) { select { case q := <-c: q.Name = "x"; case d <- p: } }
//= write $0/[]/*/Name p.Name
func ranges(ps []*Pod) { for _, p := range ps { p.Name = "x" } }
//= write $0/[]/*/Labels/*/[] p.Labels["a"]
func rangesMap(m map[string]*Pod) { for _, p := range m { p.Labels["a"] = "" } }
//= write $0/[]/*/Name p.Name
func lookup(m map[string]*Pod) { if p, ok := m["a"]; ok { p.Name = "x" } }
//= write $0/:(p.Pod)/Name o.(*Pod).Name
func asserts(o any) { o.(*Pod).Name = "x" }
//= write $0/:(p.Pod)/Name p.Name
func assertsOk(o any) { if p, ok := o.(*Pod); ok { p.Name = "x" } }
//= write $0/Labels p.Labels via Pod.SetLabels; store $0/Labels _
func assertsInterface(o any) { o.(interface{ SetLabels(map[string]string) }).SetLabels(nil) }
//= write $0/:(p.Pod)/Name x.Name; write $0/:(p.PodList)/Items x.Items
func switches(o any) { switch x := o.(type) { case *Pod: x.Name = "x"; case *PodList: x.Items = nil } }
//= ret0=$0
func converts(p *Pod) any { return client.Object(p) }
//= ret0=$0/!(p.Pod)
func copiesPods(o any) any { switch x := o.(type) { case *Pod: return x.DeepCopy(); case client.Object: return x }; return nil }
//= ret0=$0/!(p.Pod)
func copiesPodsOnly(o client.Object) client.Object { if p, ok := o.(*Pod); ok { return p.DeepCopy() }; return o }
//= ret0=$0/!(p.Pod)
func passesOn(o any) any { return copiesPods(o) }
//= none
func passesPod(p *Pod) any { return copiesPods(p) }
//= write $0/pod/*/Name if $0/kind=="update" c.pod.Name
func underKind(c *command) { if c.kind == "update" { c.pod.Name = "x" } }
//= write $0/kind c.kind; write $0/pod/*/Name c.pod.Name
func setsKind(c *command) { c.kind = "update"; if c.kind == "update" { c.pod.Name = "x" } }
//= write $1/Name p.Name
func underKindOfOther(c *command, p *Pod) { if c.kind == "update" { p.Name = "x" } }
//= field "p.command.pod"=$0
func madeForOther(p *Pod) { underKind(&command{kind: "add", pod: p}) }
//= write $0/Name c.pod.Name via underKind; field "p.command.pod"=$0
func madeFor(p *Pod) { underKind(&command{kind: "update", pod: p}) }
//= write $0/Name c.pod.Name via underKind; field "p.command.pod"=$0
func madeForAny(p *Pod, kind string) { underKind(&command{kind: kind, pod: p}) }
//= field "p.command.pod"=$0
func madeWithout(p *Pod) { underKind(&command{pod: p}) }
//= field "p.command.pod"=$0
func madeByOther(p *Pod) { underKind(newCommand("add", p)) }
//= write $0/Name c.pod.Name via underKind; field "p.command.pod"=$0
func madeBy(p *Pod) { underKind(newCommand("update", p)) }
//= write $0/Name c.pod.Name via underKind; field "p.command.pod"=$0
func changedKind(p *Pod) { c := newCommand("add", p); c.kind = "update"; underKind(c) }
//= write $0/Name if $1==true c.pod.Name via underKind; field "p.command.pod"=$0
func changedLater(p *Pod, more bool) { c := &command{pod: p}; for more { underKind(c); c.kind = "update" } }
//= none
func assertsRuledOut(o any) *Pod { return copiesPods(o).(*Pod) }
//= write $0/Spec/Node s.Node
func pointsInto(p *Pod) { s := &p.Spec; s.Node = "x" }
//= write $0/[]/*/Name a[0].Name
func arrays(a *[2]*Pod) { a[0].Name = "x" }
//= write $0/[]/*/Name a[0].Name
func arrayByValue(a [2]*Pod) { a[0].Name = "x" }
//= write $0/[]/*/Name a[0].Name
func sliceToArray(ps []*Pod) { a := (*[1]*Pod)(ps); a[0].Name = "x" }
//= write $0/Name r.Name; write $1/Name r.Name
func merged(p, q *Pod, c bool) { r := p; if c { r = q }; r.Name = "x" }
//= write $0/Name p.Name
func deferred(p *Pod) { defer func() { p.Name = "x" }() }
//= write $0/Name p.Name via "field"
func started(p *Pod) { go field(p) }
//= write $0/Name p.Name; write $0/Next/*/Name p.Name via recursive; write $0/Next/*/Next/*/Name p.Name via recursive via recursive
func recursive(p *Pod) { if p != nil { recursive(p.Next); p.Name = "x" } }
//= write $0/Name p.Name; write $0/Next/*/Name p.Name; write $0/Next/*/Next/*/Name p.Name; write $0/Next/*/Next/*/… p.Name
func list(p *Pod) { for p != nil { p.Name = "x"; p = p.Next } }
//= write $0/Next p.Next; write $1/Next q.Next; store $0/Next $1/Next/*; store $1/Next $0/Next/*
func swaps(p, q *Pod) { p.Next, q.Next = q.Next, p.Next }
//= none
func local() *Pod { p := &Pod{}; p.Name = "x"; p.Labels = map[string]string{"a": "b"}; return p }
//= ret0=new0; new0/Next=$0
func holds(q *Pod) *Pod { p := &Pod{Next: q}; return p }
//= ret0==new0; new0/Next=$0
func holdsValue(q *Pod) Pod { return Pod{Next: q} }
//= ret0=new0; new0/[]=$0
func listOf(q *Pod) []*Pod { return []*Pod{q} }
//= ret0=$0 if $1!=true
func guarded(p *Pod, shared bool) *Pod { if shared { return p.DeepCopy() }; return p }
//= write $0/Name if $1!="" p.Name
func guardedWrite(p *Pod, name string) { if name != "" { p.Name = name } }
//= none
func fresh(p *Pod) { p = p.DeepCopy(); p.Name = "x" }
//= none
func freshInto(p *Pod) { var c Pod; p.DeepCopyInto(&c); c.Name = "x" }
//= write $1 p.DeepCopyInto(q); fresh $1
func copyInto(p, q *Pod) { p.DeepCopyInto(q) }
//= write $0/[] ps[i]
func overwriteAll(ps []*Pod) { for i := range ps { ps[i] = ps[i].DeepCopy() }; ps[0].Name = "x" }
//= ret0=$0
func namedResult(p *Pod) (r *Pod, err error) { r = p; return }
//= write $2/Spec/Node p.Spec.Node
func minimum(a, b int, p *Pod) { p.Spec.Node = string(rune(min(a, b))) }
//= write $0/Name p.Name
func panics(p *Pod) { defer func() { recover() }(); p.Name = "x"; panic("no") }
`)
}

// TestCalls: the effect of each kind of call.
func TestCalls(t *testing.T) {
	checkEffects(t, &config.Config{}, `
func set(p *Pod) { p.Name = "x" }
func labels(p *Pod) map[string]string { return p.Labels }
func isNew(p *Pod) bool { return p.Name == "" }
func each(ps []*Pod, f func(*Pod)) { for _, p := range ps { f(p) } }
func pick(f func() *Pod) *Pod { return f() }
func second(f func(int) (int, *Pod)) *Pod { _, p := f(1); return p }
type setter func(*Pod)
type holder struct { f func(*Pod); Exported func(*Pod); pod *Pod; ch chan *Pod; l PodLister }
func (h *holder) method(p *Pod) { p.Name = "x" }
func (h holder) value() *Pod { return h.pod }
type namer interface { name(p *Pod) }
type good struct{}
func (good) name(p *Pod) { _ = p.DeepCopy() }
type bad struct{}
func (*bad) name(p *Pod) { p.Name = "x" }
type fakeNamer struct{}
func (fakeNamer) name(p *Pod) { p.Labels["a"] = "b" }
type embedded struct { *bad; inner holder }
func generic[T any](x T, f func(T)) { f(x) }
func first[T any](xs []T) T { return xs[0] }
type box[T any] struct { v T }
func (b *box[T]) get() T { return b.v }
func unknownFunc(any)

//= write $0/Name p.Name via set
func through(p *Pod) { set(p) }
//= write $0/Labels/*/[] labels(p)["a"]
func throughResult(p *Pod) { labels(p)["a"] = "b" }
//= write $0/Next/*/Name p.Name via through via set
func throughTwo(p *Pod) { through(p.Next) }
//= write $0/Name q.Name
func callback(p *Pod) { each([]*Pod{p}, func(q *Pod) { q.Name = "x" }) }
//= none
func callbackReads(ps []*Pod) { each(ps, func(q *Pod) { isNew(q) }) }
//= write $0/[]/*/Name p.Name via set
func callbackNamed(ps []*Pod) { each(ps, set) }
//= write $0/[]/*/Name p.Name via holder.method
func callbackMethod(ps []*Pod, h *holder) { each(ps, h.method) }
//= write $0/[]/*/Name p.Name via holder.method
func callbackExpression(ps []*Pod, h *holder) { f := (*holder).method; f(h, ps[0]) }
//= call $1($0/[]/*)
func handsOn(ps []*Pod, f func(*Pod)) { each(ps, f) }
//= call $1($0/:(p.Pod))
func handsOnChecked(p *Pod, f func(*Pod)) error { if p == nil { return nil }; f(p); return nil }
//= call weak $1($0/:(p.Pod))
func handsOnSometimes(p *Pod, f func(*Pod), sometimes bool) { if sometimes { f(p) } }
//= call weak $1($0/:(p.Pod))
func handsOnDeeper(p *Pod, f func(*Pod), sometimes bool) { handsOnSometimes(p, f, sometimes) }
//= ret0=$0; write $0/Name q.Name
func replacedSometimes(p *Pod, sometimes bool) *Pod {
	q := p
	handsOnSometimes(p, func(r *Pod) { q = r.DeepCopy() }, sometimes)
	q.Name = "x"
	return q
}
//= call $0(); write call0.0/Name pick(f).Name
func callsResult(f func() *Pod) { pick(f).Name = "x" }
//= call $0(_); write call0.1/Name second(f).Name
func callsSecond(f func(int) (int, *Pod)) { second(f).Name = "x" }
//= ret0=func "p.captured$1" new0; new0/$0=new1; new1=$0
func captured(p *Pod) func() { return func() { p.Name = "x" } }
//= write $0/Name p.Name via "func literal in captured"
func callsCaptured(p *Pod) { captured(p)() }
//= write $0/Next/*/Name q.Name
func capturedVariable(p *Pod) { q := p; f := func() { q.Name = "x" }; q = p.Next; f() }
//= call "p.namer.name"($0,$1/:(p.Pod)); write $1/Name p.Name via bad.name
func iface(n namer, p *Pod) { n.name(p) }
//= none
func ifaceInSight(p *Pod) { var n namer = good{}; n.name(p) }
//= write $0/Name p.Name via bad.name
func ifaceBad(p *Pod) { namer(&bad{}).name(p) }
//= write $1/Name p.Name via bad.name
func promoted(e embedded, p *Pod) { e.name(p) }
//= write $1/Name p.Name via bad.name
func promotedInterface(e embedded, p *Pod) { namer(e).name(p) }
//= write $1/Name p.Name via holder.method
func methodValue(h *holder, p *Pod) { f := h.method; f(p) }
//= write $0/pod/*/Name h.value().Name
func valueReceiver(h holder) { h.value().Name = "x" }
//= call "p.holder.f"($1/:(p.Pod)); call $0/f/*($1/:(p.Pod))
func ofField(h *holder, p *Pod) { h.f(p) }
//= call "p.setter"($1/:(p.Pod)); call $0($1/:(p.Pod))
func namedType(s setter, p *Pod) { s(p) }
//= write $0/Name p.Name via set
func genericCall(p *Pod) { generic(p, set) }
//= write $0/[]/*/Name first(ps).Name
func genericResult(ps []*Pod) { first(ps).Name = "x" }
//= write $0/v/*/Name b.get().Name
func genericStruct(b *box[*Pod]) { b.get().Name = "x" }
//= none
func unknown(p *Pod) { unknownFunc(p) }
//= write $0/Name p.Name
func unknownCallback(p *Pod) { unknownFunc(func() { p.Name = "x" }) }
//= write $0/Name p.Name via mutual2
func mutual(p *Pod, n int) { if n > 0 { mutual2(p, n-1) } }
//= write $0/Name p.Name; write $0/Name p.Name via mutual via mutual2
func mutual2(p *Pod, n int) { p.Name = "x"; mutual(p, n) }
//= write $0/Name q.Name
func immediately(p *Pod) { func(q *Pod) { q.Name = "x" }(p) }
//= write $1/Name p.Name via set
func choice(c bool, p *Pod) { f := set; if c { f = func(*Pod) {} }; f(p) }
//= write $0/Name p.Name
func callsOnce(p *Pod) { var o sync.Once; o.Do(func() { p.Name = "x" }) }
//= none
func constantGuard(p *Pod) { change(p, false) }
//= write $0/Name p.Name via change
func constantGuardTrue(p *Pod) { change(p, true) }
func change(p *Pod, really bool) { if really { p.Name = "x" } }
func resets(q, p *Pod) { *p = Pod{Labels: map[string]string{}}; q.Labels["a"] = "b" }
func resetsSpec(s *Spec, p *Pod) { p.Spec = Spec{Sel: map[string]string{}}; s.Sel["a"] = "b" }
func resetsMap(q, p *Pod) { if p.Labels == nil { p.Labels = map[string]string{} }; q.Labels["a"] = "b" }
func taken(q, p *Pod) map[string]string { p.Labels = map[string]string{}; return q.Labels }
//= none
func resetOfCopy(p *Pod) { c := *p; resets(&c, &c) }
//= write $0 *p via resets; fresh $0; store $0/Labels _
func resetOfOne(p *Pod) { resets(p, p) }
//= write $0/Labels/*/[] q.Labels["a"] via resets; write $1 *p via resets; fresh $1; store $1/Labels _
func resetOfTwo(p, q *Pod) { resets(p, q) }
//= none
func resetOfPart(p *Pod) { c := *p; resetsSpec(&c.Spec, &c) }
//= write $0/Spec/Sel/*/[] s.Sel["a"] via resetsSpec
func resetOfOtherPart(p, q *Pod) { c, d := *p, *q; resetsSpec(&c.Spec, &d) }
//= write $0/Labels/*/[] q.Labels["a"] via resetsMap
func resetIfNil(p *Pod) { c := *p; resetsMap(&c, &c) }
//= write $1/Labels/*/[] q.Labels["a"] via resets
func resetOfEither(c bool, p *Pod) { d, e := *p, *p; f := &d; if c { f = &e }; resets(&d, f) }
type hasPod interface { podOf() *Pod }
type inside struct { pod Pod }
func (i *inside) podOf() *Pod { return &i.pod }
type behind struct { pod *Pod }
func (b *behind) podOf() *Pod { return b.pod }
func names(h hasPod) { h.podOf().Name = "x" }
func labelled(h hasPod) { h.podOf().Labels["a"] = "b" }
type marker interface { mark() }
func (b *behind) mark() { b.pod.Name = "x" }
type beside struct { pod *Pod }
func (b *beside) mark() {}
//= call "p.marker.mark"($0); write $0/:(p.behind)/pod/*/Name b.pod.Name via behind.mark
func marks(m marker) { m.mark() }
//= field "p.beside.pod"=$0
func marksBeside(p *Pod) { marks(&beside{p}) }
//= write $0/Name b.pod.Name via marks via behind.mark; field "p.behind.pod"=$0
func marksBehind(p *Pod) { marks(&behind{p}) }
//= call "p.hasPod.podOf"($0); write $0/:(p.behind)/pod/*/Name h.podOf().Name; write $0/:(p.inside)/pod/Name h.podOf().Name
func namesAny(h hasPod) { h.podOf().Name = "x" }
//= field "p.inside.pod"==$0
func namesCopy(p *Pod) { c := *p; names(&inside{c}) }
//= write $0/Labels/*/[] h.podOf().Labels["a"] via labelled; field "p.inside.pod"==$0
func labelsCopy(p *Pod) { c := *p; labelled(&inside{c}) }
//= write $0/Name h.podOf().Name via names; field "p.behind.pod"=$0
func namesBehind(p *Pod) { names(&behind{p}) }
//= write $0/Items/*/[]/Sel/*/[] s.Sel["a"]
func genericStructOfCopy(p *Pod) { items := slices.Clone(p.Items); s := first(items); s.Node = "x"; s.Sel["a"] = "b" }
//= none
func takenOfOne(p *Pod) { c := *p; taken(&c, &c)["a"] = "b" }
//= write $0/Labels/*/[] "taken(&c, &d)[\"a\"]"
func takenOfTwo(p *Pod) { c, d := *p, *p; taken(&c, &d)["a"] = "b" }
`)
}

// TestCache: what is read from caches, and what writes it.
func TestCache(t *testing.T) {
	checkEffects(t, &config.Config{}, `
func set(p *Pod) { p.Name = "x" }
type controller struct { lister PodLister; store cache.Store; indexer cache.Indexer; pods []*Pod; byName map[string]*Pod; queue chan *Pod; current *Pod; copies *Pod }
func (c *controller) get() *Pod { p, _ := c.lister.Get("a"); return p }
func (c *controller) copied() *Pod { p, _ := c.lister.Get("a"); return p.DeepCopy() }
func (c *controller) all() []*Pod { ps, _ := c.lister.List(nil); return ps }
var global *Pod
type release struct { pod *Pod }
func (r *release) DeepCopy() *release { return &release{r.pod.DeepCopy()} }
type alias struct { pod *Pod }
func (a *alias) DeepCopy() *alias { return &alias{a.pod} }
func fills(c *controller) (*release, *alias) { return &release{c.get()}, &alias{c.get()} }
type store interface { read() *Pod }
type sharing struct { l PodLister }
func (s sharing) read() *Pod { p, _ := s.l.Get("a"); return p }
type copying struct { l PodLister }
func (s copying) look() *Pod { p, _ := s.l.Get("a"); return p.DeepCopy() }

//= ret0=cache0; cache0=l.Get type p.Pod of $0
func read(l PodLister) *Pod { p, _ := l.Get("a"); return p }
func take[T any](s cache.Store) T { o, _, _ := s.GetByKey("a"); return o.(T) }
//= ret0=cache0; cache0=s.GetByKey type p.Pod via take of $0
func takesPod(s cache.Store) *Pod { return take[*Pod](s) }
//= ret0=cache0; cache0=s.GetByKey via take of $0
func takesAny(s cache.Store) any { return take[any](s) }
//= ret0=cache0[]; cache0=l.List type p.Pod of $0
func list(l PodLister) []*Pod { ps, _ := l.List(nil); return ps }
//! p.Name
//= none
func direct(l PodLister) { p, err := l.Get("a"); if err != nil { return }; p.Name = "x" }
//= none
func copies(l PodLister) { p, _ := l.Get("a"); p = p.DeepCopy(); p.Name = "x" }
//! c.Labels["a"]
//= none
func shallow(l PodLister) { p, _ := l.Get("a"); c := *p; c.Name = "x"; c.Labels["a"] = "b" }
//= none
func handWrittenCopy(r *release) { r.DeepCopy().pod.Name = "x" }
//= write $0/pod/*/Name r.pod.Name
func filledByCopy(r *release) { r.pod.Name = "x" }
//! a.pod.Name
//= write $0/pod/*/Name a.pod.Name
func filledWithoutCopy(a *alias) { a.pod.Name = "x" }
//= none
func byHelper(l PodLister) { p, _ := l.Get("a"); set(p) }
//! c.get().Name
//= none
func fromHelper(c *controller) { c.get().Name = "x" }
//= none
func fromCopy(c *controller) { c.copied().Name = "x" }
//! p.Labels["a"]
//= none
func elements(c *controller) { for _, p := range c.all() { p.Labels["a"] = "b" } }
//= none
func ownSlice(c *controller) { ps := c.all(); ps[0] = nil; sort.Slice(ps, func(i, j int) bool { return ps[i].Name < ps[j].Name }) }
//! sort.Strings(p.Args)
//= none
func sorted(l PodLister) { p, _ := l.Get("a"); sort.Strings(p.Args) }
//! o.(*Pod).Name
//= none
func storeGet(c *controller) { o, ok, _ := c.store.GetByKey("a"); if ok { o.(*Pod).Name = "x" } }
//! o.(*Pod).Name
//= none
func storeAbsent(c *controller) { o, ok, _ := c.store.GetByKey("a"); if !ok { o = &Pod{} }; o.(*Pod).Name = "x" }
//! p.Spec.Node
//= none
func indexer(c *controller) { os, _ := c.indexer.ByIndex("a", "b"); for _, o := range os { p := o.(*Pod); p.Spec.Node = "x" } }
//! o.(*Pod).Name
//= none
func listAll(c *controller) { cache.ListAll(c.store, nil, func(o any) { o.(*Pod).Name = "x" }) }
//! p.Name
//= none
func oneBranch(l PodLister, own bool) { p, _ := l.Get("a"); if own { p = p.DeepCopy() }; p.Name = "x" }
//= none
func flag(l PodLister, own bool) { p, _ := l.Get("a"); done := false; if own { p = p.DeepCopy(); done = true }; if done { p.Name = "x" } }
//= none
func copyOrNoObject(l PodLister) (*Pod, error) { p, err := l.Get("a"); if err == nil && p != nil { return p.DeepCopy(), nil }; return p, err }
//= write $0/Labels p.Labels; store $0/Labels $0/Labels/*
func defaultLabels(p *Pod) { if p.Labels == nil { p.Labels = map[string]string{} } }
//= none
func defaultsInNew() { p := &Pod{}; defaultLabels(p); p.Labels["a"] = "b" }
//= none
func defaultsInCopy(l PodLister) { p, _ := l.Get("a"); if p != nil { p = p.DeepCopy() }; defaultLabels(p); p.Labels["a"] = "b" }
//= none
func defaultsInCopies(l PodLister, n int) { for range n { p, _ := l.Get("a"); if p != nil { p = p.DeepCopy() }; defaultLabels(p) } }
//! p.Labels
//= none
func defaultsInSome(l PodLister, own bool) { p, _ := l.Get("a"); if own { p = p.DeepCopy() }; defaultLabels(p); p.Labels["a"] = "b" }
//= none
func notFound(l PodLister) { p, err := l.Get("a"); if err != nil { p = &Pod{} }; if err != nil { p.Name = "x" } }
//! m["a"].Name
//= none
func collects(l PodLister) { m := map[string]*Pod{}; p, _ := l.Get("a"); m["a"] = p; m["a"].Name = "x" }
//= none
func collectsCopies(l PodLister) { var ps []*Pod; p, _ := l.Get("a"); ps = append(ps, p.DeepCopy()); ps[0].Name = "x" }
//! q.Name
//= none
func lists(l PodLister) { p, _ := l.Get("a"); for _, q := range []*Pod{p} { q.Name = "x" } }
//= none
func clones(l PodLister) { p, _ := l.Get("a"); m := maps.Clone(p.Labels); m["a"] = "b" }
//! ps[0].Name
//= none
func clonesSlice(c *controller) { ps := slices.Clone(c.all()); ps[0].Name = "x" }
type kept struct { nested map[string]map[string]*Pod; whole, plain Pod; structs map[string]Pod; iface any; cleared *Pod; both *Pod }
func (k *kept) put(p *Pod) { if k.nested["a"] == nil { k.nested["a"] = map[string]*Pod{} }; k.nested["a"]["b"] = p }
//= none
func keepsChanged(l PodLister) { p, _ := l.Get("a"); c := *p; c.Labels = maps.Clone(c.Labels); (&kept{nested: map[string]map[string]*Pod{}}).put(&c) }
//! k.nested["a"]["b"].Args[0]
//= write $0/nested/*/[]/*/[]/*/Args/*/… k.nested["a"]["b"].Args[0]; write $0/nested/*/[]/*/[]/*/Labels/*/… k.nested["a"]["b"].Labels["a"]
func takesChanged(k *kept) { k.nested["a"]["b"].Labels["a"] = "b"; k.nested["a"]["b"].Args[0] = "b" }
func keepsParts(k *kept, l PodLister) {
	p, _ := l.Get("a"); c := *p; c.Labels = map[string]string{}; c.Spec = Spec{Sel: map[string]string{}}
	k.whole = c; k.structs["a"] = c; k.iface = &c; k.plain = *p
	d := *p; d.Labels = nil; k.cleared = &d
	e := *p; k.both = &e; k.both = &c
}
//! w.Args[0]
//= write $0/whole/Args/*/[] w.Args[0]; write $0/whole/Labels/*/[] w.Labels["a"]; write $0/whole/Spec/Sel/*/[] w.Spec.Sel["a"]
func takesWhole(k *kept) { w := k.whole; w.Labels["a"] = "b"; w.Spec.Sel["a"] = "b"; w.Args[0] = "b" }
//! p.Labels["a"]
//= write $0/plain/Labels/*/[] p.Labels["a"]
func takesPlain(k *kept) { p := k.plain; p.Labels["a"] = "b" }
//! k.structs["a"].Args[0]
//= write $0/structs/*/[]/Args/*/[] k.structs["a"].Args[0]; write $0/structs/*/[]/Labels/*/[] k.structs["a"].Labels["a"]; write $0/structs/*/[]/Spec/Sel/*/[] k.structs["a"].Spec.Sel["a"]
func takesStruct(k *kept) { k.structs["a"].Labels["a"] = "b"; k.structs["a"].Spec.Sel["a"] = "b"; k.structs["a"].Args[0] = "b" }
//! p.Args[0]
//= write $0/iface/*/:(p.Pod)/Args/*/[] p.Args[0]; write $0/iface/*/:(p.Pod)/Labels/*/[] p.Labels["a"]; write $0/iface/*/:(p.Pod)/Spec/Sel/*/[] p.Spec.Sel["a"]
func takesInterface(k *kept) { p := k.iface.(*Pod); p.Labels["a"] = "b"; p.Spec.Sel["a"] = "b"; p.Args[0] = "b" }
//! k.cleared.Args[0]
//= write $0/cleared/*/Args/*/[] k.cleared.Args[0]; write $0/cleared/*/Labels/*/[] k.cleared.Labels["a"]
func takesCleared(k *kept) { k.cleared.Labels["a"] = "b"; k.cleared.Args[0] = "b" }
//! k.both.Args[0]
//= write $0/both/*/Args/*/[] k.both.Args[0]; write $0/both/*/Labels/*/[] k.both.Labels["a"]
func takesBoth(k *kept) { k.both.Labels["a"] = "b"; k.both.Args[0] = "b" }
//= write $0/[]/*/Name p.Name
func values(m map[string]*Pod) { for p := range maps.Values(m) { p.Name = "x" } }
//= write $0/[]/*/Name p.Name
func collected(m map[string]*Pod) { for _, p := range slices.Collect(maps.Values(m)) { p.Name = "x" } }
//! p.GetLabels()["a"]
//= none
func accessor(l PodLister) { p, _ := l.Get("a"); p.GetLabels()["a"] = "b"; p.SetLabels(nil) }
//! p.Name
//= none
func literal(l PodLister) { p, _ := l.Get("a"); func() { p.Name = "x" }() }
//= ret0=func "p.later$1" new0; new0/$0=new1; new1=cache0; cache0=l.Get type p.Pod of $0
func later(l PodLister) func() { p, _ := l.Get("a"); return func() { p.Name = "x" } }
//= write $0/copies c.copies; write $0/current c.current; store $0/copies _; store $0/current cache0; cache0=l.Get type p.Pod of $1
func keeps(c *controller, l PodLister) { p, _ := l.Get("a"); c.current = p; c.copies = p.DeepCopy() }
//! c.current.Name
//= write $0/current/*/Name c.current.Name
func takes(c *controller) { c.current.Name = "x" }
//= write $0/copies/*/Name c.copies.Name
func takesCopy(c *controller) { c.copies.Name = "x" }
//= store strong $0/queue/*/[] $0/queue/*/[]/*|cache0; cache0=l.Get type p.Pod of $1
func sends(c *controller, l PodLister) { p, _ := l.Get("a"); c.queue <- p }
//! p.Name
//= write $0/queue/*/[]/*/Name p.Name
func works(c *controller) { p := <-c.queue; p.Name = "x" }
//= none
func keepsGlobal(l PodLister) { global, _ = l.Get("a") }
//! global.Name
//= none
func takesGlobal() { global.Name = "x" }
//! s.read().Name
//= call "p.store.read"($0)
func byInterface(s store) { s.read().Name = "x" }
//! p.Name
//= none
func comparesCopy(l PodLister) { p, _ := l.Get("a"); old := p.DeepCopy(); p.Name = "x"; _ = old }
//= none
func replaced(c *controller, i int) { ps := c.all(); ps[i] = ps[i].DeepCopy(); ps[i].Name = "x" }
//= none
func all(c *controller) { ps := c.all(); for i := range ps { ps[i] = ps[i].DeepCopy() }; for _, p := range ps { p.Name = "x" } }
//! s.Sel["a"]
//= none
func spec(l PodLister) { p, _ := l.Get("a"); s := p.Spec; s.Node = "x"; s.Sel["a"] = "b" }
//! p.Name
//= none
func twice(l PodLister) { p, _ := l.Get("a"); p.Name = "x"; p.Labels["a"] = "b" }
`)
}

// TestHandlers: what event handlers get.
func TestHandlers(t *testing.T) {
	checkEffects(t, &config.Config{}, `
func set(p *Pod) { p.Name = "x" }
//! o.(*Pod).Name
//= ret0==new0; new0/AddFunc=func "p.funcs$1"; new0/DeleteFunc=func "p.onDelete"; new0/UpdateFunc=func "p.funcs$2"
func funcs() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(o any) { o.(*Pod).Name = "x" },
		UpdateFunc: func(old, o any) { set(o.(*Pod)); _ = old.(*Pod).Name },
		DeleteFunc: onDelete,
	}
}
//! p.Labels["a"]
//= write $0/:(p.Pod)/Labels/*/[] p.Labels["a"]; write $0/:(k8s.io/client-go/tools/cache.DeletedFinalStateUnknown)/Obj/*/:(p.Pod)/Labels/*/[] p.Labels["a"]
func onDelete(o any) {
	p, ok := o.(*Pod)
	if !ok {
		d, _ := o.(cache.DeletedFinalStateUnknown)
		p = d.Obj.(*Pod)
	}
	p.Labels["a"] = "b"
}
type handler struct{}
var _ cache.ResourceEventHandler = handler{}
//! o.(*Pod).Name
//= write $1/:(p.Pod)/Name o.(*Pod).Name
func (handler) OnAdd(o any, initial bool) { o.(*Pod).Name = "x" }
//= none
func (handler) OnUpdate(old, o any) { p := o.(*Pod).DeepCopy(); p.Name = "x" }
//= none
func (handler) OnDelete(o any) {}
//! e.Object.(*Pod).Name
//= write $0/Object/*/:(p.Pod)/Name e.Object.(*Pod).Name
func created(e event.CreateEvent) bool { e.Object.(*Pod).Name = "x"; return true }
//= none
func updated(e event.UpdateEvent) bool { e.ObjectNew.SetLabels(nil); return e.ObjectOld != nil }
//! e.MetaNew.(*Pod).Name
//= write $0/MetaNew/*/:(p.Pod)/Name e.MetaNew.(*Pod).Name
func updatedMeta(e event.UpdateEvent) bool { e.MetaNew.(*Pod).Name = "x"; return true }
type task struct { run func(*Pod); Shared func(*Pod) }
//! p.Name
//= write $0/run t.run; store $0/run func "p.registers$1"
func registers(t *task, l PodLister) { t.run = func(p *Pod) { p.Name = "x" }; p, _ := l.Get("a"); t.run(p) }
`)
}

// TestSpecials: functions with an effect of their own kind.
func TestSpecials(t *testing.T) {
	checkEffects(t, &config.Config{}, `
type keeper struct { m sync.Map; own cache.Store; c client.Client }
func newKeeper() *keeper { return &keeper{own: cache.NewStore(nil)} }
type Claim struct { Name string; Labels map[string]string }
func (c *Claim) DeepCopy() *Claim { d := *c; return &d }
func (c *Claim) DeepCopyObject() client.Object { return c.DeepCopy() }
func (c *Claim) SetLabels(l map[string]string) { c.Labels = l }
type informed struct { pods, claims, either, given cache.Store; shared cache.SharedInformer }
func newInformed(lw any, other bool) *informed {
	i := &informed{shared: cache.NewSharedInformer(lw, &Pod{}, 0)}
	i.pods, _ = cache.NewInformer(lw, &Pod{}, 0, nil)
	i.claims, _ = cache.NewInformer(lw, &Claim{}, 0, nil)
	i.either = i.claims
	if other { i.either = i.pods }
	return i
}
//! p.Name
//= none
func (i *informed) podOfPods() { o, _, _ := i.pods.GetByKey("a"); if p, ok := o.(*Pod); ok { p.Name = "x" } }
//= none
func (i *informed) podOfClaims() { o, _, _ := i.claims.GetByKey("a"); if p, ok := o.(*Pod); ok { p.Name = "x" } }
//! p.Name
//= none
func (i *informed) podOfEither() { o, _, _ := i.either.GetByKey("a"); if p, ok := o.(*Pod); ok { p.Name = "x" } }
//! p.Name
//= none
func (i *informed) podOfGiven() { o, _, _ := i.given.GetByKey("a"); if p, ok := o.(*Pod); ok { p.Name = "x" } }
//= none
func (i *informed) claimOfShared() { for _, o := range i.shared.GetStore().List() { o.(*Claim).Name = "x" } }
//= ret0=cache0; cache0=i.pods.GetByKey type p.Pod
func (i *informed) typed() any { o, _, _ := i.pods.GetByKey("a"); return o }
//= write $0/Name reflect.ValueOf(p).Elem().FieldByName("Name").SetString("x")
func reflectSet(p *Pod) { reflect.ValueOf(p).Elem().FieldByName("Name").SetString("x") }
//= write $0/Labels/*/[] reflect.ValueOf(p.Labels).SetMapIndex(...)
func reflectMap(p *Pod) { reflect.ValueOf(p.Labels).SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf("b")) }
//= write $0/reflected reflect.Indirect(reflect.ValueOf(p)).FieldByName(name).Set(...)
func reflectField(p *Pod, name string) { reflect.Indirect(reflect.ValueOf(p)).FieldByName(name).Set(reflect.Value{}) }
//= write $0/reflected reflect.ValueOf(&p).Elem().Elem().Field(0).SetString("x")
func reflectElem(p *Pod) { reflect.ValueOf(&p).Elem().Elem().Field(0).SetString("x") }
//= write $0/Args/*/[] reflect.ValueOf(p.Args).Index(0).SetString("x")
func reflectIndex(p *Pod) { reflect.ValueOf(p.Args).Index(0).SetString("x") }
//= none
func reflectBound(p *Pod) { f := reflect.ValueOf(p).Elem; f().Field(0).SetString("x") }
//= none
func reflectBoundSetter(p *Pod) { f := reflect.ValueOf(p).Elem().Field(0).SetString; f("x") }
//= write $0/[]/*/Name p.Name
func receivesParameter[C chan *Pod](c C) { p := <-c; p.Name = "x" }
//= write $0/[]/*/Name p.Name
func receivesUnion[C chan *Pod | <-chan *Pod](c C) { p := <-c; p.Name = "x" }
//= write $0/[]/*/Name p.Name
func selectsParameter[C interface{ ~chan *Pod }](c C) { select { case p := <-c: p.Name = "x"; default: } }
//= write $0 "copier.Copy(p, q)"
func copier1(p, q *Pod) { copier.Copy(p, q) }
//= write $1 "mapstructure.Decode(m, p)"
func decodesMap(m map[string]any, p *Pod) { mapstructure.Decode(m, p) }
//= write $1 d.Decode(m); field "github.com/go-viper/mapstructure/v2.DecoderConfig.Result"=$1
func decodesByConfig(m map[string]any, p *Pod) { d, _ := mapstructure.NewDecoder(&mapstructure.DecoderConfig{Result: p}); d.Decode(m) }
//= none
func decodesCopy(m map[string]any, p *Pod) { mapstructure.Decode(m, p.DeepCopy()) }
//= none
func reflectAddr(p *Pod) { reflect.ValueOf(p).Elem().Field(1).Addr().Interface() }
//= none
func reflectCopy(p Pod) { v := reflect.ValueOf(p); _ = v.Interface() }
//= store strong $0/m/[] $0/m/[]/*|cache0; cache0=l.Get type p.Pod of $1
func (k *keeper) put(l PodLister) { p, _ := l.Get("a"); k.m.Store("a", p) }
//! o.(*Pod).Name
//= write $0/m/[]/*/:(p.Pod)/Name o.(*Pod).Name
func (k *keeper) take() { o, _ := k.m.Load("a"); o.(*Pod).Name = "x" }
//! o.(*Pod).Name
//= write $0/m/[]/*/:(p.Pod)/Name o.(*Pod).Name
func (k *keeper) each() { k.m.Range(func(k, o any) bool { o.(*Pod).Name = "x"; return true }) }
//= write $0/own/*/[]/*/:(p.Pod)/Name o.(*Pod).Name
func (k *keeper) ownStore() { o, ok, _ := k.own.GetByKey("a"); if ok { o.(*Pod).Name = "x" } }
//! p.Labels["a"] (managed)
//= none
func (k *keeper) clientGet(ctx context.Context) { var p Pod; k.c.Get(ctx, client.ObjectKey{}, &p); p.Labels["a"] = "b" }
//! p.Labels["a"]
//= none
func (k *keeper) clientNoCopy(ctx context.Context) { var p Pod; k.c.Get(ctx, client.ObjectKey{}, &p, client.UnsafeDisableDeepCopy); p.Name = "x"; p.Labels["a"] = "b" }
//! ps.Items[0].Labels["a"]
//= none
func (k *keeper) clientList(ctx context.Context) { var ps PodList; k.c.List(ctx, &ps, client.UnsafeDisableDeepCopy); ps.Items[0].Labels["a"] = "b"; ps.Items[0].Name = "x" }
//! k.c.Update(ctx, p):decode
//= none
func (k *keeper) update(ctx context.Context, l PodLister) { p, _ := l.Get("a"); k.c.Update(ctx, p) }
//= ret0=new0; new0==cache0/.; cache0=c.Get managed type p.Pod
func given(ctx context.Context, c client.Client) *Pod { var p Pod; c.Get(ctx, client.ObjectKey{}, &p); return &p }
//! given(ctx, k.c).Labels["a"] (managed)
//= none
func (k *keeper) useGiven(ctx context.Context) { given(ctx, k.c).Labels["a"] = "b" }
//= field "k8s.io/client-go/tools/cache.ResourceEventHandlerFuncs.AddFunc"/"()"=$0
func handsToInformer(fn func(any)) { _ = &cache.ResourceEventHandlerFuncs{AddFunc: fn} }
//= call $0(cache0); cache0="an object of the informer" type p.Pod
func handsPods(fn func(*Pod)) { _ = &cache.ResourceEventHandlerFuncs{AddFunc: func(o any) { fn(o.(*Pod)) }} }
//= write $0/Name p.Name
func writesInHandler(p *Pod) { _ = &cache.ResourceEventHandlerFuncs{AddFunc: func(o any) { p.Name = "x" }} }
func hands(f func(any))
func filters(f func(event.CreateEvent) bool)
type handlerFunc func(o any)
func callsHandler(l PodLister, h handlerFunc) { p, _ := l.Get("a"); h(p) }
func registersHandler(h handlerFunc)
//! p.Name
//= none
func replacedByHandler() { p := &Pod{}; registersHandler(func(o any) { p = o.(*Pod) }); p.Name = "x" }
//= none
func replacedByCopy() { p := &Pod{}; registersHandler(func(o any) { p = o.(*Pod).DeepCopy() }); p.Name = "x" }
//= none
func replacedByOther() { p := &Pod{}; hands(func(o any) { p = o.(*Pod) }); p.Name = "x" }
//! p.Name
//= none
func replacedByEvent(some bool) { p := &Pod{}; if some { filters(func(e event.CreateEvent) bool { p = e.Object.(*Pod); return true }) }; p.Name = "x" }
//= none
func replacedByEventCopy() { p := &Pod{}; filters(func(e event.CreateEvent) bool { p = e.Object.(*Pod).DeepCopy(); return true }); p.Name = "x" }
//= none
func changedBeforeEvent() { p := &Pod{}; seen := func(e event.CreateEvent) bool { p = e.Object.(*Pod); return true }; p.Name = "x"; filters(seen) }
//! p.Name
//= none
func changedAfterNamed() { p := &Pod{}; seen := func(e event.CreateEvent) bool { p = e.Object.(*Pod); return true }; filters(seen); p.Name = "x" }
type eventFuncs struct { create func(event.CreateEvent) bool }
func filtersAll(from string, by ...any)
//! p.Name
//= none
func replacedInOptions() { p := &Pod{}; filtersAll("a", eventFuncs{create: func(e event.CreateEvent) bool { p = e.Object.(*Pod); return true }}); p.Name = "x" }
//= none
func changedBeforeOptions() { p := &Pod{}; by := eventFuncs{create: func(e event.CreateEvent) bool { p = e.Object.(*Pod); return true }}; filtersAll("a"); p.Name = "x"; filtersAll("a", by) }
//= none
func callsOwnEvent() { p := &Pod{}; seen := func(e event.CreateEvent) bool { p = e.Object.(*Pod); return true }; seen(event.CreateEvent{Object: &Pod{}}); p.Name = "x"; filters(seen) }
//! p.Name
//= none
func replacedInLoop(n int) { p := &Pod{}; seen := func(e event.CreateEvent) bool { p = e.Object.(*Pod); return true }; for range n { filters(seen) }; p.Name = "x" }
//! p.Name
//= none
func replacedInBranches(some bool) { p := &Pod{}; seen := func(e event.CreateEvent) bool { p = e.Object.(*Pod); return true }; if some { filters(seen); p = p.DeepCopy() } else { filtersAll("a", seen) }; p.Name = "x" }
//= none
func copiedBetweenEvents() { p := &Pod{}; seen := func(e event.CreateEvent) bool { p = e.Object.(*Pod); return true }; filters(seen); p = p.DeepCopy(); filters(seen); p.Name = "x" }
//= none
func copiedAfterEvent() { p := &Pod{}; filters(func(e event.CreateEvent) bool { p = e.Object.(*Pod); return true }); p = p.DeepCopy(); p.Name = "x" }
type registry struct { each []func(*Pod); named map[string]func(*Pod) }
//= write $0/each r.each; store $0/each new0; field "p.registry.each"/*/[]=$1; new0/[]=$0/each/*/[]/*|$1
func (r *registry) add(fn func(*Pod)) { r.each = append(r.each, fn) }
//= write $0/named/*/[] r.named["a"]; store strong $0/named/*/[] $0/named/*/[]/*|$1; field "p.registry.named"/*/[]/"()"=$1
func (r *registry) name(fn func(*Pod)) { r.named["a"] = fn }
//= call "p.registry.each/*/[]"($1/:(p.Pod)); call $0/each/*/[]/*($1/:(p.Pod)); call "p.registry.named/*/[]"($1/:(p.Pod)); call $0/named/*/[]/*($1/:(p.Pod))
func (r *registry) call(p *Pod) { for _, fn := range r.each { fn(p) }; for _, fn := range r.named { fn(p) } }
//= call $0/each/*/[]/*(cache0); call $0/named/*/[]/*(cache0); cache0=l.Get type p.Pod of $1
func (r *registry) start(l PodLister) { p, _ := l.Get("a"); r.call(p) }
//! p.Name
//= write $0/each r.each via registry.add; store $0/each new0; new0/[]=$0/each/*/[]/*|func "(*p.registry).fill$1"
func (r *registry) fill() { r.add(func(p *Pod) { p.Name = "x" }) }
//! p.Args
//= write $0/named/*/[] r.named["a"] via registry.name; store strong $0/named/*/[] $0/named/*/[]/*|func "(*p.registry).fillMap$1"
func (r *registry) fillMap() { r.name(func(p *Pod) { p.Args = nil }) }
//= write $0/each r.each via registry.add; store $0/each new0; new0/[]=$0/each/*/[]/*|func "(*p.registry).fillCopy$1"
func (r *registry) fillCopy() { r.add(func(p *Pod) { p = p.DeepCopy(); p.Name = "x" }) }
type bus struct { cloned, old, appended, copied, handed, copies []func(*Pod); named map[string]func(*Pod) }
//= call "p.bus.cloned/*/[]"($1/:(p.Pod)); call $0/cloned/*/[]/*($1/:(p.Pod)); call "p.bus.named/*/[]"($1/:(p.Pod)); call $0/named/*/[]/*($1/:(p.Pod)); call "p.bus.old/*/[]"($1/:(p.Pod)); call $0/old/*/[]/*($1/:(p.Pod))
func (b *bus) call(p *Pod) { for _, fn := range slices.Clone(b.cloned) { fn(p) }; for _, fn := range maps.Clone(b.named) { fn(p) }; for _, fn := range expslices.Clone(b.old) { fn(p) } }
func (b *bus) snapshot() []func(*Pod) { fns := make([]func(*Pod), len(b.copied)); copy(fns, b.copied); return fns }
func callAll(fns []func(*Pod), p *Pod) { for _, fn := range fns { fn(p) } }
//= call $0/cloned/*/[]/*(cache0); call $0/named/*/[]/*(cache0); call $0/old/*/[]/*(cache0); call $0/appended/*/[]/*(cache0); call $0/copied/*/[]/*(cache0); call $0/handed/*/[]/*(cache0); call $0/copies/*/[]/*(_); cache0=l.Get type p.Pod of $1
func (b *bus) start(l PodLister) {
	p, _ := l.Get("a"); b.call(p)
	for _, fn := range append([]func(*Pod){}, b.appended...) { fn(p) }
	for _, fn := range b.snapshot() { fn(p) }
	callAll(slices.Clone(b.handed), p)
	for _, fn := range slices.Clone(b.copies) { fn(p.DeepCopy()) }
}
//! p.Name
//= write $0/cloned b.cloned; store $0/cloned new0; new0/[]=$0/cloned/*/[]/*|func "p.fillCloned$1"
func fillCloned(b *bus) { b.cloned = append(b.cloned, func(p *Pod) { p.Name = "x" }) }
//! p.Name
//= write $0/old b.old; store $0/old new0; new0/[]=$0/old/*/[]/*|func "p.fillOld$1"
func fillOld(b *bus) { b.old = append(b.old, func(p *Pod) { p.Name = "x" }) }
//! p.Name
//= write $0/named/*/[] b.named["a"]; store strong $0/named/*/[] $0/named/*/[]/*|func "p.fillNamed$1"
func fillNamed(b *bus) { b.named["a"] = func(p *Pod) { p.Name = "x" } }
//! p.Name
//= write $0/appended b.appended; store $0/appended new0; new0/[]=$0/appended/*/[]/*|func "p.fillAppended$1"
func fillAppended(b *bus) { b.appended = append(b.appended, func(p *Pod) { p.Name = "x" }) }
//! p.Name
//= write $0/copied b.copied; store $0/copied new0; new0/[]=$0/copied/*/[]/*|func "p.fillCopied$1"
func fillCopied(b *bus) { b.copied = append(b.copied, func(p *Pod) { p.Name = "x" }) }
//! p.Name
//= write $0/handed b.handed; store $0/handed new0; new0/[]=$0/handed/*/[]/*|func "p.fillHanded$1"
func fillHanded(b *bus) { b.handed = append(b.handed, func(p *Pod) { p.Name = "x" }) }
//= write $0/copies b.copies; store $0/copies new0; new0/[]=$0/copies/*/[]/*|func "p.fillCopies$1"
func fillCopies(b *bus) { b.copies = append(b.copies, func(p *Pod) { p.Name = "x" }) }
var listeners []func(*Pod)
//! p.Name
//= none
func listens() { listeners = append(listeners, func(p *Pod) { p.Name = "x" }) }
//= none
func callsListeners(l PodLister) { p, _ := l.Get("a"); for _, fn := range append([]func(*Pod){}, listeners...) { fn(p) } }
type table struct { pods []*Pod }
//= write $0/[]/*/Name p.Name
func takesTable(pods []*Pod) { for _, p := range pods { p.Name = "x" } }
//= none
func putsIntoCopy(t *table, l PodLister) { pods := slices.Clone(t.pods); pods[0], _ = l.Get("a") }
//= none
func putsIntoCopyOrNew(t *table, l PodLister) { pods := slices.Clone(t.pods); if len(pods) == 0 { pods = make([]*Pod, 1) }; pods[0], _ = l.Get("a") }
//= none
func putsIntoOldCopyOrNew(t *table, l PodLister) { pods := expslices.Clone(t.pods); if len(pods) == 0 { pods = make([]*Pod, 1) }; pods[0], _ = l.Get("a") }
//= write $0/pods/*/[]/*/Name p.Name
func writesTable(t *table) { for _, p := range t.pods { p.Name = "x" } }
type board struct { fns []func(*Pod) }
//= call $0/fns/*/[]/*(cache0); cache0=l.Get type p.Pod of $1
func (b *board) start(l PodLister) { p, _ := l.Get("a"); for _, fn := range b.fns { fn(p) } }
//= none
func registersInCopy(b *board, some bool) { fns := slices.Clone(b.fns); if some { fns = nil }; fns[0] = func(p *Pod) { p.Name = "x" } }

//k8slint:returns-copy
//= cache0=l.Get type p.Pod of $0
func promisedCopy(l PodLister) *Pod { p, _ := l.Get("a"); return p }
//k8slint:shared
//= ret0=cache
func promisedShared() *Pod { return &Pod{} }
//k8slint:writes p
//= write $0 p
func promisedWrite(p *Pod) { }
//k8slint:does write $1/Labels/*/[] merge; ret0=$0
//= ret0=$0; write $1/Labels/*/[] merge
func promisedAll(p, q *Pod) *Pod { return nil }
type source interface {
	//k8slint:shared
	Get() *Pod
	//k8slint:does write $1/Labels; ret0=$1
	Label(p *Pod) *Pod
}
//= write $1/Labels s.Label(p)
func usesPromisedAll(s source, p *Pod) { s.Label(p) }
//! s.Get().Name
//= none
func usesPromise(s source) { s.Get().Name = "x" }
//= none
func usesCopy(l PodLister) { promisedCopy(l).Name = "x" }
`)
}

// TestTransforms: what a transform function makes of objects is of any type.
func TestTransforms(t *testing.T) {
	checkEffects(t, &config.Config{}, `
type Claim struct { Name string; Labels map[string]string }
func (c *Claim) DeepCopy() *Claim { d := *c; return &d }
func (c *Claim) DeepCopyObject() client.Object { return c.DeepCopy() }
func (c *Claim) SetLabels(l map[string]string) { c.Labels = l }
type informed struct { pods cache.Store; shared cache.SharedInformer }
func newInformed(lw any) *informed {
	i := &informed{shared: cache.NewSharedInformer(lw, &Pod{}, 0)}
	i.shared.SetTransform(func(any) any { return &Claim{} })
	i.pods, _ = cache.NewInformer(lw, &Pod{}, 0, nil)
	return i
}
//! o.(*Claim).Name
//= none
func (i *informed) claimOfShared() { for _, o := range i.shared.GetStore().List() { o.(*Claim).Name = "x" } }
//= none
func (i *informed) claimOfPods() { for _, o := range i.pods.List() { o.(*Claim).Name = "x" } }
`)
}

// TestModels: what a user's models file says of a function goes before what the
// tables and bodies say.
func TestModels(t *testing.T) {
	c := &config.Config{Models: &models.File{
		Sources: []models.Source{{Func: "example.com/p.shared"}, {Func: "(*example.com/p.registry).all", Results: []int{0}}},
		Copies:  []models.Copy{{Func: "example.com/p.clone"}},
		Writers: []models.Writer{{Func: "example.com/p.touch", Params: []int{1}}, {Func: "(*example.com/p.registry).mark", Params: []int{models.Receiver}}},
	}}
	checkEffects(t, c, `
type registry struct { pod *Pod }
func (r *registry) all() ([]*Pod, error)
func (r *registry) mark()
func shared() *Pod
func clone(p *Pod) *Pod { return p }
func touch(n int, p *Pod)

//! shared().Name
//= none
func fromShared() { shared().Name = "x" }
//! ps[0].Name
//= none
func fromMethod(r *registry) { ps, _ := r.all(); ps[0].Name = "x" }
//= none
func fromClone(p *Pod) { clone(p).Name = "x" }
//= write $0 "touch(1, p)"
func writer(p *Pod) { touch(1, p) }
//= write $0 r.mark()
func writesReceiver(r *registry) { r.mark() }
`)
}

// TestAnyContract: whatever users say that a function does, a call of it is analysed.
func TestAnyContract(t *testing.T) {
	var src strings.Builder
	for i, does := range []string{
		`none`, `ret0=cache[]`, `ret0=cache*`, `ret0=new[]($1/[]/*)`, `ret0=iter($1)`, `ret0=$1/Object/*; ret1=$0/?U`, `ret0==$1/Spec|=cache0/.; cache0=_`,
		`ret0=new0|=new0/Spec; new0=$0; new0/Labels=_; new0/Spec==$1/Spec`, `ret0=func "iterator" new0|new1; new0/$0=$0; new1=$0`,
		`ret0=func "a/b.F" new3`, `ret0=$1/:(k8s.io/api/core/v1.Pod)/Spec|$1/"odd step"/":(|"`, `call $0(cache,_)`, `call weak $1($1,$1,$1,$1)`, `call $1/fns/*/[]/*(cache0|new0); cache0=x`,
		`call "p.Pod.Name"(cache)`, `call "(p.PodLister).Get"(cache,cache,cache); ret0=call0.7`, `call $1(_); call call0.1(func "f"); ret1=call1.0`, `store $1/Labels/*/[] cache`, `store weak elems $0 $1; store copy $1 $0`, `store $0 $0/*/[]/*`,
		`fresh $1`, `field "p.Pod.Name"/[]=cache`, `field "nothing"/a/b=$1|$0`, `write $1/Name if $1/Name=="x"`, `ret0=$1 if $0!=nil`, `ret0=cache0; cache0=Get managed type x client y given of $1`,
		`write $0/*/*/*/*/*/*/*/*/*/*/[]/[]/[]/[]`, `ret0=new0; new0/[]/A=new0`, `ret0=$1/…/[]`,
	} {
		fmt.Fprintf(&src, "//k8slint:does %s\nfunc (b *board) does%d(p *Pod) (*Pod, any) { return p, b }\n", does, i)
		fmt.Fprintf(&src, "//k8slint:does %s\nfunc alsoDoes%d(of func(*Pod), p *Pod) ([]*Pod, error) { return nil, nil }\n", does, i)
		fmt.Fprintf(&src, "func calls%[1]d(b *board, l PodLister) any { p, _ := l.Get(\"a\"); q, x := b.does%[1]d(p); ps, _ := alsoDoes%[1]d(b.fn, q); for _, p := range ps { p.Name = \"x\" }; return x }\n", i)
	}
	r := analyse(t, &config.Config{}, "type board struct { fn func(*Pod); Labels map[string]string }\n"+src.String())
	if len(r.res.Findings) == 0 {
		t.Error("nothing is said to return an object of the cache")
	}
}
