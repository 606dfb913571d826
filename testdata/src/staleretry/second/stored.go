package second

import (
	"context"

	corev1 "k8s.io/api/core/v1"

	"k8slint.test/staleretry/helpers/store"
)

// The object is read and written by another package, and at the end once more.
func syncStored(ctx context.Context, s *store.Store, ns, name string) (err error) {
	pod, err := s.Cached(ns, name)
	if err != nil {
		return err
	}
	if pod.Spec.NodeName == "" {
		if pod, err = s.Update(ctx, pod); err != nil {
			return err
		}
	}
	old := pod.DeepCopy()
	defer func() {
		if err != nil {
			return
		}
		if old.Spec.NodeName != pod.Spec.NodeName {
			if _, err = s.Update(ctx, pod); err != nil {
				return
			}
		}
		if old.Status.Phase != pod.Status.Phase {
			_, err = s.Update(ctx, pod) // want `pod still has the resourceVersion from before Update\(…\) at line \d+, whose result is dropped`
		}
	}()
	return place(pod)
}

func syncStoredRight(ctx context.Context, s *store.Store, ns, name string) (err error) {
	pod, err := s.Cached(ns, name)
	if err != nil {
		return err
	}
	old := pod.DeepCopy()
	defer func() {
		if err != nil {
			return
		}
		if old.Spec.NodeName != pod.Spec.NodeName {
			if pod, err = s.Update(ctx, pod); err != nil {
				return
			}
		}
		if old.Status.Phase != pod.Status.Phase {
			_, err = s.Update(ctx, pod)
		}
	}()
	return place(pod)
}

// Here the object may be one that was built.
func syncBuilt(ctx context.Context, s *store.Store, ns, name string) (err error) {
	pod, err := s.Cached(ns, name)
	if err != nil {
		pod = &corev1.Pod{}
	}
	defer func() {
		if _, err = s.Update(ctx, pod); err != nil {
			return
		}
		_, err = s.Update(ctx, pod)
	}()
	return place(pod)
}

var place func(*corev1.Pod) error
