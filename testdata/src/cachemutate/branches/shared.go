package branches

import (
	"fmt"
	"log"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// audited says at the end what each of its functions did: the deferred literals share the
// variables that decide.
type audited struct {
	pods  corelisters.PodNamespaceLister
	store cache.Store
}

// The copy and its flag are set together.
func (a *audited) adopt(name string, foreign bool) error {
	copied := false
	defer func() {
		if copied {
			log.Print("adopted ", name)
		}
	}()
	pod, err := a.pods.Get(name)
	if err != nil {
		return err
	}
	if foreign {
		pod = pod.DeepCopy()
		copied = true
	}
	if copied {
		pod.Labels["adopted"] = "true"
	}
	return nil
}

func (a *audited) release(name string, foreign bool) error {
	copied := false
	defer func() {
		if copied {
			log.Print("released ", name)
		}
	}()
	pod, err := a.pods.Get(name)
	if err != nil {
		return err
	}
	if foreign {
		pod = pod.DeepCopy()
		copied = true
	}
	if !copied {
		delete(pod.Labels, "adopted") // want `mutates a cached object`
	}
	return nil
}

// Something else may set the flag.
func (a *audited) mark(name string, foreign, force bool) error {
	copied := false
	defer func() {
		if copied {
			log.Print("marked ", name)
		}
	}()
	pod, err := a.pods.Get(name)
	if err != nil {
		return err
	}
	if foreign {
		pod = pod.DeepCopy()
		copied = true
	}
	if force {
		copied = true
	}
	if copied {
		pod.Labels["marked"] = "true" // want `mutates a cached object`
	}
	return nil
}

// The error is the named result.
func (a *audited) ensure(name string) (err error) {
	defer func() {
		if err != nil {
			log.Print(name, ": ", err)
		}
	}()
	pod, err := a.pods.Get(name)
	if err != nil && !apierrors.IsNotFound(err) {
		return err
	}
	if err == nil {
		pod = pod.DeepCopy()
	}
	if pod == nil {
		pod = newPod(name)
	}
	pod.Labels["ensured"] = "true"
	return nil
}

// The deferred literal says where the error came from.
func (a *audited) explain(name string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}()
	pod, err := a.pods.Get(name)
	switch {
	case apierrors.IsNotFound(err):
		pod = newPod(name)
	case err != nil:
		return err
	}
	if err != nil {
		pod.Labels["explained"] = "true"
	} else {
		pod.Labels["explained"] = "false" // want `mutates a cached object`
	}
	return nil
}

func (a *audited) ensureNew(name string) (pod *corev1.Pod, err error) {
	found, err := a.pods.Get(name)
	defer func() {
		if err != nil {
			log.Print(name, ": ", err)
		}
	}()
	if err != nil {
		found = newPod(name)
	}
	if err != nil {
		found.Labels["new"] = "true"
		return found, nil
	}
	found.Labels["new"] = "false" // want `mutates a cached object`
	return found, nil
}

// Whether the store has it is told at the end.
func (a *audited) fill(key string) (exists bool, err error) {
	defer func() { log.Print(key, ": ", exists) }()
	obj, exists, err := a.store.GetByKey(key)
	if err != nil {
		return false, err
	}
	var pod *corev1.Pod
	if exists {
		pod = obj.(*corev1.Pod)
	} else {
		pod = newPod(key)
	}
	if !exists {
		pod.Labels["filled"] = "true"
	}
	return exists, nil
}
