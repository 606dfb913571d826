// Package helpers: the write is calls and packages away.
package helpers

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"

	"k8slint.test/cachemutate/helpers/annot"
)

type store struct{ pods corelisters.PodLister }

func (s *store) getRO(name string) (*corev1.Pod, error) { return s.pods.Pods("ns").Get(name) } // want getRO:`^\Qret0=cache0; cache0=s.pods.Pods("ns").Get type k8s.io/api/core/v1.Pod\E$`

func (s *store) get(name string) (*corev1.Pod, error) { // want get:`^\Qnone\E$`
	ro, err := s.getRO(name)
	if err != nil {
		return nil, err
	}
	return ro.DeepCopy(), nil
}

func (s *store) byName() map[string]*corev1.Pod { // want byName:`^\Qret0=cache0[]; cache0=s.pods.List type k8s.io/api/core/v1.Pod\E$`
	out := map[string]*corev1.Pod{}
	all, _ := s.pods.List(labels.Everything())
	for _, p := range all {
		out[p.Name] = p
	}
	return out
}

func (s *store) copiesByName() map[string]*corev1.Pod { // want copiesByName:`^\Qnone\E$`
	out := map[string]*corev1.Pod{}
	all, _ := s.pods.List(labels.Everything())
	for _, p := range all {
		out[p.Name] = p.DeepCopy()
	}
	return out
}

func (s *store) mark(name string) {
	p, err := s.getRO(name)
	if err != nil {
		return
	}
	annot.Mark(p) // want `Mark mutates a cached object \(obj.SetAnnotations\(a\) = … at \S*annot.go:15, through Set|Mark mutates a cached object \(a\[k\] = … at \S*annot.go:14, through Set`
}

func (s *store) markCopy(name string) { // want markCopy:`^\Qnone\E$`
	p, err := s.get(name)
	if err != nil {
		return
	}
	annot.Mark(p)
}

func (s *store) viaMap() {
	for _, p := range s.byName() {
		p.Labels["a"] = "b" // want `p.Labels\["a"\] = … mutates a cached object, read by s.pods.List at line \d+ \(through store.byName\)`
	}
	for _, p := range s.copiesByName() {
		p.Labels["a"] = "b"
	}
}

func (s *store) merge(name string) {
	p, err := s.getRO(name)
	if err != nil {
		return
	}
	m := annot.Merge(map[string]string{}, p.Labels)
	m["x"] = "y"
	annot.Merge(p.Labels, m) // want `Merge mutates a cached object`
}

type carrier struct {
	pod *corev1.Pod
	cp  *corev1.Pod
}

func newCarrier(p *corev1.Pod) *carrier { return &carrier{pod: p, cp: p.DeepCopy()} } // want newCarrier:`^\Qret0=new0; field "k8slint.test/cachemutate/helpers.carrier.pod"=$0; new0/pod=$0\E$`

func (c *carrier) touchCopy() { c.cp.Labels["a"] = "b" }  // want touchCopy:`^\Qwrite $0/cp/*/ObjectMeta/Labels/*/[] c.cp.Labels["a"]\E$`
func (c *carrier) touch()     { c.pod.Labels["a"] = "b" } // want `c.pod.Labels\["a"\] = … mutates a cached object`

func (s *store) carry(name string) {
	p, err := s.getRO(name)
	if err != nil {
		return
	}
	c := newCarrier(p)
	c.touchCopy()
	c.touch()
}

func ownCopy(p *corev1.Pod) { // want ownCopy:`^\Qnone\E$`
	p = p.DeepCopy()
	p.Labels["a"] = "b"
}

func (s *store) calleeCopies(name string) {
	p, err := s.getRO(name)
	if err != nil {
		return
	}
	ownCopy(p)
}

// The object that is written has no deep copy that could be put in place; the
// other one of the call is not what is wrong.
func (s *store) besideAnother(name string) {
	other, err := s.get(name)
	if err != nil {
		return
	}
	pods, err := s.pods.List(labels.Everything())
	if err != nil {
		return
	}
	annot.MarkAll(other, pods) // want `MarkAll mutates a cached object`
}

// A copy in relabel would not be what Mark writes.
func (s *store) inOrder(name string) {
	p, err := s.getRO(name)
	if err != nil {
		return
	}
	s.prepare(p)
}

func (s *store) prepare(p *corev1.Pod) {
	s.relabel(p)
	annot.Mark(p) // want `^Mark mutates a cached object`
}

func (s *store) relabel(p *corev1.Pod) { // want relabel:`^\Qwrite $1/ObjectMeta/Labels p.Labels; store $1/ObjectMeta/Labels _\E$`
	p.Labels = nil // want `p.Labels = … mutates a cached object`
}

// A new slice of the cache's objects is no object of the caller's own.
func (s *store) reconcile(name string) {
	p, err := s.getRO(name)
	if err != nil {
		return
	}
	all, err := s.pods.List(labels.Everything())
	if err != nil {
		return
	}
	s.sync(p, all, &corev1.Pod{})
}

func (s *store) resync(p *corev1.Pod) {
	s.sync(p, nil, p.DeepCopy())
}

func (s *store) sync(p *corev1.Pod, all []*corev1.Pod, status *corev1.Pod) {
	status.Name = p.Name
	p.Labels = nil // want `p.Labels = … mutates a cached object`
	for _, o := range all {
		o.Labels = nil // want `o.Labels = … mutates a cached object`
	}
}
