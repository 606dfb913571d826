package branches

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// spirits says by constants whether a pod is of the store.
type spirits struct {
	mu     sync.Mutex
	stores []cache.Store
}

// get makes a pod where the store has none.
func (s *spirits) get(key string) (*corev1.Pod, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	obj, exists, err := s.stores[0].GetByKey(key)
	if err != nil {
		return nil, false, err
	}
	if !exists {
		return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: key}}, false, nil
	}
	return obj.(*corev1.Pod), true, nil
}

// any takes it from another store.
func (s *spirits) any(key string) (*corev1.Pod, bool, error) {
	obj, exists, err := s.stores[0].GetByKey(key)
	if err != nil {
		return nil, false, err
	}
	if !exists {
		obj, _, _ = s.stores[1].GetByKey(key)
		return obj.(*corev1.Pod), false, nil
	}
	return obj.(*corev1.Pod), true, nil
}

// fresh writes to the new one.
func (s *spirits) fresh(key string) (*corev1.Pod, error) {
	pod, exists, err := s.get(key)
	if err != nil {
		return nil, err
	}
	if !exists {
		pod.Labels = map[string]string{"ghost": "true"}
	}
	return pod, nil
}

// other writes to that of the other store.
func (s *spirits) other(key string) (*corev1.Pod, error) {
	pod, exists, err := s.any(key)
	if err != nil {
		return nil, err
	}
	if !exists {
		pod.Labels = map[string]string{"ghost": "true"} // want `mutates a cached object`
	}
	return pod, nil
}

// labelled says whether it made a copy.
func (s *spirits) labelled(key string) (*corev1.Pod, bool, error) {
	obj, exists, err := s.stores[0].GetByKey(key)
	if err != nil || !exists {
		return nil, false, err
	}
	pod := obj.(*corev1.Pod)
	if pod.Labels == nil {
		pod = pod.DeepCopy()
		pod.Labels = map[string]string{}
		return pod, true, nil
	}
	return pod, false, nil
}

// found says whether it found one.
func (s *spirits) found(key string) (*corev1.Pod, bool, error) {
	obj, exists, err := s.stores[0].GetByKey(key)
	if err != nil {
		return nil, false, err
	}
	if !exists {
		return &corev1.Pod{}, true, nil
	}
	return obj.(*corev1.Pod), true, nil
}

// onlyOther copies what is not one.
func (s *spirits) onlyOther(key string) error {
	pod, copied, err := s.labelled(key)
	if err != nil {
		return err
	}
	if !copied {
		pod = pod.DeepCopy()
	}
	pod.Labels["a"] = "b"
	return nil
}

// inverted copies the copy.
func (s *spirits) inverted(key string) error {
	pod, copied, err := s.labelled(key)
	if err != nil {
		return err
	}
	if copied {
		pod = pod.DeepCopy()
	}
	pod.Labels["a"] = "b" // want `mutates a cached object`
	return nil
}

// each writes to what was found, which may be new.
func (s *spirits) each(key string) error {
	pod, ok, err := s.found(key)
	if err != nil || !ok {
		return err
	}
	pod.Labels["a"] = "b" // want `mutates a cached object`
	return nil
}
