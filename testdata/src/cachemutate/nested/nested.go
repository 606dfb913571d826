// Package nested: handlers that handlers and helpers register.
package nested

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	pods     cache.SharedIndexInformer
	services cache.SharedIndexInformer
	lister   corelisters.ServiceLister
	seen     map[string]int
}

// register: the inner handler writes the service of the outer one.
func (c *controller) register() {
	_, _ = c.services.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) {
		svc := obj.(*corev1.Service)
		_, _ = c.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) {
			svc.Labels["pod"] = obj.(*corev1.Pod).Name // want `mutates a cached object`
		}})
	}})
}

// registerCopies writes a copy.
func (c *controller) registerCopies() {
	_, _ = c.services.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) {
		svc := obj.(*corev1.Service).DeepCopy()
		_, _ = c.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) {
			svc.Labels["pod"] = obj.(*corev1.Pod).Name
			c.seen[svc.Name]++
		}})
	}})
}

// follow writes svc whenever a pod is added.
func (c *controller) follow(svc *corev1.Service) { // want follow:`^\Qwrite $1/ObjectMeta/Labels/*/[] svc.Labels["pod"]\E$`
	_, _ = c.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) {
		svc.Labels["pod"] = obj.(*corev1.Pod).Name
	}})
}

func (c *controller) sync(name string) error {
	svc, err := c.lister.Services("ns").Get(name)
	if err != nil {
		return err
	}
	c.follow(svc.DeepCopy())
	c.follow(svc) // want `follow mutates a cached object`
	return nil
}
