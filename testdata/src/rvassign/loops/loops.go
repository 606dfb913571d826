// Package loops holds watch loops of different build that store the version of
// every event, each with its safe twin.
package loops

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
)

// Range re-watches from the version of the last event, whatever it was.
func Range(ctx context.Context, client kubernetes.Interface) error {
	rv := ""
	for {
		w, err := client.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			pod, ok := event.Object.(*corev1.Pod)
			if !ok {
				return nil
			}
			rv = pod.ResourceVersion // want `rv can move backwards, and the watch at line \d+ resumes from it: initial events come in any order, DELETED events`
		}
	}
}

// RangeOne watches one object, which there is one ADDED event of.
func RangeOne(ctx context.Context, client kubernetes.Interface, name string) error {
	rv := ""
	for {
		w, err := client.CoreV1().Pods("default").Watch(ctx, metav1.ListOptions{ResourceVersion: rv, FieldSelector: "metadata.name=" + name})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			pod, ok := event.Object.(*corev1.Pod)
			if !ok {
				return nil
			}
			rv = pod.ResourceVersion // want `rv can move backwards, and the watch at line \d+ resumes from it: DELETED events can have an old version`
		}
	}
}

// RangeNewer lets only newer versions through.
func RangeNewer(ctx context.Context, client kubernetes.Interface) error {
	rv := ""
	for {
		w, err := client.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			pod, ok := event.Object.(*corev1.Pod)
			if !ok {
				return nil
			}
			if order, err := resourceversion.CompareResourceVersion(pod.ResourceVersion, rv); rv == "" || err == nil && order > 0 {
				rv = pod.ResourceVersion
			}
		}
	}
}

// Select is the argo-workflows shape: the options of a goroutine's watch.
func Select(ctx context.Context, client kubernetes.Interface) error {
	opts := metav1.ListOptions{LabelSelector: "app=web"}
	w, err := client.CoreV1().Pods("default").Watch(ctx, opts)
	if err != nil {
		return err
	}
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case event, open := <-w.ResultChan():
				if !open {
					w.Stop()
					w, err = client.CoreV1().Pods("default").Watch(ctx, opts)
					if err != nil {
						return
					}
					continue
				}
				pod, ok := event.Object.(*corev1.Pod)
				if !ok {
					return
				}
				opts.ResourceVersion = pod.ResourceVersion // want `opts.ResourceVersion can move backwards, and the watch at line \d+ resumes from it: initial events`
			}
		}
	}()
	return nil
}

// SelectList starts from a list and relists on each restart: the versions of
// events go nowhere.
func SelectList(ctx context.Context, client kubernetes.Interface, seen map[string]string) error {
	for {
		list, err := client.CoreV1().Pods("default").List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		opts := metav1.ListOptions{ResourceVersion: list.ResourceVersion}
		w, err := client.CoreV1().Pods("default").Watch(ctx, opts)
		if err != nil {
			return err
		}
		for event := range w.ResultChan() {
			if pod, ok := event.Object.(*corev1.Pod); ok {
				opts.ResourceVersion = pod.ResourceVersion
				seen[pod.Name] = pod.ResourceVersion
			}
		}
	}
}

// Recreated is the rancher shape: the watch is nil until it is made again.
func Recreated[T metav1.Object](ctx context.Context, start func(metav1.ListOptions) (watch.Interface, error), handle func(T)) {
	var w watch.Interface
	var lastSeen string
	for {
		if w == nil {
			var err error
			w, err = start(metav1.ListOptions{ResourceVersion: lastSeen})
			if err != nil {
				time.Sleep(time.Second)
				continue
			}
		}
		select {
		case <-ctx.Done():
			w.Stop()
			return
		case event, ok := <-w.ResultChan():
			if !ok {
				w = nil
				continue
			}
			switch event.Type {
			case watch.Added, watch.Modified, watch.Deleted:
				obj, ok := event.Object.(T)
				if !ok {
					continue
				}
				lastSeen = obj.GetResourceVersion() // want `lastSeen can move backwards, and the watch at line \d+ resumes from it: initial events`
				handle(obj)
			}
		}
	}
}

