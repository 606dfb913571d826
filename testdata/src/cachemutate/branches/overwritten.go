package branches

import (
	corev1 "k8s.io/api/core/v1"
)

func (c *controller) shallow(name string) *corev1.Secret {
	secret, err := c.secrets.Secrets("ns").Get(name)
	if err != nil {
		panic(err)
	}
	cp := *secret
	return &cp
}

// overwritten is a shallow copy or a deep one, and is replaced as a whole.
func (c *controller) overwritten(name string, deep bool) {
	secret := c.shallow(name)
	if deep {
		secret = secret.DeepCopy()
	}
	*secret = corev1.Secret{Data: map[string][]byte{}}
	secret.Name = name
	secret.Data["a"] = nil
}

// overwrittenBefore gets another one after that.
func (c *controller) overwrittenBefore(name string, deep bool) {
	secret := c.shallow(name)
	*secret = corev1.Secret{Data: map[string][]byte{}}
	secret = c.shallow(name)
	if deep {
		secret = secret.DeepCopy()
	}
	secret.Data["a"] = nil // want `secret.Data\["a"\] = … mutates a cached object`
}

// overwrittenPartly keeps the data.
func (c *controller) overwrittenPartly(name string, deep bool) {
	secret := c.shallow(name)
	if deep {
		secret = secret.DeepCopy()
	}
	secret.ObjectMeta = corev1.Secret{}.ObjectMeta
	secret.Data["a"] = nil // want `secret.Data\["a"\] = … mutates a cached object`
}

// overwrittenOther may replace another one.
func (c *controller) overwrittenOther(name string, deep bool, other *corev1.Secret) {
	secret := c.shallow(name)
	if deep {
		secret = secret.DeepCopy()
	}
	*other = corev1.Secret{}
	secret.Data["a"] = nil // want `secret.Data\["a"\] = … mutates a cached object`
}
