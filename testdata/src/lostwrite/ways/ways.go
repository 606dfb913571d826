// Package ways has ways to lose a write that go through more than one function, and beside each one
// its twin that does not.
package ways

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
)

type reconciler struct {
	client.Client
	status client.StatusWriter
}

// scope is what one reconcile works on, in the way of cluster-api's providers.
type scope struct {
	client client.Client
	backup *api.Backup
	base   client.Patch
}

func (s *scope) setPhase(phase string) { s.backup.Status.Phase = phase }

func (s *scope) save(ctx context.Context) error {
	return s.client.Update(ctx, s.backup) // want `Update does not store the status of s\.backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 33 is dropped`
}

func (s *scope) saveStatus(ctx context.Context) error { return s.client.Status().Update(ctx, s.backup) }

func (r *reconciler) throughScope(ctx context.Context, backup *api.Backup) error {
	s := &scope{client: r.Client, backup: backup}
	s.setPhase("Running")
	return s.save(ctx)
}

func (r *reconciler) throughScopeRight(ctx context.Context, backup *api.Backup) error {
	s := &scope{client: r.Client, backup: backup}
	s.setPhase("Running")
	return s.saveStatus(ctx)
}

func (r *reconciler) patchOfScope(ctx context.Context, backup *api.Backup) error {
	s := &scope{client: r.Client, backup: backup, base: client.MergeFrom(backup)}
	s.backup.Spec.Schedule = "daily"
	return s.client.Patch(ctx, s.backup, s.base) // want `this patch is empty, as its base is s\.backup itself: the change at line 55 is dropped`
}

func (r *reconciler) patchOfScopeRight(ctx context.Context, backup *api.Backup) error {
	s := &scope{client: r.Client, backup: backup, base: client.MergeFrom(backup.DeepCopy())}
	s.backup.Spec.Schedule = "daily"
	return s.client.Patch(ctx, s.backup, s.base)
}

func (r *reconciler) byWriterField(ctx context.Context, backup *api.Backup) error {
	backup.Labels["team"] = "storage"
	return r.status.Update(ctx, backup) // want `Status\(\)\.Update stores only the status \(Backup has the status subresource, \S*types\.go:34\): the label set at line 66 is dropped`
}

func (r *reconciler) byWriterFieldRight(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	return r.status.Update(ctx, backup)
}