// Until keeps the version outside the function that wait.Until calls again.
func Until(ctx context.Context, client kubernetes.Interface) {
	list, err := client.CoreV1().Services("").List(ctx, metav1.ListOptions{})
	if err != nil {
		return
	}
	last := list.ResourceVersion
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		w, err := client.CoreV1().Services("").Watch(ctx, metav1.ListOptions{ResourceVersion: last})
		if err != nil {
			return
		}
		for event := range w.ResultChan() {
			obj, err := meta.Accessor(event.Object)
			if err != nil {
				return
			}
			last = obj.GetResourceVersion() // want `last can move backwards, and the watch at line \d+ resumes from it: DELETED events can have an old version`
		}
	}, time.Second)
}

// UntilLists lists in each round.
func UntilLists(ctx context.Context, client kubernetes.Interface) {
	var last string
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		list, err := client.CoreV1().Services("").List(ctx, metav1.ListOptions{})
		if err != nil {
			return
		}
		last = list.ResourceVersion
		w, err := client.CoreV1().Services("").Watch(ctx, metav1.ListOptions{ResourceVersion: last})
		if err != nil {
			return
		}
		for event := range w.ResultChan() {
			obj, err := meta.Accessor(event.Object)
			if err != nil {
				return
			}
			last = obj.GetResourceVersion()
		}
	}, time.Second)
}

// Goto comes back by goto, through a helper that returns the last version.
func Goto(ctx context.Context, client kubernetes.Interface, from string) error {
	rv := from
again:
	w, err := client.CoreV1().Nodes().Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
	if err != nil {
		return err
	}
	rv = drain(w, rv)
	goto again
}

func drain(w watch.Interface, rv string) string {
	for event := range w.ResultChan() {
		if node, ok := event.Object.(*corev1.Node); ok {
			rv = node.ResourceVersion // want `rv can move backwards, and the watch at line \d+ resumes from it: DELETED events can have an old version`
		}
	}
	return rv
}

// Recursion watches again by calling itself.
func Recursion(ctx context.Context, client kubernetes.Interface, rv string) error {
	w, err := client.CoreV1().Nodes().Watch(ctx, metav1.ListOptions{ResourceVersion: rv})
	if err != nil {
		return err
	}
	next := rv
	for event := range w.ResultChan() {
		if node, ok := event.Object.(*corev1.Node); ok {
			next = node.ResourceVersion // want `can move backwards`
		}
	}
	return Recursion(ctx, client, next)
}

// Busy calls a watch loop and then has much else to do, which the event has no
// part in: an ERROR event still does not get to the position.
func Busy(ctx context.Context, client kubernetes.Interface, flags map[string]bool) (n int, err error) {
	for {
		if err = awaitEvent(ctx, client); err != nil {
			return n, err
		}
		a, b, c, d, e, f, g := flags["a"], flags["b"], flags["c"], flags["d"], flags["e"], flags["f"], flags["g"]
		h, i, j, k, l, m, o := flags["h"], flags["i"], flags["j"], flags["k"], flags["l"], flags["m"], flags["o"]
		for _, set := range []bool{a, b, c, d, e, f, g, h, i, j, k, l, m, o} {
			if set {
				n++
			}
		}
		if a {
			n++
		}
		if b {
			n++
		}
		if c {
			n++
		}
		if d {
			n++
		}
		if e {
			n++
		}
		if f {
			n++
		}
		if g {
			n++
		}
		if h {
			n++
		}
		if i {
			n++
		}
		if j {
			n++
		}
		if k {
			n++
		}
		if l {
			n++
		}
		if m {
			n++
		}
		if o {
			n++
		}
		if a && b && c && d && e && f && g && h && i && j && k && l && m && o {
			return n, nil
		}
	}
}

func awaitEvent(ctx context.Context, client kubernetes.Interface) error {
	opts := metav1.ListOptions{}
	w, err := client.CoreV1().Events("").Watch(ctx, opts)
	if err != nil {
		return err
	}
	for {
		select {
		case event := <-w.ResultChan():
			seen, ok := event.Object.(*corev1.Event)
			if !ok {
				if event.Object != nil {
					return nil
				}
				if w, err = client.CoreV1().Events("").Watch(ctx, opts); err != nil {
					return err
				}
				continue
			}
			opts.ResourceVersion = seen.ResourceVersion // want `can move backwards, .*: initial events come in any order, DELETED events`
			if seen.Reason == "Started" {
				return nil
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
