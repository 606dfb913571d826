// Package status writes the status of objects if it changed.
package status

import (
	"context"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type reconciler struct{ client.Client }

func (r *reconciler) written(ctx context.Context, node *corev1.Node) error {
	old := node.Status.DeepCopy()
	node.Status.Phase = corev1.NodeRunning
	if !reflect.DeepEqual(old, node.Status) { // want `reflect.DeepEqual is always false here, since its arguments are of the types \*\w*v1.NodeStatus and \w*v1.NodeStatus; compare with &node.Status`
		return r.Status().Update(ctx, node)
	}
	return nil
}

func (r *reconciler) compared(ctx context.Context, node *corev1.Node) error {
	old := node.Status.DeepCopy()
	node.Status.Phase = corev1.NodeRunning
	if !reflect.DeepEqual(*old, node.Status) && !reflect.DeepEqual(old, &node.Status) {
		return r.Status().Update(ctx, node)
	}
	return nil
}

func (r *reconciler) semantic(ctx context.Context, node *corev1.Node) error {
	old := node.DeepCopy()
	node.Status.Phase = corev1.NodeRunning
	if equality.Semantic.DeepEqual(old.Status, node.Status.DeepCopy()) { // want `compare with &old.Status`
		return nil
	}
	if equality.Semantic.DeepEqual(old.Status, node.Status) || equality.Semantic.DeepDerivative(old, node.Status) { // want `equality.Semantic.DeepDerivative is always false here`
		return nil
	}
	return r.Status().Update(ctx, node)
}

// ours are equalities of this program.
var ours = conversion.EqualitiesOrDie(func(a, b metav1.Time) bool { return a.Equal(&b) })

func own(a, b *corev1.Pod) bool {
	return ours.DeepEqual(a, b) || ours.DeepEqual(a, *b) // want `ours.DeepEqual is always false here, .*; compare with b`
}

// parentheses are missing.
func parentheses(ns corev1.Namespace, deleted bool) bool {
	return reflect.DeepEqual(ns.Status, ns.DeepCopy().Status) || reflect.DeepEqual(ns.GetLabels, map[string]string{}) // want `types func\(\) map\[string\]string and map\[string\]string; call ns.GetLabels`
}

// empty compares with an empty struct.
func empty(ref *corev1.ObjectReference) bool {
	return reflect.DeepEqual(ref, corev1.ObjectReference{}) // want `compare with &corev1.ObjectReference{}`
}

// address takes the address of a pointer.
func address(status *corev1.NodeStatus) bool {
	changed := status.DeepCopy()
	changed.Phase = corev1.NodeRunning
	return equality.Semantic.DeepEqual(status, &changed) // want `types \*\w*v1.NodeStatus and \*\*\w*v1.NodeStatus; compare with changed`
}

// replicas: an untyped constant becomes an int.
func replicas(n int32, rc *corev1.ReplicationController) bool {
	return reflect.DeepEqual(n, 3) || // want `types int32 and int; compare values of one type`
		reflect.DeepEqual(n, int32(3)) ||
		reflect.DeepEqual(rc.Spec.Replicas, n) // want `types \*int32 and int32; compare with &n`
}

// elements of a map have no address.
func elements(pods map[string]corev1.Pod, pod *corev1.Pod) bool {
	return reflect.DeepEqual(pod, pods["a"]) // want `dereference pod`
}

// dynamic values may be of one type.
func dynamic(obj client.Object, pod *corev1.Pod, x any) bool {
	return reflect.DeepEqual(obj, pod) || reflect.DeepEqual(x, pod.Spec)
}

type pods = corev1.PodList

func alias(a *pods, b *corev1.PodList) bool { return reflect.DeepEqual(a, b) }

func generic[T any, P interface{ *T }](a T, b P, c []T, d []string) bool {
	return reflect.DeepEqual(a, b) || reflect.DeepEqual(c, d) || reflect.DeepEqual(a, "")
}

// equalities of our own have the same names.
type equalities struct{}

func (equalities) DeepEqual(a, b any) bool { return a == b }

func namesake(e equalities, a *corev1.Pod) bool { return e.DeepEqual(a, *a) }
