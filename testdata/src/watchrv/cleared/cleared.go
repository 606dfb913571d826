// Package cleared is a server that watches on behalf of its clients, and loops that
// go back to nothing.
package cleared

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/internalversion"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// REST answers for an API of its own with the Secrets of another cluster.
type REST struct {
	secrets typedcorev1.SecretInterface
	client  dynamic.ResourceInterface
	prefix  string
}

// Watch takes the position away that its client asked for: what is behind a pointer is not followed.
func (r *REST) Watch(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	options.ResourceVersion = ""
	options.LabelSelector = r.prefix
	return r.secrets.Watch(ctx, *options)
}

// WatchCopy does so in a copy of the options.
func (r *REST) WatchCopy(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	opts := options.DeepCopy()
	opts.ResourceVersion = ""
	opts.LabelSelector = r.prefix
	return r.secrets.Watch(ctx, *opts)
}

// WatchOther has a variable for one of two.
func (r *REST) WatchOther(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	given := options
	options = options.DeepCopy()
	options.ResourceVersion = ""
	if _, err := r.secrets.List(ctx, *options); err != nil {
		return nil, err
	}
	options = given
	return r.secrets.Watch(ctx, *options)
}

// WatchForwarded keeps it.
func (r *REST) WatchForwarded(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	options.LabelSelector = r.prefix
	return r.secrets.Watch(ctx, *options)
}

// WatchValue does the same to a copy.
func (r *REST) WatchValue(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
	options.ResourceVersion = ""
	return r.client.Watch(ctx, options) // want `this function starts the watch without the resourceVersion of its options`
}

// WatchAny has a cache answer.
func (r *REST) WatchAny(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	options.ResourceVersion = "0"
	return r.secrets.Watch(ctx, *options)
}

// WatchInternal converts the options of an API server.
func (r *REST) WatchInternal(ctx context.Context, options *internalversion.ListOptions) (watch.Interface, error) {
	options.ResourceVersion = ""
	opts := metav1.ListOptions{ResourceVersion: options.ResourceVersion, TimeoutSeconds: options.TimeoutSeconds}
	return r.secrets.Watch(ctx, opts)
}

// WatchZero takes away what means any state; informers do not watch from there.
func (r *REST) WatchZero(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	if options.ResourceVersion == "0" {
		options.ResourceVersion = ""
	}
	return r.secrets.Watch(ctx, *options)
}

// WatchTranslated asks somebody else for the position.
func (r *REST) WatchTranslated(ctx context.Context, options *metav1.ListOptions, translate func(*metav1.ListOptions)) (watch.Interface, error) {
	given := options.ResourceVersion
	options.ResourceVersion = ""
	if given != "" {
		translate(options)
	}
	return r.secrets.Watch(ctx, *options)
}

// ListAndWatch empties it for the list only.
func (r *REST) ListAndWatch(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	options.ResourceVersion = ""
	list, err := r.secrets.List(ctx, *options)
	if err != nil {
		return nil, err
	}
	options.ResourceVersion = list.ResourceVersion
	return r.secrets.Watch(ctx, *options)
}

// WatchStreaming gets the initial events first.
func (r *REST) WatchStreaming(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	yes := true
	options.ResourceVersion = ""
	options.SendInitialEvents = &yes
	options.ResourceVersionMatch = metav1.ResourceVersionMatchNotOlderThan
	return r.secrets.Watch(ctx, *options)
}

// A poller goes back to nothing after each error.
type poller struct {
	secrets         typedcorev1.SecretInterface
	resourceVersion string
}

func newPoller(secrets typedcorev1.SecretInterface) *poller {
	return &poller{secrets: secrets, resourceVersion: ""}
}

func (p *poller) run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := p.watch(ctx); err != nil {
			p.resourceVersion = ""
			time.Sleep(time.Second)
		}
	}
}

func (p *poller) watch(ctx context.Context) error {
	w, err := p.secrets.Watch(ctx, metav1.ListOptions{ResourceVersion: p.resourceVersion}) // want `the first watch starts without a resourceVersion`
	if err != nil {
		return err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		switch event.Type {
		case watch.Error:
			return apierrors.FromObject(event.Object)
		case watch.Bookmark:
			p.resourceVersion = event.Object.(*corev1.Secret).ResourceVersion
		}
	}
	return nil
}

// A lister goes back to its list.
type lister struct {
	secrets         typedcorev1.SecretInterface
	resourceVersion string
}

func (l *lister) run(ctx context.Context) {
	for ctx.Err() == nil {
		if l.resourceVersion == "" {
			list, err := l.secrets.List(ctx, metav1.ListOptions{})
			if err != nil {
				continue
			}
			l.resourceVersion = list.ResourceVersion
		}
		if err := l.watch(ctx); err != nil {
			l.resourceVersion = ""
		}
	}
}

func (l *lister) watch(ctx context.Context) error {
	w, err := l.secrets.Watch(ctx, metav1.ListOptions{ResourceVersion: l.resourceVersion})
	if err != nil {
		return err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		if event.Type == watch.Error {
			return apierrors.FromObject(event.Object)
		}
	}
	return nil
}
