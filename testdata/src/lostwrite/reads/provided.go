package reads

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
)

// A provider has a CreateOrUpdate of its own, which says in a log what differs. Another package implements it.
type provider interface {
	CreateOrUpdate(ctx context.Context, c client.Client, obj client.Object, change controllerutil.MutateFn) (controllerutil.OperationResult, error)
}

// ensure is the type of one.
type ensure = func(context.Context, client.Client, client.Object, controllerutil.MutateFn) (controllerutil.OperationResult, error)

type release struct {
	client.Client
	provider
	ensure ensure
}

func catalogue() *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "catalogue"}}
}

// published: a catalogue that is there without the label stays so.
func (r *release) published(ctx context.Context, versions string) error {
	cm := catalogue()
	if cm.Labels == nil {
		cm.Labels = map[string]string{}
	}
	cm.Labels["catalogue"] = "true"
	_, err := r.CreateOrUpdate(ctx, r.Client, cm, func() error { // want `the label set at line 38 is lost if the object exists: CreateOrUpdate reads the stored one into cm; set it in the function that is passed`
		cm.Data = map[string]string{"versions": versions}
		return nil
	})
	return err
}

func (r *release) publishedRight(ctx context.Context, versions string) error {
	cm := catalogue()
	_, err := r.CreateOrUpdate(ctx, r.Client, cm, func() error {
		metav1.SetMetaDataLabel(&cm.ObjectMeta, "catalogue", "true")
		cm.Data = map[string]string{"versions": versions}
		return nil
	})
	return err
}

// never changes the schedule of a backup that exists.
func (r *release) never(ctx context.Context, owner *api.Backup, schedule string) error {
	backup := wanted("weekly", schedule)
	_, err := r.ensure(ctx, r.Client, backup, func() error { // want `the spec set at lostwrite/reads/over.go:16 is lost if the object exists: the call reads the stored one into backup; set it in the function that is passed`
		return controllerutil.SetControllerReference(owner, backup, r.Scheme())
	})
	return err
}

func (r *release) always(ctx context.Context, schedule string) error {
	backup := wanted("weekly", "")
	_, err := r.ensure(ctx, r.Client, backup, func() error {
		backup.Spec.Schedule = schedule
		return nil
	})
	return err
}

// running: ensure may be CreateOrPatch, which stores the status.
func (r *release) running(ctx context.Context, schedule string) error {
	backup := wanted("weekly", "")
	_, err := r.ensure(ctx, r.Client, backup, func() error {
		backup.Spec.Schedule = schedule
		backup.Status.Phase = "Running"
		return nil
	})
	return err
}
