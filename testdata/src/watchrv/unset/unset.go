// Package unset starts watches with and without a version.
package unset

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Literal has a selector only.
func Literal(ctx context.Context, pods typedcorev1.PodInterface) (watch.Interface, error) {
	w, err := pods.Watch(ctx, metav1.ListOptions{LabelSelector: "app=web"}) // want `the watch starts without a resourceVersion: each start sends the whole state`
	return w, err
}

// FromList starts where the list ended.
func FromList(ctx context.Context, pods typedcorev1.PodInterface) (watch.Interface, error) {
	list, err := pods.List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	return pods.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
}

// Any takes any recent state, from the cache.
func Any(ctx context.Context, pods typedcorev1.PodInterface) (watch.Interface, error) {
	opts := metav1.ListOptions{LabelSelector: "app=web", ResourceVersion: "0"}
	return pods.Watch(ctx, opts)
}

// Streaming asks for the initial events: a list in another form.
func Streaming(ctx context.Context, pods typedcorev1.PodInterface) (watch.Interface, error) {
	yes := true
	return pods.Watch(ctx, metav1.ListOptions{
		SendInitialEvents:    &yes,
		ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan,
	})
}

// Assigned fills the options later.
func Assigned(ctx context.Context, pods typedcorev1.PodInterface, rv string) (watch.Interface, error) {
	opts := metav1.ListOptions{}
	opts.LabelSelector = "app=web"
	opts.ResourceVersion = rv
	return pods.Watch(ctx, opts)
}

// Selected is given a selector on one path.
func Selected(ctx context.Context, pods typedcorev1.PodInterface, name string) error {
	opts := metav1.ListOptions{LabelSelector: "app=web"}
	if name != "" {
		opts.FieldSelector = "metadata.name=" + name
	}
	w, err := pods.Watch(ctx, opts) // want `the watch starts without a resourceVersion`
	if err != nil {
		return err
	}
	defer w.Stop()
	_, err = pods.List(ctx, opts)
	return err
}

// FirstRound has a version from the second round on.
func FirstRound(ctx context.Context, pods typedcorev1.PodInterface, handle func(*corev1.Pod)) error {
	var lastSeen string
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: lastSeen}) // want `the first watch starts without a resourceVersion`
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if pod, ok := event.Object.(*corev1.Pod); ok {
				lastSeen = pod.ResourceVersion
				handle(pod)
			}
		}
	}
}

// One waits for one object, once: off by default.
func One(ctx context.Context, pods typedcorev1.PodInterface, name string) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{FieldSelector: fields.OneTermEqualSelector("metadata.name", name).String()})
	if err != nil {
		return err
	}
	defer w.Stop()
	<-w.ResultChan()
	return nil
}

// OneForEver restarts the watch of one object again and again.
func OneForEver(ctx context.Context, pods typedcorev1.PodInterface, name string) error {
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name}) // want `the watch starts without a resourceVersion`
		if err != nil {
			return err
		}
		for range w.ResultChan() {
		}
	}
}

// Forwarded is given its options.
func Forwarded(ctx context.Context, pods typedcorev1.PodInterface, opts metav1.ListOptions) (watch.Interface, error) {
	opts.LabelSelector = "app=web"
	return pods.Watch(ctx, opts)
}

// Tweaked lets someone else fill them.
func Tweaked(ctx context.Context, pods typedcorev1.PodInterface, tweak func(*metav1.ListOptions)) (watch.Interface, error) {
	opts := metav1.ListOptions{}
	tweak(&opts)
	return pods.Watch(ctx, opts)
}

// Runtime watches with controller-runtime's client.
func Runtime(ctx context.Context, c client.WithWatch) error {
	w, err := c.Watch(ctx, &corev1.PodList{}, client.InNamespace("default")) // want `the watch starts without a resourceVersion`
	if err != nil {
		return err
	}
	w.Stop()
	return nil
}

// RuntimeFrom gives it a version.
func RuntimeFrom(ctx context.Context, c client.WithWatch) error {
	var list corev1.PodList
	if err := c.List(ctx, &list); err != nil {
		return err
	}
	w, err := c.Watch(ctx, &corev1.PodList{}, &client.ListOptions{Raw: &metav1.ListOptions{ResourceVersion: list.ResourceVersion}})
	if err != nil {
		return err
	}
	w.Stop()
	return nil
}

// RuntimeOptions has options of controller-runtime's own, which know no
// version: only Raw does.
func RuntimeOptions(ctx context.Context, c client.WithWatch, web labels.Selector) error {
	w, err := c.Watch(ctx, &corev1.PodList{}, &client.ListOptions{LabelSelector: web, Namespace: "default"}) // want `the watch starts without a resourceVersion`
	if err != nil {
		return err
	}
	w.Stop()
	return nil
}

