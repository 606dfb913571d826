// Package typeparams sets and reads fields of type parameters: of structs of several
// names, of structs that have methods, and through pointers. Each kind of analyzer
// has something to look at beside them.
package typeparams

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
)

type before struct {
	Name, Version *string
	Meta          metav1.ObjectMeta
}

type after struct {
	Name, Version *string
	Meta          metav1.ObjectMeta
}

type named interface {
	before | after
	comparable
}

type both interface {
	any
	before | after | ~int
	interface{ before | after }
}

func parse[T before | after](name string) T {
	version := "0"
	return T{Name: &name, Version: &version}
}

func parsePointer[T interface{ before | after }](name, rv string) *T {
	return &T{Name: &name, Version: &rv, Meta: metav1.ObjectMeta{Name: name, ResourceVersion: rv}}
}

func parseBoth[T both](rv string) []T {
	return []T{{Version: &rv}, {Meta: metav1.ObjectMeta{ResourceVersion: rv}}}
}

func parseOptions[T metav1.ListOptions | listOptions](rv string) T {
	opts := T{ResourceVersion: rv}
	return opts
}

type listOptions metav1.ListOptions

func setThrough[P interface{ *before }](p P, rv string) string {
	(*p).Version = &rv
	(*p).Meta.ResourceVersion = rv
	q := *p
	return q.Meta.ResourceVersion + *(*p).Version
}

func newPod[T corev1.Pod | pod](name, rv string) *T {
	return &T{ObjectMeta: metav1.ObjectMeta{Name: name, ResourceVersion: rv}}
}

type pod corev1.Pod

func follow(ctx context.Context, kube kubernetes.Interface, rv *string) error {
	w, err := kube.CoreV1().Pods("").Watch(ctx, parseOptions[metav1.ListOptions](*rv))
	if err != nil {
		return err
	}
	for ev := range w.ResultChan() {
		o, ok := ev.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		*rv = o.GetResourceVersion()
		_ = parse[before](o.Name)
		_ = parsePointer[after](o.Name, *rv)
		_ = parseBoth[after](*rv)
		_ = setThrough(&before{}, *rv)
		_ = newPod[pod](o.Name, *rv)
	}
	return nil
}

func followGeneric[T before | after](ctx context.Context, kube kubernetes.Interface, rv string) (T, error) {
	var last T
	for {
		w, err := kube.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return last, err
		}
		for ev := range w.ResultChan() {
			if o, ok := ev.Object.(*corev1.Pod); ok && o.ResourceVersion != "" {
				last = T{Name: &o.Name, Meta: o.ObjectMeta}
				rv = o.ResourceVersion // an advance: rvassign says what it thinks of it
			}
		}
	}
}

func update[T before | after, P interface{ *before }](ctx context.Context, kube kubernetes.Interface, p P) (out T, err error) {
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := kube.CoreV1().Pods("").Get(ctx, *(*p).Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pod.Labels = map[string]string{"a": "b"}
		(*p).Meta = pod.ObjectMeta
		(*p).Meta.ResourceVersion = pod.ResourceVersion
		out = T{Name: (*p).Name, Meta: pod.ObjectMeta}
		_, err = kube.CoreV1().Pods("").Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
	return out, err
}

func relabel[T before | after](pods corelisters.PodLister) (T, error) {
	pod, err := pods.Pods("a").Get("b")
	if err != nil {
		return T{}, err
	}
	return T{Name: &pod.Name, Meta: *pod.ObjectMeta.DeepCopy()}, nil
}

func handle[T before | after](informer cache.SharedIndexInformer, use func(T)) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if p, ok := obj.(*corev1.Pod); ok {
				use(T{Name: &p.Name})
			}
		},
	})
}
