// Package aggregated watches an API group that a server of its own answers for:
// whether anything goes through to etcd there is that server's affair.
package aggregated

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	watchtools "k8s.io/client-go/tools/watch"

	"k8slint.test/watchrv/aggregated/client"
)

// Trucks is the shape of an agent that asks its own controller.
func Trucks(ctx context.Context, trucks client.TruckInterface, node string) (watch.Interface, error) {
	return trucks.Watch(ctx, metav1.ListOptions{FieldSelector: "nodeName=" + node})
}

// Depots are custom resources, of kube-apiserver.
func Depots(ctx context.Context, depots client.DepotInterface, node string) (watch.Interface, error) {
	return depots.Watch(ctx, metav1.ListOptions{FieldSelector: "nodeName=" + node}) // want `the watch starts without a resourceVersion`
}

// Resumed does not resume, whoever answers.
func Resumed(ctx context.Context, trucks client.TruckInterface) (*watchtools.RetryWatcher, error) {
	return watchtools.NewRetryWatcherWithContext(ctx, "1", &cache.ListWatch{
		WatchFunc: func(metav1.ListOptions) (watch.Interface, error) {
			return trucks.Watch(ctx, metav1.ListOptions{}) // want `this function starts the watch without the resourceVersion of its options`
		},
	})
}
