package second

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A locked patch has the version of its base.
type locked struct{ client.Client }

func (r *locked) patchTwice(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	patch := client.MergeFromWithOptions(pod.DeepCopy(), client.MergeFromWithOptimisticLock{})
	pod.Labels["seen"] = "true"
	if err := r.Patch(ctx, pod, patch); err != nil {
		return err
	}
	pod.Labels["done"] = "true"
	return r.Patch(ctx, pod, patch) // want `this patch has the resourceVersion that its base had before the Patch at line 20, so the server refuses it; make the base after that write`
}

func (r *locked) patchAnew(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	patch := client.MergeFromWithOptions(pod.DeepCopy(), client.MergeFromWithOptimisticLock{})
	pod.Labels["seen"] = "true"
	if err := r.Patch(ctx, pod, patch); err != nil {
		return err
	}
	patch = client.MergeFromWithOptions(pod.DeepCopy(), client.MergeFromWithOptimisticLock{})
	pod.Labels["done"] = "true"
	return r.Patch(ctx, pod, patch)
}

func (r *locked) patchUnlocked(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	patch := client.MergeFrom(pod.DeepCopy())
	pod.Labels["seen"] = "true"
	if err := r.Patch(ctx, pod, patch); err != nil {
		return err
	}
	pod.Labels["done"] = "true"
	return r.Patch(ctx, pod, patch)
}

func (r *locked) updateBefore(ctx context.Context, key client.ObjectKey) (reterr error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	patch := client.MergeFromWithOptions(pod.DeepCopy(), client.MergeFromWithOptimisticLock{})
	defer func() { // want `this patch has the resourceVersion that its base had before the Update at line 69`
		if err := r.Status().Patch(ctx, pod, patch); err != nil {
			reterr = err
		}
	}()
	if pod.Labels["seen"] == "" {
		pod.Labels["seen"] = "true"
		if err := r.Update(ctx, pod); err != nil {
			return err
		}
	}
	pod.Status.Message = "seen"
	return nil
}

func (r *locked) helperBefore(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	patch := client.MergeFromWithOptions(pod.DeepCopy(), client.MergeFromWithOptimisticLock{})
	if err := r.mark(ctx, pod); err != nil {
		return err
	}
	pod.Status.Message = "seen"
	return r.Status().Patch(ctx, pod, patch) // want `this patch has the resourceVersion that its base had before mark\(…\) at line 83`
}

func (r *locked) mark(ctx context.Context, pod *corev1.Pod) error {
	pod.Labels["seen"] = "true"
	return r.Update(ctx, pod)
}

func (r *locked) helperWithPatch(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	patch := client.MergeFromWithOptions(pod.DeepCopy(), client.MergeFromWithOptimisticLock{})
	if err := r.advance(ctx, pod); err != nil {
		return err
	}
	return r.finish(ctx, pod, patch) // want `this patch has the resourceVersion that its base had before advance\(…\) at line 101`
}

func (r *locked) advance(ctx context.Context, pod *corev1.Pod) error {
	patch := client.MergeFrom(pod.DeepCopy())
	pod.Status.Message = "on its way"
	return r.Status().Patch(ctx, pod, patch)
}

func (r *locked) finish(ctx context.Context, pod *corev1.Pod, patch client.Patch) error {
	pod.Status.Message = "done"
	return r.Status().Patch(ctx, pod, patch)
}

func (r *locked) helperBeforeCopy(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	if err := r.mark(ctx, pod); err != nil {
		return err
	}
	patch := client.MergeFromWithOptions(pod.DeepCopy(), client.MergeFromWithOptimisticLock{})
	pod.Status.Message = "seen"
	return r.Status().Patch(ctx, pod, patch)
}

func (r *locked) helperOfOther(ctx context.Context, key client.ObjectKey) error {
	pod, other := &corev1.Pod{}, &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	if err := r.Get(ctx, client.ObjectKey{Name: "other"}, other); err != nil {
		return err
	}
	patch := client.MergeFromWithOptions(pod.DeepCopy(), client.MergeFromWithOptimisticLock{})
	if err := r.mark(ctx, other); err != nil {
		return err
	}
	pod.Status.Message = "seen"
	return r.Status().Patch(ctx, pod, patch)
}

func (r *locked) carriedOn(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	before := pod.DeepCopy()
	patch := client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})
	pod.Labels["seen"] = "true"
	if err := r.Patch(ctx, pod, patch); err != nil {
		return err
	}
	before.SetResourceVersion(pod.GetResourceVersion())
	pod.Status.Message = "seen"
	return r.Status().Patch(ctx, pod, patch)
}
