// Package branches: variables that are the cache's on one path and ours on
// another.
package branches

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	client  kubernetes.Interface
	secrets corelisters.SecretLister
	store   cache.Store
}

func (c *controller) copiedIfThere(ns, name string) error {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if err != nil && !apierrors.IsNotFound(err) {
		return err
	}
	if secret != nil {
		secret = secret.DeepCopy()
	}
	if secret == nil {
		secret = &corev1.Secret{}
	}
	secret.Data = nil
	return nil
}

func (c *controller) notCopied(ns, name string) error {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if err != nil && !apierrors.IsNotFound(err) {
		return err
	}
	if secret == nil {
		secret = &corev1.Secret{}
	}
	secret.Data = nil // want `secret.Data = … mutates a cached object`
	return nil
}

func (c *controller) onlyWhenCreated(ctx context.Context, ns, name string) error {
	created := false
	secret, err := c.secrets.Secrets(ns).Get(name)
	if apierrors.IsNotFound(err) {
		secret = &corev1.Secret{}
		created = true
	} else if err != nil {
		return err
	}
	if created {
		secret.Data = nil
	}
	return nil
}

func (c *controller) onlyWhenFound(ctx context.Context, ns, name string) error {
	created := false
	secret, err := c.secrets.Secrets(ns).Get(name)
	if apierrors.IsNotFound(err) {
		secret = &corev1.Secret{}
		created = true
	} else if err != nil {
		return err
	}
	if !created {
		secret.Data = nil // want `secret.Data = … mutates a cached object`
	}
	return nil
}

func (c *controller) onlyUnborn(ns, name string) error {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if apierrors.IsNotFound(err) {
		secret = &corev1.Secret{}
	} else if err != nil {
		return err
	}
	if secret.ResourceVersion == "" {
		secret.Data = nil
	}
	if secret.UID == "" {
		secret.SetOwnerReferences(nil)
	}
	return nil
}

func (c *controller) fromAPI(ctx context.Context, ns, name string) error {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if err != nil {
		secret, err = c.client.CoreV1().Secrets(ns).Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		secret.Data = nil
	}
	return nil
}

func (c *controller) copiedFlag(ns, name string, a, b bool) error {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if err != nil {
		return err
	}
	copied := false
	if a {
		secret = secret.DeepCopy()
		copied = true
	}
	if copied {
		secret.Data = nil
	}
	return nil
}

func (c *controller) stored(key string) {
	obj, exists, err := c.store.GetByKey(key)
	if err != nil {
		return
	}
	var pod *corev1.Pod
	if exists {
		pod = obj.(*corev1.Pod).DeepCopy()
	} else {
		pod = &corev1.Pod{}
	}
	pod.Spec.NodeName = "x"
}

func (c *controller) branchCopy(ns, name string, a bool) error {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if err != nil {
		return err
	}
	if a {
		secret = secret.DeepCopy()
	}
	secret.Data = nil // want `secret.Data = … mutates a cached object`
	return nil
}

// called from one place: the finding stands where the write is.
func (c *controller) process(ns, name string) error {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if err != nil {
		return err
	}
	return c.sync(secret)
}

func (c *controller) sync(s *corev1.Secret) error {
	s.Data = nil // want `s.Data = … mutates a cached object, read by c.secrets.Secrets\(ns\).Get at line \d+ \(through controller.sync\)`
	return nil
}

// fix writes only what was never stored: no object of a cache lacks a UID.
func fix(s *corev1.Secret) {
	if s.UID == "" {
		s.Data = nil
	}
}

func (c *controller) fixed(ns, name string) error {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if err != nil {
		return err
	}
	fix(secret)
	fix(&corev1.Secret{})
	return nil
}

// The arguments decide whether the helper copies.
func prepare(s *corev1.Secret, inPlace bool) *corev1.Secret { // want prepare:`^\Qret0=$0 if $1==true; write $0/Data if $1==true s.Data\E$`
	if inPlace {
		s.Data = nil // want `s.Data = … mutates a cached object.*through prepare`
		return s
	}
	return s.DeepCopy()
}

func addKey(m map[string]string, k, v string) map[string]string { // want addKey:`^\Qret0=$0 if $1==""\E$`
	if k == "" {
		return m
	}
	out := map[string]string{}
	for a, b := range m {
		out[a] = b
	}
	out[k] = v
	return out
}

func (c *controller) byConstant(ns, name, key string) error {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if err != nil {
		return err
	}
	prepare(secret, false).Type = "x"
	addKey(secret.Labels, "k", "v")["a"] = "b"
	other, err := c.secrets.Secrets(ns).Get(key)
	if err != nil {
		return err
	}
	prepare(other, true).Type = "x" // want `other.*mutates a cached object|prepare`
	third, err := c.secrets.Secrets(ns).Get(key)
	if err != nil {
		return err
	}
	addKey(third.Labels, key, "v")["a"] = "b" // want `mutates a cached object`
	return nil
}

