package watchflow

import (
	"slices"
	"strings"
	"testing"
)

// TestHeldOptions: a WatchFunc that starts the watch from options in a field, and not
// from those that it is given.
func TestHeldOptions(t *testing.T) {
	const (
		informer = `type informer struct { pods kubernetes.Pods; opts, Shared v1.ListOptions; o any }
func (i *informer) lw() *cache.ListWatch {
	return &cache.ListWatch{WatchFunc: func(o v1.ListOptions) (watch.Interface, error) {
		BODY
	}}
}
`
		drops  = "return i.pods.Watch(i.opts)"
		shared = "return i.pods.Watch(i.Shared)"
	)
	found := []string{"4 starts from nothing: dropped options"}
	for _, test := range []struct {
		name, body, more string
		want             []string
	}{
		{"set by others", drops, ``, found},
		{"a selector", drops, `func New(p kubernetes.Pods, s string) *informer { return &informer{pods: p, opts: v1.ListOptions{FieldSelector: s}} }`, found},
		{"set from the caller's", drops, `func New(p kubernetes.Pods, o v1.ListOptions) *informer { return &informer{pods: p, opts: o} }`, found},
		{"by a helper", drops, `func New() *informer { return &informer{opts: options()} }
func options() v1.ListOptions { return v1.ListOptions{FieldSelector: "x"} }`, found},
		{"a copy", "opts := i.opts; opts.Limit = 5; return i.pods.Watch(opts)", ``, found},
		{"exported", shared, ``, found},
		{"emptied", drops, `func (i *informer) reset() { i.opts.ResourceVersion = "" }`, found},

		{"set from the options", "i.opts.ResourceVersion = o.ResourceVersion; return i.pods.Watch(i.opts)", ``, nil},
		{"a copy with the version", "opts := i.opts; opts.ResourceVersion = o.ResourceVersion; return i.pods.Watch(opts)", ``, nil},
		{"a copy of the options", "opts := o; opts.FieldSelector = i.opts.FieldSelector; return i.pods.Watch(opts)", ``, nil},
		{"one or the other", "opts := i.opts; if i.o != nil { opts = o }; return i.pods.Watch(opts)", ``, nil},
		{"used for something else", "i.o = o; return i.pods.Watch(i.opts)", ``, nil},
		{"from any state", shared, `func New() *informer { return &informer{Shared: v1.ListOptions{ResourceVersion: "0"}} }`, nil},
		{"from any state, by a parameter", shared, `func New() *informer { return with(v1.ListOptions{ResourceVersion: "0"}) }
func with(o v1.ListOptions) *informer { return &informer{Shared: o} }`, nil},
		{"from any state, by a helper", shared, `func New() *informer { return &informer{Shared: options()} }
func options() v1.ListOptions { return v1.ListOptions{ResourceVersion: "0"} }`, nil},
		{"from a list", drops, `func (i *informer) list() { l, _ := i.pods.List(v1.ListOptions{}); i.opts.ResourceVersion = l.ResourceVersion }`, nil},
		{"lent", drops, `func (i *informer) fill(with func(*v1.ListOptions)) { with(&i.opts) }`, nil},
		{"no WatchFunc", "return nil, nil", `func (i *informer) watch(o v1.ListOptions) (watch.Interface, error) { return i.pods.Watch(i.opts) }`, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, a := range answers(flowOf(t, strings.Replace(informer, "BODY", test.body, 1)+test.more)) {
				if strings.Contains(a, "starts from nothing") {
					got = append(got, a)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got\n\t%s", strings.Join(got, "\n\t"))
			}
		})
	}
}
