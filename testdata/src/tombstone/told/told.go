// Package told has an informer of its own, which tells its handlers what it makes of the
// objects of another one.
package told

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A share is what a namespace has left.
type share struct{ namespace string }

func shareOf(q *corev1.ResourceQuota) (*share, error) { return &share{q.Namespace}, nil }

// shares tells of the shares that quotas leave.
type shares struct{ quotas cache.SharedIndexInformer }

// AddEventHandler unwraps tombstones, and hands out shares.
func (s shares) AddEventHandler(h cache.ResourceEventHandler) {
	s.quotas.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if one, err := shareOf(obj.(*corev1.ResourceQuota)); err == nil {
				h.OnAdd(one, false)
			}
		},
		DeleteFunc: func(obj any) {
			if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = unknown.Obj
			}
			quota, ok := obj.(*corev1.ResourceQuota)
			if !ok {
				return
			}
			if one, err := shareOf(quota); err == nil {
				h.OnDelete(one)
			}
		},
	})
}

// plain tells of the quotas themselves.
type plain struct{ quotas cache.SharedIndexInformer }

func (p plain) AddEventHandler(h cache.ResourceEventHandler) { p.quotas.AddEventHandler(h) }

// guarded passes on what it is told.
type guarded struct{ quotas cache.SharedIndexInformer }

func (g guarded) AddEventHandler(h cache.ResourceEventHandler) {
	g.quotas.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { h.OnDelete(obj) },
	})
}

type plugin struct{ left map[string]*share }

// gone is only told of shares.
func (p *plugin) gone(obj any) {
	one := obj.(*share)
	delete(p.left, one.namespace)
}

func (p *plugin) quotaGone(obj any) {
	quota := obj.(*corev1.ResourceQuota) // want `the delete handler panics on a tombstone`
	delete(p.left, quota.Namespace)
}

func (p *plugin) passedOn(obj any) {
	quota := obj.(*corev1.ResourceQuota) // want `the delete handler panics on a tombstone`
	delete(p.left, quota.Namespace)
}

func (p *plugin) run(s *shares, all plain, g guarded) {
	s.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: p.gone})
	all.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: p.quotaGone})
	g.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: p.passedOn})
}
