// Package members has the members of a chain that pods are handed along. They keep
// pods in maps, in the hope that whoever hands them over has copied them.
package members

import corev1 "k8s.io/api/core/v1"

// A Member of a chain handles pods.
type Member interface {
	HandlePod(pod *corev1.Pod)
}

// Claims are the pods that have a host, by its name.
type Claims map[string][]*corev1.Pod

// A Scheduler names the scheduler of each pod, and handles those that had the host
// before once more.
type Scheduler struct {
	next   Member
	claims Claims
}

// NewScheduler returns a Scheduler before next.
func NewScheduler(next Member) *Scheduler { return &Scheduler{next: next, claims: Claims{}} }

// HandlePod implements Member.
func (s *Scheduler) HandlePod(pod *corev1.Pod) {
	for _, old := range s.claims[pod.Spec.Hostname] {
		s.HandlePod(old)
	}
	pod.Spec.SchedulerName = "default"
	s.claims[pod.Spec.Hostname] = append(s.claims[pod.Spec.Hostname], pod)
	s.next.HandlePod(pod)
}

// A Keeper keeps the pods of each namespace.
type Keeper struct {
	First *Scheduler
	Kept  map[string]map[string]*corev1.Pod
}

// HandleNamespace hands the pods of a namespace along again.
func (k *Keeper) HandleNamespace(name string) {
	for _, pod := range k.Kept[name] {
		k.HandlePod(pod)
	}
}

// HandlePod keeps a pod, and hands it along.
func (k *Keeper) HandlePod(pod *corev1.Pod) {
	if _, ok := k.Kept[pod.Namespace]; !ok {
		k.Kept[pod.Namespace] = map[string]*corev1.Pod{}
	}
	k.Kept[pod.Namespace][pod.Name] = pod
	k.First.HandlePod(pod)
}

// A Labeler keeps pods as well, and writes a map that a copy of the struct shares.
type Labeler struct {
	next Member
	kept Claims
}

// NewLabeler returns a Labeler before next.
func NewLabeler(next Member) *Labeler { return &Labeler{next: next, kept: Claims{}} }

// HandlePod implements Member.
func (l *Labeler) HandlePod(pod *corev1.Pod) {
	for _, old := range l.kept[pod.Spec.Hostname] {
		l.HandlePod(old)
	}
	l.kept[pod.Spec.Hostname] = append(l.kept[pod.Spec.Hostname], pod)
	l.next.HandlePod(pod)
}

// Mark labels those that are kept.
func (l *Labeler) Mark() {
	for _, pod := range l.kept["all"] {
		pod.Spec.NodeName = "here"
		pod.Labels["marked"] = "true"
	}
}
