// Package effects: what a helper does, in terms of its parameters, is stated at
// the helper. The language is that of the tables, see internal/effect.
package effects

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Writes.

func setLabel(pod *corev1.Pod) { pod.Labels["app"] = "web" } // want setLabel:`^\Qwrite $0/ObjectMeta/Labels/*/[] pod.Labels["app"]\E$`

func setName(pod *corev1.Pod) { pod.Name = "web" } // want setName:`^\Qwrite $0/ObjectMeta/Name pod.Name\E$`

func setImage(pod *corev1.Pod) { pod.Spec.Containers[0].Image = "web:2" } // want setImage:`^\Qwrite $0/Spec/Containers/*/[]/Image pod.Spec.Containers[0].Image\E$`

func setNode(spec *corev1.PodSpec) { spec.NodeName = "node-1" } // want setNode:`^\Qwrite $0/NodeName spec.NodeName\E$`

func setAll(pods []*corev1.Pod) { // want setAll:`^\Qwrite $0/[]/*/ObjectMeta/Labels/*/[] p.Labels["app"]\E$`
	for _, p := range pods {
		p.Labels["app"] = "web"
	}
}

func drop(labels map[string]string, key string) { delete(labels, key) } // want drop:`^\Qwrite $0/[] "delete(labels, key)"\E$`

func sortTolerations(pod *corev1.Pod) { // want sortTolerations:`^\Qwrite $0/Spec/Tolerations/*/[] slices.SortFunc(...)\E$`
	slices.SortFunc(pod.Spec.Tolerations, func(a, b corev1.Toleration) int { return len(a.Key) - len(b.Key) })
}

func viaHelper(first, second *corev1.Pod) { setLabel(second) } // want viaHelper:`^\Qwrite $1/ObjectMeta/Labels/*/[] pod.Labels["app"] via setLabel\E$`

func setOfCopy(pod *corev1.Pod) { setLabel(pod.DeepCopy()) } // want setOfCopy:`^\Qnone\E$`

func setOfValue(pod corev1.Pod) { // want setOfValue:`^\Qwrite $0/ObjectMeta/Labels/*/[] pod.Labels["app"]\E$`
	pod.Name = "web"
	pod.Labels["app"] = "web"
}

func setUnless(pod *corev1.Pod, dry bool) { // want setUnless:`^\Qwrite $0/ObjectMeta/Labels/*/[] if $1!=true pod.Labels["app"]\E$`
	if !dry {
		pod.Labels["app"] = "web"
	}
}

func setIn(mode string, pod *corev1.Pod) { // want setIn:`^\Qwrite $1/ObjectMeta/Labels/*/[] if $0=="write" pod.Labels["app"]\E$`
	if mode == "write" {
		pod.Labels["app"] = "web"
	}
}

func read(pod *corev1.Pod) int { return len(pod.Labels) } // want read:`^\Qnone\E$`

// Results.

func same(pod *corev1.Pod) *corev1.Pod { return pod } // want same:`^\Qret0=$0\E$`

func labelsOf(pod *corev1.Pod) map[string]string { return pod.Labels } // want labelsOf:`^\Qret0=$0/ObjectMeta/Labels/*\E$`

func either(a, b *corev1.Pod) *corev1.Pod { // want either:`^\Qret0=$0|$1\E$`
	if a.Name < b.Name {
		return a
	}
	return b
}

func clone(pod *corev1.Pod) *corev1.Pod { return pod.DeepCopy() } // want clone:`^\Qnone\E$`

func shallow(pod *corev1.Pod) corev1.Pod { return *pod } // want shallow:`^\Qret0==$0\E$`

func withoutLabels(pod *corev1.Pod) *corev1.Pod { // want withoutLabels:`^\Qret0=new0; new0==$0; new0/ObjectMeta/Labels=_\E$`
	p := *pod
	p.Labels = nil
	return &p
}

func cloneIf(pod *corev1.Pod, write bool) *corev1.Pod { // want cloneIf:`^\Qret0=$0 if $1!=true\E$`
	if write {
		return pod.DeepCopy()
	}
	return pod
}

func firstOf(pods []*corev1.Pod) *corev1.Pod { return pods[0] } // want firstOf:`^\Qret0=$0/[]/*\E$`

func collect(a, b *corev1.Pod) []*corev1.Pod { return []*corev1.Pod{a, b} } // want collect:`^\Qret0=new0; new0/[]=$0|$1\E$`

func copyLabels(pod *corev1.Pod) map[string]string { return maps.Clone(pod.Labels) } // want copyLabels:`^\Qret0=new0; new0/[]=$0/ObjectMeta/Labels/*/[]/*\E$`

func splitByName(pods []*corev1.Pod) (named, rest []*corev1.Pod) { // want splitByName:`^\Qret0=new0; ret1=new1; new0/[]=$0/[]/*; new1/[]=$0/[]/*\E$`
	for _, p := range pods {
		if p.Name != "" {
			named = append(named, p)
		} else {
			rest = append(rest, p)
		}
	}
	return named, rest
}