// RuntimeRaw has raw options that only bound the time.
func RuntimeRaw(ctx context.Context, c client.WithWatch, web labels.Selector) error {
	limit := int64(300)
	w, err := c.Watch(ctx, &corev1.PodList{}, client.InNamespace("default"), &client.ListOptions{ // want `the watch starts without a resourceVersion`
		LabelSelector: web,
		Raw:           &metav1.ListOptions{TimeoutSeconds: &limit},
	})
	if err != nil {
		return err
	}
	w.Stop()
	return nil
}

// RuntimeVariable fills the options step by step, and never with a version.
func RuntimeVariable(ctx context.Context, c client.WithWatch, web labels.Selector) error {
	opts := &client.ListOptions{Namespace: "default"}
	opts.LabelSelector = web
	w, err := c.Watch(ctx, &corev1.PodList{}, opts) // want `the watch starts without a resourceVersion`
	if err != nil {
		return err
	}
	w.Stop()
	return nil
}

// RuntimeVariableFrom does in the end.
func RuntimeVariableFrom(ctx context.Context, c client.WithWatch, web labels.Selector) error {
	var list corev1.PodList
	opts := &client.ListOptions{LabelSelector: web}
	if err := c.List(ctx, &list, opts); err != nil {
		return err
	}
	opts.Raw = &metav1.ListOptions{ResourceVersion: list.ResourceVersion}
	w, err := c.Watch(ctx, &corev1.PodList{}, opts)
	if err != nil {
		return err
	}
	w.Stop()
	return nil
}

// RuntimeRawLater sets the version in the raw options.
func RuntimeRawLater(ctx context.Context, c client.WithWatch) error {
	var list corev1.PodList
	if err := c.List(ctx, &list); err != nil {
		return err
	}
	raw := metav1.ListOptions{}
	raw.ResourceVersion = list.ResourceVersion
	w, err := c.Watch(ctx, &corev1.PodList{}, &client.ListOptions{Raw: &raw})
	if err != nil {
		return err
	}
	w.Stop()
	return nil
}

// RuntimeForwarded and RuntimeRawForwarded are told by others.
func RuntimeForwarded(ctx context.Context, c client.WithWatch, opts *client.ListOptions) (watch.Interface, error) {
	opts.Namespace = "default"
	return c.Watch(ctx, &corev1.PodList{}, opts)
}

func RuntimeRawForwarded(ctx context.Context, c client.WithWatch, raw metav1.ListOptions) (watch.Interface, error) {
	return c.Watch(ctx, &corev1.PodList{}, &client.ListOptions{Raw: &raw})
}

// RuntimeApplied lets other options write to these.
func RuntimeApplied(ctx context.Context, c client.WithWatch, more []client.ListOption) (watch.Interface, error) {
	opts := (&client.ListOptions{Namespace: "default"}).ApplyOptions(more)
	return c.Watch(ctx, &corev1.PodList{}, opts)
}

// RuntimeOne waits for one object, once: off by default.
func RuntimeOne(ctx context.Context, c client.WithWatch, name string) error {
	w, err := c.Watch(ctx, &corev1.PodList{}, &client.ListOptions{FieldSelector: fields.OneTermEqualSelector("metadata.name", name)})
	if err != nil {
		return err
	}
	defer w.Stop()
	<-w.ResultChan()
	return nil
}

// RuntimeOneField does the same with an option.
func RuntimeOneField(ctx context.Context, c client.WithWatch, name string) error {
	w, err := c.Watch(ctx, &corev1.PodList{}, client.InNamespace("default"), client.MatchingFields{"metadata.name": name})
	if err != nil {
		return err
	}
	defer w.Stop()
	<-w.ResultChan()
	return nil
}

// ReEstablished watches one object and starts again, in the same function,
// whenever the channel closes: one finding, at the first start.
func ReEstablished(ctx context.Context, pods typedcorev1.PodInterface, name string) error {
	opts := metav1.ListOptions{FieldSelector: "metadata.name=" + name}
	w, err := pods.Watch(ctx, opts) // want `the watch starts without a resourceVersion`
	if err != nil {
		return err
	}
	for {
		event, ok := <-w.ResultChan()
		if !ok {
			if w, err = pods.Watch(ctx, opts); err != nil {
				return err
			}
			continue
		}
		if event.Type == watch.Deleted {
			return nil
		}
	}
}

// Single takes the options from metav1, which sets the selector only.
func Single(ctx context.Context, pods typedcorev1.PodInterface, name string) error {
	for ctx.Err() == nil {
		w, err := pods.Watch(ctx, metav1.SingleObject(metav1.ObjectMeta{Name: name})) // want `the watch starts without a resourceVersion`
		if err != nil {
			return err
		}
		for range w.ResultChan() {
		}
	}
	return nil
}

