package status

import (
	"context"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8slint.test/lostwrite/api"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// An applier stores what it is given, of any kind.
type applier struct {
	client.Client
	scheme *runtime.Scheme
}

func (a *applier) apply(ctx context.Context, gvk schema.GroupVersionKind, wanted client.Object) error {
	made, err := a.scheme.New(gvk)
	if err != nil {
		return err
	}
	stored := made.(client.Object)
	if err := a.Get(ctx, client.ObjectKeyFromObject(wanted), stored); err != nil {
		return err
	}
	a.scheme.Default(stored)
	merged := takeOver(stored, wanted)
	return a.Update(ctx, merged)
}

// takeOver gives what is wanted the status that is stored: nothing of it is lost.
func takeOver(stored, wanted client.Object) client.Object {
	stored.GetObjectKind().SetGroupVersionKind(wanted.GetObjectKind().GroupVersionKind())
	wanted.SetResourceVersion(stored.GetResourceVersion())
	switch stored.(type) {
	case *api.Backup:
		stored, wanted := stored.(*api.Backup), wanted.(*api.Backup)
		wanted.Spec.Schedule = stored.Spec.Schedule
		wanted.Status = stored.Status
	}
	return wanted
}
