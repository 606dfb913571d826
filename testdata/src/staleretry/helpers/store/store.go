// Package store reads and writes for others.
package store

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// A Store has a client and a lister.
type Store struct {
	Kube kubernetes.Interface
	Pods corelisters.PodLister
}

// Cached returns a copy of the cached pod.
func (s *Store) Cached(ns, name string) (*corev1.Pod, error) {
	pod, err := s.Pods.Pods(ns).Get(name)
	if err != nil {
		return nil, err
	}
	return pod.DeepCopy(), nil
}

// Live reads the pod.
func (s *Store) Live(ctx context.Context, ns, name string) (*corev1.Pod, error) {
	return s.live(ctx, ns, name)
}

func (s *Store) live(ctx context.Context, ns, name string) (*corev1.Pod, error) {
	return s.Kube.CoreV1().Pods(ns).Get(ctx, name, metav1.GetOptions{})
}

// Change writes the pod with a change.
func (s *Store) Change(ctx context.Context, pod *corev1.Pod, change func(*corev1.Pod)) error {
	change(pod)
	return s.Save(ctx, pod)
}

// Save writes the pod.
func (s *Store) Save(ctx context.Context, pod *corev1.Pod) error {
	_, err := s.Kube.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

// Update writes the pod and returns the new one.
func (s *Store) Update(ctx context.Context, pod *corev1.Pod) (*corev1.Pod, error) {
	updated, err := s.Kube.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	if err != nil {
		return nil, err
	}
	return updated, nil
}

// Refresh puts the live version into the pod.
func (s *Store) Refresh(ctx context.Context, pod *corev1.Pod) error {
	latest, err := s.live(ctx, pod.Namespace, pod.Name)
	if err != nil {
		return err
	}
	pod.ResourceVersion = latest.ResourceVersion
	return nil
}

// Mark changes the pod and returns it.
func Mark(pod *corev1.Pod) *corev1.Pod {
	pod.Labels["seen"] = "true"
	return pod
}

// Marked is a copy of the pod, with the mark.
func Marked(pod *corev1.Pod) *corev1.Pod {
	return Mark(pod.DeepCopy())
}

// EnsureMarked is the pod if it has the mark, or a copy with the mark.
func EnsureMarked(pod *corev1.Pod) *corev1.Pod {
	if pod.Labels["seen"] == "true" {
		return pod
	}
	return Marked(pod)
}
