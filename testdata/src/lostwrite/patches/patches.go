// Package patches has patches that send nothing, or the opposite.
package patches

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type labeller struct {
	client.Client
	pod *corev1.Pod
}

func (l *labeller) sameObject(ctx context.Context, pod *corev1.Pod) error {
	pod.Labels["role"] = "leader"
	return l.Patch(ctx, pod, client.MergeFrom(pod)) // want `this patch is empty, as its base is pod itself: the change at line 17 is dropped`
}

func (l *labeller) copied(ctx context.Context, pod *corev1.Pod) error {
	base := pod.DeepCopy()
	pod.Labels["role"] = "leader"
	return l.Patch(ctx, pod, client.MergeFrom(base))
}

func (l *labeller) copiedLate(ctx context.Context, pod *corev1.Pod) error {
	pod.Labels["role"] = "leader"
	base := pod.DeepCopy()
	return l.Patch(ctx, pod, client.StrategicMergeFrom(base)) // want `this patch does not have the change at line 28: its base was copied from pod after it`
}

func (l *labeller) copiedInTheCall(ctx context.Context, pod *corev1.Pod) error {
	if pod.Labels == nil {
		pod.Labels = map[string]string{}
	}
	pod.Labels["role"] = "leader"
	return l.Patch(ctx, pod, client.MergeFrom(pod.DeepCopy())) // want `this patch does not have the change at line 37: its base was copied from pod after it`
}

func (l *labeller) madeBefore(ctx context.Context, pod *corev1.Pod) error {
	patch := client.MergeFrom(pod.DeepCopy())
	pod.Labels["role"] = "leader"
	return l.Patch(ctx, pod, patch)
}

func (l *labeller) madeBeforeWithoutCopy(ctx context.Context, pod *corev1.Pod) error {
	patch := client.MergeFrom(pod)
	pod.Labels["role"] = "leader"
	return l.Patch(ctx, pod, patch) // want `this patch is empty, as its base is pod itself: the change at line 49 is dropped`
}

func (l *labeller) swapped(ctx context.Context) error {
	changed := l.pod.DeepCopy()
	changed.Labels["role"] = "leader"
	return l.Patch(ctx, l.pod, client.MergeFrom(changed)) // want `this patch undoes the change at line 55: the changed object is its base, and the unchanged one is sent`
}

func (l *labeller) notSwapped(ctx context.Context) error {
	changed := l.pod.DeepCopy()
	changed.Labels["role"] = "leader"
	return l.Patch(ctx, changed, client.MergeFrom(l.pod))
}

// bind stores the node that was set in memory before: the base has none, as the API server has none.
func (l *labeller) bind(ctx context.Context, assumed *corev1.Pod) error {
	unbound := assumed.DeepCopy()
	unbound.Spec.NodeName = ""
	unbound.Spec.Affinity = nil
	return l.Patch(ctx, assumed, client.MergeFrom(unbound))
}

func (l *labeller) bindSwapped(ctx context.Context, assumed *corev1.Pod, node string) error {
	bound := assumed.DeepCopy()
	bound.Spec.NodeName = node
	return l.Patch(ctx, assumed, client.MergeFrom(bound)) // want `this patch undoes the change at line 75: the changed object is its base`
}

// versionCheck sends an empty patch on purpose: nothing was changed.
func (l *labeller) versionCheck(ctx context.Context, pod *corev1.Pod) error {
	return l.Patch(ctx, pod, client.MergeFromWithOptions(pod.DeepCopy(), client.MergeFromWithOptimisticLock{}))
}

func (l *labeller) changedByOptions(ctx context.Context, pod *corev1.Pod, options ...func(*corev1.Pod)) error {
	base := pod.DeepCopy()
	for _, o := range options {
		o(pod)
	}
	return l.Patch(ctx, pod, client.MergeFrom(base))
}

