// Package started has watches of client-go's RetryWatcher, which fails to start for the versions "" and "0" only.
package started

import (
	"context"

	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	watchtools "k8s.io/client-go/tools/watch"
	"k8s.io/klog/v2"
)

// fromOne cannot fail between the two watches.
func fromOne(ctx context.Context, pods, nodes cache.WatcherWithContext) error {
	podWatch, err := watchtools.NewRetryWatcherWithContext(ctx, "1", pods)
	if err != nil {
		return err
	}
	nodeWatch, err := watchtools.NewRetryWatcherWithContext(ctx, "1", nodes)
	if err != nil {
		return err
	}
	return report(ctx, podWatch, nodeWatch)
}

// fromList leaves the first watch open if the second version is not a good one.
func fromList(ctx context.Context, pods, nodes cache.Watcher, podVersion, nodeVersion string) error {
	podWatch, err := watchtools.NewRetryWatcher(podVersion, pods) // want `nothing stops this watch if the function ends at line 34: its goroutine and its connection stay; defer its Stop`
	if err != nil {
		return err
	}
	nodeWatch, err := watchtools.NewRetryWatcher(nodeVersion, nodes)
	if err != nil {
		return err
	}
	return report(ctx, podWatch, nodeWatch)
}

// fromNow never starts the second.
func fromNow(ctx context.Context, pods, nodes cache.Watcher) error {
	podWatch, err := watchtools.NewRetryWatcher("1", pods) // want `nothing stops this watch if the function ends at line 47: its goroutine and its connection stay; defer its Stop`
	if err != nil {
		return err
	}
	nodeWatch, err := watchtools.NewRetryWatcher("0", nodes)
	if err != nil {
		return err
	}
	return report(ctx, podWatch, nodeWatch)
}

func report(ctx context.Context, pods, nodes watch.Interface) error {
	defer pods.Stop()
	defer nodes.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case event := <-pods.ResultChan():
			klog.Info(event.Type)
		case event := <-nodes.ResultChan():
			klog.Info(event.Type)
		}
	}
}
