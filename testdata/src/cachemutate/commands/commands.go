// Package commands: structs that say what is to be done with the object that they carry.
package commands

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"k8slint.test/cachemutate/commands/work"
)

type controller struct {
	queue chan any
	node  string
}

// enqueue puts a command into the queue, without the objects of the cache.
func (c *controller) enqueue(item fmt.Stringer) {
	name := item.String()
	switch command := item.(type) {
	case *work.Command:
		switch command.Kind {
		case work.Add:
			command.New = command.New.DeepCopy()
		case work.Update:
			command.Old.Labels["queue"] = name
			command.New = command.New.DeepCopy()
		}
		command.Tries++
	}
}

func (c *controller) register(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			c.enqueue(work.New(work.Add, pod, pod))
		},
		UpdateFunc: func(old, new any) {
			c.enqueue(work.New(work.Update, old.(*corev1.Pod), new.(*corev1.Pod))) // want `controller.enqueue mutates a cached object`
		},
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				c.enqueue(work.New(work.Delete, pod, nil))
			}
		},
	})
}

// Who has had the command may have made another one of it.
func (c *controller) registerOthers(informer cache.SharedIndexInformer, kind string, log func(*work.Command)) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			command := work.New(work.Add, pod, pod)
			command.Kind = kind
			c.enqueue(command) // want `controller.enqueue mutates a cached object`
		},
		UpdateFunc: func(_, obj any) {
			command := work.New(work.Add, obj.(*corev1.Pod), nil)
			log(command)
			c.enqueue(command) // want `controller.enqueue mutates a cached object`
		},
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				command := work.Logged(work.Delete, pod, log)
				command.Old = pod
				c.enqueue(command) // want `controller.enqueue mutates a cached object`
			}
		},
	})
}

type assignment struct {
	pod   *corev1.Pod
	force bool
	tries int
}

func (c *controller) assign(a *assignment) {
	if a.force {
		a.pod.Spec.NodeName = c.node // want `mutates a cached object, passed by the informer to the function at line 104 `
	}
	if a.tries != 0 {
		a.pod.Labels["tries"] = "many" // want `mutates a cached object, passed by the informer to the function at line 107 `
	}
}

// retry counts before it looks.
func (c *controller) retry(a *assignment) {
	a.tries = 2
	if a.tries > 1 && a.tries == 2 {
		a.pod.Labels["tries"] = "many" // want `mutates a cached object, passed by the informer to the function at line 100 `
	}
}

func (c *controller) registerAssignments(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			c.assign(&assignment{pod: obj.(*corev1.Pod)})
			c.retry(&assignment{pod: obj.(*corev1.Pod), tries: 1})
		},
		UpdateFunc: func(_, obj any) {
			c.assign(&assignment{pod: obj.(*corev1.Pod), force: true})
		},
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				c.assign(&assignment{pod: pod, tries: 3})
			}
		},
	})
}
