// Package hostpath has provisioners. What a method does to the volume that the framework
// hands to it is one bug, however the framework comes to the method.
package hostpath

import (
	"errors"

	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"

	"k8slint.test/cachemutate/provisioners/framework"
)

// A Server writes the volumes that it deletes.
type Server struct {
	volumes corelisters.PersistentVolumeLister
	root    string
}

func (s *Server) Provision(*corev1.PersistentVolumeClaim) (*corev1.PersistentVolume, error) {
	return nil, errors.ErrUnsupported
}

func (s *Server) Delete(volume *corev1.PersistentVolume) error {
	return s.remove(volume.Name, volume.Spec.CSI.VolumeAttributes) // want `Server.remove mutates a cached object`
}

func (s *Server) remove(name string, attributes map[string]string) error {
	if name == "" {
		attributes = map[string]string{}
	}
	attributes["path"] = s.root + "/" + name
	return nil
}

func (s *Server) Run(names <-chan string) {
	c := framework.New(s.volumes, s)
	c.Run(names)
}

// A Careful server copies them first.
type Careful struct{ Server }

func (s *Careful) Delete(volume *corev1.PersistentVolume) error {
	volume = volume.DeepCopy()
	return s.remove(volume.Name, volume.Spec.CSI.VolumeAttributes)
}

func (s *Careful) Run(names <-chan string) {
	c := framework.New(s.volumes, s)
	c.Run(names)
}
