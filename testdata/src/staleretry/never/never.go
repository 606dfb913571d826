// Package never holds retries whose object was read outside, and their twins
// that read it inside.
package never

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

type controller struct {
	kube   kubernetes.Interface
	client ctrl.Client
	nodes  corelisters.NodeLister
	node   *corev1.Node
}

// The copy is taken before the retry.
func (c *controller) cordon(ctx context.Context, name string) error {
	cached, err := c.nodes.Get(name)
	if err != nil {
		return err
	}
	node := cached.DeepCopy()
	node.Spec.Unschedulable = true
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}) // want `node is written again with the resourceVersion that was refused`
		return err
	})
}

func (c *controller) cordonRead(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := c.kube.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Spec.Unschedulable = true
		_, err = c.kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
		return err
	})
}

// The change is made in each attempt, to the same object.
func (c *controller) annotate(ctx context.Context, key types.NamespacedName) error {
	ns := &corev1.Namespace{}
	if err := c.client.Get(ctx, key, ns); err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if ns.Annotations == nil {
			ns.Annotations = map[string]string{}
		}
		ns.Annotations["team"] = "blue"
		return c.client.Update(ctx, ns) // want `ns is written again with the resourceVersion that was refused`
	})
}

func (c *controller) annotateRead(ctx context.Context, key types.NamespacedName) error {
	ns := &corev1.Namespace{}
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if err := c.client.Get(ctx, key, ns); err != nil {
			return err
		}
		if ns.Annotations == nil {
			ns.Annotations = map[string]string{}
		}
		ns.Annotations["team"] = "blue"
		return c.client.Update(ctx, ns)
	})
}

// Another object is read again.
func (c *controller) owner(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		set := &appsv1.ReplicaSet{}
		if err := c.client.Get(ctx, types.NamespacedName{Namespace: pod.Namespace, Name: "web"}, set); err != nil {
			return err
		}
		controllerutil.AddFinalizer(pod, "example.com/"+set.Name)
		return c.client.Update(ctx, pod) // want `pod is written again with the resourceVersion that was refused`
	})
}

// What the failed Update returned is an empty object.
func (c *controller) assigned(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() (err error) {
		pod.Labels["seen"] = "true"
		pod, err = c.kube.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}) // want `pod is what the refused Update returned, an empty object`
		return err
	})
}

// The re-read stands behind a flag that nothing sets.
func (c *controller) deadFlag(ctx context.Context, cm *corev1.ConfigMap) error {
	var again bool
	update := func() error {
		if again {
			latest, err := c.kube.CoreV1().ConfigMaps(cm.Namespace).Get(ctx, cm.Name, metav1.GetOptions{})
			if err != nil {
				return err
			}
			cm.ResourceVersion = latest.ResourceVersion
		}
		_, err := c.kube.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{}) // want `cm is written again`
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, update)
}

func (c *controller) liveFlag(ctx context.Context, cm *corev1.ConfigMap) error {
	var again bool
	update := func() error {
		if again {
			latest, err := c.kube.CoreV1().ConfigMaps(cm.Namespace).Get(ctx, cm.Name, metav1.GetOptions{})
			if err != nil {
				return err
			}
			cm.ResourceVersion = latest.ResourceVersion
		}
		_, err := c.kube.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{})
		again = err != nil
		if err != nil {
			again = true
		}
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, update)
}

func (c *controller) counted(ctx context.Context, cm *corev1.ConfigMap) error {
	tries := 0
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		defer func() { tries++ }()
		var err error
		if tries > 0 {
			if cm, err = c.kube.CoreV1().ConfigMaps(cm.Namespace).Get(ctx, cm.Name, metav1.GetOptions{}); err != nil {
				return err
			}
		}
		cm.Data["a"] = "b"
		_, err = c.kube.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{})
		return err
	})
}

// The metadata of the old object takes the new version away.
func (c *controller) overwritten(ctx context.Context, old *corev1.ConfigMap, meta bool) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm, err := c.kube.CoreV1().ConfigMaps(old.Namespace).Get(ctx, old.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		if meta {
			cm.ObjectMeta = old.ObjectMeta
		}
		cm.Data = old.Data
		_, err = c.kube.CoreV1().ConfigMaps(old.Namespace).Update(ctx, cm, metav1.UpdateOptions{}) // want `cm is written again with the resourceVersion that was refused`
		return err
	})
}

