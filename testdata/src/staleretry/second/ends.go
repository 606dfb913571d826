package second

import (
	"context"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"

	"k8slint.test/staleretry/second/framework"
)

// labelled takes labels from nodes that it has read.
type labelled struct{ nodes typedcorev1.NodeInterface }

func (l *labelled) node(ctx context.Context) *corev1.Node {
	node, err := l.nodes.Get(ctx, "one", metav1.GetOptions{})
	if err != nil {
		return nil
	}
	return node
}

func (l *labelled) unlabel(ctx context.Context, node *corev1.Node) *corev1.Node {
	delete(node.Labels, "zone")
	updated, err := l.nodes.Update(ctx, node, metav1.UpdateOptions{})
	if err != nil {
		return nil
	}
	return updated
}

// The first write is cleaning up before the test fails.
func (l *labelled) cleansUp(ctx context.Context, zone bool) {
	node := l.node(ctx)
	if zone {
		l.unlabel(ctx, node)
		framework.Failf("%s has a zone", node.Name)
	}
	l.unlabel(ctx, node)
}

func (l *labelled) ends(ctx context.Context, t *testing.T, zone bool) {
	node := l.node(ctx)
	if zone {
		l.unlabel(ctx, node)
		t.Fatalf("%s has a zone", node.Name)
	}
	l.unlabel(ctx, node)
}

func (l *labelled) goesOn(ctx context.Context, zone bool) {
	node := l.node(ctx)
	if zone {
		l.unlabel(ctx, node)
		framework.Logf("%s has a zone", node.Name)
	}
	l.unlabel(ctx, node) // want `node still has the resourceVersion from before unlabel`
}
