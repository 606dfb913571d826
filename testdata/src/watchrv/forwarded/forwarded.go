// Package forwarded has functions that are given options and start a watch, and
// callers that fill in those options.
package forwarded

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
)

// A follower resumes from where it was, but starts from nothing.
type follower struct {
	open   func(metav1.ListOptions) (watch.Interface, error)
	handle func(watch.Event)
}

func newFollower(ctx context.Context, kube kubernetes.Interface, handle func(watch.Event)) *follower {
	return &follower{
		open: func(opts metav1.ListOptions) (watch.Interface, error) {
			return kube.CoreV1().Pods("").Watch(ctx, opts)
		},
		handle: handle,
	}
}

func (f *follower) run() error {
	rv := ""
	for {
		w, err := f.open(metav1.ListOptions{ResourceVersion: rv}) // want `the first watch starts without a resourceVersion`
		if err != nil {
			return err
		}
		for ev := range w.ResultChan() {
			m, err := meta.Accessor(ev.Object)
			if err != nil {
				continue
			}
			f.handle(ev)
			rv = m.GetResourceVersion()
		}
	}
}

// A forgetful opens its watch with a function that does not look at the options.
type forgetful struct {
	open func(metav1.ListOptions) (watch.Interface, error)
}

func newForgetful(ctx context.Context, kube kubernetes.Interface) *forgetful {
	return &forgetful{
		open: func(opts metav1.ListOptions) (watch.Interface, error) {
			return kube.CoreV1().Secrets("").Watch(ctx, metav1.ListOptions{LabelSelector: opts.LabelSelector}) // want `this function starts the watch without the resourceVersion of its options`
		},
	}
}

func (f *forgetful) run(ctx context.Context, kube kubernetes.Interface) error {
	list, err := kube.CoreV1().Secrets("").List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	rv := list.ResourceVersion
	for {
		w, err := f.open(metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for ev := range w.ResultChan() {
			if s, ok := ev.Object.(*corev1.Secret); ok {
				rv = s.ResourceVersion
			}
		}
	}
}

// resumeOrList resumes where it is told to, and lists otherwise.
func resumeOrList(ctx context.Context, kube kubernetes.Interface, opts metav1.ListOptions) (watch.Interface, error) {
	if opts.ResourceVersion != "" {
		return kube.CoreV1().Pods("").Watch(ctx, opts)
	}
	list, err := kube.CoreV1().Pods("").List(ctx, opts)
	if err != nil {
		return nil, err
	}
	opts.ResourceVersion = list.ResourceVersion
	return kube.CoreV1().Pods("").Watch(ctx, opts)
}

func follow(ctx context.Context, kube kubernetes.Interface) error {
	rv := ""
	for {
		w, err := resumeOrList(ctx, kube, metav1.ListOptions{ResourceVersion: rv})
		if err != nil {
			return err
		}
		for ev := range w.ResultChan() {
			if p, ok := ev.Object.(*corev1.Pod); ok {
				rv = p.ResourceVersion
			}
		}
	}
}

// watchServices watches from wherever it is told to.
func watchServices(ctx context.Context, kube kubernetes.Interface, opts metav1.ListOptions) (watch.Interface, error) {
	opts.LabelSelector = "app=web"
	return kube.CoreV1().Services("").Watch(ctx, opts)
}

func followServices(ctx context.Context, kube kubernetes.Interface) error {
	rv := ""
	for {
		w, err := watchServices(ctx, kube, metav1.ListOptions{ResourceVersion: rv}) // want `the first watch starts without a resourceVersion`
		if err != nil {
			return err
		}
		for ev := range w.ResultChan() {
			if s, ok := ev.Object.(*corev1.Service); ok {
				rv = s.ResourceVersion
			}
		}
	}
}

// resumeOnly refuses to start from nothing; the version is in a variable of its own.
func resumeOnly(ctx context.Context, kube kubernetes.Interface, opts *metav1.ListOptions) (watch.Interface, error) {
	rv := opts.ResourceVersion
	if rv == "" || kube == nil {
		return nil, context.Canceled
	}
	return kube.CoreV1().Nodes().Watch(ctx, *opts)
}

func followNodes(ctx context.Context, kube kubernetes.Interface) error {
	opts := metav1.ListOptions{}
	for {
		w, err := resumeOnly(ctx, kube, &opts)
		if err != nil {
			opts.ResourceVersion = "0"
			continue
		}
		for ev := range w.ResultChan() {
			if n, ok := ev.Object.(*corev1.Node); ok {
				opts.ResourceVersion = n.ResourceVersion
			}
		}
	}
}

// A source is what logs are followed from.
type source interface {
	Watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error)
}

type jobPods struct {
	kube kubernetes.Interface
	job  string
}

// Watch does not need the options: there is no version in them.
func (j jobPods) Watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
	return j.kube.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{LabelSelector: "job-name=" + j.job})
}

func followLogs(ctx context.Context, kube kubernetes.Interface, job string) error {
	var s source = jobPods{kube, job}
	w, err := s.Watch(ctx, metav1.ListOptions{}) // want `the watch starts without a resourceVersion`
	if err != nil {
		return err
	}
	defer w.Stop()
	<-w.ResultChan()
	return nil
}

// claimPods is given options by two callers, none of which has a version.
type claimPods struct{ kube kubernetes.Interface }

func (c claimPods) watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
	return c.start(ctx, metav1.ListOptions{FieldSelector: opts.FieldSelector})
}

func (c claimPods) start(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
	return c.kube.CoreV1().Pods("").Watch(ctx, opts)
}

func followClaim(ctx context.Context, kube kubernetes.Interface, node string) error {
	pods := claimPods{kube}
	w, err := pods.watch(ctx, metav1.ListOptions{}) // want `the watch starts without a resourceVersion`
	if err != nil {
		return err
	}
	w.Stop()
	w, err = pods.watch(ctx, metav1.ListOptions{FieldSelector: "spec.nodeName=" + node}) // want `the watch starts without a resourceVersion`
	if err != nil {
		return err
	}
	w.Stop()
	return nil
}

// nodePods drops what its caller says.
type nodePods struct {
	kube kubernetes.Interface
	node string
}

func (n nodePods) watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
	return n.kube.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{FieldSelector: "spec.nodeName=" + n.node}) // want `this function starts the watch without the resourceVersion of its options`
}

func followNode(ctx context.Context, kube kubernetes.Interface, node string) error {
	list, err := kube.CoreV1().Pods("").List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	w, err := nodePods{kube, node}.watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
	if err != nil {
		return err
	}
	defer w.Stop()
	<-w.ResultChan()
	return nil
}
