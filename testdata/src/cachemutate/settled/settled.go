// Package settled tests what was decided before: one of the branches is never taken.
package settled

import (
	"encoding/base64"

	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type renderer struct {
	volumes corelisters.PersistentVolumeLister
	pods    corelisters.PodLister
}

// target has read from the NFS volume, so that there is one.
func (r *renderer) target(name string) error {
	volume, err := r.volumes.Get(name)
	if err != nil {
		return err
	}
	path := volume.Spec.NFS.Path
	if path != "" {
		text, err := base64.StdEncoding.DecodeString(path)
		if err != nil {
			return err
		}
		path = string(text)
	}
	if volume.Spec.NFS != nil {
		volume.Spec.NFS.Path = path // want `volume.Spec.NFS.Path = … mutates`
	} else if volume.Spec.ISCSI != nil {
		volume.Spec.ISCSI.IQN = path
	}
	return nil
}

// either reads from the volume only if there is one.
func (r *renderer) either(name string) error {
	volume, err := r.volumes.Get(name)
	if err != nil {
		return err
	}
	if volume.Spec.NFS != nil && volume.Spec.NFS.Path == "" {
		return nil
	}
	if volume.Spec.NFS == nil {
		volume.Spec.ISCSI.IQN = "x" // want `volume.Spec.ISCSI.IQN = … mutates`
	}
	return nil
}

// fallBack makes a pod of its own where there cannot be none.
func (r *renderer) fallBack(ns, name string) error {
	pod, err := r.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	cp := &corev1.Pod{}
	cp.Kind = "Pod"
	if cp.Kind == "" {
		cp = pod
	}
	cp.Labels = nil
	return nil
}

// otherwise gets along without a copy where the kind may be missing.
func (r *renderer) otherwise(ns, name, kind string) error {
	pod, err := r.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	cp := &corev1.Pod{}
	cp.Kind = kind
	if cp.Kind == "" {
		cp = pod
	}
	cp.Labels = nil // want `cp.Labels = … mutates`
	return nil
}

// twice sets the kind that it has set.
func (r *renderer) twice(ns, name string) error {
	pod, err := r.pods.Pods(ns).Get(name)
	if err != nil {
		return err
	}
	pod = pod.DeepCopy()
	pod.Kind = "Pod"
	if len(pod.Spec.NodeName) == 0 {
		return nil
	}
	if len(pod.Kind) == 0 {
		other, err := r.pods.Pods(ns).Get("other")
		if err != nil {
			return err
		}
		other.Labels = nil
	}
	return nil
}
