// Package falls has delete handlers that see that an assertion failed, and go on.
package falls

import (
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// Leases keeps who holds what.
type Leases struct {
	holders map[string]bool
	failed  int
	strict  bool
}

// Watch registers a handler for each of the ways.
func (l *Leases) Watch(informer cache.SharedIndexInformer) error {
	for _, h := range []cache.ResourceEventHandlerFuncs{
		{DeleteFunc: l.logged},
		{DeleteFunc: l.counted},
		{DeleteFunc: l.isNil},
		{DeleteFunc: l.asInterface},
		{DeleteFunc: l.assertedAgain},
		{DeleteFunc: l.returned},
		{DeleteFunc: l.sometimes},
		{DeleteFunc: l.replaced},
		{DeleteFunc: l.unwrapped},
		{DeleteFunc: l.exits},
		{DeleteFunc: l.dies},
		{DeleteFunc: l.nilTested},
		{DeleteFunc: l.compared},
		{DeleteFunc: l.testedAgain},
		{DeleteFunc: l.byName},
		{DeleteFunc: l.byMethod},
	} {
		if _, err := informer.AddEventHandler(h); err != nil {
			return err
		}
	}
	return nil
}

// logged logs it, and uses the nil pointer.
func (l *Leases) logged(obj any) {
	pod, ok := obj.(*corev1.Pod) // want `the delete handler panics on a tombstone: .*, not a \*\w*v1.Pod; unwrap it first`
	if !ok {
		klog.Errorf("no Pod: %T", obj)
	}
	if pod.Spec.NodeName != "" {
		delete(l.holders, pod.Name)
	}
}

// counted does more than that.
func (l *Leases) counted(obj any) {
	pod, ok := obj.(*corev1.Pod) // want `panics on a tombstone`
	if !ok {
		l.failed++
	}
	delete(l.holders, pod.GetName())
}

// isNil has the nil pointer in view.
func (l *Leases) isNil(obj any) {
	pod, ok := obj.(*corev1.Pod) // want `panics on a tombstone`
	if ok {
		klog.InfoS("deleted", "pod", klog.KObj(pod))
	} else {
		klog.ErrorS(nil, "no Pod", "pod", pod.Name)
	}
}

// asInterface calls a method of nil.
func (l *Leases) asInterface(obj any) {
	o, ok := obj.(metav1.Object) // want `panics on a tombstone: .*, not a \w*v1.Object`
	if !ok {
		klog.Errorf("no object: %T", obj)
	}
	delete(l.holders, o.GetName())
}

// assertedAgain asserts it once more.
func (l *Leases) assertedAgain(obj any) {
	if _, ok := obj.(*corev1.Pod); !ok {
		klog.Errorf("no Pod: %T", obj)
	}
	delete(l.holders, obj.(*corev1.Pod).Name) // want `panics on a tombstone`
}

// returned leaves.
func (l *Leases) returned(obj any) {
	pod, ok := obj.(*corev1.Pod) // want `misses a deletion`
	if !ok {
		klog.Errorf("no Pod: %T", obj)
		return
	}
	delete(l.holders, pod.Name)
}

// sometimes may leave.
func (l *Leases) sometimes(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		if l.strict {
			return
		}
		l.failed++
	}
	delete(l.holders, pod.Name)
}

// replaced makes one.
func (l *Leases) replaced(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		pod = &corev1.Pod{}
	}
	delete(l.holders, pod.Name)
}

// unwrapped finds the one in it.
func (l *Leases) unwrapped(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		pod = obj.(cache.DeletedFinalStateUnknown).Obj.(*corev1.Pod)
	}
	delete(l.holders, pod.Name)
}

// exits ends the program.
func (l *Leases) exits(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		fmt.Println("no Pod")
		os.Exit(1)
	}
	delete(l.holders, pod.Name)
}

// dies does so elsewhere.
func (l *Leases) dies(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		die(fmt.Sprintf("no Pod: %T", obj))
	}
	delete(l.holders, pod.Name)
}

func die(why string) { panic(why) }

// nilTested asks for nothing else.
func (l *Leases) nilTested(obj any) {
	pod, _ := obj.(*corev1.Pod) // want `panics on a tombstone`
	if pod == nil {
		klog.Errorf("no Pod: %T", obj)
	}
	delete(l.holders, pod.Name)
}

// compared looks whether it has one.
func (l *Leases) compared(obj any) {
	pod, ok := obj.(*corev1.Pod) // want `misses a deletion`
	if !ok {
		klog.Errorf("no Pod: %T", obj)
	}
	if pod != nil {
		delete(l.holders, pod.Name)
	}
}

// testedAgain asks once more.
func (l *Leases) testedAgain(obj any) {
	pod, ok := obj.(*corev1.Pod) // want `misses a deletion`
	if !ok {
		klog.Errorf("no Pod: %T", obj)
	}
	if ok && pod.Spec.NodeName != "" {
		delete(l.holders, pod.Name)
	}
}

// byName asserts it only where it has a name.
func (l *Leases) byName(obj any) {
	name := ""
	if pod, ok := obj.(*corev1.Pod); ok { // want `misses a deletion`
		name = pod.Name
	}
	if name != "" {
		delete(l.holders, obj.(*corev1.Pod).Name)
	}
}

// byMethod may be called on nil.
func (l *Leases) byMethod(obj any) {
	list, ok := obj.(*Held)
	if !ok {
		klog.Errorf("no Held: %T", obj)
	}
	delete(l.holders, list.Holder())
}

// Held may be nil.
type Held struct{ by string }

// Holder is who holds it.
func (h *Held) Holder() string {
	if h == nil {
		return ""
	}
	return h.by
}
