package branches

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// A replicaController fills the gaps between the pods that it found with new
// ones, which are told from the others by what the API server has not set yet.
type replicaController struct {
	client kubernetes.Interface
	pods   corelisters.PodLister
}

func created(pod *corev1.Pod) bool { return pod.Status.Phase != "" }

func pending(pod *corev1.Pod) bool { return pod.Status.Phase == corev1.PodPending }

func isNew(pod *corev1.Pod) bool { return pod.GetUID() == "" }

// setState makes what writes a pod, as options do.
func setState(state string) func(*corev1.Pod) {
	return func(pod *corev1.Pod) {
		pod.Labels["state"] = state
	}
}

func (c *replicaController) sync(ctx context.Context, ns string, n int) error {
	found, err := c.pods.Pods(ns).List(labels.Everything())
	if err != nil {
		return err
	}
	pods := make([]*corev1.Pod, n)
	for i := range found {
		pods[i] = found[i]
	}
	for i := range pods {
		if pods[i] == nil {
			pods[i] = &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: ns, Labels: map[string]string{}}}
		}
	}
	for i := range pods {
		if err := c.one(ctx, pods, i); err != nil {
			return err
		}
	}
	return nil
}

func (c *replicaController) one(ctx context.Context, pods []*corev1.Pod, i int) error {
	if !created(pods[i]) {
		setState("new")(pods[i])
		_, err := c.client.CoreV1().Pods(pods[i].Namespace).Create(ctx, pods[i], metav1.CreateOptions{})
		return err
	}
	if !submitted(pods[i]) {
		pods[i].Annotations["submitted"] = "false"
	}
	if !labelled(pods[i]) {
		pods[i].Annotations["labelled"] = "false" // want `pods\[i\].Annotations\["labelled"\] = … mutates a cached object, read by c.pods.Pods\(ns\).List`
	}
	if isNew(pods[i]) {
		pods[i].Annotations["new"] = "true"
	}
	if pods[i].Status.Phase == "" {
		pods[i].Annotations["phase"] = "none"
	}
	return nil
}

// Pods that are not pending may well be the cache's.
func (c *replicaController) running(ns string) error {
	pods, err := c.pods.Pods(ns).List(labels.Everything())
	if err != nil {
		return err
	}
	for _, pod := range pods {
		if !pending(pod) {
			pod.Annotations["pending"] = "false" // want `pod.Annotations\["pending"\] = … mutates a cached object`
		}
	}
	return nil
}

func (c *replicaController) waiting(ns string) error {
	pods, err := c.pods.Pods(ns).List(labels.Everything())
	if err != nil {
		return err
	}
	for _, pod := range pods {
		if pending(pod) {
			setState("pending")(pod) // want `the func literal in setState mutates a cached object \(pod.Labels\["state"\] = … at line 29`
		}
	}
	return nil
}

// submitted looks at a pod that may not be there.
func submitted(pod *corev1.Pod) bool { return pod != nil && pod.UID != "" }

// labelled is not what every pod in a cache is.
func labelled(pod *corev1.Pod) bool { return pod != nil && len(pod.Labels) > 0 && pod.UID != "" }
