package main

import (
	"encoding/json"
	"maps"
	"slices"
	"sort"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
)

// shapes are the functions by name. What belongs to one carries its name in
// front of an underscore.
var shapes = map[string]func(env){
	"mapWrite": mapWrite, "mapWriteCopy": mapWriteCopy,
	"fieldWrite": fieldWrite, "fieldWriteCopy": fieldWriteCopy,
	"helper": helper, "helperCopy": helperCopy,
	"shallow": shallow, "shallowTop": shallowTop, "shallowCloned": shallowCloned,
	"rangeList": rangeList, "sortList": sortList, "sortField": sortField,
	"byValue": byValue, "byValueTop": byValueTop,
	"closure": closure, "closureCopy": closureCopy,
	"indexed": indexed, "indexedCopy": indexedCopy,
	"setter": setter, "accessor": accessor, "accessorCopy": accessorCopy,
	"deleteKey": deleteKey, "copyInto": copyInto, "copyFrom": copyFrom,
	"jsonCopy": jsonCopy, "jsonInto": jsonInto,
	"wrongCopy": wrongCopy, "conditional": conditional, "conditionalCopy": conditionalCopy,
	"container": container, "containerCopy": containerCopy, "overwritten": overwritten,
	"method": method, "deferred": deferred, "aliasedMap": aliasedMap, "deleteFunc": deleteFunc,
}

func get(e env) *corev1.Pod {
	p, err := e.pods.Pods("ns").Get("one")
	if err != nil {
		panic("the pod is not in the cache: " + err.Error())
	}
	return p
}

func mapWrite(e env)     { get(e).Labels["x"] = "y" }
func mapWriteCopy(e env) { get(e).DeepCopy().Labels["x"] = "y" }

func fieldWrite(e env)     { get(e).Spec.NodeName = "n" }
func fieldWriteCopy(e env) { get(e).DeepCopy().Spec.NodeName = "n" }

func set(p *corev1.Pod) { p.Annotations["x"] = "y" }

func helper(e env)     { set(get(e)) }
func helperCopy(e env) { set(get(e).DeepCopy()) }

func shallow(e env) {
	cp := *get(e)
	cp.Labels["x"] = "y"
}

func shallowTop(e env) {
	cp := *get(e)
	cp.Spec.NodeName = "n"
	cp.Labels = nil
}

func shallowCloned(e env) {
	p := get(e)
	cp := *p
	cp.Labels = maps.Clone(p.Labels)
	cp.Labels["x"] = "y"
}

func rangeList(e env) {
	pods, _ := e.pods.List(labels.Everything())
	for _, p := range pods {
		p.Labels["x"] = "y"
	}
}

func sortList(e env) {
	pods, _ := e.pods.List(labels.Everything())
	sort.Slice(pods, func(i, j int) bool { return pods[i].Name > pods[j].Name })
	pods[0] = nil
}

func sortField(e env) { sort.Strings(get(e).Finalizers) }

func byValue_spec(s corev1.PodSpec)    { s.Containers[0].Image = "other" }
func byValue(e env)                    { byValue_spec(get(e).Spec) }
func byValueTop_spec(s corev1.PodSpec) { s.NodeName = "other" }
func byValueTop(e env)                 { byValueTop_spec(get(e).Spec) }

func closure(e env) {
	p := get(e)
	_ = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		p.Labels["x"] = "y"
		return nil
	})
}

func closureCopy(e env) {
	p := get(e)
	p = p.DeepCopy()
	_ = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		p.Labels["x"] = "y"
		return nil
	})
}

func indexed(e env) {
	objs, _ := e.informer.GetIndexer().ByIndex(cache.NamespaceIndex, "ns")
	objs[0].(*corev1.Pod).Labels["x"] = "y"
}

func indexedCopy(e env) {
	objs, _ := e.informer.GetIndexer().ByIndex(cache.NamespaceIndex, "ns")
	objs[0].(*corev1.Pod).DeepCopy().Labels["x"] = "y"
}

func setter(e env) { get(e).SetLabels(map[string]string{"x": "y"}) }

func accessor(e env) {
	m, _ := meta.Accessor(get(e))
	m.SetAnnotations(nil)
}

func accessorCopy(e env) {
	m, _ := meta.Accessor(get(e).DeepCopy())
	m.SetAnnotations(nil)
}

func deleteKey(e env) { delete(get(e).Labels, "app") }

func copyInto(e env) { (&corev1.Pod{}).DeepCopyInto(get(e)) }

func copyFrom(e env) {
	var mine corev1.Pod
	get(e).DeepCopyInto(&mine)
	mine.Labels["x"] = "y"
}

func jsonCopy(e env) {
	data, _ := json.Marshal(get(e))
	var mine corev1.Pod
	_ = json.Unmarshal(data, &mine)
	mine.Labels["x"] = "y"
}

func jsonInto(e env) { _ = json.Unmarshal([]byte(`{"spec":{"nodeName":"n"}}`), get(e)) }

func wrongCopy(e env) {
	p := get(e)
	old := p.DeepCopy()
	p.Labels["x"] = "y"
	_ = old
}

func conditional(e env) {
	p := get(e)
	if p.Name == "other" {
		p = p.DeepCopy()
	}
	p.Labels["x"] = "y"
}

func conditionalCopy(e env) {
	p := get(e)
	copied := false
	if p.Name == "one" {
		p = p.DeepCopy()
		copied = true
	}
	if copied {
		p.Labels["x"] = "y"
	}
}

func container(e env) {
	byName := map[string]*corev1.Pod{"a": get(e)}
	byName["a"].Labels["x"] = "y"
}

func containerCopy(e env) {
	byName := map[string]*corev1.Pod{"a": get(e).DeepCopy()}
	byName["a"].Labels["x"] = "y"
}

func overwritten(e env) {
	pods, _ := e.pods.List(labels.Everything())
	for i := range pods {
		pods[i] = pods[i].DeepCopy()
	}
	for _, p := range pods {
		p.Labels["x"] = "y"
	}
}

type marker struct{ obj metav1.Object }

func (m marker) mark() { m.obj.SetFinalizers(nil) }

func method(e env) {
	f := marker{get(e)}.mark
	f()
}

func deferred(e env) {
	p := get(e)
	defer func() { p.Labels["x"] = "y" }()
	p.GetName()
}

func aliasedMap(e env) {
	mine := &corev1.Pod{}
	mine.Labels = get(e).Labels
	mine.Labels["x"] = "y"
}

func deleteFunc(e env) {
	p := get(e)
	_ = slices.DeleteFunc(p.Finalizers, func(f string) bool { return f == "b" })
}