// The version of the live object is put into the one that is written.
func (c *controller) versioned(ctx context.Context, want *corev1.ConfigMap) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		live, err := c.kube.CoreV1().ConfigMaps(want.Namespace).Get(ctx, want.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		want.SetResourceVersion(live.GetResourceVersion())
		_, err = c.kube.CoreV1().ConfigMaps(want.Namespace).Update(ctx, want, metav1.UpdateOptions{})
		return err
	})
}

// Only after a conflict is it read again.
func (c *controller) branch(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Labels["seen"] = "true"
		err := c.client.Update(ctx, pod)
		if apierrors.IsConflict(err) {
			if getErr := c.client.Get(ctx, ctrl.ObjectKeyFromObject(pod), pod); getErr != nil {
				return getErr
			}
		}
		return err
	})
}

// An object without a version is written whatever is there.
func (c *controller) built(ctx context.Context, data map[string][]byte) error {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "ca", Namespace: "default"}, Data: data}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.kube.CoreV1().Secrets("default").Update(ctx, secret, metav1.UpdateOptions{})
		return err
	})
}

// So is one that its callers build.
func (c *controller) applySecret(ctx context.Context, secret *corev1.Secret) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.kube.CoreV1().Secrets("default").Update(ctx, secret, metav1.UpdateOptions{})
		return err
	})
}

func (c *controller) certificate(ctx context.Context, data map[string][]byte) error {
	return c.applySecret(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "ca", Namespace: "default"}, Data: data})
}

// What is not understood may read it.
func (c *controller) handed(ctx context.Context, pod *corev1.Pod, refresh func(*corev1.Pod) error) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := refresh(pod); err != nil {
			return err
		}
		return c.client.Update(ctx, pod)
	})
}

// Patches: of the whole object, with its version, and of a difference.
func (c *controller) patches(ctx context.Context, pod *corev1.Pod) error {
	err := retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		return c.client.Status().Patch(ctx, pod, ctrl.Merge) // want `pod is written again with the resourceVersion that was refused`
	})
	if err != nil {
		return err
	}
	old := pod.DeepCopy()
	pod.Status.Phase = corev1.PodFailed
	err = retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		return c.client.Status().Patch(ctx, pod, ctrl.MergeFrom(old))
	})
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		return c.client.Status().Patch(ctx, pod, ctrl.MergeFromWithOptions(old, ctrl.MergeFromWithOptimisticLock{})) // want `this patch has the resourceVersion that its base had before the Patch at line 241`
	})
}

// A retry of its own predicate.
func (c *controller) onError(ctx context.Context, pod *corev1.Pod) error {
	conflict := func(err error) bool { return apierrors.IsConflict(err) || apierrors.IsServerTimeout(err) }
	if err := retry.OnError(retry.DefaultRetry, conflict, func() error {
		return c.client.Update(ctx, pod) // want `pod is written again`
	}); err != nil {
		return err
	}
	// Not of conflicts.
	return retry.OnError(retry.DefaultRetry, apierrors.IsServerTimeout, func() error {
		return c.client.Update(ctx, pod)
	})
}

// A method that is retried, of an object in a field.
func (c *controller) mark(ctx context.Context) error {
	return retry.RetryOnConflict(retry.DefaultRetry, c.try)
}

func (c *controller) try() error {
	c.node.Spec.Unschedulable = true
	return c.client.Update(context.TODO(), c.node) // want `c.node is written again`
}

func generic[T ctrl.Object](ctx context.Context, c ctrl.Client, obj T, change func(T)) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := c.Get(ctx, ctrl.ObjectKeyFromObject(obj), obj); err != nil {
			return err
		}
		change(obj)
		return c.Status().Update(ctx, obj)
	})
}

func genericStale[T ctrl.Object](ctx context.Context, c ctrl.Client, obj T) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return c.Status().Update(ctx, obj) // want `obj is written again`
	})
}

// The live version is copied behind an unknown test: it may be read.
func (c *controller) perhaps(ctx context.Context, pod *corev1.Pod, stale func(error) bool) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		err := c.client.Update(ctx, pod)
		if stale(err) {
			if err := c.client.Get(ctx, ctrl.ObjectKeyFromObject(pod), pod); err != nil {
				return err
			}
		}
		return err
	})
}

// Handed to CreateOrUpdate, which reads.
func (c *controller) createOrUpdate(ctx context.Context, cm *corev1.ConfigMap) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := controllerutil.CreateOrUpdate(ctx, c.client, cm, func() error {
			cm.Data = map[string]string{"a": "b"}
			return nil
		})
		return err
	})
}
