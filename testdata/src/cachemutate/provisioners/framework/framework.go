// Package framework deletes the volumes that nobody claims any more. A provisioner
// knows how.
package framework

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// A Provisioner makes and deletes volumes of one kind.
type Provisioner interface {
	Provision(claim *corev1.PersistentVolumeClaim) (*corev1.PersistentVolume, error)
	Delete(volume *corev1.PersistentVolume) error
}

// A Controller calls a Provisioner.
type Controller struct {
	volumes     corelisters.PersistentVolumeLister
	provisioner Provisioner
}

func New(volumes corelisters.PersistentVolumeLister, p Provisioner) *Controller {
	return &Controller{volumes, p}
}

// Run deletes what is released.
func (c *Controller) Run(names <-chan string) {
	for name := range names {
		if err := c.sync(name); err != nil {
			return
		}
	}
}

func (c *Controller) sync(name string) error {
	volume, err := c.volumes.Get(name)
	if err != nil || volume.Status.Phase != corev1.VolumeReleased {
		return err
	}
	return c.provisioner.Delete(volume)
}
