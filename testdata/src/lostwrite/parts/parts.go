// Package parts changes objects by what their methods return.
package parts

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/partsof"
)

type prober struct{ client.Client }

func (p *prober) failed(ctx context.Context, key client.ObjectKey) error {
	e := &partsof.Endpoint{}
	if err := p.Get(ctx, key, e); err != nil {
		return err
	}
	e.Health().Phase = "Failed"
	return p.Update(ctx, e) // want `Update does not store the status of e \(Endpoint has the status subresource`
}

// told stores the status.
func (p *prober) told(ctx context.Context, key client.ObjectKey) error {
	e := &partsof.Endpoint{}
	if err := p.Get(ctx, key, e); err != nil {
		return err
	}
	e.Health().Phase = "Failed"
	return p.Status().Update(ctx, e)
}

func (p *prober) moved(ctx context.Context, e *partsof.Endpoint, url string) error {
	target := e.Target()
	target.URL = url
	return p.Status().Update(ctx, e) // want `Status\(\).Update stores only the status \(Endpoint has the status subresource, lostwrite/partsof/partsof.go:15\): the spec set at line 35 is dropped`
}

// moves stores the spec.
func (p *prober) moves(ctx context.Context, e *partsof.Endpoint, url string) error {
	e.Target().URL = url
	return p.Update(ctx, e)
}

// copied changes a copy.
func (p *prober) copied(ctx context.Context, e *partsof.Endpoint, url string) error {
	checked := e.Checked()
	checked.Phase = "Failed"
	e.Target().URL = url
	if err := p.Update(ctx, e); err != nil {
		return err
	}
	e.Status = *checked
	return p.Status().Update(ctx, e)
}

// endpoint is one of either scope.
type endpoint interface {
	client.Object
	Health() *partsof.Health
	Checked() *partsof.Health
}

func (p *prober) lost(ctx context.Context, e endpoint) error {
	health := e.Health()
	if health.Phase == "Failed" {
		return nil
	}
	patch := client.MergeFrom(e)
	health.Phase = "Failed"
	return p.Patch(ctx, e, patch) // want `this patch is empty, as its base is e itself: the change at line 70 is dropped`
}

// kept has a base from before the change.
func (p *prober) kept(ctx context.Context, e endpoint) error {
	patch := client.MergeFrom(e.DeepCopyObject().(client.Object))
	e.Health().Phase = "Failed"
	return p.Status().Patch(ctx, e, patch)
}

// unclear may change a copy.
func (p *prober) unclear(ctx context.Context, e endpoint) error {
	checked := e.Checked()
	patch := client.MergeFrom(e)
	checked.Phase = "Failed"
	return p.Status().Patch(ctx, e, patch)
}
