// Package whole compares objects that the API server has stored with new ones, as a whole.
package whole

import (
	"context"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

type writer struct {
	client.Client
	clients kubernetes.Interface
	prefix  string
}

// page is the page of an owner.
func page(owner *corev1.Service, text string) (*corev1.ConfigMap, error) {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: owner.Name, Namespace: owner.Namespace}, Data: map[string]string{"page": text}}, nil
}

func (w *writer) named(owner *corev1.Service) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: w.prefix + owner.Name, Namespace: owner.Namespace}}
}

// write writes at each reconcile.
func (w *writer) write(ctx context.Context, owner *corev1.Service) error {
	found := &corev1.ConfigMap{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(owner), found); err != nil {
		return err
	}
	wanted, err := page(owner, "hello")
	if err != nil {
		return err
	}
	if err := controllerutil.SetControllerReference(owner, wanted, w.Scheme()); err != nil {
		return err
	}
	wanted.ResourceVersion = found.ResourceVersion
	if reflect.DeepEqual(found, wanted) { // want `^reflect\.DeepEqual is always false here: the API server gives each object a uid and a creationTimestamp, which found has, and wanted has none; compare what the program sets$`
		return nil
	}
	return w.Update(ctx, wanted)
}

// again reads what it has created itself.
func (w *writer) again(ctx context.Context, owner *corev1.Service) error {
	found := &corev1.ConfigMap{}
	err := w.Get(ctx, client.ObjectKeyFromObject(owner), found)
	if apierrors.IsNotFound(err) {
		found, err = page(owner, "hello")
		if err == nil {
			err = w.Create(ctx, found)
		}
	}
	if err != nil {
		return err
	}
	wanted := w.named(owner)
	if !equality.Semantic.DeepEqual(wanted, found) { // want `equality\.Semantic\.DeepEqual is always false here: the API server gives each object a uid`
		return w.Update(ctx, wanted)
	}
	return nil
}

// typed compares structs, of a typed client.
func (w *writer) typed(ctx context.Context, name string) error {
	found, err := w.clients.CoreV1().ConfigMaps("pages").Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	wanted := corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}}
	if reflect.DeepEqual(*found, wanted) { // want `reflect\.DeepEqual is always false here: the API server gives each object a uid`
		return nil
	}
	_, err = w.clients.CoreV1().ConfigMaps("pages").Update(ctx, &wanted, metav1.UpdateOptions{})
	return err
}

// data compares what the program sets.
func (w *writer) data(ctx context.Context, owner *corev1.Service) error {
	found := &corev1.ConfigMap{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(owner), found); err != nil {
		return err
	}
	wanted, err := page(owner, "hello")
	if err != nil || reflect.DeepEqual(found.Data, wanted.Data) {
		return err
	}
	return w.Update(ctx, wanted)
}

// merged changes what it has read, or takes over its metadata.
func (w *writer) merged(ctx context.Context, owner *corev1.Service, over bool) (bool, error) {
	found := &corev1.ConfigMap{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(owner), found); err != nil {
		return false, err
	}
	if over {
		wanted, err := page(owner, "hello")
		wanted.ObjectMeta = found.ObjectMeta
		return reflect.DeepEqual(found, wanted), err
	}
	wanted := w.named(owner)
	wanted.SetUID(found.GetUID())
	wanted.SetResourceVersion(found.GetResourceVersion())
	wanted.SetCreationTimestamp(found.GetCreationTimestamp())
	return reflect.DeepEqual(found, wanted), nil
}

// cleaned empties what the server has set.
func (w *writer) cleaned(ctx context.Context, owner *corev1.Service) (bool, error) {
	found := &corev1.ConfigMap{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(owner), found); err != nil {
		return false, err
	}
	wanted := w.named(owner)
	found.ObjectMeta = metav1.ObjectMeta{Name: wanted.Name, Namespace: wanted.Namespace}
	return reflect.DeepEqual(found, wanted), nil
}

// tried has the server fill in what is wanted.
func (w *writer) tried(ctx context.Context, owner *corev1.Service) (bool, error) {
	found, wanted := &corev1.ConfigMap{}, w.named(owner)
	if err := client.NewDryRunClient(w.Client).Update(ctx, wanted); err != nil {
		return false, err
	}
	if err := w.Get(ctx, client.ObjectKeyFromObject(owner), found); err != nil {
		return false, err
	}
	return reflect.DeepEqual(found, wanted), nil
}

// before compares with what a caller, a function or a map has kept.
func (w *writer) before(ctx context.Context, old *corev1.ConfigMap, kept map[string]*corev1.ConfigMap) (bool, error) {
	found := &corev1.ConfigMap{}
	if err := w.Get(ctx, client.ObjectKeyFromObject(old), found); err != nil {
		return false, err
	}
	was, last := kept[old.Name], w.last()
	return reflect.DeepEqual(found, old) || reflect.DeepEqual(found, was) || reflect.DeepEqual(found, last), nil
}

func (w *writer) last() *corev1.ConfigMap {
	last, _ := w.clients.CoreV1().ConfigMaps("pages").Get(context.TODO(), "last", metav1.GetOptions{})
	return last
}

// empty asks whether anything was read.
func (w *writer) empty(ctx context.Context, key client.ObjectKey) (bool, error) {
	found := &corev1.ConfigMap{}
	err := w.Get(ctx, key, found)
	none := &corev1.ConfigMap{}
	return reflect.DeepEqual(found, none), client.IgnoreNotFound(err)
}
