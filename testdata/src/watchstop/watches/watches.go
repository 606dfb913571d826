// Package watches opens watches.
package watches

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/klog/v2"
)

var errFailed = errors.New("failed")

func running(ctx context.Context, pods corev1client.PodInterface) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{}) // want `nothing stops this watch if the function ends at line 28: its goroutine and its connection stay; defer its Stop`
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok && pod.Status.Phase == corev1.PodRunning {
			return nil
		}
	}
	return errFailed
}

func runningStopped(ctx context.Context, pods corev1client.PodInterface) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok && pod.Status.Phase == corev1.PodRunning {
			return nil
		}
	}
	return errFailed
}

// All of the channel is read.
func drained(ctx context.Context, pods corev1client.PodInterface) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		klog.Info(event.Type)
	}
	return nil
}

func closed(ctx context.Context, pods corev1client.PodInterface) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for {
		event, ok := <-w.ResultChan()
		if !ok {
			return nil
		}
		switch event.Type {
		case watch.Error:
			return errFailed // the server closes it
		case watch.Added:
			klog.Info(event.Type)
		}
	}
}

// Ways on which it was not opened.
func refused(ctx context.Context, pods corev1client.PodInterface) (err error) {
	defer func() { klog.Info(err) }()
	w, err := pods.Watch(ctx, metav1.ListOptions{})
	switch {
	case apierrors.IsForbidden(err), err == context.Canceled:
		return nil
	case err != nil:
		return err
	}
	for event := range w.ResultChan() {
		klog.Info(event.Type)
	}
	return nil
}

// Only Pods and Status come.
func unexpected(ctx context.Context, pods corev1client.PodInterface) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		pod, ok := event.Object.(*corev1.Pod)
		if !ok {
			return errFailed
		}
		klog.Info(pod.Name)
	}
	return nil
}

// A channel that has nothing to do with the watch's context.
func untilStop(pods corev1client.PodInterface, stop <-chan struct{}) error {
	w, err := pods.Watch(context.Background(), metav1.ListOptions{}) // want `nothing stops this watch if the function ends at line`
	if err != nil {
		return err
	}
	for {
		select {
		case event, ok := <-w.ResultChan():
			if !ok {
				return nil
			}
			klog.Info(event.Type)
		case <-stop:
			return nil
		}
	}
}

// The context of the watch.
func untilDone(ctx context.Context, pods corev1client.PodInterface) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{}) // want `the goroutine of this watch stays if an event is pending when its context ends; defer its Stop`
	if err != nil {
		return err
	}
	for {
		select {
		case event, ok := <-w.ResultChan():
			if !ok {
				return nil
			}
			klog.Info(event.Type)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func canceled(ctx context.Context, pods corev1client.PodInterface) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	w, err := pods.Watch(ctx, metav1.ListOptions{}) // want `the goroutine of this watch stays if an event is pending`
	if err != nil {
		return err
	}
	for event := range w.ResultChan() {
		if event.Type == watch.Deleted {
			return nil
		}
	}
	return errFailed
}

// The context ends, but not the one that the watch has.
func otherContext(open func() (watch.Interface, error), ctx context.Context) error {
	w, err := open() // want `nothing stops this watch if the function ends at line`
	if err != nil {
		return err
	}
	for {
		select {
		case event, ok := <-w.ResultChan():
			if !ok {
				return nil
			}
			klog.Info(event.Type)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Helpers.
func viaHelper(ctx context.Context, pods corev1client.PodInterface) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	return first(w)
}

func first(w watch.Interface) error {
	defer w.Stop()
	fmt.Println(<-w.ResultChan())
	return nil
}

func viaReader(ctx context.Context, pods corev1client.PodInterface) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{}) // want `nothing stops this watch if the function ends at line`
	if err != nil {
		return err
	}
	return firstOnly(w)
}

func firstOnly(w watch.Interface) error {
	fmt.Println(<-w.ResultChan())
	return nil
}

func borrowed(ctx context.Context, pods corev1client.PodInterface) error {
	w, err := open(ctx, pods)
	if err != nil {
		return err
	}
	defer w.Stop()
	return firstOnly(w)
}

func open(ctx context.Context, pods corev1client.PodInterface) (watch.Interface, error) {
	return pods.Watch(ctx, metav1.ListOptions{})
}

// A goroutine that leaves it.
func goroutine(ctx context.Context, pods corev1client.PodInterface) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{}) // want `nothing stops this watch if the function ends at line`
	if err != nil {
		return err
	}
	done := make(chan struct{})
	go func() {
		for event := range w.ResultChan() {
			if event.Type == watch.Modified {
				close(done)
				break
			}
		}
	}()
	<-done
	return nil
}