// own is a store that this program fills itself.
type own struct{ n map[string]int }

func (c *controller) ownStore() {
	obj, ok, _ := c.store.GetByKey("x")
	if ok {
		obj.(*own).n["a"]++
	}
}

// What is put into the copy may come from the cached object: the copy is ours.
func (c *controller) keepsBytes(ns, name string, keep bool) error {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if err != nil && !apierrors.IsNotFound(err) {
		return err
	}
	if secret != nil {
		secret = secret.DeepCopy()
	}
	if secret == nil {
		secret = &corev1.Secret{Data: map[string][]byte{}}
	}
	old := secret.Data["crt"]
	secret.Data["crt"] = old
	secret.Data["key"] = nil
	return nil
}

// A helper that gets nothing but the cached object, wherever it is called, is
// where the bug is.
func (c *controller) steps(ns, name string, a bool) error {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if err != nil {
		return err
	}
	return c.step(secret, a)
}

func (c *controller) step(s *corev1.Secret, a bool) error {
	if a {
		return c.stampSecret(s, "a")
	}
	return c.stampSecret(s, "b")
}

func (c *controller) stampSecret(s *corev1.Secret, v string) error { // want stampSecret:`^\Qwrite $1/Type s.Type\E$`
	s.Type = corev1.SecretType(v) // want `s.Type = … mutates a cached object`
	return nil
}

func dataOf(s *corev1.Secret) map[string][]byte { return s.Data } // want dataOf:`^\Qret0=$0/Data/*\E$`

// What an accessor returns is the cache's where its object is.
func (c *controller) throughAccessor(ns, name string) {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if err != nil && !apierrors.IsNotFound(err) {
		return
	}
	if apierrors.IsNotFound(err) {
		secret = nil
	}
	if secret != nil {
		secret = secret.DeepCopy()
	}
	if secret == nil {
		return
	}
	dataOf(secret)["a"] = nil
}

func (c *controller) throughAccessorShared(ns, name string, mine bool) {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if err != nil {
		return
	}
	if mine {
		secret = secret.DeepCopy()
	}
	dataOf(secret)["a"] = nil // want `mutates a cached object`
}

// A bool that comes with an object need not say that there is one.
func (c *controller) fresh(name string) (secret *corev1.Secret, stale bool, err error) {
	secret, err = c.secrets.Secrets("ns").Get(name)
	if err != nil {
		return nil, false, err
	}
	return secret, secret.Type == "old", nil
}

func (c *controller) useFresh(name string) error {
	secret, stale, err := c.fresh(name)
	if err != nil {
		return err
	}
	if stale {
		return nil
	}
	secret.Type = "new" // want `mutates a cached object`
	return nil
}

func (c *controller) found(name string) (*corev1.Secret, bool) { // want found:`^\Qret0=cache0; cache0=c.secrets.Secrets("ns").Get type k8s.io/api/core/v1.Secret\E$`
	secret, err := c.secrets.Secrets("ns").Get(name)
	if err != nil {
		return nil, false
	}
	return secret, true
}

func (c *controller) useFound(name string) {
	secret, ok := c.found(name)
	if !ok {
		secret = &corev1.Secret{}
	} else {
		secret = secret.DeepCopy()
	}
	secret.Type = "new"
}

// The literal keeps secret in memory, where no single value of it is known.
func (c *controller) copiedAndCaptured(ns, name string, own bool) error {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if err != nil {
		return err
	}
	copied := false
	if own {
		secret = secret.DeepCopy()
		copied = true
	}
	if copied {
		secret.Data["a"] = nil
	}
	if len(secret.Data) == 0 {
		secret = secret.DeepCopy()
		secret.Data = map[string][]byte{}
	}
	defer func() { println(secret.Name) }()
	return nil
}

func (c *controller) notCopiedAndCaptured(ns, name string, own bool) error {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if err != nil {
		return err
	}
	copied := false
	if own {
		secret = secret.DeepCopy()
		copied = true
	}
	if !copied {
		secret.Data["a"] = nil // want `secret.Data\["a"\] = … mutates a cached object`
	}
	defer func() { println(secret.Name) }()
	return nil
}

func (c *controller) changedInside(ns, name string, own bool) error {
	secret, err := c.secrets.Secrets(ns).Get(name)
	if err != nil {
		return err
	}
	copied := false
	if own {
		secret = secret.DeepCopy()
		copied = true
	}
	reset := func() { secret, err = c.secrets.Secrets(ns).Get(name) }
	reset()
	if copied {
		secret.Data["a"] = nil // want `secret.Data\["a"\] = … mutates a cached object`
	}
	return err
}

