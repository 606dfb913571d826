package branches

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

// ghosts remembers the UIDs of pods that are gone.
type ghosts struct {
	store, global cache.Store
	uids          map[string]types.UID
}

// newPod is what the node runs of which the API server knows nothing.
func newPod(key string) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: key}}
}

// get makes a pod where the store has none.
func (g *ghosts) get(key string) (pod *corev1.Pod, exists bool, err error) {
	obj, exists, err := g.store.GetByKey(key)
	if err != nil {
		return nil, false, err
	}
	if !exists {
		pod = &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: key}}
	} else {
		pod = obj.(*corev1.Pod)
	}
	return pod, exists, nil
}

// either has a pod of the other store where the first has none.
func (g *ghosts) either(key string) (pod *corev1.Pod, exists bool, err error) {
	obj, exists, err := g.store.GetByKey(key)
	if err != nil {
		return nil, false, err
	}
	if !exists {
		other, _, _ := g.global.GetByKey(key)
		pod, _ = other.(*corev1.Pod)
	} else {
		pod = obj.(*corev1.Pod)
	}
	return pod, exists, nil
}

// fresh writes to the new one.
func (g *ghosts) fresh(key string) (*corev1.Pod, error) {
	pod, exists, err := g.get(key)
	if err != nil {
		return nil, err
	}
	if !exists {
		pod.Labels = map[string]string{"ghost": "true"}
	}
	return pod, nil
}

// stale writes to that of the store.
func (g *ghosts) stale(key string) (*corev1.Pod, error) {
	pod, exists, err := g.get(key)
	if err != nil {
		return nil, err
	}
	if exists {
		pod.Labels = map[string]string{"ghost": "false"} // want `mutates a cached object`
	}
	return pod, nil
}

// other writes to that of the other store.
func (g *ghosts) other(key string) (*corev1.Pod, error) {
	pod, exists, err := g.either(key)
	if err != nil {
		return nil, err
	}
	if !exists {
		pod.Labels = map[string]string{"ghost": "true"} // want `mutates a cached object`
	}
	return pod, nil
}

// again asks a second store before it writes to the new one.
func (g *ghosts) again(key string) (*corev1.Pod, error) {
	pod, exists, err := g.get(key)
	if err != nil {
		return nil, err
	}
	if !exists {
		obj, ok, err := g.global.GetByKey(key)
		if err != nil {
			return nil, err
		}
		if ok {
			pod = obj.(*corev1.Pod)
		}
		exists = ok
	}
	if uid := g.uids[key]; !exists && uid != "" {
		pod.UID = uid
	}
	return pod, nil
}

// identified gives a UID to what has none: no object of a cache.
func (g *ghosts) identified(key string) (*corev1.Pod, error) {
	pod, _, err := g.get(key)
	if err != nil {
		return nil, err
	}
	if string(pod.UID) == "" {
		pod.UID = g.uids[key]
	}
	return pod, nil
}
