package contract

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

// PodsRequestedLate asks for the lister when the factory has been started.
func PodsRequestedLate(ctx context.Context, factory informers.SharedInformerFactory) ([]*corev1.Pod, error) {
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return factory.Core().V1().Pods().Lister().List(labels.Everything())
}

// PodsNeverStarted forgets to start it.
func PodsNeverStarted(ctx context.Context, factory informers.SharedInformerFactory) ([]*corev1.Pod, error) {
	lister := factory.Core().V1().Pods().Lister()
	factory.WaitForCacheSync(ctx.Done())
	return lister.List(labels.Everything())
}

// PodsWaitedBeforeStart waits for what does not run yet.
func PodsWaitedBeforeStart(ctx context.Context, factory informers.SharedInformerFactory) ([]*corev1.Pod, error) {
	lister := factory.Core().V1().Pods().Lister()
	factory.WaitForCacheSync(ctx.Done())
	factory.Start(ctx.Done())
	return lister.List(labels.Everything())
}

// PodsWaitedForNothing gives WaitForCacheSync nothing to wait for.
func PodsWaitedForNothing(ctx context.Context, factory informers.SharedInformerFactory) ([]*corev1.Pod, error) {
	lister := factory.Core().V1().Pods().Lister()
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done()) {
		return nil, ctx.Err()
	}
	return lister.List(labels.Everything())
}

// Pods asks, starts, and waits, in this order.
func Pods(ctx context.Context, factory informers.SharedInformerFactory) ([]*corev1.Pod, error) {
	lister := factory.Core().V1().Pods().Lister()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return lister.List(labels.Everything())
}
