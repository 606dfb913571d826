// Package rewritten is a server that watches on behalf of its clients, and
// computes in a variable where to start.
package rewritten

import (
	"context"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// REST answers with the ConfigMaps of another cluster.
type REST struct {
	configMaps typedcorev1.ConfigMapInterface
	log        func(string)
	replay     bool
}

// WatchOnlyAny keeps "0" and forgets every version that a client resumes from.
func (r *REST) WatchOnlyAny(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	rv := options.ResourceVersion
	if rv != "0" {
		rv = ""
	}
	options.ResourceVersion = rv
	return r.configMaps.Watch(ctx, *options) // want `this function starts the watch without the resourceVersion of its options`
}

// WatchZero takes only "0" away, which no informer watches from.
func (r *REST) WatchZero(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	rv := options.ResourceVersion
	if rv == "0" {
		rv = ""
	}
	options.ResourceVersion = rv
	return r.configMaps.Watch(ctx, *options)
}

// WatchValue is given a copy of the options.
func (r *REST) WatchValue(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
	rv := opts.ResourceVersion
	if rv != "0" {
		rv = ""
	}
	opts.ResourceVersion = rv
	return r.configMaps.Watch(ctx, opts) // want `this function starts the watch without the resourceVersion of its options`
}

// WatchValueZero takes "0" away in its copy.
func (r *REST) WatchValueZero(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
	rv := opts.ResourceVersion
	if rv == "0" {
		rv = ""
	}
	opts.ResourceVersion = rv
	return r.configMaps.Watch(ctx, opts)
}

// WatchSwitch looks at the two versions that are none first.
func (r *REST) WatchSwitch(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	rv := options.ResourceVersion
	switch rv {
	case "", "0":
		r.log("from the newest state")
	default:
		r.log("from the newest state instead of " + rv)
		rv = ""
	}
	return r.configMaps.Watch(ctx, metav1.ListOptions{LabelSelector: options.LabelSelector, ResourceVersion: rv}) // want `this function starts the watch without the resourceVersion of its options`
}

// WatchSwitchKept keeps the rest.
func (r *REST) WatchSwitchKept(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	rv := options.ResourceVersion
	switch rv {
	case "", "0":
		r.log("from the newest state")
		rv = ""
	default:
		r.log("from " + rv)
	}
	return r.configMaps.Watch(ctx, metav1.ListOptions{LabelSelector: options.LabelSelector, ResourceVersion: rv})
}

// onlyAny returns the version if it means any state.
func onlyAny(rv string) string {
	if rv == "0" {
		return rv
	}
	return ""
}

// WatchHelper lets a function rewrite it.
func (r *REST) WatchHelper(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	opts := options.DeepCopy()
	opts.ResourceVersion = onlyAny(options.ResourceVersion)
	return r.configMaps.Watch(ctx, *opts) // want `this function starts the watch without the resourceVersion of its options`
}

// notAny returns the version unless it means any state.
func notAny(rv string) string {
	if rv == "0" {
		return ""
	}
	return rv
}

// WatchHelperKept takes "0" away.
func (r *REST) WatchHelperKept(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	opts := options.DeepCopy()
	opts.ResourceVersion = notAny(options.ResourceVersion)
	return r.configMaps.Watch(ctx, *opts)
}

// forgotten returns where to start: never where the client said.
func forgotten(opts metav1.ListOptions) string {
	switch rv := opts.ResourceVersion; {
	case rv == "", rv == "0":
		return rv
	}
	return ""
}

// WatchOptions hands the options to the function.
func (r *REST) WatchOptions(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
	opts.ResourceVersion = forgotten(opts)
	return r.configMaps.Watch(ctx, opts) // want `this function starts the watch without the resourceVersion of its options`
}

// WatchConfigured is told to replay everything.
func (r *REST) WatchConfigured(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	rv := options.ResourceVersion
	if r.replay {
		rv = ""
	}
	options.ResourceVersion = rv
	return r.configMaps.Watch(ctx, *options)
}

// WatchParsed passes on what a server can have sent.
func (r *REST) WatchParsed(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	rv := options.ResourceVersion
	if _, err := strconv.ParseUint(rv, 10, 64); err != nil {
		rv = ""
	}
	options.ResourceVersion = rv
	return r.configMaps.Watch(ctx, *options)
}

// WatchAny starts from any state, not from the newest.
func (r *REST) WatchAny(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	rv := options.ResourceVersion
	if rv != "" {
		rv = "0"
	}
	options.ResourceVersion = rv
	return r.configMaps.Watch(ctx, *options)
}

// WatchDirect forgets it in the options themselves.
func (r *REST) WatchDirect(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	if options.ResourceVersion != "0" {
		options.ResourceVersion = ""
	}
	return r.configMaps.Watch(ctx, *options) // want `this function starts the watch without the resourceVersion of its options`
}

// WatchDirectValue does so in a copy.
func (r *REST) WatchDirectValue(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
	if opts.ResourceVersion != "" && opts.ResourceVersion != "0" {
		opts.ResourceVersion = ""
	}
	return r.configMaps.Watch(ctx, opts) // want `this function starts the watch without the resourceVersion of its options`
}

// WatchDirectTweaked lets somebody else change them in between.
func (r *REST) WatchDirectTweaked(ctx context.Context, options *metav1.ListOptions, tweak func(*metav1.ListOptions)) (watch.Interface, error) {
	if options.ResourceVersion != "0" {
		options.ResourceVersion = ""
	}
	tweak(options)
	return r.configMaps.Watch(ctx, *options)
}

// WatchConst has a variable that never holds what the client said.
func (r *REST) WatchConst(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	rv := ""
	if options.ResourceVersion == "0" {
		rv = "0"
	}
	return r.configMaps.Watch(ctx, metav1.ListOptions{ResourceVersion: rv}) // want `this function starts the watch without the resourceVersion of its options`
}

// withoutVersion returns options that ask for all.
func withoutVersion(options *metav1.ListOptions) *metav1.ListOptions {
	opts := options.DeepCopy()
	opts.ResourceVersion = ""
	return opts
}

// WatchReturned is given the rewritten options.
func (r *REST) WatchReturned(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	return r.configMaps.Watch(ctx, *withoutVersion(options)) // want `this function starts the watch without the resourceVersion of its options`
}

// withLabels returns options that select more narrowly.
func withLabels(options *metav1.ListOptions) *metav1.ListOptions {
	opts := options.DeepCopy()
	opts.LabelSelector = "app=web"
	return opts
}

// WatchReturnedKept keeps the version in the rewritten options.
func (r *REST) WatchReturnedKept(ctx context.Context, options *metav1.ListOptions) (watch.Interface, error) {
	return r.configMaps.Watch(ctx, *withLabels(options))
}

// emptied returns a copy of the options without a version.
func emptied(opts metav1.ListOptions) metav1.ListOptions {
	opts.ResourceVersion = ""
	return opts
}

// WatchEmptied watches with the copy.
func (r *REST) WatchEmptied(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
	opts = emptied(opts)
	return r.configMaps.Watch(ctx, opts) // want `this function starts the watch without the resourceVersion of its options`
}

// early returns a copy of the options without a version, once it has watched with it.
func (r *REST) early(ctx context.Context, options *metav1.ListOptions) *metav1.ListOptions {
	opts := options.DeepCopy()
	if w, err := r.start(ctx, opts); err == nil {
		w.Stop()
	}
	opts.ResourceVersion = ""
	return opts
}

func (r *REST) start(ctx context.Context, opts *metav1.ListOptions) (watch.Interface, error) {
	return r.configMaps.Watch(ctx, *opts)
}

// ListLate lists with the copy.
func (r *REST) ListLate(ctx context.Context, options *metav1.ListOptions) error {
	_, err := r.configMaps.List(ctx, *r.early(ctx, options))
	return err
}

// A history keeps the events of the last minutes.
type history interface {
	// Since returns what happened since that version.
	Since(resourceVersion string) ([]watch.Event, error)
	// Before returns a watch that sends the events first.
	Before(events []watch.Event, w watch.Interface) watch.Interface
}

// A Replayer sends what its clients have missed from its history.
type Replayer struct {
	configMaps typedcorev1.ConfigMapInterface
	history    history
}

// Watch needs no version for what happens from now on.
func (r *Replayer) Watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
	rv := opts.ResourceVersion
	var missed []watch.Event
	if rv != "" && rv != "0" {
		var err error
		if missed, err = r.history.Since(rv); err != nil {
			return nil, err
		}
		rv = ""
	}
	w, err := r.configMaps.Watch(ctx, metav1.ListOptions{LabelSelector: opts.LabelSelector, ResourceVersion: rv})
	if err != nil {
		return nil, err
	}
	return r.history.Before(missed, w), nil
}
