// Package ownstore: client-go's stores as maps of one's own.
package ownstore

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// table is filled by this program alone.
type table struct{ pods cache.Indexer }

func newTable() *table {
	return &table{pods: cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})}
}

func (t *table) touch(key string) {
	obj, ok, err := t.pods.GetByKey(key)
	if err != nil || !ok {
		return
	}
	obj.(*corev1.Pod).Labels["a"] = "b"
}

// view is a view of an informer.
type view struct{ pods cache.Indexer }

func newView(i cache.SharedIndexInformer) *view { return &view{pods: i.GetIndexer()} }

func (v *view) touch(key string) {
	obj, ok, err := v.pods.GetByKey(key)
	if err != nil || !ok {
		return
	}
	obj.(*corev1.Pod).Labels["a"] = "b" // want `writes to the informer cache`
}
