// Package steps reconciles in steps that are listed, and has beside each list its twin in the right order.
package steps

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

type reconciler struct {
	client.Client
	early, late []step
}

type step func(ctx context.Context, b *api.Backup) error

func (r *reconciler) start(_ context.Context, b *api.Backup) error {
	b.Status.Phase = "Running"
	return nil
}

func (r *reconciler) own(ctx context.Context, b *api.Backup) error {
	b.Labels["team"] = "storage"
	return r.Update(ctx, b) // want `the status set at line 20 is lost: Update replaces b with the server's answer`
}

// claim does what own does, and is only called first.
func (r *reconciler) claim(ctx context.Context, b *api.Backup) error {
	b.Labels["team"] = "storage"
	return r.Update(ctx, b)
}

func (r *reconciler) inOrder(ctx context.Context, b *api.Backup) error {
	for _, s := range []step{r.start, r.own} {
		if err := s(ctx, b); err != nil {
			return err
		}
	}
	return r.Status().Update(ctx, b)
}

func (r *reconciler) inOrderRight(ctx context.Context, b *api.Backup) error {
	for _, s := range []step{r.claim, r.start} {
		if err := s(ctx, b); err != nil {
			return err
		}
	}
	return r.Status().Update(ctx, b)
}

// A named step says what it does.
type named struct {
	name string
	run  step
}

func (r *reconciler) tag(ctx context.Context, b *api.Backup) error {
	b.Labels["team"] = "storage"
	return r.Update(ctx, b) // want `the status set at line 20 is lost: Update replaces b with the server's answer`
}

func (r *reconciler) byName(ctx context.Context, b *api.Backup) (string, error) {
	for _, s := range []named{{"start", r.start}, {"tag", r.tag}} {
		if err := s.run(ctx, b); err != nil {
			return s.name, err
		}
	}
	return "", r.Status().Update(ctx, b)
}

func (r *reconciler) byNameRight(ctx context.Context, b *api.Backup) (string, error) {
	for _, s := range []named{{"claim", r.claim}, {"start", r.start}} {
		if err := s.run(ctx, b); err != nil {
			return s.name, err
		}
	}
	return "", r.Status().Update(ctx, b)
}

func newReconciler(c client.Client) *reconciler {
	r := &reconciler{Client: c}
	r.early = []step{r.start, r.mark}
	r.late = []step{r.claim, r.start}
	return r
}

func (r *reconciler) mark(ctx context.Context, b *api.Backup) error {
	b.Annotations["seen"] = "true"
	return r.Update(ctx, b) // want `the status set at line 20 is lost: Update replaces b with the server's answer`
}

func (r *reconciler) kept(ctx context.Context, b *api.Backup) error {
	for _, s := range r.early {
		if err := s(ctx, b); err != nil {
			return err
		}
	}
	return r.Status().Update(ctx, b)
}

func (r *reconciler) keptRight(ctx context.Context, b *api.Backup) error {
	for _, s := range r.late {
		if err := s(ctx, b); err != nil {
			return err
		}
	}
	return r.Status().Update(ctx, b)
}

// runAll runs what it is given.
func runAll(ctx context.Context, b *api.Backup, steps ...step) error {
	for _, s := range steps {
		if err := s(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

func (r *reconciler) name(ctx context.Context, b *api.Backup) error {
	b.Annotations["seen"] = "true"
	return r.Update(ctx, b) // want `the status set at line 20 is lost: Update replaces b with the server's answer`
}

func (r *reconciler) given(ctx context.Context, b *api.Backup) error {
	if err := runAll(ctx, b, r.start, r.name); err != nil {
		return err
	}
	return r.Status().Update(ctx, b)
}

func (r *reconciler) givenRight(ctx context.Context, b *api.Backup) error {
	if err := runAll(ctx, b, r.claim, r.start); err != nil {
		return err
	}
	return r.Status().Update(ctx, b)
}

// givenRest runs all but the first: the rest of a list is not known.
func (r *reconciler) givenRest(ctx context.Context, b *api.Backup) error {
	all := []step{r.start, r.claim}
	if err := runAll(ctx, b, all[1:]...); err != nil {
		return err
	}
	return r.Status().Update(ctx, b)
}