func (l *labeller) eachPod(ctx context.Context, pods []corev1.Pod) error {
	for i := range pods {
		pod := &pods[i]
		base := pod.DeepCopy()
		pod.Labels["role"] = "leader"
		if err := l.Patch(ctx, pod, client.MergeFrom(base)); err != nil {
			return err
		}
	}
	return nil
}

// A scope keeps the patch beside the pod that it is to patch.
type scope struct {
	client client.Client
	pod    *corev1.Pod
	patch  client.Patch
}

func newScope(c client.Client, pod *corev1.Pod) *scope {
	return &scope{client: c, pod: pod, patch: client.MergeFrom(pod)} // want `^the patch of this base is always empty: the base is the object itself, sent as s\.pod at line 115; pass a copy to MergeFrom$`
}

func (s *scope) close(ctx context.Context) error { return s.client.Patch(ctx, s.pod, s.patch) }

// A copying scope makes a copy first.
type copying struct {
	client client.Client
	pod    *corev1.Pod
	patch  client.Patch
}

func newCopying(c client.Client, pod *corev1.Pod) *copying {
	return &copying{client: c, pod: pod, patch: client.MergeFrom(pod.DeepCopy())}
}

func (s *copying) close(ctx context.Context) error { return s.client.Patch(ctx, s.pod, s.patch) }

// A changeable scope gets another pod later.
type changeable struct {
	client client.Client
	pod    *corev1.Pod
	patch  client.Patch
}

func newChangeable(c client.Client, pod *corev1.Pod) *changeable {
	return &changeable{client: c, pod: pod, patch: client.MergeFrom(pod)}
}

func (s *changeable) change() { s.pod = s.pod.DeepCopy() }

func (s *changeable) close(ctx context.Context) error { return s.client.Patch(ctx, s.pod, s.patch) }

// A locked scope asks whether the version is still the same.
type locked struct {
	client client.Client
	pod    *corev1.Pod
	patch  client.Patch
}

func newLocked(c client.Client, pod *corev1.Pod) *locked {
	return &locked{client: c, pod: pod, patch: client.MergeFromWithOptions(pod, client.MergeFromWithOptimisticLock{})}
}

func (s *locked) close(ctx context.Context) error { return s.client.Patch(ctx, s.pod, s.patch) }

// changedSometimes sends an empty patch on one path on purpose, and on the other without knowing it.
func (l *labeller) changedSometimes(ctx context.Context, pod *corev1.Pod, leads bool) error {
	base := pod
	if leads {
		pod.Labels["role"] = "leader"
	}
	return l.Patch(ctx, pod, client.MergeFrom(base)) // want `this patch is empty, as its base is pod itself: the change at line 162 is dropped`
}

func (l *labeller) changedSometimesRight(ctx context.Context, pod *corev1.Pod, leads bool) error {
	base := pod.DeepCopy()
	if leads {
		pod.Labels["role"] = "leader"
	}
	return l.Patch(ctx, pod, client.MergeFrom(base))
}

// A visit is patched at the end of its reconcile, whatever became of it.
type visit struct {
	client.Client
	pod, before *corev1.Pod
}

func startVisit(c client.Client, pod *corev1.Pod) *visit {
	return &visit{Client: c, pod: pod, before: pod}
}

func (v *visit) end(ctx context.Context) error {
	return v.Status().Patch(ctx, v.pod, client.MergeFrom(v.before)) // want `this patch is empty, as its base is v.pod itself: the change at line 201 is dropped`
}

func (l *labeller) visited(ctx context.Context, key client.ObjectKey) (err error) {
	pod := &corev1.Pod{}
	if err := l.Get(ctx, key, pod); err != nil {
		return err
	}
	v := startVisit(l.Client, pod)
	defer func() {
		if e := v.end(ctx); e != nil && err == nil {
			err = e
		}
	}()
	if pod.Spec.NodeName == "" {
		pod.Status.Message = "has no node"
	}
	return nil
}
