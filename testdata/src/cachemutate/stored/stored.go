// Package stored asks its conditions in variables.
package stored

import (
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type reader struct{ secrets corelisters.SecretLister }

// copied returns a copy, or an error or nil.
func (r *reader) copied(name string) (*corev1.Secret, error) {
	secret, err := r.secrets.Secrets("ns").Get(name)
	found := err == nil && secret != nil
	if found {
		return secret.DeepCopy(), nil
	}
	return secret, err
}

func (r *reader) clear(name string) error {
	secret, err := r.copied(name)
	failed := err != nil
	if failed {
		return err
	}
	secret.Data["token"] = nil
	return nil
}

// mutable returns a copy only of secrets that can change.
func (r *reader) mutable(name string) (*corev1.Secret, error) {
	secret, err := r.secrets.Secrets("ns").Get(name)
	found := err == nil && secret.Immutable == nil
	if found {
		return secret.DeepCopy(), nil
	}
	return secret, err
}

func (r *reader) clearMutable(name string) error {
	secret, err := r.mutable(name)
	failed := err != nil
	if failed {
		return err
	}
	secret.Data["token"] = nil // want `mutates a cached object`
	return nil
}

// orAbsent copies what is there.
func (r *reader) orAbsent(name string) {
	secret, err := r.secrets.Secrets("ns").Get(name)
	found := secret != nil && !apierrors.IsNotFound(err)
	if found {
		secret = secret.DeepCopy()
	} else {
		println("absent", name)
	}
	absent := secret == nil
	if absent {
		return
	}
	secret.Data = nil
}
