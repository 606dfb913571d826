// Package lost holds retries that lose the error or the change.
package lost

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime/pkg/client"
)

type controller struct {
	kube   kubernetes.Interface
	client ctrl.Client
}

// The error of the update is replaced by that of the Get.
func (c *controller) overwritten(ctx context.Context, sa *corev1.ServiceAccount) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		sa.Secrets = []corev1.ObjectReference{{Name: "token"}}
		err := c.client.Update(ctx, sa) // want `the conflict of this Update is lost`
		if err == nil {
			return nil
		}
		latest := &corev1.ServiceAccount{}
		err = c.client.Get(ctx, ctrl.ObjectKeyFromObject(sa), latest)
		if err == nil {
			sa = latest.DeepCopy()
		}
		return err
	})
}

func (c *controller) kept(ctx context.Context, sa *corev1.ServiceAccount) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		sa.Secrets = []corev1.ObjectReference{{Name: "token"}}
		err := c.client.Update(ctx, sa)
		if err == nil {
			return nil
		}
		latest := &corev1.ServiceAccount{}
		if getErr := c.client.Get(ctx, ctrl.ObjectKeyFromObject(sa), latest); getErr == nil {
			sa = latest.DeepCopy()
		}
		return err
	})
}

// The wrong error is tested.
func (c *controller) wrong(ctx context.Context, cm *corev1.ConfigMap) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		cm.Data["a"] = "b"
		updated, err := c.kube.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{}) // want `the conflict of this Update is lost`
		var getErr error
		if apierrors.IsConflict(err) {
			updated, getErr = c.kube.CoreV1().ConfigMaps(cm.Namespace).Get(ctx, cm.Name, metav1.GetOptions{})
			if err != nil {
				return getErr
			}
		}
		cm = updated
		return err
	})
}

func (c *controller) right(ctx context.Context, cm *corev1.ConfigMap) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		cm.Data["a"] = "b"
		updated, err := c.kube.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{})
		var getErr error
		if apierrors.IsConflict(err) {
			updated, getErr = c.kube.CoreV1().ConfigMaps(cm.Namespace).Get(ctx, cm.Name, metav1.GetOptions{})
			if getErr != nil {
				return getErr
			}
		}
		cm = updated
		return err
	})
}

// The change was made outside; what is read in takes its place.
func (c *controller) replaced(ctx context.Context, ns string) error {
	pod, err := c.kube.CoreV1().Pods(ns).Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod.Labels = map[string]string{"seen": "true"}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.kube.CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{}) // want `the change to pod is lost after a conflict`
		if apierrors.IsConflict(err) {
			latest, getErr := c.kube.CoreV1().Pods(ns).Get(ctx, "web", metav1.GetOptions{})
			if getErr != nil {
				return getErr
			}
			pod = latest
		}
		return err
	})
}

func (c *controller) replacedAndChanged(ctx context.Context, ns string) error {
	pod, err := c.kube.CoreV1().Pods(ns).Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Labels = map[string]string{"seen": "true"}
		_, err := c.kube.CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{})
		if apierrors.IsConflict(err) {
			latest, getErr := c.kube.CoreV1().Pods(ns).Get(ctx, "web", metav1.GetOptions{})
			if getErr != nil {
				return getErr
			}
			pod = latest
		}
		return err
	})
}

// It is read between the change and the write.
func (c *controller) between(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		c.mark(pod)
		if err := c.client.Get(ctx, ctrl.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		return c.client.Status().Update(ctx, pod) // want `the change to pod is lost`
	})
}

func (c *controller) mark(pod *corev1.Pod) { pod.Status.Message = "marked" }

func (c *controller) before(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := c.client.Get(ctx, ctrl.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		c.mark(pod)
		return c.client.Status().Update(ctx, pod)
	})
}

// One retry by hand: its callers made the change.
func (c *controller) update(ctx context.Context, obj ctrl.Object) error {
	if err := c.client.Update(ctx, obj); err != nil {
		if apierrors.IsConflict(err) {
			if err := c.client.Get(ctx, ctrl.ObjectKeyFromObject(obj), obj); err != nil {
				return err
			}
			return c.client.Update(ctx, obj) // want `the change to obj is lost`
		}
	}
	return nil
}

func (c *controller) finish(ctx context.Context, pod *corev1.Pod) error {
	pod.Finalizers = nil
	return c.update(ctx, pod)
}

// The helper is to blame, not its callers.
func (c *controller) start(ctx context.Context, pod *corev1.Pod) error {
	pod.Labels = map[string]string{"started": "true"}
	if err := c.update(ctx, pod); err != nil {
		return err
	}
	return nil
}

// The outer err is returned even if the second update goes well: the queue tries again.
func (c *controller) returnedAllTheSame(ctx context.Context, pod *corev1.Pod) error {
	pod.Status.Message = "ready"
	if err := c.client.Status().Update(ctx, pod); err != nil {
		if apierrors.IsConflict(err) {
			err := c.client.Get(ctx, ctrl.ObjectKeyFromObject(pod), pod)
			if err != nil {
				return err
			}
			err = c.client.Status().Update(ctx, pod)
			if err != nil {
				return err
			}
		}
		return err
	}
	return nil
}

