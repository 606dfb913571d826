// Package replay holds each shape that staleretry flags and its fixed twin; its
// test shows what they do when one write meets a conflict.
package replay

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/client-go/kubernetes"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/retry"
)

// Clients are what the shapes work with.
type Clients struct {
	Kube kubernetes.Interface
	Pods corelisters.PodLister
}

func (c Clients) pods() typedcorev1.PodInterface { return c.Kube.CoreV1().Pods("default") }

func mark(pod *corev1.Pod) { pod.Labels = map[string]string{"seen": "true"} }

// NeverReread reads before the retry.
func NeverReread(ctx context.Context, c Clients) error {
	pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	mark(pod)
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.pods().Update(ctx, pod, metav1.UpdateOptions{}) // want `pod is written again`
		return err
	})
}

// Reread reads in each attempt.
func Reread(ctx context.Context, c Clients) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
		if err != nil {
			return err
		}
		mark(pod)
		_, err = c.pods().Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}

// EmptyResult assigns the failed answer back.
func EmptyResult(ctx context.Context, c Clients) error {
	pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() (err error) {
		mark(pod)
		pod, err = c.pods().Update(ctx, pod, metav1.UpdateOptions{}) // want `pod is what the refused Update returned`
		return err
	})
}

// LostError returns the error of the read.
func LostError(ctx context.Context, c Clients) error {
	pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		mark(pod)
		_, err := c.pods().Update(ctx, pod, metav1.UpdateOptions{}) // want `the conflict of this Update is lost`
		if err == nil {
			return nil
		}
		pod, err = c.pods().Get(ctx, "web", metav1.GetOptions{})
		return err
	})
}

// KeptError returns that of the write.
func KeptError(ctx context.Context, c Clients) error {
	pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		mark(pod)
		_, err := c.pods().Update(ctx, pod, metav1.UpdateOptions{})
		if err == nil {
			return nil
		}
		var getErr error
		if pod, getErr = c.pods().Get(ctx, "web", metav1.GetOptions{}); getErr != nil {
			return getErr
		}
		return err
	})
}

// LostChange reads over the change.
func LostChange(ctx context.Context, c Clients) error {
	pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	mark(pod)
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := c.pods().Update(ctx, pod, metav1.UpdateOptions{}) // want `the change to pod is lost after a conflict`
		if apierrors.IsConflict(err) {
			latest, getErr := c.pods().Get(ctx, "web", metav1.GetOptions{})
			if getErr != nil {
				return getErr
			}
			pod = latest
		}
		return err
	})
}

// Shadowed reads into a new variable.
func Shadowed(ctx context.Context, c Clients) error {
	pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	conflict := false
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if conflict {
			pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{}) // want `pod is read again into a new variable`
			if err != nil {
				return err
			}
			mark(pod)
		}
		mark(pod)
		_, err := c.pods().Update(ctx, pod, metav1.UpdateOptions{})
		if err != nil {
			conflict = true
		}
		return err
	})
}

// Assigned reads into the variable itself.
func Assigned(ctx context.Context, c Clients) error {
	pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	conflict := false
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if conflict {
			var err error
			if pod, err = c.pods().Get(ctx, "web", metav1.GetOptions{}); err != nil {
				return err
			}
		}
		mark(pod)
		_, err := c.pods().Update(ctx, pod, metav1.UpdateOptions{})
		if err != nil {
			conflict = true
		}
		return err
	})
}

// Flattened hides the conflict.
func Flattened(ctx context.Context, c Clients) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
		if err != nil {
			return err
		}
		mark(pod)
		if _, err := c.pods().Update(ctx, pod, metav1.UpdateOptions{}); err != nil { // want `hides the conflict of this Update`
			return fmt.Errorf("update: %v", err)
		}
		return nil
	})
}

// Wrapped does not.
func Wrapped(ctx context.Context, c Clients) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
		if err != nil {
			return err
		}
		mark(pod)
		if _, err := c.pods().Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return fmt.Errorf("update: %w", err)
		}
		return nil
	})
}

// Aggregated hides the conflict among other errors: IsConflict does not look for it there.
func Aggregated(ctx context.Context, c Clients) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
		if err != nil {
			return err
		}
		mark(pod)
		if _, err := c.pods().Update(ctx, pod, metav1.UpdateOptions{}); err != nil { // want `hides the conflict of this Update`
			return utilerrors.NewAggregate([]error{err})
		}
		return nil
	})
}

// Joined is where IsConflict does look.
func Joined(ctx context.Context, c Clients) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
		if err != nil {
			return err
		}
		mark(pod)
		if _, err := c.pods().Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return errors.Join(errors.New("update failed"), err)
		}
		return nil
	})
}

// byReason turns conflicts into an error that says what to do.
func byReason(err error) error {
	var status apierrors.APIStatus
	if errors.As(err, &status) && status.Status().Reason == metav1.StatusReasonConflict {
		return errors.New("somebody else changed the pod: try again")
	}
	return err
}

// Converted gives the retry the error that was made for users.
func Converted(ctx context.Context, c Clients) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
		if err != nil {
			return err
		}
		mark(pod)
		_, err = c.pods().Update(ctx, pod, metav1.UpdateOptions{}) // want `hides the conflict of this Update`
		return byReason(err)
	})
}

// ConvertedBehind makes it when the retry is over.
func ConvertedBehind(ctx context.Context, c Clients) error {
	return byReason(retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
		if err != nil {
			return err
		}
		mark(pod)
		_, err = c.pods().Update(ctx, pod, metav1.UpdateOptions{})
		return err
	}))
}

// SecondWrite drops the result of the first.
func SecondWrite(ctx context.Context, c Clients) error {
	pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod.Annotations = map[string]string{"first": "true"}
	if _, err = c.pods().Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
		return err
	}
	mark(pod)
	_, err = c.pods().Update(ctx, pod, metav1.UpdateOptions{}) // want `pod still has the resourceVersion from before the Update`
	return err
}

// SecondOfResult goes on with it.
func SecondOfResult(ctx context.Context, c Clients) error {
	pod, err := c.pods().Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod.Annotations = map[string]string{"first": "true"}
	if pod, err = c.pods().Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
		return err
	}
	mark(pod)
	_, err = c.pods().Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

// FromCache asks the lister five times within 50 ms.
func FromCache(ctx context.Context, c Clients) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cached, err := c.Pods.Pods("default").Get("web")
		if err != nil {
			return err
		}
		pod := cached.DeepCopy()
		mark(pod)
		_, err = c.pods().Update(ctx, pod, metav1.UpdateOptions{}) // want `pod comes from the informer's cache in every attempt`
		return err
	})
}

// InPlace takes its own change for one that was made.
func InPlace(ctx context.Context, c Clients) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := c.Pods.Pods("default").Get("web")
		if err != nil {
			return err
		}
		if reflect.DeepEqual(pod.Labels, map[string]string{"seen": "true"}) {
			return nil
		}
		mark(pod)
		_, err = c.pods().Update(ctx, pod, metav1.UpdateOptions{}) // want `pod is the informer's cached object, changed in place`
		return err
	})
}
