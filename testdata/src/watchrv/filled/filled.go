// Package filled starts watches from options that functions fill which the package
// does not see: options of controller-runtime may bring raw ones, with a version.
package filled

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Pods watches pods with options of several forms.
type Pods struct {
	api typedcorev1.PodInterface
	// Tweak is set by users of the package.
	Tweak func(*metav1.ListOptions)
}

// Direct applies its caller's options itself.
func (p *Pods) Direct(ctx context.Context, opts ...client.ListOption) (watch.Interface, error) {
	lo := client.ListOptions{}
	for _, o := range opts {
		o.ApplyToList(&lo)
	}
	if lo.Raw == nil {
		lo.Raw = &metav1.ListOptions{}
	}
	return p.api.Watch(ctx, *lo.Raw)
}

// None applies no options.
func (p *Pods) None(ctx context.Context) (watch.Interface, error) {
	lo := client.ListOptions{}
	if lo.Raw == nil {
		lo.Raw = &metav1.ListOptions{}
	}
	return p.api.Watch(ctx, *lo.Raw) // want `the watch starts without a resourceVersion`
}

func apply(lo *client.ListOptions, opts []client.ListOption) {
	for _, o := range opts {
		o.ApplyToList(lo)
	}
}

// Helper has a function apply them.
func (p *Pods) Helper(ctx context.Context, opts ...client.ListOption) (watch.Interface, error) {
	lo := client.ListOptions{}
	apply(&lo, opts)
	if lo.Raw == nil {
		lo.Raw = &metav1.ListOptions{}
	}
	return p.api.Watch(ctx, *lo.Raw)
}

func namespaced(lo *client.ListOptions) { lo.Namespace = "default" }

// Harmless has a function set something else.
func (p *Pods) Harmless(ctx context.Context) (watch.Interface, error) {
	lo := client.ListOptions{}
	namespaced(&lo)
	if lo.Raw == nil {
		lo.Raw = &metav1.ListOptions{}
	}
	return p.api.Watch(ctx, *lo.Raw) // want `the watch starts without a resourceVersion`
}

// Given gets the options from its caller.
func (p *Pods) Given(ctx context.Context, lo *client.ListOptions) (watch.Interface, error) {
	if lo.Raw == nil {
		lo.Raw = &metav1.ListOptions{}
	}
	return p.api.Watch(ctx, *lo.Raw)
}

// A Setting is an option that others can implement.
type Setting interface{ ApplyToList(*client.ListOptions) }

// Namespace is the one setting of this package.
type Namespace string

// ApplyToList implements Setting.
func (n Namespace) ApplyToList(lo *client.ListOptions) { lo.Namespace = string(n) }

func (p *Pods) gather(settings []Setting) client.ListOptions {
	lo := client.ListOptions{}
	for _, s := range settings {
		s.ApplyToList(&lo)
	}
	return lo
}

// raw is as ListOptions.AsListOptions of controller-runtime.
func raw(lo *client.ListOptions) *metav1.ListOptions {
	if lo == nil {
		return &metav1.ListOptions{}
	}
	if lo.Raw == nil {
		lo.Raw = &metav1.ListOptions{}
	}
	return lo.Raw
}

// Settings applies settings, some of which it sees.
func (p *Pods) Settings(ctx context.Context, settings ...Setting) (watch.Interface, error) {
	lo := p.gather(settings)
	return p.api.Watch(ctx, *raw(&lo))
}

func (p *Pods) inDefault() client.ListOptions { return client.ListOptions{Namespace: "default"} }

// Copied has a copy of options without raw ones.
func (p *Pods) Copied(ctx context.Context) (watch.Interface, error) {
	lo := p.inDefault()
	if lo.Raw == nil {
		lo.Raw = &metav1.ListOptions{}
	}
	return p.api.Watch(ctx, *lo.Raw) // want `the watch starts without a resourceVersion`
}

func (p *Pods) tweak(o *metav1.ListOptions) {
	if p.Tweak != nil {
		p.Tweak(o)
	}
}

// Tweaked has its user's function change raw options.
func (p *Pods) Tweaked(ctx context.Context) (watch.Interface, error) {
	o := metav1.ListOptions{}
	p.tweak(&o)
	return p.api.Watch(ctx, o)
}

func labelled(o *metav1.ListOptions) { o.LabelSelector = "app=web" }

// Labelled has a function set a selector.
func (p *Pods) Labelled(ctx context.Context) (watch.Interface, error) {
	o := metav1.ListOptions{}
	labelled(&o)
	return p.api.Watch(ctx, o) // want `the watch starts without a resourceVersion`
}

// A Change changes raw options.
type Change interface{ Apply(*metav1.ListOptions) }

// Selector is the one change of this package.
type Selector string

// Apply implements Change.
func (s Selector) Apply(o *metav1.ListOptions) { o.LabelSelector = string(s) }

// Changed makes changes that others can implement.
func (p *Pods) Changed(ctx context.Context, changes ...Change) (watch.Interface, error) {
	o := metav1.ListOptions{}
	for _, c := range changes {
		c.Apply(&o)
	}
	return p.api.Watch(ctx, o)
}

// Selected makes a change of its own.
func (p *Pods) Selected(ctx context.Context) (watch.Interface, error) {
	o := metav1.ListOptions{}
	var c Change = Selector("app=web")
	c.Apply(&o)
	return p.api.Watch(ctx, o) // want `the watch starts without a resourceVersion`
}
