package reconcilers

import (
	"context"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
)

// hold adds the finalizer, if the object does not have it.
func hold(obj client.Object) bool { // want hold:`\Qparams ($0; adds)\E`
	if slices.Contains(obj.GetFinalizers(), finalizer) {
		return false
	}
	obj.SetFinalizers(append(obj.GetFinalizers(), finalizer))
	return true
}

// letGo removes it.
func letGo(obj client.Object) { // want letGo:`\Qparams ($0; removes; passes)\E`
	obj.SetFinalizers(slices.DeleteFunc(obj.GetFinalizers(), func(f string) bool { return f == finalizer }))
}

// share gives one object the finalizers of another, which says nothing of one of them.
func share(obj, other client.Object) { obj.SetFinalizers(append(other.GetFinalizers(), finalizer)) }

type holds struct{ client.Client }

func (r *holds) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if hold(site) { // want `if another finalizer keeps the ConfigMap while it is being deleted, the API server refuses this one; look at its DeletionTimestamp first`
		return ctrl.Result{}, r.Update(ctx, site)
	}
	return ctrl.Result{}, nil
}

type holdsKept struct{ client.Client }

func (r *holdsKept) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if site.DeletionTimestamp.IsZero() && hold(site) {
		return ctrl.Result{}, r.Update(ctx, site)
	}
	share(site, &corev1.Secret{})
	return ctrl.Result{}, r.Update(ctx, site)
}

// published creates what belongs to the object; publishedKept looks at the deletion itself.
func published(ctx context.Context, c client.Client, site *corev1.ConfigMap) (ctrl.Result, error) { // want published:`\Qparams ($2; creates)\E`
	secret := &corev1.Secret{}
	_, err := controllerutil.CreateOrUpdate(ctx, c, secret, func() error { return controllerutil.SetControllerReference(site, secret, c.Scheme()) })
	return ctrl.Result{}, err
}

func publishedKept(ctx context.Context, c client.Client, site *corev1.ConfigMap) (ctrl.Result, error) { // want publishedKept:`\Qparams ($2; tests)\E`
	if site.DeletionTimestamp != nil {
		return ctrl.Result{}, nil
	}
	return published(ctx, c, site)
}

type publishes struct{ client.Client }

func (r *publishes) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if site.DeletionTimestamp != nil {
		letGo(site)
		if err := r.Update(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
	}
	return published(ctx, r.Client, site) // want `this runs after the finalizer of the ConfigMap was removed, and creates objects for one that is gone; return after the removal`
}

type publishesKept struct{ client.Client }

func (r *publishesKept) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if site.DeletionTimestamp != nil {
		letGo(site)
		if err := r.Update(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
	}
	return publishedKept(ctx, r.Client, site)
}

type sweeps struct{ client.Client }

func (r *sweeps) sweep(ctx context.Context, namespace string) error {
	return r.DeleteAllOf(ctx, &corev1.Secret{}, client.InNamespace(namespace))
}

func (r *sweeps) count(context.Context, string) error { return nil }

