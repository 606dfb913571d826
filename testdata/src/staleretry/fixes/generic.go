package fixes

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/retry"
)

// A client without a context, as generators of controllers make them.
type secretClient interface {
	Get(namespace, name string, options v1.GetOptions) (*corev1.Secret, error)
	Update(*corev1.Secret) (*corev1.Secret, error)
	Delete(namespace, name string, options *v1.DeleteOptions) error
}

type secrets struct {
	client secretClient
	lister corelisters.SecretLister
}

func (s *secrets) label(secret *corev1.Secret) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		secret, err := s.lister.Secrets(secret.Namespace).Get(secret.Name)
		if err != nil {
			return err
		}
		secret = secret.DeepCopy()
		secret.Labels = map[string]string{"seen": "true"}
		secret, err = s.client.Update(secret) // want `secret comes from the informer's cache in every attempt`
		return err
	})
}
