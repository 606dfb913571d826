// Package endpoints keeps the labels and annotations of EndpointSlices in step
// with their Services.
package endpoints

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	discoverylisters "k8s.io/client-go/listers/discovery/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

const (
	controllerName = "endpoints.example.com"

	// legacyAnnotation was written by releases before 2.0.
	legacyAnnotation = "endpoints.example.com/owner"
)

// Controller reconciles one Service at a time.
type Controller struct {
	client   kubernetes.Interface
	services corelisters.ServiceLister
	slices   discoverylisters.EndpointSliceLister
	synced   []cache.InformerSynced
	queue    workqueue.TypedRateLimitingInterface[string]
	now      func() time.Time
}

// New returns a controller that is fed by the informers of factory.
func New(client kubernetes.Interface, factory informers.SharedInformerFactory) (*Controller, error) {
	services := factory.Core().V1().Services()
	slices := factory.Discovery().V1().EndpointSlices()
	c := &Controller{
		client:   client,
		services: services.Lister(),
		slices:   slices.Lister(),
		synced:   []cache.InformerSynced{services.Informer().HasSynced, slices.Informer().HasSynced},
		queue:    workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		now:      time.Now,
	}
	_, err := services.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.enqueue,
		UpdateFunc: func(_, cur any) { c.enqueue(cur) },
		DeleteFunc: c.enqueue,
	})
	if err != nil {
		return nil, fmt.Errorf("watching services: %w", err)
	}
	return c, nil
}

// Run works until ctx is done.
func (c *Controller) Run(ctx context.Context, workers int) {
	defer c.queue.ShutDown()
	if !cache.WaitForCacheSync(ctx.Done(), c.synced...) {
		return
	}
	for range workers {
		go wait.UntilWithContext(ctx, c.work, time.Second)
	}
	<-ctx.Done()
}

func (c *Controller) enqueue(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		klog.ErrorS(err, "No key for object", "type", fmt.Sprintf("%T", obj))
		return
	}
	c.queue.Add(key)
}

func (c *Controller) work(ctx context.Context) {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		if err := c.syncService(ctx, key); err != nil {
			klog.ErrorS(err, "Sync failed, will retry", "service", key)
			c.queue.AddRateLimited(key)
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}

func (c *Controller) syncService(ctx context.Context, key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	svc, err := c.services.Services(namespace).Get(name)
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, legacy := svc.Annotations[legacyAnnotation]; legacy {
		delete(svc.Annotations, legacyAnnotation) // want cachemutate
		if _, err := c.client.CoreV1().Services(namespace).Update(ctx, svc, metav1.UpdateOptions{}); err != nil {
			return fmt.Errorf("removing %s: %w", legacyAnnotation, err)
		}
	}
	if err := c.adoptSlices(ctx, svc); err != nil {
		return err
	}
	return c.stampSlices(ctx, svc)
}

// adoptSlices claims the slices of svc that nobody manages.
func (c *Controller) adoptSlices(ctx context.Context, svc *corev1.Service) error {
	slices, err := c.slicesOf(svc)
	if err != nil {
		return err
	}
	for _, slice := range slices {
		if slice.Labels[discoveryv1.LabelManagedBy] != "" {
			continue
		}
		slice.Labels[discoveryv1.LabelManagedBy] = controllerName // want cachemutate
		if _, err := c.client.DiscoveryV1().EndpointSlices(slice.Namespace).Update(ctx, slice, metav1.UpdateOptions{}); err != nil {
			return fmt.Errorf("adopting slice %s: %w", slice.Name, err)
		}
	}
	return nil
}

// stampSlices tells the consumers of the slices when svc was last synced.
func (c *Controller) stampSlices(ctx context.Context, svc *corev1.Service) error {
	slices, err := c.slicesOf(svc)
	if err != nil {
		return err
	}
	for _, slice := range slices {
		if slice.Labels[discoveryv1.LabelManagedBy] != controllerName {
			continue
		}
		addTriggerTimeAnnotation(slice, c.now())
		if _, err := c.client.DiscoveryV1().EndpointSlices(slice.Namespace).Update(ctx, slice, metav1.UpdateOptions{}); err != nil {
			return fmt.Errorf("stamping slice %s: %w", slice.Name, err)
		}
	}
	return nil
}

func (c *Controller) slicesOf(svc *corev1.Service) ([]*discoveryv1.EndpointSlice, error) {
	selector := labels.SelectorFromSet(labels.Set{discoveryv1.LabelServiceName: svc.Name})
	return c.slices.EndpointSlices(svc.Namespace).List(selector)
}
