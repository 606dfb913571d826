// Package pull finds Pods that cannot pull their images.
package pull

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// A Checker knows the Secrets of a cluster.
type Checker struct {
	secrets corelisters.SecretLister
}

// New returns a Checker that is up to date until ctx is done.
func New(ctx context.Context, client kubernetes.Interface) (*Checker, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	for kind, synced := range factory.WaitForCacheSync(ctx.Done()) {
		if !synced {
			return nil, fmt.Errorf("reading %v: %w", kind, context.Cause(ctx))
		}
	}
	return &Checker{secrets: factory.Core().V1().Secrets().Lister()}, nil // want informer
}

// Missing returns the names of the Secrets that pod pulls its images with and that do not exist.
func (c *Checker) Missing(pod *corev1.Pod) (names []string, err error) {
	for _, ref := range pod.Spec.ImagePullSecrets {
		switch _, err := c.secrets.Secrets(pod.Namespace).Get(ref.Name); {
		case apierrors.IsNotFound(err):
			names = append(names, ref.Name)
		case err != nil:
			return nil, err
		}
	}
	return names, nil
}
