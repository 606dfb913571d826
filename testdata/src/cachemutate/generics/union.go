package generics

import (
	corev1 "k8s.io/api/core/v1"
)

// A Named has a name.
type Named interface {
	GetKey() string
	Rename(pod *corev1.Pod)
}

type alerts struct{ name string }

func (a *alerts) GetKey() string         { return a.name }
func (a *alerts) Rename(pod *corev1.Pod) { pod.Name = a.name }

type outages struct{ name string }

func (o *outages) GetKey() string         { return o.name }
func (o *outages) Rename(pod *corev1.Pod) { pod.Name = o.name }

// AllNamed converts values of a type parameter that has no method of its own: each type of its union has them.
func AllNamed[R *alerts | *outages](rows []R) []Named {
	out := make([]Named, 0, len(rows))
	for _, r := range rows {
		out = append(out, Named(r))
	}
	return out
}

// renamed is called for each of them.
func renamed(pod *corev1.Pod, rows []*alerts) {
	for _, n := range AllNamed(rows) {
		n.Rename(pod)
	}
}
