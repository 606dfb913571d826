// Package anew waits, in every round of a controller, for a Job that a helper
// has just created: each watch starts from the version of another object.
package anew

import (
	"context"
	"errors"
	"log"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	watchtools "k8s.io/client-go/tools/watch"
)

// Backups runs a backup every hour.
type Backups struct {
	client kubernetes.Interface
}

// Run runs until ctx ends.
func (b *Backups) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Hour):
			b.backup(ctx)
			b.dump(ctx)
		}
	}
}

func (b *Backups) backup(ctx context.Context) {
	job, err := b.start(ctx)
	if err != nil {
		return
	}
	if err := b.wait(ctx, job); err != nil {
		log.Print(err)
	}
}

func (b *Backups) dump(ctx context.Context) {
	job, err := b.start(ctx)
	if err != nil {
		return
	}
	if err := b.follow(ctx, job); err != nil {
		log.Print(err)
	}
}

func (b *Backups) start(ctx context.Context) (*batchv1.Job, error) {
	return b.create(ctx, &batchv1.Job{ObjectMeta: metav1.ObjectMeta{GenerateName: "backup-"}})
}

func (b *Backups) create(ctx context.Context, job *batchv1.Job) (*batchv1.Job, error) {
	return b.client.BatchV1().Jobs("ops").Create(ctx, job, metav1.CreateOptions{})
}

// wait uses a RetryWatcher, which is made without asking the server.
func (b *Backups) wait(ctx context.Context, job *batchv1.Job) error {
	w, err := watchtools.NewRetryWatcherWithContext(ctx, job.ResourceVersion, &cache.ListWatch{
		WatchFunc: func(o metav1.ListOptions) (watch.Interface, error) {
			o.FieldSelector = "metadata.name=" + job.Name
			return b.client.BatchV1().Jobs("ops").Watch(ctx, o)
		},
	})
	if err != nil {
		return err
	}
	defer w.Stop()
	return succeeded(w)
}

// made tries again to make a RetryWatcher, which fails for a bad version only.
func (b *Backups) made(ctx context.Context, lw *cache.ListWatch, job *batchv1.Job) error {
	for ctx.Err() == nil {
		w, err := watchtools.NewRetryWatcherWithContext(ctx, job.ResourceVersion, lw)
		if err != nil {
			continue
		}
		defer w.Stop()
		return succeeded(w)
	}
	return ctx.Err()
}

// follow watches by itself.
func (b *Backups) follow(ctx context.Context, job *batchv1.Job) error {
	w, err := b.client.BatchV1().Jobs("ops").Watch(ctx, metav1.ListOptions{
		FieldSelector: "metadata.name=" + job.Name, ResourceVersion: job.ResourceVersion,
	})
	if err != nil {
		return err
	}
	defer w.Stop()
	return succeeded(w)
}

// once starts one backup and watches it again and again.
func (b *Backups) once(ctx context.Context) {
	job, err := b.start(ctx)
	if err != nil {
		return
	}
	for ctx.Err() == nil {
		w, err := b.client.BatchV1().Jobs("ops").Watch(ctx, metav1.ListOptions{ // want `fails to start with 410 Gone`
			FieldSelector: "metadata.name=" + job.Name, ResourceVersion: job.ResourceVersion,
		})
		if err != nil {
			continue
		}
		if succeeded(w) == nil {
			return
		}
	}
}

func succeeded(w watch.Interface) error {
	for e := range w.ResultChan() {
		if job, ok := e.Object.(*batchv1.Job); ok && job.Status.Succeeded > 0 {
			return nil
		}
	}
	return errors.New("the watch ended")
}
