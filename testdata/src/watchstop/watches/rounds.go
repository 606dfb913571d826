package watches

import (
	"context"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
)

// openFirst opens the watch of the first namespace that has one.
func openFirst(ctx context.Context, all []corev1client.PodInterface) (watch.Interface, error) {
	first, err := watch.Interface(nil), errFailed
	for _, pods := range all {
		if first == nil {
			first, err = pods.Watch(ctx, metav1.ListOptions{})
		}
	}
	return first, err
}

func firstOfFirst(ctx context.Context, all []corev1client.PodInterface) error {
	w, err := openFirst(ctx, all) // want `nothing stops this watch if the function ends at line \d+`
	if err != nil {
		return err
	}
	fmt.Println(<-w.ResultChan())
	return nil
}

// currentOr is the watch that the session has, if none of all is open.
func (s *session) currentOr(all []watch.Interface) (watch.Interface, error) {
	w := s.w
	for _, other := range all {
		if other != nil {
			w = other
		}
	}
	return w, nil
}

// It is not opened here.
func (s *session) peekOr(all []watch.Interface) error {
	w, err := s.currentOr(all)
	if err != nil {
		return err
	}
	fmt.Println(<-w.ResultChan())
	return nil
}