// One variable: what is returned is the nil error of the second update.
func (c *controller) oneVariable(ctx context.Context, pod *corev1.Pod) error {
	pod.Status.Message = "ready"
	if err := c.client.Status().Update(ctx, pod); err != nil {
		if apierrors.IsConflict(err) {
			err = c.client.Get(ctx, ctrl.ObjectKeyFromObject(pod), pod)
			if err != nil {
				return err
			}
			err = c.client.Status().Update(ctx, pod) // want `the change to pod is lost after a conflict`
			if err != nil {
				return err
			}
		}
		return err
	}
	return nil
}

// The conflict is wrapped.
func (c *controller) wrappedAllTheSame(ctx context.Context, node *corev1.Node) error {
	node.Spec.Unschedulable = true
	err := c.client.Update(ctx, node)
	if apierrors.IsConflict(err) {
		if getErr := c.client.Get(ctx, ctrl.ObjectKeyFromObject(node), node); getErr != nil {
			return getErr
		}
		if againErr := c.client.Update(ctx, node); againErr != nil {
			return againErr
		}
	}
	if err != nil {
		return fmt.Errorf("cordon %s: %w", node.Name, err)
	}
	return nil
}

// The conflict is returned on one way only.
func (c *controller) returnedOnce(ctx context.Context, node *corev1.Node, strict bool) error {
	node.Spec.Unschedulable = true
	err := c.client.Update(ctx, node)
	if apierrors.IsConflict(err) {
		if getErr := c.client.Get(ctx, ctrl.ObjectKeyFromObject(node), node); getErr != nil {
			return getErr
		}
		if againErr := c.client.Update(ctx, node); againErr != nil { // want `the change to node is lost after a conflict`
			return againErr
		}
		if !strict {
			return nil
		}
	}
	return err
}

// The stored object is to be written as it is: nothing is lost.
func (c *controller) restore(ctx context.Context, obj ctrl.Object) error {
	if err := c.client.Update(ctx, obj); err != nil {
		if apierrors.IsConflict(err) {
			if err := c.client.Get(ctx, ctrl.ObjectKeyFromObject(obj), obj); err != nil {
				return err
			}
			return c.client.Update(ctx, obj)
		}
	}
	return nil
}

func (c *controller) migrate(ctx context.Context) error {
	var pods corev1.PodList
	if err := c.client.List(ctx, &pods); err != nil {
		return err
	}
	for i := range pods.Items {
		if err := c.restore(ctx, &pods.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// It is only looked at before it is read: nothing is lost.
func (c *controller) touched(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		fmt.Println("touch", pod)
		if err := c.client.Get(ctx, ctrl.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		return c.client.Update(ctx, pod)
	})
}

// The change is put back.
func (c *controller) saved(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		status := pod.Status
		err := c.client.Status().Update(ctx, pod)
		if err != nil {
			if getErr := c.client.Get(ctx, ctrl.ObjectKeyFromObject(pod), pod); getErr != nil {
				return getErr
			}
			pod.Status = status
		}
		return err
	})
}

// := makes a new variable: the outer one stays nil.
func (c *controller) shadowed(ctx context.Context, ns string, given *corev1.Pod) error {
	pod := given
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if pod == nil {
			pod, err := c.kube.CoreV1().Pods(ns).Get(ctx, "web", metav1.GetOptions{}) // want `pod is read again into a new variable`
			if err != nil {
				return err
			}
			fmt.Println(pod.Name)
		}
		pod.Finalizers = nil
		_, err := c.kube.CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{})
		if err != nil {
			pod = nil
		}
		return err
	})
}

func (c *controller) unshadowed(ctx context.Context, ns string, given *corev1.Pod) error {
	pod := given
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if pod == nil {
			var err error
			pod, err = c.kube.CoreV1().Pods(ns).Get(ctx, "web", metav1.GetOptions{})
			if err != nil {
				return err
			}
		}
		pod.Finalizers = nil
		_, err := c.kube.CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{})
		if err != nil {
			pod = nil
		}
		return err
	})
}

// %v hides the conflict.
func (c *controller) flattened(ctx context.Context, ns string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.kube.CoreV1().Pods(ns).Get(ctx, "web", metav1.GetOptions{})
		if err != nil {
			return err
		}
		pod.Finalizers = nil
		if _, err := c.kube.CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{}); err != nil { // want `the error made at line \d+ hides the conflict of this Update from the retry`
			return fmt.Errorf("update %s: %v", pod.Name, err)
		}
		return nil
	})
}

func (c *controller) wrapped(ctx context.Context, ns string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.kube.CoreV1().Pods(ns).Get(ctx, "web", metav1.GetOptions{})
		if err != nil {
			return err
		}
		pod.Finalizers = nil
		if _, err := c.kube.CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return fmt.Errorf("update %s: %w", pod.Name, err)
		}
		return nil
	})
}

// Only what is no conflict is hidden.
func (c *controller) converted(ctx context.Context, ns string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.kube.CoreV1().Pods(ns).Get(ctx, "web", metav1.GetOptions{})
		if err != nil {
			return fmt.Errorf("get: %v", err)
		}
		pod.Finalizers = nil
		_, err = c.kube.CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{})
		if err != nil && !apierrors.IsConflict(err) {
			return fmt.Errorf("update: %v", err)
		}
		return err
	})
}

// A conflict is no error here.
func (c *controller) ignored(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		err := c.client.Update(ctx, pod)
		if apierrors.IsConflict(err) {
			return nil
		}
		return err
	})
}
