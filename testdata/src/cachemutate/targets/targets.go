// Package targets: calls that run one of several functions, each of which makes
// memory of its own.
package targets

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// A mark is the program's own note on a pod.
type mark struct {
	pod   *corev1.Pod
	tries int
}

// A plan holds pods of the cache, and marks of its own on others.
type plan struct {
	pods  map[string]*corev1.Pod
	marks map[string]*mark
}

func (p *plan) collect(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("p")
	if err != nil {
		return
	}
	p.pods = map[string]*corev1.Pod{"p": pod}
}

func (p *plan) note(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("q")
	if err != nil {
		return
	}
	p.marks = map[string]*mark{"q": {pod: pod}}
}

// stages runs its stages in a loop: the marks of one are not the pods of the other.
func stages(l corelisters.PodLister) {
	p := &plan{}
	for _, stage := range []func(){
		func() { p.collect(l) },
		func() { p.note(l) },
	} {
		stage()
	}
	p.marks["q"].tries++
	delete(p.marks, "q")
}

func stagesWrite(l corelisters.PodLister) {
	p := &plan{}
	for _, stage := range []func(){
		func() { p.collect(l) },
		func() { p.note(l) },
	} {
		stage()
	}
	p.pods["p"].Labels["tried"] = "once"      // want `mutates a cached object`
	p.marks["q"].pod.Labels["tried"] = "once" // want `mutates a cached object`
}

// A step is one of the steps of a plan.
type step interface {
	do(p *plan, l corelisters.PodLister)
}

type collector struct{}

func (collector) do(p *plan, l corelisters.PodLister) { p.collect(l) }

type noter struct{}

func (noter) do(p *plan, l corelisters.PodLister) { p.note(l) }

func steps(l corelisters.PodLister, next step) {
	p := &plan{}
	next.do(p, l)
	p.marks["q"].tries++
	delete(p.marks, "q")
}

func stepsWrite(l corelisters.PodLister, next step) {
	p := &plan{}
	next.do(p, l)
	p.pods["p"].Labels["tried"] = "once"      // want `mutates a cached object`
	p.marks["q"].pod.Labels["tried"] = "once" // want `mutates a cached object`
}

// given hands a function on, which calls one of two.
func given(l corelisters.PodLister, now bool) {
	p := &plan{}
	stage := func() { p.collect(l) }
	if now {
		stage = func() { p.note(l) }
	}
	run(stage)
	p.marks["q"].tries++
	delete(p.marks, "q")
}

func givenWrite(l corelisters.PodLister, now bool) {
	p := &plan{}
	stage := func() { p.collect(l) }
	if now {
		stage = func() { p.note(l) }
	}
	run(stage)
	p.pods["p"].Labels["tried"] = "once"      // want `mutates a cached object`
	p.marks["q"].pod.Labels["tried"] = "once" // want `mutates a cached object`
}

func run(f func()) { f() }

var _ = []step{collector{}, noter{}}
