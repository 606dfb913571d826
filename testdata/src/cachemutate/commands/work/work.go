// Package work has the commands that a controller puts into its queue.
package work

import corev1 "k8s.io/api/core/v1"

// What is to be done with a pod.
const (
	Add    = "add"
	Update = "update"
	Delete = "delete"
)

// A Command says what has happened to a pod.
type Command struct {
	Kind     string
	Old, New *corev1.Pod
	Tries    int
}

// New returns a command of the kind.
func New(kind string, old, new *corev1.Pod) *Command {
	return &Command{Kind: kind, Old: old, New: new}
}

// Logged returns a command that others have seen.
func Logged(kind string, pod *corev1.Pod, log func(*Command)) *Command {
	c := &Command{Kind: kind, New: pod}
	log(c)
	return c
}

// String names the command.
func (c *Command) String() string { return c.Kind }
