// Package predicates holds polls that decide by functions of the program whether an
// error ends them.
package predicates

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	kerrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/util/wait"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"

	"k8slint.test/staleretry/predicates/transient"
)

type labeler struct{ nodes typedcorev1.NodeInterface }

func (l *labeler) node(ctx context.Context, name string) *corev1.Node {
	node, err := l.nodes.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		panic(err)
	}
	return node
}

// The server or the network failed. A conflict is neither.
func retryable(err error) bool {
	return kerrors.IsInternalError(err) || kerrors.IsTimeout(err) ||
		utilnet.IsProbableEOF(err) || utilnet.IsConnectionReset(err) || utilnet.IsConnectionRefused(err)
}

// A conflict ends the poll.
func (l *labeler) label(ctx context.Context, name string) error {
	node := l.node(ctx, name)
	node.Labels["zone"] = "a"
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		_, err := l.nodes.Update(ctx, node, metav1.UpdateOptions{})
		if err == nil {
			return true, nil
		}
		if !retryable(err) {
			return false, err
		}
		return false, nil
	})
}

func conflictOrTimeout(err error) bool { return retryable(err) || kerrors.IsConflict(err) }

// It goes on after one.
func (l *labeler) labelOn(ctx context.Context, name string) error {
	node := l.node(ctx, name)
	node.Labels["zone"] = "a"
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		_, err := l.nodes.Update(ctx, node, metav1.UpdateOptions{}) // want `node is written again with the resourceVersion that was refused`
		if err == nil {
			return true, nil
		}
		if !conflictOrTimeout(err) {
			return false, err
		}
		return false, nil
	})
}

// The server may say when to come again; it does not for a conflict.
func delayed(err error) bool {
	if _, wait := kerrors.SuggestsClientDelay(err); wait {
		return true
	}
	return kerrors.IsTooManyRequests(err)
}

func (l *labeler) labelDelayed(ctx context.Context, name string) error {
	node := l.node(ctx, name)
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		_, err := l.nodes.Update(ctx, node, metav1.UpdateOptions{})
		if err == nil || !delayed(err) {
			return true, err
		}
		return false, nil
	})
}

// The predicates of another package.
func (l *labeler) labelTransient(ctx context.Context, name string) error {
	node := l.node(ctx, name)
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		_, err := l.nodes.Update(ctx, node, metav1.UpdateOptions{})
		if err == nil || !transient.Error(err) {
			return true, err
		}
		return false, nil
	})
}

func (l *labeler) labelAny(ctx context.Context, name string) error {
	node := l.node(ctx, name)
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		_, err := l.nodes.Update(ctx, node, metav1.UpdateOptions{}) // want `node is written again with the resourceVersion that was refused`
		if err == nil || !transient.Any(err) {
			return true, err
		}
		return false, nil
	})
}
