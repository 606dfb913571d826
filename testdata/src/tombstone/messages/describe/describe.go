// Package describe makes texts of objects.
package describe

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// A Builder makes messages about one object.
type Builder struct {
	kind, namespace, name string
	// Used counts the messages.
	Used int
}

// NewBuilder is a Builder for the pod.
func NewBuilder(pod *corev1.Pod) *Builder {
	return newBuilder("Pod", pod.Namespace, pod.Name)
}

func newBuilder(kind, namespace, name string) *Builder {
	b := new(Builder)
	b.kind = kind
	b.namespace = namespace
	b.name = name
	return b
}

// Message is the message msg.
func (b *Builder) Message(msg string) string {
	if b.kind == "" && b.name == "" {
		return msg
	}
	return fmt.Sprintf("%s: %s", b, msg)
}

// Messagef is a message that is formatted.
func (b *Builder) Messagef(format string, args ...any) string {
	return b.Message(fmt.Sprintf(format, args...))
}

// Counted is a message that is counted.
func (b *Builder) Counted(msg string) string {
	b.Used++
	return b.Message(msg)
}

// String has what is known.
func (b Builder) String() string {
	var s strings.Builder
	s.WriteString(b.kind)
	if b.namespace != "" || b.name != "" {
		s.WriteString(" " + strings.Join([]string{b.namespace, b.name}, "/"))
	}
	return s.String()
}

// Labels lists the labels.
func Labels(pod *corev1.Pod) []string {
	var out []string
	for k, v := range pod.Labels {
		out = append(out, k+"="+v)
	}
	return out
}

// Seen are the names of the pods that were described.
var Seen = map[string]bool{}

// Once describes a pod once.
func Once(pod *corev1.Pod) string {
	if Seen[pod.Name] {
		return ""
	}
	Seen[pod.Name] = true
	return pod.Name
}