type reader struct{ pods corelisters.PodLister }

func (r *reader) get(name string) (*corev1.Pod, error) { return r.pods.Pods("ns").Get(name) } // want get:`^\Qret0=cache0; cache0=r.pods.Pods("ns").Get type k8s.io/api/core/v1.Pod\E$`

func (r *reader) list() ([]*corev1.Pod, error) { return r.pods.List(labels.Everything()) } // want list:`^\Qret0=cache0[]; cache0=r.pods.List type k8s.io/api/core/v1.Pod\E$`

func (r *reader) specOf(name string) *corev1.PodSpec { // want specOf:`^\Qret0=cache0/.; cache0=r.pods.Pods("ns").Get type k8s.io/api/core/v1.Pod via reader.get\E$`
	pod, err := r.get(name)
	if err != nil {
		return nil
	}
	return &pod.Spec
}

func (r *reader) copyOf(name string) *corev1.Pod { // want copyOf:`^\Qnone\E$`
	pod, err := r.get(name)
	if err != nil {
		return nil
	}
	return pod.DeepCopy()
}

func (r *reader) byName() map[string]*corev1.Pod { // want byName:`^\Qret0=cache0[]; cache0=r.pods.List type k8s.io/api/core/v1.Pod via reader.list\E$`
	out := map[string]*corev1.Pod{}
	pods, _ := r.list()
	for _, p := range pods {
		out[p.Name] = p
	}
	return out
}

// What stays in memory of the caller.

type task struct {
	pod  *corev1.Pod
	pods []*corev1.Pod
}

func (t *task) set(pod *corev1.Pod) { t.pod = pod } // want set:`^\Qwrite $0/pod t.pod; store $0/pod $1; field "k8slint.test/cachemutate/effects.task.pod"=$1\E$`

func (t *task) add(pod *corev1.Pod) { t.pods = append(t.pods, pod) } // want add:`^\Qwrite $0/pods t.pods; store $0/pods new0; field "k8slint.test/cachemutate/effects.task.pods"/*/[]=$1; new0/[]=$0/pods/*/[]/*|$1\E$`

func (t *task) load(r *reader) { t.pod, _ = r.get("web") } // want load:`^\Qwrite $0/pod t.pod; store $0/pod cache0; cache0=r.pods.Pods("ns").Get type k8s.io/api/core/v1.Pod via reader.get\E$`

func (t *task) reset() { *t = task{} } // want reset:`^\Qwrite $0 *t; fresh $0\E$`

func fill(out *corev1.Pod, in *corev1.Pod) { *out = *in } // want fill:`^\Qwrite $0 *out; store $0 =$1\E$`

func fillDeep(out, in *corev1.Pod) { in.DeepCopyInto(out) } // want fillDeep:`^\Qwrite $0 in.DeepCopyInto(out); fresh $0\E$`

func newTask(pod *corev1.Pod) *task { return &task{pod: pod} } // want newTask:`^\Qret0=new0; field "k8slint.test/cachemutate/effects.task.pod"=$0; new0/pod=$0\E$`

func linkLabels(out, in *corev1.Pod) { out.Labels = in.Labels } // want linkLabels:`^\Qwrite $0/ObjectMeta/Labels out.Labels; store $0/ObjectMeta/Labels $1/ObjectMeta/Labels/*\E$`

// Calls.

func each(pods []*corev1.Pod, f func(*corev1.Pod)) { // want each:`^\Qcall $1($0/[]/*)\E$`
	for _, p := range pods {
		f(p)
	}
}

func (r *reader) with(name string, f func(*corev1.Pod) error) error { // want with:`^\Qcall $2(cache0); cache0=r.pods.Pods("ns").Get type k8s.io/api/core/v1.Pod via reader.get\E$`
	pod, err := r.get(name)
	if err != nil {
		return err
	}
	return f(pod)
}

func through(pod *corev1.Pod, f func(*corev1.Pod) *corev1.Pod) { f(pod).Labels["app"] = "web" } // want through:`^\Qcall $1($0/:(k8s.io/api/core/v1.Pod)); write call0.0/ObjectMeta/Labels/*/[] f(pod).Labels["app"]\E$`

type handler interface{ Handle(pod *corev1.Pod) }

func dispatch(h handler, pod *corev1.Pod) { h.Handle(pod) } // want dispatch:`^\Qcall "k8slint.test/cachemutate/effects.handler.Handle"($0,$1/:(k8s.io/api/core/v1.Pod))\E$`

func marker(pod *corev1.Pod) func(string) { // want marker:`^\Qret0=func "k8slint.test/cachemutate/effects.marker$1" new0; new0/$0=new1; new1=$0\E$`
	return func(key string) { pod.Labels[key] = "web" }
}
