package second

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// An outcome says what a reconciliation came to; the zero one, that there is
// nothing to tell.
type outcome struct {
	kind string
	done bool
}

const failed = "failed"

type reporter struct{ kube kubernetes.Interface }

func (r *reporter) reconcile(ctx context.Context, name string) error {
	node, err := r.kube.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	switch node.Labels["how"] {
	case "or":
		return r.labelOrReport(ctx, node, "a")
	case "literal or":
		return r.literalOr(ctx, node, "a")
	case "literal and":
		return r.literalAnd(ctx, node)
	case "and":
		return r.labelAndReport(ctx, node, "a")
	}
	return r.flagged(ctx, node)
}

// The deferred call is in a literal.
func (r *reporter) literalOr(ctx context.Context, node *corev1.Node, label string) (err error) {
	out := &outcome{}
	before := node.DeepCopy()
	defer func() {
		if before.Labels["label"] != "b" {
			r.report(ctx, out, node)
		}
	}()
	if label == "" {
		r.fail(out)
		return nil
	}
	node.Labels["label"] = label
	_, err = r.kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	return err
}

func (r *reporter) literalAnd(ctx context.Context, node *corev1.Node) (err error) {
	out := &outcome{}
	defer func() { r.report(ctx, out, node) }() // want `the object still has the resourceVersion from before the Update at line \d+`
	if _, err = r.kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
		return err
	}
	r.fail(out)
	return nil
}

// The labels are written on the way that tells nothing, and there the deferred
// call writes nothing.
func (r *reporter) labelOrReport(ctx context.Context, node *corev1.Node, label string) error {
	out := &outcome{}
	defer r.report(ctx, out, node)
	if label != "" {
		node.Labels["label"] = label
		if _, err := r.kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
			return err
		}
		return nil
	}
	r.fail(out)
	return nil
}

// Here it is told that the labels were written.
func (r *reporter) labelAndReport(ctx context.Context, node *corev1.Node, label string) error {
	out := &outcome{}
	defer r.report(ctx, out, node) // want `the object still has the resourceVersion from before the Update at line \d+`
	if label != "" {
		node.Labels["label"] = label
		if _, err := r.kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	r.fail(out)
	return nil
}

func (r *reporter) fail(out *outcome) { out.kind = failed }

func (r *reporter) report(ctx context.Context, out *outcome, node *corev1.Node) {
	switch out.kind {
	case failed:
		node.Status.Phase = corev1.NodeTerminated
	default:
		return
	}
	_, _ = r.kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{})
}

// A flag of a struct decides, which a function has set.
func (r *reporter) flagged(ctx context.Context, node *corev1.Node) error {
	var out outcome
	if r.relabel(&out, node) {
		if _, err := r.kube.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	if !out.done {
		return nil
	}
	_, err := r.kube.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{}) // want `node still has the resourceVersion from before the Update at line \d+`
	return err
}

func (r *reporter) relabel(out *outcome, node *corev1.Node) bool {
	out.done = node.Labels["done"] != ""
	return out.done
}
