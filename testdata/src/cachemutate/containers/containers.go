// Package containers: objects in slices, maps, channels and fields.
package containers

import (
	"maps"
	"sort"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type task struct{ pod *corev1.Pod }

type worker struct {
	pods  corelisters.PodLister
	tasks chan task
}

func (w *worker) fill() {
	pods, _ := w.pods.List(labels.Everything())
	for _, p := range pods {
		w.tasks <- task{pod: p}
	}
}

func (w *worker) run() {
	for t := range w.tasks {
		t.pod.Labels["a"] = "b" // want `mutates a cached object`
	}
}

type copyTask struct{ pod *corev1.Pod }

type copyWorker struct {
	pods  corelisters.PodLister
	tasks chan copyTask
}

func (w *copyWorker) fill() {
	pods, _ := w.pods.List(labels.Everything())
	for _, p := range pods {
		w.tasks <- copyTask{pod: p.DeepCopy()}
	}
}

func (w *copyWorker) run() {
	for t := range w.tasks {
		t.pod.Labels["a"] = "b"
	}
}

type registry struct {
	pods    corelisters.PodLister
	clients map[string]entry
}

type entry struct{ source *corev1.Pod }

func newEntry(p *corev1.Pod) entry { return entry{source: p} } // want newEntry:`^\Qret0==new0; field "k8slint.test/cachemutate/containers.entry.source"=$0; new0/source=$0\E$`

func (r *registry) refresh() {
	pods, _ := r.pods.List(labels.Everything())
	for _, p := range pods {
		r.clients[p.Name] = newEntry(p)
	}
}

func (r *registry) use(name string) *corev1.Pod {
	c := r.clients[name]
	out := &corev1.Pod{}
	out.Labels = c.source.GetLabels()
	out.Labels["a"] = "b" // want `mutates a cached object`
	return out
}

func filtered(l corelisters.PodLister) {
	pods, _ := l.List(labels.Everything())
	var keep []*corev1.Pod
	for _, p := range pods {
		if p.Name != "" {
			keep = append(keep, p)
		}
	}
	keep[0].Spec.NodeName = "x" // want `mutates a cached object`
}

func replaced(l corelisters.PodLister) {
	pods, _ := l.List(labels.Everything())
	for i := range pods {
		pods[i] = pods[i].DeepCopy()
	}
	for _, p := range pods {
		p.Spec.NodeName = "x"
	}
}

func replacedSome(l corelisters.PodLister) {
	pods, _ := l.List(labels.Everything())
	for i := range pods {
		if pods[i].Name != "" {
			pods[i] = pods[i].DeepCopy()
		}
	}
	for _, p := range pods {
		p.Spec.NodeName = "x" // want `mutates a cached object`
	}
}

// The list is a variable that a function literal reads.
func replacedAndSorted(l corelisters.PodLister) {
	pods, err := l.List(labels.Everything())
	if err != nil {
		return
	}
	for i := range pods {
		pods[i] = pods[i].DeepCopy()
	}
	sort.Slice(pods, func(i, j int) bool { return pods[i].Name < pods[j].Name })
	for _, p := range pods {
		p.Spec.NodeName = "x"
	}
}

func replacedSomeAndSorted(l corelisters.PodLister) {
	pods, err := l.List(labels.Everything())
	if err != nil {
		return
	}
	for i := range pods {
		if pods[i].Name != "" {
			pods[i] = pods[i].DeepCopy()
		}
	}
	sort.Slice(pods, func(i, j int) bool { return pods[i].Name < pods[j].Name })
	for _, p := range pods {
		p.Spec.NodeName = "x" // want `mutates a cached object`
	}
}

func replacedByItself(l corelisters.PodLister) {
	pods, _ := l.List(labels.Everything())
	for i := range pods {
		pods[i] = running(pods[i])
	}
	sort.Slice(pods, func(i, j int) bool { return pods[i].Name < pods[j].Name })
	for _, p := range pods {
		p.Spec.NodeName = "x" // want `mutates a cached object`
	}
}

func running(p *corev1.Pod) *corev1.Pod {
	if p.Status.Phase != corev1.PodRunning {
		return nil
	}
	return p
}

// A flag says whether the copy or the default is there; the loop reads a copy of each
// port, which leads to the object's memory.
func flagged(l corelisters.ServiceLister, copied bool) {
	svc, err := l.Services("ns").Get("name")
	if err != nil {
		return
	}
	protocol, done := "http", false
	if copied {
		svc, done = svc.DeepCopy(), true
	}
	if !done {
		svc = &corev1.Service{Spec: corev1.ServiceSpec{Ports: []corev1.ServicePort{{AppProtocol: &protocol}}}}
	}
	for _, port := range svc.Spec.Ports {
		*port.AppProtocol = "https"
	}
}

func flaggedLate(l corelisters.ServiceLister, copied bool) {
	svc, err := l.Services("ns").Get("name")
	if err != nil {
		return
	}
	done := false
	if copied {
		svc, done = svc.DeepCopy(), true
	}
	for _, port := range svc.Spec.Ports {
		*port.AppProtocol = "https" // want `mutates a cached object`
	}
	_ = done
}

func allCopies(l corelisters.PodLister) []*corev1.Pod {
	pods, err := l.List(labels.Everything())
	if err != nil {
		return nil
	}
	for i := range pods {
		pods[i] = pods[i].DeepCopy()
	}
	return pods
}

func useCopies(l corelisters.PodLister) {
	for _, p := range append(allCopies(l), &corev1.Pod{}) {
		delete(p.Labels, "k")
	}
}

type input struct{ labels map[string]string }

type renderer struct{ pods corelisters.PodLister }

func (r *renderer) render(name string) {
	pod, err := r.pods.Pods("ns").Get(name)
	if err != nil {
		return
	}
	in := input{labels: pod.Labels}
	in.labels = maps.Clone(pod.Labels)
	r.override(in)
}

func (r *renderer) override(in input) { in.labels["a"] = "b" } // want override:`^\Qwrite $1/labels/*/[] in.labels["a"]\E$`

// An element that was replaced by a copy a moment ago is the copy, whatever the
// others are.
func replacedOne(l corelisters.PodLister, name string) {
	pods, _ := l.List(labels.Everything())
	for i := range pods {
		if pods[i].Name == name {
			pods[i] = pods[i].DeepCopy()
			pods[i].Labels["a"] = "b"
		}
		if pods[i].Name == "other" {
			pods[i] = pods[i].DeepCopy()
			pods[0].Labels["a"] = "b" // want `mutates a cached object`
		}
	}
}

func replacedInMap(l corelisters.PodLister, name string) {
	pods, _ := l.List(labels.Everything())
	byName := map[string]*corev1.Pod{}
	for _, p := range pods {
		byName[p.Name] = p
	}
	if byName[name] == nil {
		return
	}
	byName[name] = byName[name].DeepCopy()
	byName[name].Labels["a"] = "b"
	byName["first"] = byName["first"].DeepCopy()
	byName["first"].Labels["a"] = "b"
}

func replacedOtherInMap(l corelisters.PodLister, name string) {
	pods, _ := l.List(labels.Everything())
	byName := map[string]*corev1.Pod{}
	for _, p := range pods {
		byName[p.Name] = p
	}
	byName["first"] = byName["first"].DeepCopy()
	byName[name].Labels["a"] = "b" // want `mutates a cached object`
}

type job struct{ pod *corev1.Pod }

func replacedInTask(l corelisters.PodLister) {
	pods, _ := l.List(labels.Everything())
	var jobs []*job
	for _, p := range pods {
		jobs = append(jobs, &job{pod: p})
	}
	for _, j := range jobs {
		j.pod = j.pod.DeepCopy()
		j.pod.Labels["a"] = "b"
	}
}

func replacedTooLate(l corelisters.PodLister) {
	pods, _ := l.List(labels.Everything())
	var jobs []*job
	for _, p := range pods {
		jobs = append(jobs, &job{pod: p})
	}
	for _, j := range jobs {
		j.pod.Labels["a"] = "b" // want `mutates a cached object`
		j.pod = j.pod.DeepCopy()
	}
}

// What lies under one key of a map is not what lies under another.
func underKeys(l corelisters.ServiceLister, more []string) map[string][]string {
	svc, err := l.Services("ns").Get("one")
	if err != nil {
		return nil
	}
	lists := make(map[string][]string)
	if svc.Name != "" {
		lists["names"] = []string{svc.Name}
		lists["ips"] = svc.Spec.ClusterIPs
	} else {
		for _, m := range more {
			if _, ok := lists["names"]; !ok {
				lists["names"] = make([]string, 0)
			}
			lists["names"] = append(lists["names"], m)
		}
	}
	if _, ok := lists["names"]; ok {
		sort.Strings(lists["names"])
	}
	if _, ok := lists["ips"]; ok {
		sort.Strings(lists["ips"]) // want `sort.Strings\(lists\["ips"\]\) mutates a cached object`
	}
	return lists
}
