// Package transformers hands objects of an informer to functions that say by a
// function of a named type what they do.
package transformers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"k8slint.test/cachemutate/transformers/backend"
)

// Watch updates ConfigMaps by what the informer has.
func Watch(m *backend.Manager, informer cache.SharedIndexInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			cm := obj.(*corev1.ConfigMap)
			if err := m.Adopt(context.Background(), cm); err != nil { // want `mutates a cached object`
				klog.Error(err)
			}
		},
		UpdateFunc: func(_, obj any) {
			// It only reads the object.
			if err := m.UpdateManaged(context.Background(), obj.(*corev1.ConfigMap)); err != nil {
				klog.Error(err)
			}
		},
	})
	return err
}

// Push makes the object itself.
func Push(ctx context.Context, m *backend.Manager, name string) error {
	return m.UpdateAutonomous(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}})
}
