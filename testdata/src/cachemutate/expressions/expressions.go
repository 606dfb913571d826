// Package expressions: methods called as functions, and methods that an embedded
// pointer has.
package expressions

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type ctl struct{ l corelisters.PodLister }

func (c *ctl) get() *corev1.Pod { p, _ := c.l.Pods("a").Get("x"); return p }

type h1 struct{}

func (h1) mark(p *corev1.Pod)   { p.Labels["a"] = "b" }
func (*h1) markP(p *corev1.Pod) { p.Labels["a"] = "b" }

type outer struct{ *h1 }
type marker interface{ markP(p *corev1.Pod) }

func local() {
	h1{}.mark(&corev1.Pod{})
	(&h1{}).markP(&corev1.Pod{})
	use(&outer{}, &corev1.Pod{})
	(&base{&corev1.Pod{}}).touch()
	doTouch(&base{&corev1.Pod{}})
}

func (c *ctl) copies() {
	f := h1.mark
	f(h1{}, c.get().DeepCopy())
	t := (*ctl).get
	t(c).DeepCopy().Labels["t"] = "y"
	x := task{&base{c.get().DeepCopy()}}
	x.touch()
	(*base).touch(x.base)
}

func (c *ctl) a() {
	f := h1.mark
	f(h1{}, c.get()) // want `mutates a cached object`
}
func (c *ctl) b() {
	(*h1).markP(nil, c.get()) // want `mutates a cached object`
}
func (c *ctl) c1() {
	t := (*ctl).get
	t(c).Labels["t"] = "y" // want `mutates a cached object`
}
func (c *ctl) d() {
	o := outer.markP
	o(outer{}, c.get()) // want `mutates a cached object`
}
func (c *ctl) e() {
	var m marker = &outer{}
	m.markP(c.get()) // want `mutates a cached object`
}
func (c *ctl) f() {
	use(&outer{}, c.get()) // want `mutates a cached object`
}
func use(m marker, p *corev1.Pod) { m.markP(p) }

type base struct{ pod *corev1.Pod }

func (b *base) touch()           { b.pod.Labels["touch"] = "x" }
func (b *base) Pod() *corev1.Pod { return b.pod }

type toucher interface {
	touch()
	Pod() *corev1.Pod
}
type task struct{ *base }

func (c *ctl) g() {
	var t toucher = &task{&base{c.get()}}
	t.touch() // want `mutates a cached object`
}
func doTouch(t toucher) { t.touch() }

func (c *ctl) i() {
	x := task{&base{c.get()}}
	x.touch() // want `mutates a cached object`
}
func (c *ctl) i2() {
	x := task{&base{c.get()}}
	f := (*base).touch
	f(x.base) // want `mutates a cached object`
}
func (c *ctl) i3() {
	x := task{&base{c.get()}}
	g := task.Pod
	g(x).Labels["g"] = "x" // want `mutates a cached object`
}
func (c *ctl) j(t toucher) {
	f := t.touch
	f()
	k := c.l.Pods("a").Get
	p, _ := k("x")
	p.Labels["k"] = "x" // want `mutates a cached object`
	m := corelisters.PodLister.Pods
	q, _ := m(c.l, "x").Get("y")
	q.Labels["m"] = "x" // want `mutates a cached object`
}
