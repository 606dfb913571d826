package cases

import (
	"context"
	"strconv"
	"sync"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
)

// A Shared is one position of two watches.
type Shared struct {
	mu      sync.Mutex
	version string
}

// NewShared returns a position at a version.
func NewShared(version string) *Shared { return &Shared{version: version} }

func (s *Shared) get() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.version
}

func (s *Shared) set(version string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version = version
}

// ConfigMaps follows the ConfigMaps until there is an error.
func (s *Shared) ConfigMaps(ctx context.Context, client corev1client.ConfigMapInterface, handle func(watch.Event)) error {
	for ctx.Err() == nil {
		w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: s.get()})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			cm, ok := event.Object.(*corev1.ConfigMap)
			if !ok {
				w.Stop()
				return apierrors.FromObject(event.Object)
			}
			handle(event)
			s.set(cm.ResourceVersion) // want rvassign
		}
		w.Stop()
	}
	return ctx.Err()
}

// Pods follows the Pods until there is an error.
func (s *Shared) Pods(ctx context.Context, client corev1client.PodInterface, handle func(watch.Event)) error {
	for ctx.Err() == nil {
		w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: s.get()})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			pod, ok := event.Object.(*corev1.Pod)
			if !ok {
				w.Stop()
				return apierrors.FromObject(event.Object)
			}
			handle(event)
			s.set(pod.ResourceVersion) // want rvassign
		}
		w.Stop()
	}
	return ctx.Err()
}

// FollowOldList starts each watch from the version of one list.
func FollowOldList(ctx context.Context, client corev1client.ConfigMapInterface, handle func(watch.Event)) error {
	list, err := client.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		w, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion}) // want rvassign
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error {
				w.Stop()
				return apierrors.FromObject(event.Object)
			}
			handle(event)
		}
		w.Stop()
	}
	return ctx.Err()
}

// FollowDropped stores the position in a copy of the options, which the next watch
// does not get.
func FollowDropped(ctx context.Context, client corev1client.ConfigMapInterface, version string, handle func(watch.Event)) error {
	options := metav1.ListOptions{ResourceVersion: version}
	for ctx.Err() == nil {
		if err := followDropped(ctx, client, options, handle); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func followDropped(ctx context.Context, client corev1client.ConfigMapInterface, options metav1.ListOptions, handle func(watch.Event)) error {
	w, err := client.Watch(ctx, options)
	if err != nil {
		return err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		cm, ok := event.Object.(*corev1.ConfigMap)
		if !ok {
			return apierrors.FromObject(event.Object)
		}
		handle(event)
		options.ResourceVersion = cm.ResourceVersion // want rvassign
	}
	return nil
}

// FollowKept stores it where the next watch finds it.
func FollowKept(ctx context.Context, client corev1client.ConfigMapInterface, version string, handle func(watch.Event)) error {
	options := metav1.ListOptions{ResourceVersion: version}
	for ctx.Err() == nil {
		if err := followKept(ctx, client, &options, handle); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func followKept(ctx context.Context, client corev1client.ConfigMapInterface, options *metav1.ListOptions, handle func(watch.Event)) error {
	w, err := client.Watch(ctx, *options)
	if err != nil {
		return err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		cm, ok := event.Object.(*corev1.ConfigMap)
		if !ok {
			return apierrors.FromObject(event.Object)
		}
		handle(event)
		if order, err := resourceversion.CompareResourceVersion(cm.ResourceVersion, options.ResourceVersion); err == nil && order > 0 {
			options.ResourceVersion = cm.ResourceVersion
		}
	}
	return nil
}

// ClearedFactory makes informers whose watches never resume.
func ClearedFactory(client kubernetes.Interface, namespace string) informers.SharedInformerFactory {
	return informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace),
		informers.WithTweakListOptions(func(options *metav1.ListOptions) {
			options.ResourceVersion = "" // want watchrv
			options.LabelSelector = "app=web"
		}))
}

// LabelledFactory leaves the version alone.
func LabelledFactory(client kubernetes.Interface, namespace string) informers.SharedInformerFactory {
	return informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace),
		informers.WithTweakListOptions(func(options *metav1.ListOptions) {
			options.LabelSelector = "app=web"
		}))
}

// ParsedNewer reports whether a is newer than b. Not all versions fit in 64 bits.
func ParsedNewer(a, b *corev1.ConfigMap) bool {
	x, err := strconv.ParseUint(a.ResourceVersion, 10, 64)
	if err != nil {
		return false
	}
	y, err := strconv.ParseUint(b.ResourceVersion, 10, 64)
	if err != nil {
		return false
	}
	return x > y // want rvcompare
}

// ComparedNewer takes versions of any length.
func ComparedNewer(a, b *corev1.ConfigMap) bool {
	order, err := resourceversion.CompareResourceVersion(a.ResourceVersion, b.ResourceVersion)
	return err == nil && order > 0
}
