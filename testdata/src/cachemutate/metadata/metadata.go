// Package metadata: objects of which the cache holds the metadata only. They are
// typed: what their getters hand out is their own.
package metadata

import (
	"fmt"
	"maps"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/metadata/metadatalister"
	"k8s.io/client-go/tools/cache"
)

// asserted tells the type itself.
func asserted(s cache.Store) error {
	obj, ok, err := s.GetByKey("ns/x")
	if err != nil || !ok {
		return err
	}
	acc, ok := obj.(*metav1.PartialObjectMetadata)
	if !ok {
		return fmt.Errorf("%T", obj)
	}
	annotations := acc.GetAnnotations()
	delete(annotations, "seen") // want `delete\(annotations, "seen"\) mutates a cached object`
	return nil
}

func assertedCopy(s cache.Store) error {
	obj, ok, err := s.GetByKey("ns/x")
	if err != nil || !ok {
		return err
	}
	acc, ok := obj.(*metav1.PartialObjectMetadata)
	if !ok {
		return fmt.Errorf("%T", obj)
	}
	annotations := maps.Clone(acc.GetAnnotations())
	delete(annotations, "seen")
	return nil
}

// unstructuredAsserted has a getter that copies.
func unstructuredAsserted(s cache.Store) error {
	obj, ok, err := s.GetByKey("ns/x")
	if err != nil || !ok {
		return err
	}
	acc, ok := obj.(*unstructured.Unstructured)
	if !ok {
		return fmt.Errorf("%T", obj)
	}
	annotations := acc.GetAnnotations()
	delete(annotations, "seen")
	return nil
}

// An object of unknown type may be unstructured.
func unknown(s cache.Store) error {
	obj, ok, err := s.GetByKey("ns/x")
	if err != nil || !ok {
		return err
	}
	acc, err := meta.Accessor(obj)
	if err != nil {
		return err
	}
	annotations := acc.GetAnnotations()
	delete(annotations, "seen")
	return nil
}

// accessor asks for the metadata of what the handler told the type of.
func accessor(i cache.SharedIndexInformer) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(_, obj interface{}) {
			p, ok := obj.(*metav1.PartialObjectMetadata)
			if !ok {
				return
			}
			acc, err := meta.Accessor(p)
			if err != nil {
				return
			}
			l := acc.GetLabels()
			l["seen"] = "b" // want `l\["seen"\] = … mutates a cached object`
		},
	})
}

func lister(l metadatalister.Lister) error {
	p, err := l.Namespace("ns").Get("x")
	if err != nil {
		return err
	}
	strip(p) // want `strip mutates a cached object`
	strip(p.DeepCopy())
	all, err := l.List(labels.Everything())
	if err != nil {
		return err
	}
	for _, p := range all {
		strip(p) // want `strip mutates a cached object`
	}
	return nil
}

// strip is far from where the object was read.
func strip(o metav1.Object) {
	l := o.GetLabels()
	if len(l) == 0 {
		return
	}
	delete(l, "seen")
}

func stripUnstructured(s cache.Store) error {
	obj, ok, err := s.GetByKey("ns/x")
	if err != nil || !ok {
		return err
	}
	if u, ok := obj.(*unstructured.Unstructured); ok {
		strip(u)
	}
	return nil
}

// both finds out what it has.
func both(s cache.Store) error {
	obj, ok, err := s.GetByKey("ns/x")
	if err != nil || !ok {
		return err
	}
	var o metav1.Object
	switch t := obj.(type) {
	case *unstructured.Unstructured:
		o = t
	case *metav1.PartialObjectMetadata:
		o = t
	default:
		return fmt.Errorf("%T", obj)
	}
	delete(o.GetLabels(), "seen") // want `delete\(o.GetLabels\(\), "seen"\) mutates a cached object`
	return nil
}

// informers of metadata hold nothing else.
func informers(f metadatainformer.SharedInformerFactory, gvr schema.GroupVersionResource) error {
	obj, err := f.ForResource(gvr).Lister().Get("x")
	if err != nil {
		return err
	}
	p := obj.(*metav1.PartialObjectMetadata)
	p.GetAnnotations()["seen"] = "b" // want `p.GetAnnotations\(\)\["seen"\] = … mutates a cached object`
	return nil
}

// collected keeps the accessors first.
func collected(l cache.GenericLister) error {
	objs, err := l.List(labels.Everything())
	if err != nil {
		return err
	}
	var kept []metav1.Object
	for _, obj := range objs {
		acc, ok := obj.(*metav1.PartialObjectMetadata)
		if !ok {
			continue
		}
		kept = append(kept, acc)
	}
	for _, acc := range kept {
		annotations := acc.GetAnnotations()
		delete(annotations, "seen") // want `delete\(annotations, "seen"\) mutates a cached object`
	}
	return nil
}
