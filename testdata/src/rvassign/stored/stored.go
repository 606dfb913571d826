// Package stored asks its conditions in variables.
package stored

import (
	"context"
	"strconv"

	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedbatchv1 "k8s.io/client-go/kubernetes/typed/batch/v1"
)

func over(job *batchv1.Job) bool { return job.DeletionTimestamp != nil }

// ends with the job: a deletion is the last event.
func ends(ctx context.Context, jobs typedbatchv1.JobInterface, rv string) error {
	for {
		stream, err := jobs.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range stream.ResultChan() {
			job, ok := event.Object.(*batchv1.Job)
			other := !ok || job == nil
			if other {
				continue
			}
			rv = job.ResourceVersion
			gone := event.Type == watch.Deleted && job.DeletionTimestamp == nil
			if gone {
				now := metav1.Now()
				job.DeletionTimestamp = &now
			}
			done := over(job)
			if done {
				return nil
			}
		}
	}
}

// goesOn behind a deletion.
func goesOn(ctx context.Context, jobs typedbatchv1.JobInterface, rv string) error {
	for {
		stream, err := jobs.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range stream.ResultChan() {
			job, ok := event.Object.(*batchv1.Job)
			other := !ok || job == nil
			if other {
				continue
			}
			rv = job.ResourceVersion // want `DELETED events`
		}
	}
}

type position struct{ rv string }

// newer moves forward only.
func newer(ctx context.Context, jobs typedbatchv1.JobInterface, p *position) error {
	for {
		stream, err := jobs.Watch(ctx, metav1.ListOptions{ResourceVersion: p.rv})
		if err != nil {
			return err
		}
		for event := range stream.ResultChan() {
			if job, ok := event.Object.(*batchv1.Job); ok {
				p.advance(job.ResourceVersion)
			}
		}
	}
}

func (p *position) advance(rv string) {
	now, _ := strconv.Atoi(p.rv)
	next, err := strconv.Atoi(rv)
	old := err != nil || next <= now
	if old {
		return
	}
	p.rv = rv
}
