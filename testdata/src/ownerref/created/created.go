// Package created makes objects that the controller owns, with an owner reference or without.
package created

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"k8slint.test/ownerref/api"
)

type reconciler struct {
	client.Client
	namespace string
	mirror    func(client.Object) error
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &api.Site{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	for _, step := range []func(context.Context, *api.Site) error{
		r.service, r.ports, r.account, r.replaced, r.serviceKept, r.portsKept, r.accountKept, r.elsewhere, r.copied, r.inSpec, r.named, r.shared, r.token, r.found,
	} {
		if err := step(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) service(ctx context.Context, site *api.Site) error {
	svc := &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace, Labels: labels(site)},
		Spec:       corev1.ServiceSpec{ClusterIP: "None"},
	}
	log.FromContext(ctx).Info("creating", "service", svc)
	return r.Create(ctx, svc) // want `this Service has no owner reference, so its events never enqueue a Site, and it stays when the Site is deleted; call SetControllerReference`
}

func (r *reconciler) serviceKept(ctx context.Context, site *api.Site) error {
	svc := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}}
	if err := ctrl.SetControllerReference(site, svc, r.Scheme()); err != nil {
		return err
	}
	return r.Create(ctx, svc)
}

// ports makes the object in another function, and changes it before it is written.
func (r *reconciler) ports(ctx context.Context, site *api.Site) error {
	svc := r.portsOf(site)
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, svc, func() error { // want `this Service has no owner reference`
		svc.Spec.Type = corev1.ServiceTypeNodePort
		return nil
	})
	return err
}

func (r *reconciler) portsOf(site *api.Site) *corev1.Service {
	svc := &corev1.Service{}
	svc.SetName(site.GetName() + "-ports")
	svc.SetNamespace(site.GetNamespace())
	return svc
}

func (r *reconciler) portsKept(ctx context.Context, site *api.Site) error {
	svc := r.portsOf(site)
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, svc, func() error {
		svc.Spec.Type = corev1.ServiceTypeNodePort
		return own(site, svc, r)
	})
	return err
}

func own(site *api.Site, obj client.Object, r *reconciler) error {
	return controllerutil.SetControllerReference(site, obj, r.Scheme())
}

// account is written by a helper of the package.
func (r *reconciler) account(ctx context.Context, site *api.Site) error {
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}}
	return r.ensure(ctx, account)
}

func (r *reconciler) ensure(ctx context.Context, account *corev1.ServiceAccount) error {
	return client.IgnoreAlreadyExists(r.Create(ctx, account)) // want `this ServiceAccount has no owner reference`
}

func (r *reconciler) accountKept(ctx context.Context, site *api.Site) error {
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace,
		OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(site, schema.GroupVersionKind{Kind: "Site"})}}}
	return r.Create(ctx, account)
}

// replaced writes a new object over one that has a reference.
func (r *reconciler) replaced(ctx context.Context, site *api.Site) error {
	files := filesOf(site)
	live := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(files), live); err != nil {
		if err := ctrl.SetControllerReference(site, files, r.Scheme()); err != nil {
			return err
		}
		return r.Create(ctx, files)
	}
	desired := filesOf(site)
	if equality.Semantic.DeepEqual(desired.Data, live.Data) {
		return nil
	}
	return r.Update(ctx, desired) // want `this ConfigMap has no owner reference`
}

func filesOf(site *api.Site) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace},
		Data:       map[string]string{"name": site.Name},
	}
}

// elsewhere lies in another namespace than its site.
func (r *reconciler) elsewhere(ctx context.Context, site *api.Site) error {
	return r.Create(ctx, &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: r.namespace}})
}

// copied has its metadata from a function.
func (r *reconciler) copied(ctx context.Context, site *api.Site) error {
	return r.Create(ctx, &corev1.Service{ObjectMeta: metadata(site)})
}

func metadata(site *api.Site) metav1.ObjectMeta {
	meta := metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}
	meta.OwnerReferences = append(meta.OwnerReferences, *metav1.NewControllerRef(site, schema.GroupVersionKind{Kind: "Site"}))
	return meta
}

// named has its metadata from a function, too.
func (r *reconciler) named(ctx context.Context, site *api.Site) error {
	return r.Create(ctx, &corev1.Service{ObjectMeta: nameOf(site)}) // want `this Service has no owner reference`
}

func nameOf(site *api.Site) metav1.ObjectMeta {
	return metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}
}

// inSpec lies in a namespace that the spec names, where the site cannot own it.
func (r *reconciler) inSpec(ctx context.Context, site *api.Site) error {
	return r.Create(ctx, &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Spec.Namespace}})
}

// shared is given to a function that may own it.
func (r *reconciler) shared(ctx context.Context, site *api.Site) error {
	svc := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}}
	if err := r.mirror(svc); err != nil {
		return err
	}
	return r.Create(ctx, svc)
}

// token is of a kind that the controller does not own.
func (r *reconciler) token(ctx context.Context, site *api.Site) error {
	return r.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}})
}

// found is read from the server.
func (r *reconciler) found(ctx context.Context, site *api.Site) error {
	svc := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}}
	if err := r.Get(ctx, client.ObjectKeyFromObject(svc), svc); err != nil {
		return err
	}
	svc.Labels = labels(site)
	return r.Update(ctx, svc)
}

// nested has metadata that a function makes, which calls itself.
func (r *reconciler) nested(ctx context.Context, site *api.Site) error {
	return r.Create(ctx, &corev1.ConfigMap{ObjectMeta: metaOf(site, 2)}) // want `this ConfigMap has no owner reference`
}

func metaOf(site *api.Site, level int) metav1.ObjectMeta {
	meta := metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}
	if level > 0 {
		meta = metaOf(site, level-1)
		meta.Name += "-nested"
	}
	return meta
}

func labels(site *api.Site) map[string]string { return map[string]string{"site": site.Name} }

func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&api.Site{}).
		Owns(&corev1.Service{}).
		Owns(&corev1.ServiceAccount{}).
		Owns(&corev1.ConfigMap{}).
		Complete(r)
}
