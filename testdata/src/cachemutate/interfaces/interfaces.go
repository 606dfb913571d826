// Package interfaces: calls whose implementation is in sight.
package interfaces

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type podGetter interface {
	GetPod(name string) (*corev1.Pod, error)
}

type cachedGetter struct{ l corelisters.PodLister }

func (g *cachedGetter) GetPod(name string) (*corev1.Pod, error) { return g.l.Pods("ns").Get(name) } // want GetPod:`^\Qret0=cache0; cache0=g.l.Pods("ns").Get type k8s.io/api/core/v1.Pod\E$`

func viaInterface(g podGetter) { // want viaInterface:`^\Qcall "k8slint.test/cachemutate/interfaces.podGetter.GetPod"($0,_)\E$`
	pod, err := g.GetPod("x")
	if err != nil {
		return
	}
	pod.Labels["a"] = "b" // want `mutates a cached object`
}

type copyGetter interface {
	CopyPod(name string) (*corev1.Pod, error)
}

type copyingGetter struct{ l corelisters.PodLister }

func (g *copyingGetter) CopyPod(name string) (*corev1.Pod, error) {
	p, err := g.l.Pods("ns").Get(name)
	if err != nil {
		return nil, err
	}
	return p.DeepCopy(), nil
}

func viaCopying(g copyGetter) {
	pod, err := g.CopyPod("x")
	if err != nil {
		return
	}
	pod.Labels["a"] = "b"
}

type signer interface{ Sign(*corev1.Pod) error }

type writingSigner struct{}

func (writingSigner) Sign(p *corev1.Pod) error {
	p.Status.Phase = corev1.PodRunning
	return nil
}

type readingSigner struct{}

func (readingSigner) Sign(p *corev1.Pod) error { return nil }

func sign(s signer, l corelisters.PodLister) error {
	pod, err := l.Pods("ns").Get("x")
	if err != nil {
		return err
	}
	return s.Sign(pod) // want `writingSigner.Sign mutates a cached object \(p.Status.Phase`
}

func signCopy(s signer, l corelisters.PodLister) error { // want signCopy:`^\Qcall "k8slint.test/cachemutate/interfaces.signer.Sign"($0,_)\E$`
	pod, err := l.Pods("ns").Get("x")
	if err != nil {
		return err
	}
	return s.Sign(pod.DeepCopy())
}

func setAny(obj interface{}) { // want setAny:`^\Qwrite $0/!(k8s.io/api/core/v1.Service)/!(k8s.io/api/core/v1.Pod) o.SetName("z"); write $0/!(k8s.io/api/core/v1.Service)/!(k8s.io/api/core/v1.Pod)/?U/[] o.SetName("z"); write $0/:(k8s.io/api/core/v1.Pod)/Spec/NodeName o.Spec.NodeName; write $0/:(k8s.io/api/core/v1.Service)/Spec/ClusterIP o.Spec.ClusterIP\E$`
	switch o := obj.(type) {
	case *corev1.Pod:
		o.Spec.NodeName = "x"
	case *corev1.Service:
		o.Spec.ClusterIP = "y"
	case metav1.Object:
		o.SetName("z")
	}
}

func anyArg(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("x")
	if err != nil {
		return
	}
	setAny(pod) // want `setAny mutates a cached object`
	setAny(pod.DeepCopy())
}

// A case that the argument's type cannot take is not executed.
func stamp(obj interface{}) { // want stamp:`^\Qwrite $0/:(k8s.io/api/core/v1.Service)/Spec/ClusterIP o.Spec.ClusterIP\E$`
	switch o := obj.(type) {
	case *corev1.Service:
		o.Spec.ClusterIP = "y" // want `o.Spec.ClusterIP = … mutates a cached object, read by s.Services`
	}
}

func otherCase(l corelisters.PodLister, s corelisters.ServiceLister) {
	pod, err := l.Pods("ns").Get("x")
	if err != nil {
		return
	}
	stamp(pod)
	svc, err := s.Services("ns").Get("x")
	if err != nil {
		return
	}
	stamp(svc)
}

func same(obj interface{}) interface{} { return obj } // want same:`^\Qret0=$0\E$`

func otherResult(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("x")
	if err != nil {
		return
	}
	switch o := same(pod).(type) {
	case *corev1.Service:
		o.Spec.ClusterIP = "y"
	case *corev1.Pod:
		o.Spec.NodeName = "y" // want `o.Spec.NodeName = … mutates`
	}
}

// A workload has its pod as a value, or refers to one, which nobody does here.
type workload interface{ Pod() *corev1.Pod }

type ownPod struct{ pod corev1.Pod }

func (w *ownPod) Pod() *corev1.Pod { return &w.pod } // want Pod:`^\Qret0=$0/pod\E$`

type sharedPod struct{ pod *corev1.Pod }

func (w *sharedPod) Pod() *corev1.Pod { return w.pod } // want Pod:`^\Qret0=$0/pod/*\E$`

func place(w workload) { // want place:`^\Qcall "k8slint.test/cachemutate/interfaces.workload.Pod"($0); write $0/:(k8slint.test/cachemutate/interfaces.ownPod)/pod/Spec/NodeName w.Pod().Spec.NodeName; write $0/:(k8slint.test/cachemutate/interfaces.sharedPod)/pod/*/Spec/NodeName w.Pod().Spec.NodeName\E$`
	w.Pod().Spec.NodeName = "n"
}

