// Package lists lists page by page. Nothing is said of it unless that is asked
// for.
package lists

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Poller reads the pods as they were, and again a minute later.
type Poller struct {
	pods typedcorev1.PodInterface
	rv   string
	show func([]corev1.Pod)
}

// Run asks for the old version again and again, once it has expired.
func (p *Poller) Run(ctx context.Context) {
	for ctx.Err() == nil {
		list, err := p.pods.List(ctx, metav1.ListOptions{ResourceVersion: p.rv, ResourceVersionMatch: metav1.ResourceVersionMatchExact, Limit: 500})
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		p.rv = list.ResourceVersion
		p.show(list.Items)
	}
}

// RunAnew begins anew.
func (p *Poller) RunAnew(ctx context.Context) {
	for ctx.Err() == nil {
		list, err := p.pods.List(ctx, metav1.ListOptions{ResourceVersion: p.rv, ResourceVersionMatch: metav1.ResourceVersionMatchExact, Limit: 500})
		if apierrors.IsResourceExpired(err) || apierrors.IsGone(err) {
			p.rv = ""
			continue
		}
		if err != nil {
			return
		}
		p.rv = list.ResourceVersion
		p.show(list.Items)
	}
}

// RunNewer takes what is newer as well.
func (p *Poller) RunNewer(ctx context.Context) {
	for ctx.Err() == nil {
		list, err := p.pods.List(ctx, metav1.ListOptions{ResourceVersion: p.rv})
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		p.rv = list.ResourceVersion
		p.show(list.Items)
	}
}

// Snapshot shows the pods of a version, or the newest if that has expired.
func (p *Poller) Snapshot(ctx context.Context) error {
	options := metav1.ListOptions{ResourceVersion: p.rv, ResourceVersionMatch: metav1.ResourceVersionMatchExact}
	for {
		list, err := p.pods.List(ctx, options)
		if apierrors.IsResourceExpired(err) {
			options = metav1.ListOptions{}
			continue
		}
		if err != nil {
			return err
		}
		p.show(list.Items)
		return nil
	}
}

// SnapshotPaged asks for a page of the expired version.
func (p *Poller) SnapshotPaged(ctx context.Context) error {
	options := metav1.ListOptions{ResourceVersion: p.rv, ResourceVersionMatch: metav1.ResourceVersionMatchExact}
	for {
		list, err := p.pods.List(ctx, options)
		if apierrors.IsResourceExpired(err) {
			options = metav1.ListOptions{ResourceVersion: p.rv, ResourceVersionMatch: metav1.ResourceVersionMatchExact, Limit: 500}
			continue
		}
		if err != nil {
			return err
		}
		p.show(list.Items)
		return nil
	}
}