func goroutineDrains(ctx context.Context, pods corev1client.PodInterface) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	go func() {
		for event := range w.ResultChan() {
			klog.Info(event.Type)
		}
	}()
	return nil
}

// A loop that opens the next one.
func reopens(ctx context.Context, pods corev1client.PodInterface) {
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{}) // want `nothing stops this watch on some paths: its goroutine and its connection stay; defer its Stop`
		if err != nil {
			return
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Deleted {
				break
			}
		}
	}
}

// A function that stops all of them is returned.
func collected(ctx context.Context, pods []corev1client.PodInterface) (func(), error) {
	var all []watch.Interface
	stop := func() {
		for _, w := range all {
			w.Stop()
		}
	}
	for _, p := range pods {
		w, err := p.Watch(ctx, metav1.ListOptions{})
		if err != nil {
			stop()
			return nil, err
		}
		all = append(all, w)
	}
	return stop, nil
}

// Kept for somebody else.
type session struct {
	w      watch.Interface
	events <-chan watch.Event
}

func (s *session) keep(ctx context.Context, pods corev1client.PodInterface) (err error) {
	w, err := pods.Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	s.w = w
	return nil
}

// A field of what a literal captures.
func (s *session) keepCaptured(ctx context.Context, pods corev1client.PodInterface) (err error) {
	s.w, err = pods.Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	defer s.stop()
	for event := range s.w.ResultChan() {
		err = func() error { return s.handle(event) }()
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *session) stop() {
	if s.w != nil {
		s.w.Stop()
	}
}

func (s *session) handle(event watch.Event) error { return nil }

func (s *session) keepChannel(ctx context.Context, pods corev1client.PodInterface) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{}) // want `only the channel of this watch is kept, so nobody can stop it: its goroutine and its connection stay; keep the watch, and stop it`
	if err != nil {
		return err
	}
	s.events = w.ResultChan()
	return nil
}

func channel(ctx context.Context, pods corev1client.PodInterface) (<-chan watch.Event, error) {
	w, err := pods.Watch(ctx, metav1.ListOptions{}) // want `only the channel of this watch is kept`
	if err != nil {
		return nil, err
	}
	return w.ResultChan(), nil
}

func channelAndStop(ctx context.Context, pods corev1client.PodInterface) (<-chan watch.Event, func(), error) {
	w, err := pods.Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, nil, err
	}
	return w.ResultChan(), w.Stop, nil
}

func (s *session) current() (watch.Interface, error) { return s.w, nil }

// It is not opened here.
func (s *session) peek() error {
	w, err := s.current()
	if err != nil {
		return err
	}
	fmt.Println(<-w.ResultChan())
	return nil
}

// The process ends.
func exits(ctx context.Context, pods corev1client.PodInterface) {
	w, err := pods.Watch(ctx, metav1.ListOptions{})
	if err != nil {
		os.Exit(1)
	}
	for event := range w.ResultChan() {
		if event.Type == watch.Modified {
			klog.Fatal(event.Type)
		}
	}
}

// What the program sends itself.
func broadcast(b *watch.Broadcaster) error {
	w, err := b.Watch()
	if err != nil {
		return err
	}
	fmt.Println(<-w.ResultChan())
	return nil
}

// A type of its own, with the same methods.
type own struct{ events chan string }

func (o *own) ResultChan() <-chan string { return o.events }
func (o *own) Stop()                     {}

func openOwn() (*own, error) { return &own{}, nil }

func ownFirst() string {
	o, err := openOwn()
	if err != nil {
		return ""
	}
	return <-o.ResultChan()
}