func (r *sweeps) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if site.DeletionTimestamp != nil {
		letGo(site) // want `the ConfigMap is gone once its finalizer is removed here, and if the cleanup below fails, nobody tries again; remove the finalizer last`
		if err := r.Update(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
		if err := r.sweep(ctx, site.Namespace); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

type sweepsFirst struct{ sweeps }

func (r *sweepsFirst) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if site.DeletionTimestamp != nil {
		if err := r.sweep(ctx, site.Namespace); err != nil {
			return ctrl.Result{}, err
		}
		letGo(site)
		if err := r.Update(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
		if err := r.count(ctx, site.Namespace); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

// leaving and grown are told of the deletion by the metadata, passed by value.
func leaving(meta metav1.ObjectMeta) bool { return !meta.DeletionTimestamp.IsZero() } // want leaving:`\Qparams ($0; tests)\E`

func grown(meta metav1.ObjectMeta) bool { return meta.Generation > 1 }

type departs struct{ client.Client }

func (r *departs) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if grown(site.ObjectMeta) {
		return ctrl.Result{}, nil
	}
	if controllerutil.AddFinalizer(site, finalizer) { // want `if another finalizer keeps the ConfigMap while it is being deleted, the API server refuses this one; look at its DeletionTimestamp first`
		return ctrl.Result{}, r.Update(ctx, site)
	}
	return ctrl.Result{}, nil
}

type departsKept struct{ client.Client }

func (r *departsKept) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if leaving(site.ObjectMeta) {
		return ctrl.Result{}, nil
	}
	if controllerutil.AddFinalizer(site, finalizer) {
		return ctrl.Result{}, r.Update(ctx, site)
	}
	return ctrl.Result{}, nil
}

// An always has its finalizer added first, and removed again from what is being deleted.
type always struct{ client.Client }

func (r *always) Reconcile(ctx context.Context, req ctrl.Request) (res ctrl.Result, err error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	base := client.MergeFrom(site.DeepCopy())
	defer func() {
		if e := r.Patch(ctx, site, base); err == nil {
			err = e
		}
	}()
	controllerutil.AddFinalizer(site, finalizer)
	if site.DeletionTimestamp != nil {
		controllerutil.RemoveFinalizer(site, finalizer)
		return ctrl.Result{}, nil
	}
	site.Data = map[string]string{"ready": "true"}
	return ctrl.Result{}, nil
}

type alwaysKept struct{ client.Client }

func (r *alwaysKept) Reconcile(ctx context.Context, req ctrl.Request) (res ctrl.Result, err error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	base := client.MergeFrom(site.DeepCopy())
	defer func() {
		if e := r.Patch(ctx, site, base); err == nil {
			err = e
		}
	}()
	controllerutil.AddFinalizer(site, finalizer) // want `the ConfigMap may be marked for deletion here, and the API server refuses new finalizers of such objects`
	if site.DeletionTimestamp != nil {
		return ctrl.Result{}, nil
	}
	site.Data = map[string]string{"ready": "true"}
	return ctrl.Result{}, nil
}

// drains tells of the deletion in the status only, which takes no finalizer.
type drains struct{ client.Client }

func (r *drains) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	backup := &api.Backup{}
	if err := r.Get(ctx, req.NamespacedName, backup); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if backup.DeletionTimestamp == nil {
		return ctrl.Result{}, nil
	}
	controllerutil.AddFinalizer(backup, finalizer)
	backup.Status.Phase = "Drains"
	if err := r.Status().Update(ctx, backup); err != nil {
		return ctrl.Result{}, err
	}
	controllerutil.RemoveFinalizer(backup, finalizer)
	return ctrl.Result{}, r.Update(ctx, backup)
}

// A lessee has the finalizer of another kind's object; a lessor looks at the deletion of that object.
type lessee struct{ client.Client }

func (r *lessee) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	backup := &api.Backup{}
	if err := r.Get(ctx, client.ObjectKey{Namespace: site.Namespace, Name: site.Data["backup"]}, backup); err != nil {
		return ctrl.Result{}, err
	}
	if controllerutil.AddFinalizer(backup, finalizer) { // want `if another finalizer keeps the Backup while it is being deleted, the API server refuses this one`
		return ctrl.Result{}, r.Update(ctx, backup)
	}
	return ctrl.Result{}, nil
}

type lessor struct{ client.Client }

func (r *lessor) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	backup := &api.Backup{}
	if err := r.Get(ctx, client.ObjectKey{Namespace: site.Namespace, Name: site.Data["backup"]}, backup); err != nil {
		return ctrl.Result{}, err
	}
	if backup.DeletionTimestamp.IsZero() && controllerutil.AddFinalizer(backup, finalizer) {
		return ctrl.Result{}, r.Update(ctx, backup)
	}
	return ctrl.Result{}, nil
}

// stay gives what is being deleted the finalizer that it has, for the writes to come. stayAlways gives it to everything.
func stay(ctx context.Context, c client.Client, backup *api.Backup) error { // want stay:`\Qparams ($2; tests; sends; passes)\E`
	if backup.DeletionTimestamp.IsZero() {
		return nil
	}
	controllerutil.AddFinalizer(backup, finalizer)
	return c.Update(ctx, backup)
}

