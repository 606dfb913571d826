package reads

import (
	"context"
	"encoding/json"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"k8slint.test/lostwrite/api"
)

// decode makes the backup that a manifest describes.
func decode(name string, manifest []byte) (*api.Backup, error) {
	backup := &api.Backup{}
	if err := json.Unmarshal(manifest, backup); err != nil {
		return nil, err
	}
	backup.Namespace, backup.Name = "a", name
	return backup, nil
}

// install never brings a newer manifest to a backup that exists.
func (r *reconciler) install(ctx context.Context, name string, manifest []byte) error {
	backup, err := decode(name, manifest)
	if err != nil {
		return err
	}
	_, err = controllerutil.CreateOrUpdate(ctx, r.Client, backup, func() error { return nil }) // want `the spec set at line 18 is lost if the object exists: CreateOrUpdate reads the stored one into backup; set it in the function that is passed`
	return err
}

// installLabelled sets the labels in the function, and the spec nowhere.
func (r *reconciler) installLabelled(ctx context.Context, manifest []byte) error {
	backup := api.Backup{}
	if err := json.Unmarshal(manifest, &backup); err != nil {
		return err
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, &backup, func() error { // want `the spec set at line 38 is lost if the object exists`
		metav1.SetMetaDataLabel(&backup.ObjectMeta, "app", "backups")
		return nil
	})
	return err
}

func (r *reconciler) installRight(ctx context.Context, name string, manifest []byte) error {
	backup, err := decode(name, manifest)
	if err != nil {
		return err
	}
	spec := backup.Spec
	_, err = controllerutil.CreateOrUpdate(ctx, r.Client, backup, func() error {
		backup.Spec = spec
		return nil
	})
	return err
}

// installWithin decodes where the stored one has been read.
func (r *reconciler) installWithin(ctx context.Context, name string, manifest []byte) error {
	backup := &api.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: name}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, backup, func() error { return json.Unmarshal(manifest, backup) })
	return err
}

// replace asks whether there is one by reading it into the manifest.
func (r *reconciler) replace(ctx context.Context, name string, manifest []byte) error {
	backup, err := decode(name, manifest)
	if err != nil {
		return err
	}
	err = r.Get(ctx, client.ObjectKeyFromObject(backup), backup)
	if apierrors.IsNotFound(err) {
		return r.Create(ctx, backup)
	}
	if err != nil {
		return err
	}
	return r.Update(ctx, backup) // want `the spec set at line 18 is lost: Get at line 74 reads the stored object into backup, which is written back unchanged; set it after the read`
}

func (r *reconciler) replaceRight(ctx context.Context, name string, manifest []byte) error {
	backup, err := decode(name, manifest)
	if err != nil {
		return err
	}
	stored := &api.Backup{}
	err = r.Get(ctx, client.ObjectKeyFromObject(backup), stored)
	if apierrors.IsNotFound(err) {
		return r.Create(ctx, backup)
	}
	if err != nil {
		return err
	}
	backup.ResourceVersion = stored.ResourceVersion
	return r.Update(ctx, backup)
}

// amend decodes what changes the stored one.
func (r *reconciler) amend(ctx context.Context, key client.ObjectKey, change []byte) error {
	backup := &api.Backup{}
	if err := r.Get(ctx, key, backup); err != nil {
		return err
	}
	if err := json.Unmarshal(change, backup); err != nil {
		return err
	}
	return r.Status().Update(ctx, backup)
}

// report decodes a status.
func (r *reconciler) report(ctx context.Context, key client.ObjectKey, status []byte) error {
	backup := &api.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	if err := json.Unmarshal(status, backup); err != nil {
		return err
	}
	return r.Status().Update(ctx, backup)
}

// installAll has a list of backups, some of them without a manifest.
func (r *reconciler) installAll(ctx context.Context, manifests map[string][]byte) error {
	var backups []*api.Backup
	for name, manifest := range manifests {
		if len(manifest) == 0 {
			backups = append(backups, wanted(name, "@daily"))
			continue
		}
		backup, err := decode(name, manifest)
		if err != nil {
			return err
		}
		backups = append(backups, backup)
	}
	for _, backup := range backups {
		_, err := controllerutil.CreateOrUpdate(ctx, r.Client, backup, func() error { // want `the spec set at .* is lost if the object exists`
			metav1.SetMetaDataLabel(&backup.ObjectMeta, "app", "backups")
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// installAllBare has one that is made without a spec.
func (r *reconciler) installAllBare(ctx context.Context, manifests map[string][]byte) error {
	backups := []*api.Backup{{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "bare"}}}
	for name, manifest := range manifests {
		backup, err := decode(name, manifest)
		if err != nil {
			return err
		}
		backups = append(backups, backup)
	}
	for _, backup := range backups {
		_, err := controllerutil.CreateOrUpdate(ctx, r.Client, backup, func() error { return nil })
		if err != nil {
			return err
		}
	}
	return nil
}
