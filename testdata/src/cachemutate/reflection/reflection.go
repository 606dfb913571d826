// Package reflection: writes by package reflect.
package reflection

import (
	"reflect"

	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type controller struct{ pods corelisters.PodLister }

func (c *controller) field(name string) error {
	pod, err := c.pods.Pods("ns").Get(name)
	if err != nil {
		return err
	}
	reflect.ValueOf(pod).Elem().FieldByName("Spec").Set(reflect.ValueOf(corev1.PodSpec{})) // want `reflect.ValueOf\(pod\).*Set.* mutates a cached object`
	return nil
}

func (c *controller) copied(name string) error {
	pod, err := c.pods.Pods("ns").Get(name)
	if err != nil {
		return err
	}
	pod = pod.DeepCopy()
	reflect.ValueOf(pod).Elem().FieldByName("Spec").Set(reflect.ValueOf(corev1.PodSpec{}))
	return nil
}

// reset is given the object, and a variable holds the value.
func reset(obj any, fields ...string) {
	v := reflect.Indirect(reflect.ValueOf(obj))
	for _, f := range fields {
		field := v.FieldByName(f)
		if field.IsValid() && field.CanSet() {
			field.SetZero()
		}
	}
}

func (c *controller) helper(name string) error {
	pod, err := c.pods.Pods("ns").Get(name)
	if err != nil {
		return err
	}
	own := *pod
	reset(&own, "Spec")
	reset(pod.DeepCopy(), "Spec")
	reset(pod, "Spec") // want `reset mutates a cached object \(field.SetZero\(\)`
	return nil
}

// A struct copy is ours, the maps in it are the cache's.
func (c *controller) shallow(name string) error {
	pod, err := c.pods.Pods("ns").Get(name)
	if err != nil {
		return err
	}
	own := *pod
	v := reflect.ValueOf(&own).Elem()
	v.FieldByName("Spec").FieldByName("NodeName").SetString("n")
	v.FieldByName("Annotations").SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf("b")) // want `SetMapIndex.* mutates a cached object`
	return nil
}

// Reading by reflection, and into something new.
func (c *controller) read(name string) (string, error) {
	pod, err := c.pods.Pods("ns").Get(name)
	if err != nil {
		return "", err
	}
	v := reflect.ValueOf(pod).Elem()
	fresh := reflect.New(v.Type()).Elem()
	fresh.FieldByName("Spec").Set(v.FieldByName("Spec"))
	spec := v.FieldByName("Spec").Interface().(corev1.PodSpec)
	spec.NodeName = "n"
	return spec.NodeName, nil
}

func (c *controller) elements(name string) error {
	pod, err := c.pods.Pods("ns").Get(name)
	if err != nil {
		return err
	}
	list := reflect.ValueOf(pod).Elem().FieldByName("Finalizers")
	for i := range list.Len() {
		list.Index(i).SetString("") // want `list.Index\(i\).SetString\(""\) mutates a cached object`
	}
	back := reflect.ValueOf(pod).Interface().(*corev1.Pod)
	back.Labels = nil // want `back.Labels = … mutates a cached object`
	return nil
}
