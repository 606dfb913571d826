package branches

import (
	corev1 "k8s.io/api/core/v1"
)

// updater writes a status only if something went wrong.
type updater interface {
	bound(pod *corev1.Pod, err error) error
}

type statusUpdater struct{ bounds int }

func (u *statusUpdater) bound(pod *corev1.Pod, err error) error {
	if err != nil {
		failed(pod, err)
		return err
	}
	u.bounds++
	return nil
}

func failed(pod *corev1.Pod, err error) {
	pod.Status.Message = err.Error() // want `mutates a cached object, read by c.store.GetByKey at line 47 .through failed, statusUpdater.bound.`
}

// done says that nothing went wrong.
func (c *controller) done(u *statusUpdater, key string) error {
	obj, _, err := c.store.GetByKey(key)
	if err != nil {
		return err
	}
	return u.bound(obj.(*corev1.Pod), nil)
}

// doneByInterface does so too.
func (c *controller) doneByInterface(u updater, key string) error {
	obj, _, err := c.store.GetByKey(key)
	if err != nil {
		return err
	}
	return u.bound(obj.(*corev1.Pod), nil)
}

// tried hands on what went wrong.
func (c *controller) tried(u *statusUpdater, key string, try func() error) error {
	obj, _, err := c.store.GetByKey(key)
	if err != nil {
		return err
	}
	return u.bound(obj.(*corev1.Pod), try())
}