func tag(w workload) { // want tag:`^\Qcall "k8slint.test/cachemutate/interfaces.workload.Pod"($0); write $0/:(k8slint.test/cachemutate/interfaces.ownPod)/pod/ObjectMeta/Labels/*/[] w.Pod().Labels["a"]; write $0/:(k8slint.test/cachemutate/interfaces.sharedPod)/pod/*/ObjectMeta/Labels/*/[] w.Pod().Labels["a"]\E$`
	w.Pod().Labels["a"] = "b" // want `w.Pod\(\).Labels\["a"\] = … mutates a cached object`
}

func placePods(l corelisters.PodLister) {
	pods, err := l.List(labels.Everything())
	if err != nil {
		return
	}
	for _, p := range pods {
		place(&ownPod{*p}) // the node of the struct, which is a copy
		tag(&ownPod{*p})
	}
}

// placed gets its pod from a caller.
func placed(p *corev1.Pod) {
	clone := *p
	place(&ownPod{clone})
}

func placeGiven(l corelisters.PodLister) {
	p, err := l.Pods("ns").Get("x")
	if err != nil {
		return
	}
	placed(p)
}

// Two types have a field of one name: only the method of the one at hand is run.
type marker interface{ Mark() }

type writingMarker struct{ pod *corev1.Pod }

func (m *writingMarker) Mark() { m.pod.Spec.NodeName = "n" } // want Mark:`^\Qwrite $0/pod/*/Spec/NodeName m.pod.Spec.NodeName\E$`

type readingMarker struct{ pod *corev1.Pod }

func (m *readingMarker) Mark() { _ = m.pod.Name }

func newReader(p *corev1.Pod) *readingMarker { return &readingMarker{p} } // want newReader:`^\Qret0=new0; field "k8slint.test/cachemutate/interfaces.readingMarker.pod"=$0; new0/pod=$0\E$`

func markAll(ms ...marker) { // want markAll:`^\Qcall "k8slint.test/cachemutate/interfaces.marker.Mark"($0/[]/*); write $0/[]/*/:(k8slint.test/cachemutate/interfaces.writingMarker)/pod/*/Spec/NodeName m.pod.Spec.NodeName via writingMarker.Mark\E$`
	for _, m := range ms {
		m.Mark()
	}
}

func mark(m marker) { m.Mark() } // want mark:`^\Qcall "k8slint.test/cachemutate/interfaces.marker.Mark"($0); write $0/:(k8slint.test/cachemutate/interfaces.writingMarker)/pod/*/Spec/NodeName m.pod.Spec.NodeName via writingMarker.Mark\E$`

func markRead(l corelisters.PodLister) {
	p, err := l.Pods("ns").Get("x")
	if err != nil {
		return
	}
	mark(&readingMarker{p})
	mark(newReader(p))
	markAll(&readingMarker{p})
	mark(&writingMarker{p.DeepCopy()})
	markAll(&writingMarker{p.DeepCopy()})
}

func markGiven(p *corev1.Pod) { // want markGiven:`^\Qwrite $0/Spec/NodeName m.pod.Spec.NodeName via mark via writingMarker.Mark; field "k8slint.test/cachemutate/interfaces.writingMarker.pod"=$0\E$`
	mark(&writingMarker{p}) // want `mark mutates a cached object`
}

func markWritten(l corelisters.PodLister) {
	p, err := l.Pods("ns").Get("x")
	if err != nil {
		return
	}
	markGiven(p)
}

// What an implementation puts of itself into its argument is there for the caller,
// also if the call goes through an interface.
type filler interface{ Fill(*slot) }

type slot struct{ pod *corev1.Pod }

type podFiller struct{ pod *corev1.Pod }

func (f *podFiller) Fill(s *slot) { s.pod = f.pod }

func labelFilled(f filler) {
	s := &slot{}
	f.Fill(s)
	s.pod.Labels["filled"] = "true"
}

func fillFromCache(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("x")
	if err != nil {
		return
	}
	labelFilled(&podFiller{pod}) // want `labelFilled mutates a cached object`
}

func fillWithCopy(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("x")
	if err != nil {
		return
	}
	labelFilled(&podFiller{pod.DeepCopy()})
}

// Where the type in an interface is in sight, no other type's method is run.
type visitor interface{ Visit(map[string]string) }

type stamping struct{}

func (stamping) Visit(m map[string]string) { m["stamped"] = "true" }

type counting struct{ n int }

func (c *counting) Visit(m map[string]string) { c.n += len(m) }

func newCounting() visitor { return &counting{} }

func newVisitor(stamp bool) visitor {
	if stamp {
		return stamping{}
	}
	return newCounting()
}

func countLabels(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("x")
	if err != nil {
		return
	}
	newCounting().Visit(pod.Labels)
	if v, ok := any(&counting{}).(visitor); ok {
		v.Visit(pod.Labels)
	}
}

func stampLabels(l corelisters.PodLister, stamp bool) {
	pod, err := l.Pods("ns").Get("x")
	if err != nil {
		return
	}
	newVisitor(stamp).Visit(pod.Labels) // want `stamping.Visit mutates a cached object`
}

func stampAsserted(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("x")
	if err != nil {
		return
	}
	if v, ok := any(stamping{}).(visitor); ok {
		v.Visit(pod.Labels) // want `stamping.Visit mutates a cached object`
	}
}

// An assertion that fails for the type at hand is never followed by the call.
func visitSome(l corelisters.PodLister) {
	pod, err := l.Pods("ns").Get("x")
	if err != nil {
		return
	}
	if v, ok := any(&slot{}).(visitor); ok {
		v.Visit(pod.Labels)
	}
}
