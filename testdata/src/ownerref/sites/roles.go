package sites

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/ownerref/api"
)

// A granter creates roles.
type granter struct{ client.Client }

// clusterRole is refused on each reconcile.
func (g *granter) clusterRole(ctx context.Context, site *api.Site) error {
	role := &rbacv1.ClusterRole{ObjectMeta: metav1.ObjectMeta{Name: site.Name}}
	if err := controllerutil.SetControllerReference(site, role, g.Scheme()); err != nil { // want `^no ClusterRole has a namespace, so the Site, which has one, cannot own it: this returns an error, or the ClusterRole is never collected; delete it in a finalizer$`
		return err
	}
	return g.Create(ctx, role)
}

// binding names a namespace, which only hides that from the client: the server drops it.
func (g *granter) binding(ctx context.Context, site *api.Site) error {
	binding := &rbacv1.ClusterRoleBinding{ObjectMeta: metav1.ObjectMeta{Namespace: site.Namespace, Name: site.Name}}
	if err := ctrl.SetControllerReference(site, binding, g.Scheme()); err != nil { // want `no ClusterRoleBinding has a namespace`
		return err
	}
	return g.Create(ctx, binding)
}

func (g *granter) space(site *api.Site, space *corev1.Namespace) error { // want space:`\Qhelper (owner $0; object $1)\E`
	return controllerutil.SetOwnerReference(site, space, g.Scheme()) // want `no Namespace has a namespace, so the Site, which has one, cannot own it`
}

// role is in the namespace of its owner.
func (g *granter) role(site *api.Site, role *rbacv1.Role) error {
	return controllerutil.SetControllerReference(site, role, g.Scheme())
}

// ofFarm has an owner in no namespace, ofUnmarked may have one.
func (g *granter) ofFarm(farm *api.Farm, role *rbacv1.ClusterRole) error {
	return controllerutil.SetControllerReference(farm, role, g.Scheme())
}

func (g *granter) ofUnmarked(owner *api.Unmarked, role *rbacv1.ClusterRole) error {
	return controllerutil.SetControllerReference(owner, role, g.Scheme())
}

// any may get objects of any scope.
func (g *granter) any(site *api.Site, object client.Object) error {
	return controllerutil.SetControllerReference(site, object, g.Scheme())
}
