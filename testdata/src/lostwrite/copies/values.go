package copies

import (
	"context"
	"log"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"k8slint.test/lostwrite/api"
)

// setImage is given the container by value.
func setImage(c corev1.Container, image string) {
	c.Image = image // want `^c is a copy of the argument, so c\.Image = … is lost; take a pointer$`
}

// withImage returns what it was given.
func withImage(c corev1.Container, image string) corev1.Container {
	c.Image = image
	return c
}

// setImages is given a slice by value, whose elements are the caller's.
func setImages(spec corev1.PodSpec, image string) {
	spec.Containers[0].Image = image
	spec.NodeSelector["image"] = image
}

// finish changes a copy of the status.
func (m *mirror) finish(ctx context.Context, b *api.Backup) error {
	status := b.Status
	if status.Failures > 3 {
		status.Phase = "Failed" // want `^status is a copy of b\.Status, so status\.Phase = … is lost; write b\.Status\.Phase$`
	}
	return m.Status().Update(ctx, b)
}

// finished stores it.
func (m *mirror) finished(ctx context.Context, b *api.Backup) error {
	status := b.Status
	status.Phase = "Failed"
	b.Status = status
	return m.Status().Update(ctx, b)
}

// first changes a copy of an element.
func first(pod *corev1.Pod) {
	c := pod.Spec.Containers[0]
	log.Print(c)
	c.Args = append(c.Args, "-v") // want `write pod\.Spec\.Containers\[0\]\.Args$`
}

// keyed changes a copy of a map's value.
func keyed(all map[string]corev1.Container, name string) {
	c := all[name]
	c.Image = "x" // want `^c is a copy of all\[name\], so c\.Image = … is lost; store c in all\[name\] after it$`
}

// defaults are set in the map that both have.
func defaults(spec corev1.PodSpec) {
	spec.NodeSelector = withDefaults(spec.NodeSelector)
}

func withDefaults(m map[string]string) map[string]string {
	m["os"] = "linux"
	return m
}

// twice sets the element as well.
func twice(pod *corev1.Pod) {
	at := -1
	for i, c := range pod.Spec.Containers {
		if c.Name == "main" {
			c.TTY = true
			at = i
		}
	}
	if at >= 0 {
		pod.Spec.Containers[at].TTY = true
	}
}

// fresh is the function's own.
func fresh() {
	var b api.Backup
	status := b.Status
	status.Phase = "New"
}

// handler gets an argument of a literal.
var handler = func(c corev1.Container) {
	c.Image = "x"
}

func handlers() func(corev1.Container) {
	return func(c corev1.Container) {
		c.Image = "x" // want `c is a copy of the argument`
	}
}

// captured is read by a function that runs later.
func captured(c corev1.Container) func() string {
	c.Image = "x"
	return func() string { return c.Image }
}

// options are no object.
func options(o metav1.ListOptions) {
	o.ResourceVersion = ""
}