func (r *reconciler) closure(ctx context.Context, backup *api.Backup) error {
	set := func(phase string) { backup.Status.Phase = phase }
	set("Running")
	return r.Update(ctx, backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 76 is dropped`
}

func (r *reconciler) closureRight(ctx context.Context, backup *api.Backup) error {
	set := func(phase string) { backup.Status.Phase = phase }
	set("Running")
	return r.Status().Update(ctx, backup)
}

// patched is the patch helper of the project.
func (r *reconciler) patched(ctx context.Context, backup *api.Backup, change func(*api.Backup)) error {
	base := backup.DeepCopy()
	change(backup)
	return r.Patch(ctx, backup, client.MergeFrom(base)) // want `Patch does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 101 is dropped`
}

func (r *reconciler) statusPatched(ctx context.Context, backup *api.Backup, change func(*api.Backup)) error {
	base := backup.DeepCopy()
	change(backup)
	return r.Status().Patch(ctx, backup, client.MergeFrom(base))
}

func (r *reconciler) byPatchHelper(ctx context.Context, backup *api.Backup) error {
	return r.patched(ctx, backup, func(b *api.Backup) { b.Status.Phase = "Running" })
}

func (r *reconciler) byPatchHelperRight(ctx context.Context, backup *api.Backup) error {
	if err := r.patched(ctx, backup, func(b *api.Backup) { b.Spec.Schedule = "daily" }); err != nil {
		return err
	}
	return r.statusPatched(ctx, backup, func(b *api.Backup) { b.Status.Phase = "Running" })
}

func (r *reconciler) pendingAtHelper(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	if err := r.ensureFinalizer(ctx, backup); err != nil {
		return err
	}
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) ensureFinalizer(ctx context.Context, backup *api.Backup) error {
	if controllerutil.ContainsFinalizer(backup, "a") {
		return nil
	}
	controllerutil.AddFinalizer(backup, "a")
	return r.Update(ctx, backup) // want `the status set at line 112 is lost: Update replaces backup with the server's answer \(Backup has the status subresource, \S*types\.go:34\)`
}

func (r *reconciler) finalizerFirst(ctx context.Context, backup *api.Backup) error {
	if err := r.ensureOtherFinalizer(ctx, backup); err != nil {
		return err
	}
	backup.Status.Phase = "Running"
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) ensureOtherFinalizer(ctx context.Context, backup *api.Backup) error {
	if controllerutil.ContainsFinalizer(backup, "b") {
		return nil
	}
	controllerutil.AddFinalizer(backup, "b")
	return r.Update(ctx, backup)
}

func (r *reconciler) switched(ctx context.Context, backup *api.Backup, how string) error {
	switch how {
	case "run":
		backup.Status.Phase = "Running"
	case "stop":
		backup.Status.Phase = "Stopped"
	default:
		return fmt.Errorf("unknown: %s", how)
	}
	return r.Update(ctx, backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 148 is dropped`
}

func (r *reconciler) switchedRight(ctx context.Context, backup *api.Backup, how string) error {
	switch how {
	case "run":
		backup.Status.Phase = "Running"
		return r.Status().Update(ctx, backup)
	case "label":
		backup.Labels["team"] = "storage"
	default:
		return fmt.Errorf("unknown: %s", how)
	}
	return r.Update(ctx, backup)
}

func (r *reconciler) throughPointer(ctx context.Context, backup *api.Backup) error {
	status := &backup.Status
	status.Phase = "Running"
	return r.Update(ctx, backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 170 is dropped`
}

func (r *reconciler) intoMap(ctx context.Context, backup *api.Backup) error {
	backup.Status.Sizes["a"] = 1
	return r.Update(ctx, backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 175 is dropped`
}

func (r *reconciler) element(ctx context.Context, backup *api.Backup) error {
	for i := range backup.Status.Conditions {
		backup.Status.Conditions[i].Status = metav1.ConditionFalse
	}
	backup.Status.Conditions[0].Reason = "Stopped"
	return r.Update(ctx, backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 183 is dropped`
}

func (r *reconciler) appended(ctx context.Context, backup *api.Backup) error {
	backup.Status.Conditions = append(backup.Status.Conditions, metav1.Condition{Type: "Ready"})
	return r.Update(ctx, backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 188 is dropped`
}

func (r *reconciler) wholeStatus(ctx context.Context, backup *api.Backup, status api.BackupStatus) error {
	backup.Status = status
	return r.Update(ctx, backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 193 is dropped`
}

// statusOfAnother copies the status of what is stored, so that nothing changes.
func (r *reconciler) statusOfAnother(ctx context.Context, stored, wanted *api.Backup) error {
	wanted.Status = stored.Status
	wanted.ResourceVersion = stored.ResourceVersion
	return r.Update(ctx, wanted)
}

func (r *reconciler) fallback(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	err := r.Status().Update(ctx, backup)
	if apierrors.IsNotFound(err) {
		return r.Update(ctx, backup)
	}
	return err
}

func (r *reconciler) readAgain(ctx context.Context, backup *api.Backup) error {
	backup.Labels["team"] = "storage"
	if err := r.Update(ctx, backup); err != nil {
		return err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(backup), backup); err != nil {
		return err
	}
	backup.Status.Phase = "Running"
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) setAgain(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Pending"
	backup.Labels["team"] = "storage"
	if err := r.Update(ctx, backup); err != nil {
		return err
	}
	backup.Status.Phase = "Running"
	return r.Status().Update(ctx, backup)
}

func (r *reconciler) dryRun(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	return r.Update(ctx, backup, client.DryRunAll)
}

func (r *reconciler) applied(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	return r.Patch(ctx, backup, client.Apply, client.FieldOwner("me"))
}

func update[T client.Object](ctx context.Context, c client.Client, obj T) error {
	return c.Update(ctx, obj) // want `Update does not store the status of obj \(Backup has the status subresource, \S*types\.go:34\): the change at line 250 is dropped`
}

func (r *reconciler) generic(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Running"
	return update(ctx, r.Client, backup)
}

// nodes: the status endpoint of a Node stores its labels, that of a Deployment does not.
func (r *reconciler) nodeLabel(ctx context.Context, node *corev1.Node) error {
	node.Labels["team"] = "storage"
	return r.Status().Update(ctx, node)
}

func (r *reconciler) nodeTaint(ctx context.Context, node *corev1.Node) error {
	node.Spec.Unschedulable = true
	return r.Status().Update(ctx, node) // want `Status\(\)\.Update stores only the status \(Node has the status subresource\): the spec set at line 261 is dropped`
}

func (r *reconciler) podOwner(ctx context.Context, pod *corev1.Pod, owner metav1.OwnerReference) error {
	pod.OwnerReferences = append(pod.OwnerReferences, owner)
	return r.Status().Update(ctx, pod) // want `Status\(\)\.Update stores only the status \(Pod has the status subresource\): the owner reference set at line 266 is dropped`
}

func (r *reconciler) requeued(ctx context.Context, backup *api.Backup) (ctrl.Result, error) {
	if apimeta.IsStatusConditionTrue(backup.Status.Conditions, "Ready") {
		return ctrl.Result{}, nil
	}
	apimeta.SetStatusCondition(&backup.Status.Conditions, metav1.Condition{Type: "Ready", Status: metav1.ConditionTrue})
	if err := r.Update(ctx, backup); err != nil { // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 274 is dropped`
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}

func (r *reconciler) removedCondition(ctx context.Context, backup *api.Backup) error {
	apimeta.RemoveStatusCondition(&backup.Status.Conditions, "Ready")
	return r.Update(ctx, backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 282 is dropped`
}

func (r *reconciler) fromList(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods); err != nil {
		return err
	}
	for i := range pods.Items {
		pod := pods.Items[i].DeepCopy()
		pod.Status.Reason = "Evicted"
		if err := r.Update(ctx, pod); err != nil { // want `Update does not store the status of pod \(Pod has the status subresource\): the change at line 293 is dropped`
			return err
		}
	}
	return nil
}

func (r *reconciler) fromListRight(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods); err != nil {
		return err
	}
	for _, pod := range pods.Items {
		pod.Status.Reason = "Evicted"
		if err := r.Status().Update(ctx, &pod); err != nil {
			return err
		}
	}
	return nil
}

func (r *reconciler) deferredPatch(ctx context.Context, backup *api.Backup) (err error) {
	base := backup.DeepCopy()
	defer func() {
		if e := r.Status().Patch(ctx, backup, client.MergeFrom(base)); e != nil && err == nil {
			err = e
		}
	}()
	backup.Status.Phase = "Running"
	if controllerutil.AddFinalizer(backup, "a") {
		if err := r.Update(ctx, backup); err != nil { // want `the status set at line 322 is lost: Update replaces backup with the server's answer \(Backup has the status subresource, \S*types\.go:34\)`
			return err
		}
	}
	return nil
}

func (r *reconciler) deferredCall(ctx context.Context, backup *api.Backup) error {
	defer r.saveLater(ctx, backup)
	backup.Spec.Schedule = "daily"
	return nil
}

func (r *reconciler) saveLater(ctx context.Context, backup *api.Backup) {
	_ = r.Status().Update(ctx, backup) // want `Status\(\)\.Update stores only the status \(Backup has the status subresource, \S*types\.go:34\): the spec set at line 333 is dropped`
}

// store is one of two kinds of objects, of which a Backup is no controller.
func (r *reconciler) store(ctx context.Context, b *api.Backup, key client.ObjectKey) error {
	b.Status.Phase = "Checking"
	b.Annotations["seen"] = "true"
	if err := r.Update(ctx, b); err != nil { // want `the status set at line \d+ is lost`
		return err
	}
	var store client.Object
	switch b.Spec.Schedule {
	case "":
		store = &corev1.Secret{}
	case "daily":
		store = &corev1.ConfigMap{}
	}
	if err := r.Get(ctx, key, store); err != nil {
		return err
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, store, func() error {
		return controllerutil.SetOwnerReference(b, store, r.Scheme())
	})
	if err != nil {
		return err
	}
	return r.Status().Update(ctx, b)
}

// storeAndSet sets the status again in the function.
func (r *reconciler) storeAndSet(ctx context.Context, b *api.Backup) error {
	b.Status.Phase = "Checking"
	b.Annotations["seen"] = "true"
	if err := r.Update(ctx, b); err != nil {
		return err
	}
	var store client.Object
	switch b.Spec.Schedule {
	case "":
		store = &corev1.Secret{}
	case "daily":
		store = &corev1.ConfigMap{}
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, store, func() error {
		b.Status.Phase = "Checking"
		return controllerutil.SetOwnerReference(b, store, r.Scheme())
	})
	if err != nil {
		return err
	}
	return r.Status().Update(ctx, b)
}
