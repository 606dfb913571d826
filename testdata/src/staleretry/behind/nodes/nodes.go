// Package nodes has an interface for what the program does with nodes, and what stands behind it.
package nodes

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// A Keeper reads and writes nodes.
type Keeper interface {
	Find(name string) (*corev1.Node, error)
	Keep(node *corev1.Node) error
	Replace(node *corev1.Node) (*corev1.Node, error)
	Renew(node *corev1.Node) error
}

type keeper struct{ client typedcorev1.NodeInterface }

// New returns the Keeper of a client.
func New(client typedcorev1.NodeInterface) Keeper { return &keeper{client} }

func (k *keeper) Find(name string) (*corev1.Node, error) {
	return k.client.Get(context.TODO(), name, metav1.GetOptions{})
}

func (k *keeper) Keep(node *corev1.Node) error {
	_, err := k.client.Update(context.TODO(), node, metav1.UpdateOptions{})
	return err
}

func (k *keeper) Replace(node *corev1.Node) (*corev1.Node, error) {
	return k.client.Update(context.TODO(), node, metav1.UpdateOptions{})
}

// Renew takes the version of the stored node.
func (k *keeper) Renew(node *corev1.Node) error {
	stored, err := k.Find(node.Name)
	if err != nil {
		return err
	}
	node.ResourceVersion = stored.ResourceVersion
	return k.Keep(node)
}

// A Renamer has two ways to write, which differ.
type Renamer interface {
	Rename(node *corev1.Node) error
}

// Rename is that of a Renamer which writes what it gets.
func (k *keeper) Rename(node *corev1.Node) error { return k.Keep(node) }

// Fresh renews what it writes.
type Fresh struct{ Keeper *keeper }

// Rename is that of a Renamer which does not care for versions.
func (f *Fresh) Rename(node *corev1.Node) error { return f.Keeper.Renew(node) }
