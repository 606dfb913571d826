package ownstore

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Tickets keeps the objects that it has read, in a store that its caller makes with NewTicketStore.
type Tickets struct {
	client.Client
	store cache.Store
}

func NewTicketStore() cache.Store { return cache.NewStore(cache.MetaNamespaceKeyFunc) }

func NewTickets(c client.Client, store cache.Store) *Tickets { return &Tickets{c, store} }

func (t *Tickets) Keep(ctx context.Context, key client.ObjectKey) error {
	cm := &corev1.ConfigMap{}
	if err := t.Get(ctx, key, cm); err != nil {
		return err
	}
	return t.store.Add(cm)
}

func (t *Tickets) Mark() {
	for _, x := range t.store.List() {
		x.(*corev1.ConfigMap).Labels["marked"] = "true"
	}
}

// Watched reads what its caller's informer has.
type Watched struct{ store cache.Store }

func NewWatched(store cache.Store) *Watched { return &Watched{store} }

func (w *Watched) Mark() {
	for _, x := range w.store.List() {
		x.(*corev1.ConfigMap).Labels["marked"] = "true" // want `mutates a cached object`
	}
}

// Patched puts the answers of its writes into the informer's store, until that has them.
type Patched struct{ store cache.Indexer }

func NewPatched(informer cache.SharedIndexInformer) *Patched { return &Patched{informer.GetIndexer()} }

func (p *Patched) Keep(cm *corev1.ConfigMap) error { return p.store.Update(cm) }

func (p *Patched) Mark() {
	for _, x := range p.store.List() {
		x.(*corev1.ConfigMap).Labels["marked"] = "true" // want `mutates a cached object`
	}
}
