package second

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"k8slint.test/lostwrite/api"
	"k8slint.test/staleretry/second/cluster"
)

// BackupInterface is what a generated client of a custom resource looks like.
type BackupInterface interface {
	Get(ctx context.Context, name string, opts metav1.GetOptions) (*api.Backup, error)
	Update(ctx context.Context, b *api.Backup, opts metav1.UpdateOptions) (*api.Backup, error)
	UpdateStatus(ctx context.Context, b *api.Backup, opts metav1.UpdateOptions) (*api.Backup, error)
}

// Listener is called by a library that nobody knows.
type Listener struct{ backups BackupInterface }

// Add writes a custom resource. The server takes no update of one that has no version, so it has one.
func (l *Listener) Add(ctx context.Context, in *api.Backup) error {
	b := in.DeepCopy()
	b.Status.Phase = "Bound"
	if _, err := l.backups.UpdateStatus(ctx, b, metav1.UpdateOptions{}); err != nil {
		return err
	}
	b.Finalizers = append(b.Finalizers, "second")
	_, err := l.backups.Update(ctx, b, metav1.UpdateOptions{}) // want `b still has the resourceVersion from before the UpdateStatus at line 26, whose result is dropped`
	return err
}

// AddRight goes on with what the server returned.
func (l *Listener) AddRight(ctx context.Context, in *api.Backup) error {
	b := in.DeepCopy()
	b.Status.Phase = "Bound"
	b, err := l.backups.UpdateStatus(ctx, b, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	b.Finalizers = append(b.Finalizers, "second")
	_, err = l.backups.Update(ctx, b, metav1.UpdateOptions{})
	return err
}

// AddAnyway writes it again where the first write has failed.
func (l *Listener) AddAnyway(ctx context.Context, in *api.Backup) error {
	b := in.DeepCopy()
	b.Status.Phase = "Bound"
	if _, err := l.backups.UpdateStatus(ctx, b, metav1.UpdateOptions{}); err == nil {
		return nil
	}
	_, err := l.backups.Update(ctx, b, metav1.UpdateOptions{})
	return err
}

// A Clusters has a client for each cluster.
type Clusters interface {
	Cluster(name string) BackupInterface
}

// spread asks a library that cannot read the object for its cluster.
func spread(ctx context.Context, c Clusters, name string) error {
	b, err := c.Cluster("").Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	b.Status.Phase = "Bound"
	if _, err := c.Cluster(cluster.From(b)).UpdateStatus(ctx, b, metav1.UpdateOptions{}); err != nil {
		return err
	}
	b.Finalizers = append(b.Finalizers, "second")
	_, err = c.Cluster(cluster.From(b)).Update(ctx, b, metav1.UpdateOptions{}) // want `b still has the resourceVersion from before the UpdateStatus at line 70, whose result is dropped`
	return err
}

func spreadRight(ctx context.Context, c Clusters, name string) error {
	b, err := c.Cluster("").Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	b.Status.Phase = "Bound"
	updated, err := c.Cluster(cluster.From(b)).UpdateStatus(ctx, b, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	cluster.Follow(b, updated)
	_, err = c.Cluster(cluster.From(b)).Update(ctx, b, metav1.UpdateOptions{})
	return err
}
