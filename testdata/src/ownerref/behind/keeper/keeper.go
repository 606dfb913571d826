// Package keeper keeps the objects of a site up to date, behind interfaces.
package keeper

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// A Keeper creates and updates what its owner needs.
type Keeper interface {
	Files(ctx context.Context, namespace, page string, owner metav1.Object) error // want Files:`\Qhelper (owner $3; objectKind k8s.io/api/core/v1.ConfigMap)\E`
	Account(ctx context.Context, namespace string, owner metav1.Object) error
}

type keeper struct {
	client.Client
	scheme *runtime.Scheme
}

// New returns a keeper that writes to the server.
func New(c client.Client, scheme *runtime.Scheme) Keeper { return &keeper{c, scheme} }

// Files puts the page into a ConfigMap. Its reference does not name the controller.
func (k *keeper) Files(ctx context.Context, namespace, page string, owner metav1.Object) error { // want Files:`\Qhelper (owner $3; objectKind k8s.io/api/core/v1.ConfigMap)\E`
	files := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "files"}}
	_, err := controllerutil.CreateOrPatch(ctx, k.Client, files, func() error {
		files.Data = map[string]string{"index.html": page}
		return controllerutil.SetOwnerReference(owner, files, k.scheme)
	})
	return err
}

// Account makes a ServiceAccount. Its reference is the controller's.
func (k *keeper) Account(ctx context.Context, namespace string, owner metav1.Object) error {
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "site"}}
	_, err := controllerutil.CreateOrPatch(ctx, k.Client, account, func() error {
		return ctrl.SetControllerReference(owner, account, k.scheme)
	})
	return err
}

// A Fake keeps nothing, for tests.
type Fake struct{}

func (Fake) Files(context.Context, string, string, metav1.Object) error { return nil }

func (Fake) Account(context.Context, string, metav1.Object) error { return nil }
