// Package follow writes into the log when the Pods of Jobs run.
package follow

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// A Follower waits for the Pods of Jobs.
type Follower struct {
	pods  corev1client.PodInterface
	queue workqueue.TypedRateLimitingInterface[string]
}

// New returns a Follower of Pods.
func New(pods corev1client.PodInterface) *Follower {
	return &Follower{
		pods:  pods,
		queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
	}
}

// Add follows the Job of that name, once more if that was done before.
func (f *Follower) Add(job string) { f.queue.Add(job) }

// Run follows Jobs until the context ends.
func (f *Follower) Run(ctx context.Context) {
	context.AfterFunc(ctx, f.queue.ShutDown)
	for f.next(ctx) {
	}
}

func (f *Follower) next(ctx context.Context) bool {
	job, quit := f.queue.Get()
	if quit {
		return false
	}
	defer f.queue.Done(job)
	name, err := f.running(ctx, job)
	if err != nil {
		klog.ErrorS(err, "Following", "job", job)
		f.queue.AddRateLimited(job)
		return true
	}
	klog.InfoS("Runs", "job", job, "pod", name)
	f.queue.Forget(job)
	return true
}

// running returns the name of the first Pod of the Job that runs.
func (f *Follower) running(ctx context.Context, job string) (string, error) {
	w, err := f.pods.Watch(ctx, metav1.ListOptions{LabelSelector: "job-name=" + job, ResourceVersion: "0"})
	if err != nil {
		return "", err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		if pod, ok := event.Object.(*corev1.Pod); ok && pod.Status.Phase == corev1.PodRunning {
			return pod.Name, nil
		}
	}
	return "", context.DeadlineExceeded
}