// SingleOnce does so once, and SingleFrom from a version.
func SingleOnce(ctx context.Context, pods typedcorev1.PodInterface, name string) (watch.Interface, error) {
	opts := metav1.SingleObject(metav1.ObjectMeta{Name: name})
	return pods.Watch(ctx, opts)
}

func SingleFrom(ctx context.Context, pods typedcorev1.PodInterface, pod *corev1.Pod) error {
	opts := metav1.SingleObject(pod.ObjectMeta)
	opts.ResourceVersion = pod.ResourceVersion
	for ctx.Err() == nil {
		w, err := pods.Watch(ctx, opts)
		if err != nil {
			return err
		}
		for range w.ResultChan() {
		}
	}
	return nil
}

// OneOfSet names the object in a set of fields.
func OneOfSet(ctx context.Context, pods typedcorev1.PodInterface, name string) (watch.Interface, error) {
	set := fields.Set{"metadata.name": name, "spec.nodeName": "a"}
	return pods.Watch(ctx, metav1.ListOptions{FieldSelector: set.AsSelector().String()})
}

func one(ctx context.Context, pods typedcorev1.PodInterface, selector string) (watch.Interface, error) {
	return pods.Watch(ctx, metav1.ListOptions{FieldSelector: selector})
}

// OneOfParameter passes the selector on.
func OneOfParameter(ctx context.Context, pods typedcorev1.PodInterface, name string) (watch.Interface, error) {
	return one(ctx, pods, "metadata.name="+name)
}

// kept is a subscription that keeps its position in a field which starts empty,
// and is started once.
type kept struct {
	pods typedcorev1.PodInterface
	last string
}

// Subscribe starts one.
func Subscribe(ctx context.Context, pods typedcorev1.PodInterface) (watch.Interface, error) {
	k := &kept{pods: pods, last: ""}
	return k.start(ctx)
}

func (k *kept) start(ctx context.Context) (watch.Interface, error) {
	w, err := k.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: k.last}) // want `the watch starts without a resourceVersion`
	if err != nil {
		return nil, err
	}
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			k.last = pod.ResourceVersion
		}
	}
	return w, nil
}

// again is a subscription that is started whenever it has ended.
type again struct {
	pods typedcorev1.PodInterface
	last string
}

// SubscribeAgain starts one again and again.
func SubscribeAgain(ctx context.Context, pods typedcorev1.PodInterface) {
	a := &again{pods: pods, last: ""}
	for ctx.Err() == nil {
		if err := a.start(ctx); err != nil {
			return
		}
	}
}

func (a *again) start(ctx context.Context) error {
	w, err := a.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: a.last}) // want `the first watch starts without a resourceVersion`
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			a.last = pod.ResourceVersion
		}
	}
	return nil
}

// listed keeps the version of a list there first.
type listed struct {
	pods typedcorev1.PodInterface
	last string
}

func (l *listed) list(ctx context.Context) error {
	list, err := l.pods.List(ctx, metav1.ListOptions{})
	if err == nil {
		l.last = list.ResourceVersion
	}
	return err
}

func (l *listed) start(ctx context.Context) (watch.Interface, error) {
	if err := l.list(ctx); err != nil {
		return nil, err
	}
	w, err := l.pods.Watch(ctx, metav1.ListOptions{ResourceVersion: l.last})
	if err != nil {
		return nil, err
	}
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			l.last = pod.ResourceVersion
		}
	}
	return w, nil
}

// Given is told where to start by whoever makes it.
type Given struct {
	Pods typedcorev1.PodInterface
	Last string
}

// Start watches from there.
func (g *Given) Start(ctx context.Context) (watch.Interface, error) {
	w, err := g.Pods.Watch(ctx, metav1.ListOptions{ResourceVersion: g.Last})
	if err != nil {
		return nil, err
	}
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok {
			g.Last = pod.ResourceVersion
		}
	}
	return w, nil
}

// waitForBoth asks for the name and the namespace.
func waitForBoth(ctx context.Context, pods typedcorev1.PodInterface, name, namespace string) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{
		FieldSelector: fields.AndSelectors(
			fields.OneTermEqualSelector("metadata.name", name),
			fields.OneTermEqualSelector("metadata.namespace", namespace),
		).String(),
	})
	if err != nil {
		return err
	}
	defer w.Stop()
	<-w.ResultChan()
	return nil
}

// waitForAll waits for one after the other.
func waitForAll(ctx context.Context, pods typedcorev1.PodInterface, names []string) error {
	for _, name := range names {
		if err := waitForBoth(ctx, pods, name, "default"); err != nil {
			return err
		}
	}
	return nil
}
