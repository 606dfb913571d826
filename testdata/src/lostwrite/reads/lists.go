package reads

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
)

// backupsOf are the backups that the plans ask for.
func backupsOf(plans []string) []*api.Backup {
	backups := []*api.Backup{}
	for _, plan := range plans {
		backup := &api.Backup{
			ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: plan},
			Spec:       api.BackupSpec{Schedule: plan},
		}
		backups = append(backups, backup)
	}
	return backups
}

// listed never changes the schedule of a backup that exists.
func (r *reconciler) listed(ctx context.Context, plans []string) error {
	for _, backup := range backupsOf(plans) {
		_, err := controllerutil.CreateOrUpdate(ctx, r.Client, backup, func() error { // want `the spec set at line 20 is lost if the object exists: CreateOrUpdate reads the stored one into backup; set it in the function that is passed`
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *reconciler) listedAndOwned(ctx context.Context, owner *api.Backup, plans []string) error {
	backups := backupsOf(plans)
	for i := range backups {
		backup := backups[i]
		_, err := controllerutil.CreateOrUpdate(ctx, r.Client, backup, func() error { // want `the spec set at line 20 is lost if the object exists`
			return controllerutil.SetControllerReference(owner, backup, r.Scheme())
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *reconciler) listedRight(ctx context.Context, plans []string) error {
	for _, wanted := range backupsOf(plans) {
		backup := &api.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: wanted.Namespace, Name: wanted.Name}}
		_, err := controllerutil.CreateOrUpdate(ctx, r.Client, backup, func() error {
			backup.Spec = wanted.Spec
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// listedRead reads the stored ones before.
func (r *reconciler) listedRead(ctx context.Context, plans []string) error {
	for _, backup := range backupsOf(plans) {
		if err := r.Get(ctx, client.ObjectKeyFromObject(backup), backup); err != nil {
			return err
		}
		_, err := controllerutil.CreateOrUpdate(ctx, r.Client, backup, func() error { return nil })
		if err != nil {
			return err
		}
	}
	return nil
}

// named are backups without a spec, and perhaps one that somebody else made.
func named(names []string, more *api.Backup) []*api.Backup {
	var backups []*api.Backup
	for _, name := range names {
		backups = append(backups, &api.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: name}})
	}
	if more != nil {
		backups = append(backups, more)
	}
	return backups
}

func (r *reconciler) listedNames(ctx context.Context, names []string, more *api.Backup) error {
	for _, backup := range named(names, more) {
		if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, backup, func() error { return nil }); err != nil {
			return err
		}
	}
	return nil
}

// listedMaps: a ConfigMap is not of one kind with its list of objects.
func (r *reconciler) listedMaps(ctx context.Context, versions []string) error {
	var maps []client.Object
	for _, v := range versions {
		maps = append(maps, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: v}, Data: map[string]string{"version": v}})
	}
	for _, m := range maps {
		if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, m, func() error { return nil }); err != nil {
			return err
		}
	}
	return nil
}