func stayAlways(ctx context.Context, c client.Client, backup *api.Backup) error { // want stayAlways:`\Qparams ($2; adds; sends; passes)\E`
	controllerutil.AddFinalizer(backup, finalizer)
	return c.Update(ctx, backup)
}

type stays struct{ client.Client }

func (r *stays) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	backup := &api.Backup{}
	if err := r.Get(ctx, req.NamespacedName, backup); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := stay(ctx, r.Client, backup); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

type staysAlways struct{ client.Client }

func (r *staysAlways) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	backup := &api.Backup{}
	if err := r.Get(ctx, req.NamespacedName, backup); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := stayAlways(ctx, r.Client, backup); err != nil { // want `the Backup may be marked for deletion here, and the API server refuses new finalizers of such objects`
		return ctrl.Result{}, err
	}
	if backup.DeletionTimestamp != nil {
		controllerutil.RemoveFinalizer(backup, finalizer)
		return ctrl.Result{}, r.Update(ctx, backup)
	}
	return ctrl.Result{}, nil
}

// phased adds the finalizer at the start, and looks at the deletion in other phases only.
type phased struct{ client.Client }

func (r *phased) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	backup := &api.Backup{}
	if err := r.Get(ctx, req.NamespacedName, backup); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if backup.Status.Phase == "" {
		controllerutil.AddFinalizer(backup, finalizer) // want `if another finalizer keeps the Backup while it is being deleted, the API server refuses this one`
		return ctrl.Result{}, r.Update(ctx, backup)
	}
	if backup.DeletionTimestamp != nil {
		controllerutil.RemoveFinalizer(backup, finalizer)
		return ctrl.Result{}, r.Update(ctx, backup)
	}
	return ctrl.Result{}, nil
}

// removes calls a handler of deletions that does not look whether there is one, and goes on.
type removes struct{ client.Client }

func (r *removes) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !site.DeletionTimestamp.IsZero() {
		if err := r.handleDeletion(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
	}
	if !controllerutil.ContainsFinalizer(site, finalizer) {
		controllerutil.AddFinalizer(site, finalizer) // want `this runs after the finalizer of the ConfigMap was removed`
		return ctrl.Result{}, r.Update(ctx, site)
	}
	return ctrl.Result{}, nil
}

func (r *removes) handleDeletion(ctx context.Context, site *corev1.ConfigMap) error { // want handleDeletion:`\Qparams ($2; removes; releases; sends; passes)\E`
	if !controllerutil.ContainsFinalizer(site, finalizer) {
		return nil
	}
	if err := r.DeleteAllOf(ctx, &corev1.Secret{}); err != nil {
		return err
	}
	controllerutil.RemoveFinalizer(site, finalizer)
	return r.Update(ctx, site)
}

type removesKept struct{ removes }

func (r *removesKept) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !site.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, r.handleDeletion(ctx, site)
	}
	if controllerutil.AddFinalizer(site, finalizer) {
		return ctrl.Result{}, r.Update(ctx, site)
	}
	return ctrl.Result{}, nil
}

// moved lets the ConfigMap go when its copy has been taken over: neither looks at a deletion.
type moved struct{ client.Client }

func (r *moved) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !site.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.complete(ctx, site)
}

func (r *moved) complete(ctx context.Context, site *corev1.ConfigMap) error { // want complete:`\Qparams ($2; removes; releases; sends; creates; passes)\E`
	if site.Data["moved"] == "" {
		if err := r.release(ctx, site); err != nil {
			return err
		}
	}
	_, err := published(ctx, r.Client, site)
	return err
}

func (r *moved) release(ctx context.Context, site *corev1.ConfigMap) error { // want release:`\Qparams ($2; removes; releases; sends; passes)\E`
	if err := r.dropDraft(ctx, site); err != nil {
		return err
	}
	controllerutil.RemoveFinalizer(site, finalizer)
	return r.Update(ctx, site)
}

func (r *moved) dropDraft(ctx context.Context, site *corev1.ConfigMap) error {
	draft := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKey{Namespace: site.Namespace, Name: site.Name + "-draft"}, draft); err != nil {
		return client.IgnoreNotFound(err)
	}
	return client.IgnoreNotFound(r.Delete(ctx, draft))
}