// What is not copied is handed out with an error, or is nil.
func (c *controller) copyOrError(name string) (*corev1.Secret, error) {
	secret, err := c.secrets.Secrets("ns").Get(name)
	if err == nil && secret != nil {
		return secret.DeepCopy(), nil
	}
	return secret, err
}

func (c *controller) useCopyOrError(name string) error {
	secret, err := c.copyOrError(name)
	if err != nil {
		return err
	}
	secret.Data["a"] = nil
	return nil
}

func (c *controller) copyOfSome(name string) (*corev1.Secret, error) {
	secret, err := c.secrets.Secrets("ns").Get(name)
	if err == nil && secret.Immutable == nil {
		return secret.DeepCopy(), nil
	}
	return secret, err
}

func (c *controller) useCopyOfSome(name string) error {
	secret, err := c.copyOfSome(name)
	if err != nil {
		return err
	}
	secret.Data["a"] = nil // want `mutates a cached object`
	return nil
}

func (c *controller) copiedOrAbsent(name string) {
	secret, err := c.secrets.Secrets("ns").Get(name)
	if secret != nil && !apierrors.IsNotFound(err) {
		secret = secret.DeepCopy()
	} else {
		println("absent", name)
	}
	if secret == nil {
		return
	}
	secret.Data = nil
}

func (c *controller) copiedOrOld(name string) {
	secret, err := c.secrets.Secrets("ns").Get(name)
	if err == nil && secret.Type != "old" {
		secret = secret.DeepCopy()
	} else {
		println("absent or old", name)
	}
	secret.Data = nil // want `secret.Data = … mutates a cached object`
}

// What a helper leaves in the copy is not what it would leave in the cached object.
func defaultData(secret *corev1.Secret) {
	if secret.Data == nil {
		secret.Data = map[string][]byte{}
	}
}

func (c *controller) defaultCopies(names []string) {
	for _, name := range names {
		secret, _ := c.secrets.Secrets("ns").Get(name)
		if secret != nil {
			secret = secret.DeepCopy()
		}
		defaultData(secret)
		secret.Data["a"] = nil
	}
}

func (c *controller) defaultCopy(name string) {
	secret, _ := c.secrets.Secrets("ns").Get(name)
	if secret != nil {
		secret = secret.DeepCopy()
	}
	defaultData(secret)
	secret.Data["a"] = nil
}

func (c *controller) defaultSome(names []string) {
	for _, name := range names {
		secret, _ := c.secrets.Secrets("ns").Get(name)
		if secret.Type == "new" {
			secret = secret.DeepCopy()
		}
		defaultData(secret) // want `defaultData mutates a cached object .*also written at line 490`
		secret.Data["a"] = nil
	}
}

// The struct is local, but keeps the map of the cached object.
func (c *controller) defaultShallow(name string) {
	secret, _ := c.secrets.Secrets("ns").Get(name)
	if secret == nil {
		return
	}
	shallow := *secret
	defaultData(&shallow)
	shallow.Data["a"] = nil // want `mutates a cached object`
}

// That this read failed says nothing of what the one before returned.
func (c *controller) markLast(names []string) {
	var last *corev1.Secret
	for _, name := range names {
		secret, err := c.secrets.Secrets("ns").Get(name)
		if err != nil || secret == nil {
			last.Data["next"] = nil // want `last.Data\["next"\] = … mutates a cached object`
			continue
		}
		last = secret
	}
}

func (c *controller) markLastCopy(names []string) {
	var last *corev1.Secret
	for _, name := range names {
		secret, err := c.secrets.Secrets("ns").Get(name)
		if err != nil || secret == nil {
			last.Data["next"] = nil
			continue
		}
		last = secret.DeepCopy()
	}
}

type job struct{ secret *corev1.Secret }

// What a condition puts into the struct is a copy, if there is anything.
func (c *controller) keepCopy(name string, p *job, keep bool) {
	secret, _ := c.secrets.Secrets("ns").Get(name)
	if secret != nil {
		secret = secret.DeepCopy()
	}
	if keep {
		p.secret = secret
	}
	p.secret.Data["a"] = nil
}

func (c *controller) keepCopies(names []string) {
	kept := map[string]*corev1.Secret{}
	for _, name := range names {
		secret, _ := c.secrets.Secrets("ns").Get(name)
		if secret != nil {
			secret = secret.DeepCopy()
		}
		if name != "" {
			kept[name] = secret
		}
	}
	for _, secret := range kept {
		secret.Data["a"] = nil
	}
}

func (c *controller) keepSome(name string, p *job, keep bool) {
	secret, _ := c.secrets.Secrets("ns").Get(name)
	if secret.Type == "new" {
		secret = secret.DeepCopy()
	}
	if keep {
		p.secret = secret
	}
	p.secret.Data["a"] = nil // want `mutates a cached object`
}
