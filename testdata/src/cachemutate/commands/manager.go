package commands

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/event"

	"k8slint.test/cachemutate/commands/work"
)

type podEvents struct {
	manager *work.Manager
}

func (h *podEvents) Create(ctx context.Context, e event.CreateEvent) error {
	return h.manager.Handle(ctx, &work.Occurrence{Kind: "came", Pod: e.Object.(*corev1.Pod)}) // want `mutates a cached object`
}

// Delete hands on an event of another kind, which leads to no write.
func (h *podEvents) Delete(ctx context.Context, e event.DeleteEvent) error {
	return h.manager.Handle(ctx, &work.Occurrence{Kind: "went", Pod: e.Object.(*corev1.Pod)})
}

type renamedEvents struct{ renamer *work.Renamer }

func (h *renamedEvents) Delete(ctx context.Context, e event.DeleteEvent) error {
	return h.renamer.Handle(ctx, &work.Occurrence{Kind: "went", Pod: e.Object.(*corev1.Pod)}) // want `mutates a cached object`
}
