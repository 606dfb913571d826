// Package messages has delete handlers that log, with texts that functions of the program
// make.
package messages

import (
	"encoding/json"
	"fmt"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"k8slint.test/tombstone/messages/describe"
)

// Broker logs what goes.
type Broker struct {
	prefix  string
	removed []string
	byName  map[string]int
	done    chan string
	logger  fieldLogger
}

// Watch registers a handler for each of the ways.
func (b *Broker) Watch(informer cache.SharedIndexInformer) error {
	for _, h := range []cache.ResourceEventHandlerFuncs{
		{DeleteFunc: b.built},
		{DeleteFunc: b.builtHere},
		{DeleteFunc: b.listed},
		{DeleteFunc: b.length},
		{DeleteFunc: b.dumped},
		{DeleteFunc: b.counted},
		{DeleteFunc: b.once},
		{DeleteFunc: b.released},
		{DeleteFunc: b.sent},
		{DeleteFunc: b.recursive},
		{DeleteFunc: b.called},
		{DeleteFunc: b.explained},
		{DeleteFunc: b.withFields},
		{DeleteFunc: b.ofMine},
		{DeleteFunc: b.named},
	} {
		if _, err := informer.AddEventHandler(h); err != nil {
			return err
		}
	}
	return nil
}

// built only logs.
func (b *Broker) built(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if pod == nil || !ok {
		return
	}
	m := describe.NewBuilder(pod)
	klog.V(4).Info(m.Messagef("deleted; no more is done; version %v", pod.ResourceVersion))
}

// builtHere makes the text in this package.
func (b *Broker) builtHere(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	klog.Info(b.text(pod, "deleted"))
}

func (b *Broker) text(pod *corev1.Pod, what string) string {
	parts := make([]string, 0, 3)
	for _, p := range []string{b.prefix, ref(pod), what} {
		if p != "" {
			parts = append(parts, strconv.Quote(p))
		}
	}
	return fmt.Sprint(parts)
}

func ref(pod *corev1.Pod) string { return pod.GetNamespace() + "/" + pod.GetName() }

// listed logs the labels.
func (b *Broker) listed(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		klog.InfoS("deleted", "labels", describe.Labels(pod))
	}
}

// length logs how many.
func (b *Broker) length(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		klog.InfoS("deleted", "containers", len(pod.Spec.Containers))
	}
}

// dumped logs all of it, if that is asked for.
func (b *Broker) dumped(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if pod == nil || !ok {
		return
	}
	if klog.V(4).Enabled() {
		m := describe.NewBuilder(pod)
		klog.Info(m.Messagef("deleted: %v", asJSON(pod)))
		klog.Info(m.Message("no more is done"))
	}
}

func asJSON(pod *corev1.Pod) string {
	text, err := json.Marshal(pod)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// counted has a number that others read.
func (b *Broker) counted(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok { // want `misses a deletion`
		klog.Info(describe.NewBuilder(pod).Counted("deleted"))
	}
}

// once notes what it has logged.
func (b *Broker) once(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok { // want `misses a deletion`
		klog.Info(describe.Once(pod))
	}
}

// released logs what it does.
func (b *Broker) released(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok { // want `misses a deletion`
		klog.Infof("released %d", b.release(pod))
	}
}

func (b *Broker) release(pod *corev1.Pod) int {
	n := b.byName[pod.Name]
	delete(b.byName, pod.Name)
	return n
}

// sent tells somebody.
func (b *Broker) sent(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok { // want `misses a deletion`
		klog.Info(b.send(pod))
	}
}

func (b *Broker) send(pod *corev1.Pod) string {
	b.done <- pod.Name
	return pod.Name
}

// recursive makes a text of itself.
func (b *Broker) recursive(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		klog.Info(up(pod.OwnerReferences[0].Name, len(pod.OwnerReferences)))
	}
}

func up(name string, n int) string {
	if n == 0 {
		return name
	}
	return up(name+"^", n-1)
}

// called runs what it is given.
func (b *Broker) called(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok { // want `misses a deletion`
		klog.Info(with(pod, func(name string) string { b.byName[name]++; return name }))
	}
}

func with(pod *corev1.Pod, f func(string) string) string { return f(pod.Name) }

// explained says what it does not expect, and loses it.
func (b *Broker) explained(obj any) {
	pod, ok := obj.(*corev1.Pod) // want `misses a deletion`
	if !ok {
		klog.Error(kindOf(obj))
		return
	}
	b.removed = append(b.removed, pod.Name)
}

func kindOf(obj any) string { return fmt.Sprintf("unexpected %T", obj) }

// named logs a name, which a tombstone has not, and more that has nothing to do with it.
func (b *Broker) named(obj any) {
	name := nameOf(obj)
	klog.Infof("deleted: %s", name)
	klog.Infof("%d deleted before", len(b.left()))
}

func nameOf(obj any) string {
	if pod, ok := obj.(*corev1.Pod); ok {
		return pod.GetName()
	}
	return "unknown"
}

func (b *Broker) left() []string {
	b.byName["left"]++
	return b.removed
}

type fields map[string]any

// A fieldLogger logs text with some fields.
type fieldLogger interface {
	WithFields(fields) fieldLogger
	Debug(args ...any)
}

// withFields logs a map that it makes.
func (b *Broker) withFields(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	b.logger.WithFields(fields{"namespace": pod.Namespace, "name": pod.Name}).Debug("deleted")
}

// ofMine logs the key of some.
func (b *Broker) ofMine(obj any) {
	if !b.mine(obj) {
		return
	}
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err == nil {
		klog.V(2).Infof("deleted: %s", key)
	}
}

func (b *Broker) mine(obj any) bool {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return false
	}
	return pod.Labels["broker"] == b.prefix
}
