// Package converters: functions that copy an object of one type, and hand out
// others as they are.
package converters

import (
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic/dynamiclister"
	appslisters "k8s.io/client-go/listers/apps/v1"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// toObject copies what is unstructured.
func toObject(o interface{}) (client.Object, error) {
	switch t := o.(type) {
	case *unstructured.Unstructured:
		return t.DeepCopy(), nil
	case client.Object:
		return t, nil
	default:
		return nil, fmt.Errorf("%T is no object", o)
	}
}

func setKind(l listers.PodLister) (client.Object, error) {
	pod, err := l.Pods("ns").Get("x")
	if err != nil {
		return nil, err
	}
	obj, err := toObject(pod)
	if err != nil {
		return nil, err
	}
	obj.GetObjectKind().SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Pod")) // want `SetGroupVersionKind\(.*\) mutates a cached object`
	return obj, nil
}

func setKindOfCopy(l listers.PodLister) (client.Object, error) {
	pod, err := l.Pods("ns").Get("x")
	if err != nil {
		return nil, err
	}
	obj, err := toObject(pod.DeepCopy())
	if err != nil {
		return nil, err
	}
	obj.GetObjectKind().SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Pod"))
	return obj, nil
}

func setKindOfUnstructured(l dynamiclister.Lister) error {
	u, err := l.Get("x")
	if err != nil {
		return err
	}
	obj, err := toObject(u)
	if err != nil {
		return err
	}
	obj.GetObjectKind().SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Pod"))
	return nil
}

// The store may hold either.
func setKindOfUnknown(s cache.Store) error {
	o, ok, err := s.GetByKey("ns/x")
	if err != nil || !ok {
		return err
	}
	obj, err := toObject(o)
	if err != nil {
		return err
	}
	obj.GetObjectKind().SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Pod"))
	return nil
}

// A syncer gets its objects from handlers.
type syncer struct {
	scheme *runtime.Scheme
}

func (s *syncer) register(pods, others cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj interface{}) {
			if pod, ok := obj.(*corev1.Pod); ok {
				s.sync(pod)
			}
		},
	})
	others.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj interface{}) {
			if u, ok := obj.(*unstructured.Unstructured); ok {
				s.sync(u)
			}
		},
	})
}

func (s *syncer) sync(o runtime.Object) {
	obj, err := s.convert(o)
	if err != nil {
		return
	}
	obj.GetObjectKind().SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Pod")) // want `SetGroupVersionKind\(.*\) mutates a cached object, passed by the informer`
}

// convert makes an object of the scheme's type of what is unstructured.
func (s *syncer) convert(o interface{}) (runtime.Object, error) {
	switch t := o.(type) {
	case *unstructured.Unstructured:
		obj, err := s.scheme.New(t.GroupVersionKind())
		if err != nil {
			return nil, err
		}
		return obj, runtime.DefaultUnstructuredConverter.FromUnstructured(t.Object, obj)
	case runtime.Object:
		return t, nil
	}
	return nil, fmt.Errorf("%T is no object", o)
}

// copyWorkload copies Deployments and nothing else.
func copyWorkload(o runtime.Object) client.Object {
	if d, ok := o.(*appsv1.Deployment); ok {
		return d.DeepCopy()
	}
	if obj, ok := o.(client.Object); ok {
		return obj
	}
	return nil
}

func label(deployments appslisters.DeploymentLister, sets appslisters.StatefulSetLister) error {
	d, err := deployments.Deployments("ns").Get("x")
	if err != nil {
		return err
	}
	copyWorkload(d).SetLabels(nil)
	s, err := sets.StatefulSets("ns").Get("x")
	if err != nil {
		return err
	}
	copyWorkload(s).SetLabels(nil) // want `SetLabels\(nil\) mutates a cached object`
	return nil
}

// A cleaner tells the types apart: what is asserted further is no copy.
func cleaner(i cache.SharedIndexInformer) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(_, obj interface{}) {
			switch t := obj.(type) {
			case *unstructured.Unstructured:
				t = t.DeepCopy()
				t.SetManagedFields(nil)
			case *corev1.Pod:
				t.ManagedFields = nil // want `t.ManagedFields = … mutates a cached object`
			case *appsv1.Deployment:
				t = t.DeepCopy()
				t.ManagedFields = nil
			}
		},
	})
}
