// Package writes has objects with several writes: a directive is of use at each.
package writes

import corev1 "k8s.io/api/core/v1"

//k8slint:shared
func get() *corev1.Pod { return new(corev1.Pod) }

func first() {
	o := get()
	o.Labels["a"] = "b" //nolint:cachemutate // known
	o.Name = "x"
}

func second() {
	o := get()
	o.Labels["a"] = "b"
	o.Name = "x" //nolint:cachemutate // known
}

func all() {
	o := get()
	o.Labels["a"] = "b" //nolint:cachemutate // known
	o.Name = "x"        //nolint:cachemutate // known
}

func branch(c bool) {
	o := get()
	if c {
		o.Labels["a"] = "b" //nolint:cachemutate // known
	} else {
		o.Name = "x" //nolint:cachemutate // known
	}
}

func copied() {
	o := get()
	o.Labels["a"] = "b" //nolint:cachemutate // known
	o = o.DeepCopy()
	o.Name = "x" //nolint:cachemutate // known // want `silences nothing here`
}
