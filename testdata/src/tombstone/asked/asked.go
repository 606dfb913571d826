// Package asked has delete handlers that ask a function what they have, before they assert it.
package asked

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// Certs keeps what is read from Secrets.
type Certs struct {
	prefix string
	parsed map[string][]byte
	all    bool
	stale  bool
}

// Watch registers a handler for each of the ways.
func (c *Certs) Watch(informer cache.SharedIndexInformer) error {
	for _, h := range []cache.ResourceEventHandlerFuncs{
		{DeleteFunc: c.named},
		{DeleteFunc: c.others},
		{DeleteFunc: c.nested},
		{DeleteFunc: c.inVariable},
		{DeleteFunc: c.orAll},
		{DeleteFunc: c.orNegated},
		{DeleteFunc: c.parsedOnly},
		{DeleteFunc: c.forgotten},
		{DeleteFunc: c.logged},
		{DeleteFunc: c.turned},
	} {
		if _, err := informer.AddEventHandler(h); err != nil {
			return err
		}
	}
	return nil
}

// named does not come to the assertion with anything but a Secret.
func (c *Certs) named(obj any) {
	if isNamed(obj, c.prefix) {
		secret := obj.(*corev1.Secret)
		delete(c.parsed, secret.Name)
	}
}

func isNamed(obj any, name string) bool {
	secret, ok := obj.(*corev1.Secret) // want `the delete handler misses a deletion that comes as .*, not a \*\w*v1.Secret`
	return ok && secret.Name == name
}

// others returns before it.
func (c *Certs) others(obj any) {
	if isOther(obj, c.prefix) {
		return
	}
	delete(c.parsed, obj.(*corev1.Secret).Name)
}

func isOther(obj any, name string) bool {
	secret, ok := obj.(*corev1.Secret) // want `misses a deletion`
	return !ok || secret.Name != name
}

// nested asks one function that asks another.
func (c *Certs) nested(obj any) {
	if !c.isWanted(obj) {
		return
	}
	delete(c.parsed, obj.(*corev1.Secret).Name)
}

func (c *Certs) isWanted(obj any) bool { return isTLS(obj) && !c.all }

func isTLS(obj any) bool {
	secret, ok := obj.(*corev1.Secret) // want `misses a deletion`
	return ok && secret.Type == corev1.SecretTypeTLS
}

// inVariable keeps the answer.
func (c *Certs) inVariable(obj any) {
	wanted := isOpaque(obj)
	if !wanted || c.all {
		return
	}
	delete(c.parsed, obj.(*corev1.Secret).Name)
}

func isOpaque(obj any) bool {
	secret, ok := obj.(*corev1.Secret) // want `misses a deletion`
	return ok && secret.Type == corev1.SecretTypeOpaque
}

// orAll comes to it with whatever it has.
func (c *Certs) orAll(obj any) {
	if c.isNamedOrAll(obj) {
		delete(c.parsed, obj.(*corev1.Secret).Name) // want `the delete handler panics on a tombstone`
	}
}

func (c *Certs) isNamedOrAll(obj any) bool {
	secret, ok := obj.(*corev1.Secret)
	return ok && secret.Name == c.prefix || c.all
}

// orNegated has it the wrong way round.
func (c *Certs) orNegated(obj any) {
	if !isNamedHere(obj, c.prefix) {
		delete(c.parsed, obj.(*corev1.Secret).Name) // want `panics on a tombstone`
	}
}

func isNamedHere(obj any, name string) bool {
	secret, ok := obj.(*corev1.Secret)
	return ok && secret.Name == name
}

// parsedOnly has all read again where it is none.
func (c *Certs) parsedOnly(obj any) {
	if isCert(obj) {
		delete(c.parsed, obj.(*corev1.Secret).Name)
		return
	}
	c.stale = true
}

func isCert(obj any) bool {
	secret, ok := obj.(*corev1.Secret)
	return ok && len(secret.Data["tls.crt"]) > 0
}

// forgotten does so for those only that are kept.
func (c *Certs) forgotten(obj any) {
	if isKept(obj) {
		return
	}
	c.stale = true
}

func isKept(obj any) bool {
	secret, ok := obj.(*corev1.Secret)
	return ok && secret.Labels["kept"] != ""
}

// logged has nothing to lose.
func (c *Certs) logged(obj any) {
	if isLogged(obj) {
		klog.InfoS("deleted", "secret", klog.KObj(obj.(*corev1.Secret)))
	}
}

func isLogged(obj any) bool {
	secret, ok := obj.(*corev1.Secret)
	return ok && secret.Labels["verbose"] != ""
}

// turned asks what each round of a loop turns round.
func (c *Certs) turned(obj any) {
	if isTurned(obj, len(c.parsed)) {
		delete(c.parsed, obj.(*corev1.Secret).Name) // want `panics on a tombstone`
	}
}

func isTurned(obj any, times int) bool {
	_, ok := obj.(*corev1.Secret)
	for range times {
		ok = !ok
	}
	return ok
}
