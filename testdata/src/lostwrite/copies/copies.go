// Package copies changes copies of elements and of objects that nobody looks at again.
package copies

import (
	"context"
	"log"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

type mirror struct {
	client.Client
	images map[string]string
}

// relocate changes the image of each container, of its copy.
func (m *mirror) relocate(ctx context.Context, pod *corev1.Pod) error {
	for _, c := range pod.Spec.Containers {
		if strings.HasPrefix(c.Image, "docker.io/") {
			c.Image = m.images[c.Image] // want `^c is a copy of the element, so c\.Image = … is lost; write pod\.Spec\.Containers\[i\]\.Image$`
		}
	}
	return m.Update(ctx, pod)
}

// relocated writes it through the index.
func (m *mirror) relocated(ctx context.Context, pod *corev1.Pod) error {
	for i, c := range pod.Spec.Containers {
		if strings.HasPrefix(c.Image, "docker.io/") {
			pod.Spec.Containers[i].Image = m.images[c.Image]
		}
	}
	return m.Update(ctx, pod)
}

// storedBack stores the copy.
func (m *mirror) storedBack(ctx context.Context, pod *corev1.Pod) error {
	for i, c := range pod.Spec.Containers {
		c.Image = m.images[c.Image]
		pod.Spec.Containers[i] = c
	}
	return m.Update(ctx, pod)
}

// collected makes a new slice.
func (m *mirror) collected(ctx context.Context, pod *corev1.Pod) error {
	var all []corev1.Container
	for _, c := range pod.Spec.Containers {
		c.Image = m.images[c.Image]
		all = append(all, c)
	}
	pod.Spec.Containers = all
	return m.Update(ctx, pod)
}

// mount appends to the copies, and knows the index.
func mount(pod *corev1.Pod, volume corev1.Volume, names map[string]bool) {
	pod.Spec.Volumes = append(pod.Spec.Volumes, volume)
	for at, c := range pod.Spec.InitContainers {
		log.Print("mounting into ", at, c.Name)
		if skipped(c) || !names[c.Name] {
			continue
		}
		c.VolumeMounts = append(c.VolumeMounts, corev1.VolumeMount{Name: volume.Name, MountPath: "/" + c.Name}) // want `^c is a copy of the element, so c\.VolumeMounts = … is lost; write pod\.Spec\.InitContainers\[at\]\.VolumeMounts$`
		c.VolumeMounts = append(c.VolumeMounts, corev1.VolumeMount{Name: "tmp", MountPath: "/tmp"})
	}
}

func skipped(c corev1.Container) bool { return c.Name == "istio-proxy" }

// ready marks conditions of an element of the status.
func ready(b *api.Backup, name string) {
	found := false
	for _, cond := range b.Status.Conditions {
		if cond.Type == name {
			cond.Status = metav1.ConditionTrue // want `^cond is a copy of the element, so cond\.Status = … is lost; write b\.Status\.Conditions\[i\]\.Status$`
			cond.ObservedGeneration++
			found = true
			break
		}
	}
	if !found {
		meta.SetStatusCondition(&b.Status.Conditions, metav1.Condition{Type: name, Status: metav1.ConditionTrue})
	}
}

// alias ranges over a variable that has the pod's slice.
func alias(pod *corev1.Pod) {
	containers := pod.Spec.Containers
	for i := range containers {
		log.Print(i)
	}
	for _, c := range containers {
		c.ImagePullPolicy = corev1.PullAlways // want `write containers\[i\]\.ImagePullPolicy$`
	}
}

// taken: i is the name of something else.
func taken(pod *corev1.Pod, i string) {
	for _, c := range pod.Spec.Containers {
		c.Command = append(c.Command, i) // want `write pod\.Spec\.Containers\[j\]\.Command$`
	}
}

// nested changes the copies of a copy's slice, which the pod shares.
func nested(pod *corev1.Pod) {
	for _, c := range pod.Spec.Containers {
		for _, e := range c.Env {
			e.Value = strings.TrimSpace(e.Value) // want `write c\.Env\[i\]\.Value$`
		}
	}
}

// throughPointers: what the copy refers to is the element's.
func throughPointers(pod *corev1.Pod, mode *int32) {
	for _, v := range pod.Spec.Volumes {
		if v.ConfigMap != nil {
			v.ConfigMap.DefaultMode = mode
		}
		if v.Secret != nil && len(v.Secret.Items) > 0 {
			v.Secret.Items[0].Mode = mode
		}
	}
	for _, c := range pod.Spec.Containers {
		c.Resources.Limits["cpu"] = c.Resources.Requests["cpu"]
	}
	for _, c := range pointers(pod) {
		c.Image = "pause"
	}
}

// labelled: the content of an Unstructured is a map.
func labelled(all []unstructured.Unstructured) {
	for _, o := range all {
		o.SetLabels(map[string]string{"app": o.GetName()})
	}
	for _, o := range all {
		unstructured.SetNestedField(o.Object, "x", "spec", "image")
	}
}

func pointers(pod *corev1.Pod) (all []*corev1.Container) {
	for i := range pod.Spec.Containers {
		all = append(all, &pod.Spec.Containers[i])
	}
	return all
}

// local works on the copy and reads it.
func local(pod *corev1.Pod) map[string]string {
	out := map[string]string{}
	for _, c := range pod.Spec.Containers {
		c.Image = strings.TrimSpace(c.Image)
		if c.Image != "" {
			out[c.Name] = "set"
		}
	}
	for _, c := range pod.Spec.Containers {
		for _, p := range c.Ports {
			if c.WorkingDir == "" {
				out[p.Name] = c.WorkingDir
			}
			c.WorkingDir = p.Name // read in the next round
		}
	}
	for _, c := range pod.Spec.Containers {
		c.Image = "x"
		func() { log.Print(c.Image) }()
	}
	for _, c := range pod.Spec.Containers {
		p := &c
		c.Image = "x"
		log.Print(p.Image)
	}
	for _, c := range pod.Spec.Containers {
		defer func() { log.Print(c.Image) }()
		c.Image = "x"
	}
	return out
}

// given passes the copy on.
func (m *mirror) given(ctx context.Context, list *corev1.PodList) error {
	for _, p := range list.Items {
		p.Status.Phase = "Done"
		if err := m.Status().Update(ctx, &p); err != nil {
			return err
		}
	}
	return nil
}

// unused: nobody looks at the list any more.
func (m *mirror) unused(ctx context.Context) error {
	var list corev1.PodList
	if err := m.List(ctx, &list); err != nil {
		return err
	}
	for _, p := range list.Items {
		p.Status.Phase = "Done"
	}
	log.Print(len(list.Items))
	return nil
}

// used returns it.
func (m *mirror) used(ctx context.Context) (*corev1.PodList, error) {
	var list corev1.PodList
	if err := m.List(ctx, &list); err != nil {
		return nil, err
	}
	for _, p := range list.Items {
		if p.GetName() != "" {
			p.SetLabels(nil)        // want `^p is a copy of the element, so p\.SetLabels\(…\) is lost; write list\.Items\[i\]\.SetLabels$`
			p.Status.Phase = "Done" // of the same copy
		}
		log.Print(p.GetNamespace(), p.Annotations)
	}
	return &list, nil
}

// replaced gets another slice in the loop.
func replaced(pod *corev1.Pod) {
	for _, c := range pod.Spec.Containers {
		pod.Spec.Containers = pod.Spec.Containers[1:]
		c.Image = "x"
	}
}

// own is a struct of the program that is no part of an API object.
type own struct{ name string }

func owns(all []own) []own {
	for _, o := range all {
		o.name = "x"
	}
	return all
}

// byKey changes the values of a map.
func byKey(all map[string]corev1.Container) map[string]corev1.Container {
	for k, c := range all {
		if k != "" {
			c.Image = "x" // want `^c is a copy of the value, so c\.Image = … is lost; store c in all\[k\] after it$`
		}
	}
	for k, c := range all {
		c.Name = "x"
		all[k] = c
	}
	return all
}

// A turn patches its Backup when it ends.
type turn struct {
	client.Client
	backup, before *api.Backup
}

func begin(c client.Client, b *api.Backup) *turn { return &turn{c, b, b.DeepCopy()} }

func (t *turn) end(ctx context.Context) error {
	return t.Status().Patch(ctx, t.backup, client.MergeFrom(t.before))
}

// turned marks the conditions of an object that a deferred call patches.
func (m *mirror) turned(ctx context.Context, key client.ObjectKey) (err error) {
	b := &api.Backup{}
	if err := m.Get(ctx, key, b); err != nil {
		return err
	}
	t := begin(m.Client, b)
	defer func() { err = t.end(ctx) }()
	for _, c := range b.Status.Conditions {
		c.Reason = "Seen" // want `^c is a copy of the element, so c\.Reason = … is lost; write b\.Status\.Conditions\[i\]\.Reason$`
	}
	return nil
}

// patchedAtTheEnd does without a struct.
func (m *mirror) patchedAtTheEnd(ctx context.Context, key client.ObjectKey) (err error) {
	b := &api.Backup{}
	if err := m.Get(ctx, key, b); err != nil {
		return err
	}
	before := b.DeepCopy()
	defer func() { err = m.Status().Patch(ctx, b, client.MergeFrom(before)) }()
	for _, c := range b.Status.Conditions {
		c.Reason = "Seen" // want `^c is a copy of the element, so c\.Reason = … is lost; write b\.Status\.Conditions\[i\]\.Reason$`
	}
	return nil
}

// counted uses the Backup no more.
func (m *mirror) counted(ctx context.Context, key client.ObjectKey) (ready int, err error) {
	b := &api.Backup{}
	if err := m.Get(ctx, key, b); err != nil {
		return 0, err
	}
	for _, c := range b.Status.Conditions {
		c.Reason = "Seen"
		ready++
	}
	return ready, nil
}

// pointed writes the copy through a pointer to it.
func (m *mirror) pointed(ctx context.Context, pod *corev1.Pod) error {
	for _, c := range pod.Spec.Containers {
		container := &c
		container.Image = m.images[container.Image] // want `^c is a copy of the element, so container\.Image = … is lost; write pod\.Spec\.Containers\[i\]\.Image$`
	}
	return m.Update(ctx, pod)
}

// pointedAndKept keeps the pointer.
func (m *mirror) pointedAndKept(ctx context.Context, pod *corev1.Pod) error {
	var all []*corev1.Container
	for _, c := range pod.Spec.Containers {
		container := &c
		container.Image = m.images[container.Image]
		all = append(all, container)
	}
	log.Print(all)
	return m.Update(ctx, pod)
}

// pointedDeeper writes what the element points to as well.
func (m *mirror) pointedDeeper(ctx context.Context, pod *corev1.Pod) error {
	for _, c := range pod.Spec.Containers {
		container := &c
		container.SecurityContext.Privileged = nil
		container.Env[0].Value = "a"
	}
	return m.Update(ctx, pod)
}

// pointedElsewhere points to the element itself later.
func (m *mirror) pointedElsewhere(ctx context.Context, pod *corev1.Pod) error {
	for i, c := range pod.Spec.Containers {
		container := &c
		if c.Name == "main" {
			container = &pod.Spec.Containers[i]
		}
		container.Image = "a"
	}
	return m.Update(ctx, pod)
}
