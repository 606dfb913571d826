// Package two watches two kinds in one loop: each has its own channel and position, and
// what goes wrong with one is no failure of the other.
package two

import (
	"context"
	"errors"
	"log"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
)

// proxy keeps the endpoints of services.
type proxy struct {
	services, pods         <-chan watch.Event
	servicesFrom, podsFrom string
}

// Run retries both kinds from where they were.
func Run(ctx context.Context, client kubernetes.Interface, ns string, p *proxy) {
	for {
		if p.services == nil {
			w, err := client.CoreV1().Services(ns).Watch(ctx, metav1.ListOptions{ResourceVersion: p.servicesFrom, AllowWatchBookmarks: true})
			if err != nil {
				return
			}
			p.services = w.ResultChan()
		}
		if p.pods == nil {
			w, err := client.CoreV1().Pods(ns).Watch(ctx, metav1.ListOptions{ResourceVersion: p.podsFrom, AllowWatchBookmarks: true})
			if err != nil {
				return
			}
			p.pods = w.ResultChan()
		}
		select {
		case <-ctx.Done():
			return
		case event, ok := <-p.services:
			if !ok {
				p.services = nil
			} else if err := p.onService(event); err != nil {
				log.Print(err)
				p.services = nil
			}
		case event, ok := <-p.pods:
			if !ok {
				p.pods = nil
			} else if err := p.onPod(event); err != nil {
				log.Print(err)
				p.pods = nil
			}
		}
	}
}

func (p *proxy) onService(event watch.Event) error {
	if event.Type == watch.Error { // want `after an HTTP 500 the watch at line 26 restarts from the old proxy.servicesFrom without a list`
		return errors.New("services")
	}
	if s, ok := event.Object.(*corev1.Service); ok && event.Type == watch.Bookmark {
		p.servicesFrom = s.ResourceVersion
	}
	return nil
}

func (p *proxy) onPod(event watch.Event) error {
	if event.Type == watch.Error { // want `after an HTTP 500 the watch at line 33 restarts from the old proxy.podsFrom without a list`
		return errors.New("pods")
	}
	if pod, ok := event.Object.(*corev1.Pod); ok && event.Type == watch.Bookmark {
		p.podsFrom = pod.ResourceVersion
	}
	return nil
}

// resolver lists the nodes before it watches them, and ends if the services fail.
type resolver struct {
	services, nodes <-chan watch.Event
	servicesFrom    string
}

// Resolve loses nothing. An error of the nodes also leads to the watch of the services,
// if that has just ended.
func Resolve(ctx context.Context, client kubernetes.Interface, ns string, r *resolver) error {
	for {
		if r.services == nil {
			w, err := client.CoreV1().Services(ns).Watch(ctx, metav1.ListOptions{ResourceVersion: r.servicesFrom, AllowWatchBookmarks: true})
			if err != nil {
				return err
			}
			r.services = w.ResultChan()
		}
		if r.nodes == nil {
			list, err := client.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
			if err != nil {
				return err
			}
			w, err := client.CoreV1().Nodes().Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
			if err != nil {
				return err
			}
			r.nodes = w.ResultChan()
		}
		select {
		case <-ctx.Done():
			return nil
		case event, ok := <-r.services:
			if !ok {
				r.services = nil
				continue
			}
			if event.Type == watch.Error {
				return errors.New("services")
			}
			if s, ok := event.Object.(*corev1.Service); ok && event.Type == watch.Bookmark {
				r.servicesFrom = s.ResourceVersion
			}
		case event, ok := <-r.nodes:
			if !ok || event.Type == watch.Error {
				r.nodes = nil
			}
		}
	}
}

// Endpoints looks for the pods of each service: that list is none of the services, and
// the advice does not name it.
func Endpoints(ctx context.Context, client kubernetes.Interface, ns, from string, show func(*corev1.Service, []corev1.Pod)) {
	for ctx.Err() == nil {
		w, err := client.CoreV1().Services(ns).Watch(ctx, metav1.ListOptions{ResourceVersion: from, AllowWatchBookmarks: true})
		if err != nil {
			return
		}
		for event := range w.ResultChan() {
			if event.Type == watch.Error { // want `410 Gone is retried forever; list again on this error$`
				break
			}
			s, ok := event.Object.(*corev1.Service)
			if !ok {
				continue
			}
			if event.Type == watch.Bookmark {
				from = s.ResourceVersion
				continue
			}
			pods, err := client.CoreV1().Pods(ns).List(ctx, metav1.ListOptions{LabelSelector: metav1.FormatLabelSelector(&metav1.LabelSelector{MatchLabels: s.Spec.Selector})})
			if err != nil {
				return
			}
			show(s, pods.Items)
		}
	}
}
