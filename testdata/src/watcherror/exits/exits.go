// Package exits: programs that end with the first ERROR event.
package exits

import (
	"fmt"
	"log"
	"os"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/klog/v2"
)

// Pods holds the names of the pods that its watch tells of.
type Pods struct {
	watcher watch.Interface
	names   map[string]bool
}

// Fatal takes everything for a pod.
func (p *Pods) Fatal() {
	for ev := range p.watcher.ResultChan() {
		pod, ok := ev.Object.(*corev1.Pod)
		if !ok {
			log.Fatalf("%s: unexpected %T", ev.Object.GetObjectKind().GroupVersionKind(), pod)
		}
		p.names[pod.Name] = true
	}
}

// Panic does so as well.
func (p *Pods) Panic() {
	for ev := range p.watcher.ResultChan() {
		if pod, ok := ev.Object.(*corev1.Pod); ok {
			p.names[pod.Name] = true
		} else {
			panic(fmt.Sprintf("unexpected %T", ev.Object))
		}
	}
}

// Exit cleans up before.
func (p *Pods) Exit() {
	for ev := range p.watcher.ResultChan() {
		pod, ok := ev.Object.(*corev1.Pod)
		if !ok {
			klog.Errorf("unexpected type %T", ev.Object)
			clear(p.names)
			os.Exit(1)
		}
		p.names[pod.Name] = true
	}
}

// Typed looks at the type of the event before.
func (p *Pods) Typed() error {
	for ev := range p.watcher.ResultChan() {
		if ev.Type == watch.Error {
			return apierrors.FromObject(ev.Object)
		}
		pod, ok := ev.Object.(*corev1.Pod)
		if !ok {
			klog.Fatalf("unexpected type %T", ev.Object)
		}
		p.names[pod.Name] = true
	}
	return nil
}

// Told tells what the error is.
func (p *Pods) Told() {
	for ev := range p.watcher.ResultChan() {
		pod, ok := ev.Object.(*corev1.Pod)
		if !ok {
			klog.Fatalf("the watch failed: %v", ev.Object)
		}
		p.names[pod.Name] = true
	}
}

// FromObject does, too.
func (p *Pods) FromObject() {
	for ev := range p.watcher.ResultChan() {
		pod, ok := ev.Object.(*corev1.Pod)
		if !ok {
			klog.Fatal(apierrors.FromObject(ev.Object))
		}
		p.names[pod.Name] = true
	}
}

// Switched knows what else may come.
func (p *Pods) Switched() {
	for ev := range p.watcher.ResultChan() {
		switch o := ev.Object.(type) {
		case *corev1.Pod:
			p.names[o.Name] = true
		case *metav1.Status:
			klog.Info(o.Message)
		default:
			klog.Fatalf("unexpected type %T", o)
		}
	}
}

// Logged goes on.
func (p *Pods) Logged() {
	for ev := range p.watcher.ResultChan() {
		pod, ok := ev.Object.(*corev1.Pod)
		if !ok {
			klog.Errorf("unexpected type %T", ev.Object)
			continue
		}
		p.names[pod.Name] = true
	}
}
