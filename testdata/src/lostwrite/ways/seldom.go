package ways

import (
	"context"
	"fmt"

	"github.com/go-logr/logr"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"k8slint.test/lostwrite/api"
)

// logged shows the status, which keeps nothing of it.
func (r *reconciler) logged(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Done"
	log.FromContext(ctx).Info("finished", "status", backup.Status)
	fmt.Println(backup.Status)
	return r.Update(ctx, backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 22 is dropped`
}

// logger is one of the program's own.
type logger interface {
	Infof(format string, args ...any)
}

func (r *reconciler) loggedBy(ctx context.Context, l logger, backup *api.Backup) error {
	backup.Status.Phase = "Done"
	l.Infof("finished: %v", backup.Status)
	return r.Update(ctx, backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 34 is dropped`
}

// loggedRight keeps the status where it can be put back.
func (r *reconciler) loggedRight(ctx context.Context, backup *api.Backup) error {
	backup.Status.Phase = "Done"
	log.FromContext(ctx).Info("finished", "status", backup.Status)
	status := backup.Status
	if err := r.Update(ctx, backup); err != nil {
		return err
	}
	backup.Status = status
	return r.Status().Update(ctx, backup)
}

// A manager works on one backup.
type manager struct {
	client client.Client
	backup *api.Backup
	log    *logr.Logger
}

func (m *manager) others(ctx context.Context) (*api.BackupList, error) {
	var all api.BackupList
	if err := m.client.List(ctx, &all, client.InNamespace(m.backup.Namespace)); err != nil {
		return nil, err
	}
	return &all, nil
}

func (m *manager) count(ctx context.Context) error {
	all, err := m.others(ctx)
	if err != nil {
		return err
	}
	failed := 0
	for _, backup := range all.Items {
		if backup.Status.Phase == "Failed" {
			failed++
		}
	}
	m.backup.Status.Failures = failed
	m.log.V(1).Info("counted", "status", m.backup.Status)
	if controllerutil.ContainsFinalizer(m.backup, "keep") {
		controllerutil.AddFinalizer(m.backup, "count")
		err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
			return m.client.Update(ctx, m.backup) // want `the status set at line 77 is lost: Update replaces m\.backup with the server's answer`
		})
	}
	if err != nil {
		return err
	}
	return m.client.Status().Update(ctx, m.backup)
}

// countRight writes the finalizer first.
func (m *manager) countRight(ctx context.Context, failed int) error {
	controllerutil.AddFinalizer(m.backup, "count")
	if err := m.client.Update(ctx, m.backup); err != nil {
		return err
	}
	m.backup.Status.Failures = failed
	return m.client.Status().Update(ctx, m.backup)
}

// changedCopy changes a copy of the status and puts it back.
func (r *reconciler) changedCopy(ctx context.Context, backup *api.Backup) error {
	status := backup.Status
	status.Phase = "Done"
	backup.Status = status
	return r.Update(ctx, backup) // want `Update does not store the status of backup \(Backup has the status subresource, \S*types\.go:34\): the change at line 105 is dropped`
}

// sameStatus stores what is there.
func (r *reconciler) sameStatus(ctx context.Context, backup *api.Backup) error {
	status := backup.Status
	backup.Status = status
	return r.Update(ctx, backup)
}

// byRoot sets the owner by a variable of controller-runtime, which holds controllerutil's function.
func (r *reconciler) byRoot(ctx context.Context, pod *corev1.Pod, backup *api.Backup) error {
	if err := ctrl.SetControllerReference(pod, backup, r.Scheme()); err != nil {
		return err
	}
	backup.Status.Phase = "New"
	return r.Status().Update(ctx, backup) // want `Status\(\)\.Update stores only the status \(Backup has the status subresource, \S*types\.go:34\): the owner reference set at line 118 is dropped`
}

func (r *reconciler) byRootRight(ctx context.Context, pod *corev1.Pod, backup *api.Backup) error {
	if err := ctrl.SetControllerReference(pod, backup, r.Scheme()); err != nil {
		return err
	}
	return r.Update(ctx, backup)
}

func deploymentOf(backup *api.Backup) *appsv1.Deployment {
	labels := map[string]string{"backup": backup.Name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Namespace: backup.Namespace, Name: backup.Name, Labels: labels},
		Spec: appsv1.DeploymentSpec{
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "backup", Image: backup.Spec.Schedule}}}},
		},
	}
}

// ensure writes what it is given, and sets the owner only.
func (r *reconciler) ensure(ctx context.Context, owner, obj client.Object) error {
	_, err := ctrl.CreateOrUpdate(ctx, r.Client, obj, func() error { // want `the spec set at line 136 is lost if the object exists: CreateOrUpdate reads the stored one into obj`
		return ctrl.SetControllerReference(owner, obj, r.Scheme())
	})
	return err
}

func (r *reconciler) ensured(ctx context.Context, backup *api.Backup) error {
	return r.ensure(ctx, backup, deploymentOf(backup))
}

// ensuredRight takes the spec from the wanted object.
func (r *reconciler) ensuredRight(ctx context.Context, backup *api.Backup) error {
	wanted := deploymentOf(backup)
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: wanted.Namespace, Name: wanted.Name}}
	_, err := ctrl.CreateOrUpdate(ctx, r.Client, deployment, func() error {
		deployment.Labels = wanted.Labels
		deployment.Spec = wanted.Spec
		return ctrl.SetControllerReference(backup, deployment, r.Scheme())
	})
	return err
}
