package fixes

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/retry"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// The changes stand right before the retry, and belong into it.
func before(ctx context.Context, c client.Client, key types.NamespacedName, labels map[string]string) error {
	pod := &corev1.Pod{}
	if err := c.Get(ctx, key, pod); err != nil {
		return fmt.Errorf("get: %w", err)
	}
	if pod.DeletionTimestamp != nil || pod.Labels["ignore"] == "true" {
		return nil
	}
	klog.InfoS("labelling", "pod", pod.Name)
	// Someone has to.
	if pod.Labels == nil {
		pod.Labels = map[string]string{} // none yet
	}
	for k, v := range labels {
		pod.Labels[k] = v
	}
	pod.Annotations["seen"] = time.Now().Format(time.RFC3339)

	controllerutil.AddFinalizer(pod, "example.com/seen")
	if err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return c.Update(ctx, pod) // want `pod is written again`
	}); err != nil {
		return fmt.Errorf("update %s: %w", pod.Name, err)
	}
	return nil
}

// A copy of what a lister gives, written by a typed client, in a branch.
func beforeTyped(kube kubernetes.Interface, lister corelisters.NodeLister, name string, cordon bool) (err error) {
	cached, err := lister.Get(name)
	if err != nil {
		return err
	}
	node := cached.DeepCopy()
	if cordon {
		node.Spec.Unschedulable = reasonOf(name) != ""
		err = retry.RetryOnConflict(retry.DefaultRetry, func() (err error) {
			_, err = kube.CoreV1().Nodes().Update(context.TODO(), node, metav1.UpdateOptions{}) // want `node is written again`
			return err
		})
	}
	return err
}

func reasonOf(name string) string {
	reason := ""
	switch name {
	case "":
		reason = "none"
	default:
		reason = fmt.Sprintf("cordoned %s", name)
	}
	return reason
}

// Something else happens between the change and the retry, which uses the change.
func usedBetween(ctx context.Context, c client.Client, key types.NamespacedName) error {
	pod := &corev1.Pod{}
	if err := c.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Labels["seen"] = "true"
	klog.InfoS("labelled", "labels", pod.Labels)
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return c.Update(ctx, pod) // want `pod is written again`
	})
}

// What is set was computed from what was read.
func computed(ctx context.Context, c client.Client, key types.NamespacedName) error {
	pod := &corev1.Pod{}
	if err := c.Get(ctx, key, pod); err != nil {
		return err
	}
	grace := *pod.Spec.TerminationGracePeriodSeconds
	grace++
	pod.Spec.TerminationGracePeriodSeconds = &grace
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return c.Update(ctx, pod) // want `pod is written again`
	})
}

// A change further up would be lost, if only the last one moved.
func twoPlaces(ctx context.Context, c client.Client, key types.NamespacedName) error {
	pod := &corev1.Pod{}
	if err := c.Get(ctx, key, pod); err != nil {
		return err
	}
	labels := pod.Labels
	labels["seen"] = "true"
	pod.Annotations["seen"] = "true"
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return c.Update(ctx, pod) // want `pod is written again`
	})
}

// The next attempt would take another number.
func counted(ctx context.Context, c client.Client, key types.NamespacedName, numbers chan string) error {
	pod := &corev1.Pod{}
	if err := c.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Labels["number"] = <-numbers
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return c.Update(ctx, pod) // want `pod is written again`
	})
}

// Each round changes the object that was read before the loop.
func eachRound(ctx context.Context, c client.Client, key types.NamespacedName, names []string) error {
	pod := &corev1.Pod{}
	if err := c.Get(ctx, key, pod); err != nil {
		return err
	}
	for _, name := range names {
		pod.Labels[name] = "true"
		if err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
			return c.Update(ctx, pod) // want `pod is written again`
		}); err != nil {
			return err
		}
	}
	return nil
}

// loaded writes what a function gives it: where that comes from, the function says, and no fix guesses.
func loaded(ctx context.Context, c client.Client, key types.NamespacedName) error {
	found := &corev1.Pod{}
	load := func() *corev1.Pod { return found }
	if err := c.Get(ctx, key, found); err != nil {
		return err
	}
	pod := load()
	pod.Labels["loaded"] = "true"
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return c.Update(ctx, pod) // want `pod is written again`
	})
}
