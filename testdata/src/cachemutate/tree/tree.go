// Package tree keeps objects of a cache beside maps of its own.
package tree

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// dump writes only maps that it made: no object of the cache is one.
func dump(store cache.Store, put func(map[string]any)) error {
	tree, err := grow(store.List())
	if err == nil {
		put(tree)
	}
	return err
}

func grow(objs []any) (map[string]any, error) {
	tree := map[string]any{}
	for _, obj := range objs {
		key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil {
			return nil, err
		}
		dir, names := tree, strings.Split(key, "/")
		for _, name := range names[:len(names)-1] {
			next, ok := dir[name]
			if !ok {
				next = map[string]any{}
				dir[name] = next
			}
			dir = next.(map[string]any)
		}
		dir[names[len(names)-1]] = obj
	}
	return tree, nil
}

// label writes the objects in it.
func label(store cache.Store) error {
	tree, err := grow(store.List())
	if err != nil {
		return err
	}
	for _, obj := range tree {
		if pod, ok := obj.(*corev1.Pod); ok {
			pod.Labels["seen"] = "true" // want `mutates a cached object`
		}
	}
	return nil
}

// settings are in a store that holds no objects.
func settings(store cache.Store) {
	for _, o := range store.List() {
		if m, ok := o.(map[string]string); ok {
			m["seen"] = "true"
		}
		if list, ok := o.([]string); ok && len(list) > 0 {
			list[0] = "seen"
		}
	}
}
