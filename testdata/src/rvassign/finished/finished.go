// Package finished watches one job until it is over: it stores the version of each
// event, also of the deletion, and ends by a test of the job.
package finished

import (
	"context"
	"errors"

	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedbatchv1 "k8s.io/client-go/kubernetes/typed/batch/v1"
)

var errOver = errors.New("the job is over")

// over tells whether nothing more will happen to the job.
func over(job *batchv1.Job) bool {
	if job == nil {
		return false
	}
	if job.DeletionTimestamp != nil {
		return true
	}
	for i := range job.Status.Conditions {
		c := &job.Status.Conditions[i]
		if (c.Type == batchv1.JobComplete || c.Type == batchv1.JobFailed) && c.Status == "True" {
			return true
		}
	}
	return false
}

// Anything asks about two other jobs: over has several callers.
func Anything(a, b *batchv1.Job) bool { return !over(a) || !over(b) }

// follower watches a job in a goroutine of its own.
type follower struct {
	jobs   typedbatchv1.JobInterface
	opts   metav1.ListOptions
	notify func(*batchv1.Job)
}

// Follow starts a goroutine for a follower that it makes: when that has ended, nobody
// has the position.
func Follow(ctx context.Context, jobs typedbatchv1.JobInterface, rv string, notify func(*batchv1.Job)) {
	f := &follower{jobs: jobs, opts: metav1.ListOptions{ResourceVersion: rv}, notify: notify}
	go f.run(ctx)
}

func (f *follower) run(ctx context.Context) {
	var err error
	for err == nil {
		err = f.once(ctx)
	}
}

func (f *follower) once(ctx context.Context) error {
	opts := f.opts
	stream, err := f.jobs.Watch(ctx, opts)
	if err != nil {
		return err
	}
	defer stream.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case event, ok := <-stream.ResultChan():
			if !ok {
				return ctx.Err()
			}
			job, ok := event.Object.(*batchv1.Job)
			if !ok || job == nil {
				continue
			}
			f.opts.ResourceVersion = job.ResourceVersion
			if event.Type == watch.Deleted && job.DeletionTimestamp == nil {
				job.DeletionTimestamp = &metav1.Time{Time: job.CreationTimestamp.Time}
			}
			f.notify(job)
			if over(job) {
				return errOver
			}
		}
	}
}

// again watches for whoever asks, and asks again.
type again struct {
	jobs typedbatchv1.JobInterface
	opts metav1.ListOptions
}

// Start can be called twice, and then goes on from the version of the deletion.
func (a *again) Start(ctx context.Context) { go a.run(ctx) }

func (a *again) run(ctx context.Context) {
	for a.once(ctx) == nil {
	}
}

func (a *again) once(ctx context.Context) error {
	stream, err := a.jobs.Watch(ctx, a.opts)
	if err != nil {
		return err
	}
	defer stream.Stop()
	for event := range stream.ResultChan() {
		job, ok := event.Object.(*batchv1.Job)
		if !ok || job == nil {
			continue
		}
		a.opts.ResourceVersion = job.ResourceVersion // want `DELETED events`
		if event.Type == watch.Deleted && job.DeletionTimestamp == nil {
			job.DeletionTimestamp = &metav1.Time{Time: job.CreationTimestamp.Time}
		}
		if over(job) {
			return errOver
		}
	}
	return nil
}

// unmarked does not mark what was deleted at once, and waits for more.
type unmarked struct {
	jobs typedbatchv1.JobInterface
	opts metav1.ListOptions
}

// FollowUnmarked is Follow without the mark.
func FollowUnmarked(ctx context.Context, jobs typedbatchv1.JobInterface, rv string) {
	u := &unmarked{jobs: jobs, opts: metav1.ListOptions{ResourceVersion: rv}}
	go u.run(ctx)
}

func (u *unmarked) run(ctx context.Context) {
	for u.once(ctx) == nil {
	}
}

func (u *unmarked) once(ctx context.Context) error {
	stream, err := u.jobs.Watch(ctx, u.opts)
	if err != nil {
		return err
	}
	defer stream.Stop()
	for event := range stream.ResultChan() {
		job, ok := event.Object.(*batchv1.Job)
		if !ok || job == nil {
			continue
		}
		u.opts.ResourceVersion = job.ResourceVersion // want `DELETED events`
		if over(job) {
			return errOver
		}
	}
	return nil
}

// Local ends by the same test, with the position in a variable.
func Local(ctx context.Context, jobs typedbatchv1.JobInterface, rv string) error {
	for {
		stream, err := jobs.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range stream.ResultChan() {
			job, ok := event.Object.(*batchv1.Job)
			if !ok || job == nil {
				continue
			}
			rv = job.ResourceVersion
			if event.Type == watch.Deleted && job.DeletionTimestamp == nil {
				now := metav1.Now()
				job.DeletionTimestamp = &now
			}
			if over(job) {
				return nil
			}
		}
	}
}
