package second

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/dynamic"
)

// resize asks the server first whether it would take the change: a dry run stores nothing,
// so the version stays.
func resize(ctx context.Context, objects dynamic.ResourceInterface, name string, change func(map[string]any)) error {
	obj, err := objects.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	change(obj.Object)
	if _, err := objects.Update(ctx, obj, metav1.UpdateOptions{DryRun: []string{metav1.DryRunAll}}); err != nil {
		return err
	}
	_, err = objects.Update(ctx, obj, metav1.UpdateOptions{})
	return err
}

// resizeTwice stores both times.
func resizeTwice(ctx context.Context, objects dynamic.ResourceInterface, name string, change func(map[string]any)) error {
	obj, err := objects.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	change(obj.Object)
	if _, err := objects.Update(ctx, obj, metav1.UpdateOptions{FieldManager: "resize"}); err != nil {
		return err
	}
	_, err = objects.Update(ctx, obj, metav1.UpdateOptions{}) // want `obj still has the resourceVersion from before the Update at line`
	return err
}

// resizePerhaps stores nothing the first time if it is asked for a trial only.
func (e *evictor) resizePerhaps(ctx context.Context, name string, trial bool) error {
	pod, err := e.pods.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	opts := metav1.UpdateOptions{}
	if trial {
		opts.DryRun = []string{metav1.DryRunAll}
	}
	if _, err := e.pods.Update(ctx, pod, opts); err != nil {
		return err
	}
	_, err = e.pods.UpdateStatus(ctx, pod, metav1.UpdateOptions{}) // want `pod still has the resourceVersion from before the Update at line`
	return err
}
