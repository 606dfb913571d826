package given

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// A binder follows a watch of pods.
type binder struct {
	client typedcorev1.PodInterface
}

func (b *binder) follow(ctx context.Context, w watch.Interface) error {
	for e := range w.ResultChan() {
		pod, ok := e.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		switch e.Type {
		case watch.Added, watch.Modified:
			pod.Labels["bound"] = "true"
			if _, err := b.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
				return err
			}
			pod.Status.Phase = corev1.PodRunning
			if _, err := b.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil { // want `pod is written with its resourceVersion from before the Update`
				return err
			}
		case watch.Deleted:
			if _, err := b.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
				return err
			}
			if _, err := b.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Each event is about a pod of its own: one write of each is no second write.
func (b *binder) once(ctx context.Context, w watch.Interface) error {
	for e := range w.ResultChan() {
		pod, ok := e.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		if e.Type == watch.Added {
			if _, err := b.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
				return err
			}
		} else {
			if _, err := b.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
				return err
			}
		}
	}
	return nil
}

// The same with a variable that is declared before the loop.
func (b *binder) onceInOne(ctx context.Context, w watch.Interface) error {
	var e watch.Event
	for {
		e = <-w.ResultChan()
		pod, ok := e.Object.(*corev1.Pod)
		if !ok {
			return nil
		}
		if e.Type == watch.Added {
			if _, err := b.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
				return err
			}
		} else {
			if _, err := b.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
				return err
			}
		}
	}
}

// The events go to functions.
func (b *binder) dispatch(ctx context.Context, w watch.Interface) {
	events := w.ResultChan()
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-events:
			if !ok {
				return
			}
			pod, ok := e.Object.(*corev1.Pod)
			if !ok {
				continue
			}
			if e.Type == watch.Deleted {
				b.gone(ctx, pod)
				b.goneEvent(ctx, e)
				continue
			}
			b.seen(ctx, pod)
			b.event(ctx, e)
		}
	}
}

func (b *binder) seen(ctx context.Context, pod *corev1.Pod) {
	if _, err := b.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
		return
	}
	_, _ = b.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}) // want `pod is written with its resourceVersion from before the Update`
}

func (b *binder) gone(ctx context.Context, pod *corev1.Pod) {
	if _, err := b.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
		return
	}
	_, _ = b.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{})
}

func (b *binder) event(ctx context.Context, e watch.Event) {
	pod, ok := e.Object.(*corev1.Pod)
	if !ok {
		return
	}
	if _, err := b.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
		return
	}
	_, _ = b.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}) // want `pod is written with its resourceVersion from before the Update`
}

func (b *binder) goneEvent(ctx context.Context, e watch.Event) {
	pod, ok := e.Object.(*corev1.Pod)
	if !ok {
		return
	}
	if _, err := b.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
		return
	}
	_, _ = b.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{})
}

// The pod is read again in between.
func (b *binder) reread(ctx context.Context, w watch.Interface) error {
	for e := range w.ResultChan() {
		pod, ok := e.Object.(*corev1.Pod)
		if !ok || e.Type == watch.Deleted {
			continue
		}
		if _, err := b.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		latest, err := b.client.Get(ctx, pod.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		if _, err := b.client.UpdateStatus(ctx, latest, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// These events are the program's own, of pods that it has made.
func (b *binder) own(ctx context.Context) error {
	events := make(chan watch.Event, 1)
	events <- watch.Event{Type: watch.Added, Object: &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "web"}}}
	close(events)
	for e := range events {
		pod, ok := e.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		if _, err := b.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := b.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	made := watch.Event{Type: watch.Added, Object: &corev1.Pod{}}
	pod := made.Object.(*corev1.Pod)
	if _, err := b.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err := b.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{})
	return err
}

// The object of the event is replaced by one that was made.
func (b *binder) replaced(ctx context.Context, w watch.Interface) error {
	for e := range w.ResultChan() {
		e.Object = &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "web"}}
		pod, ok := e.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		if _, err := b.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := b.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// A helper may put anything into the event.
func (b *binder) swapped(ctx context.Context, w watch.Interface) error {
	for e := range w.ResultChan() {
		swap(&e)
		pod, ok := e.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		if _, err := b.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := b.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

var swap func(*watch.Event)

// The program broadcasts the events itself.
func (b *binder) broadcast(ctx context.Context, all *watch.Broadcaster) error {
	w, err := all.Watch()
	if err != nil {
		return err
	}
	for e := range w.ResultChan() {
		pod, ok := e.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		if _, err := b.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := b.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// The watch of a client is none of those.
func (b *binder) watched(ctx context.Context) error {
	w, err := b.client.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return err
	}
	defer w.Stop()
	for e := range w.ResultChan() {
		pod, ok := e.Object.(*corev1.Pod)
		if !ok {
			continue
		}
		if _, err := b.client.Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if _, err := b.client.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil { // want `pod is written with its resourceVersion from before the Update`
			return err
		}
	}
	return nil
}
