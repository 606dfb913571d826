// Package proxy sends events on to clients, each of which has a connection and a
// position of its own.
package proxy

import (
	"context"
	"encoding/json"
	"io"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	watchtools "k8s.io/client-go/tools/watch"
)

type position interface {
	last() string
	set(version string)
	client() cache.Getter
}

// connection is where a client is.
type connection struct {
	version string
	getter  cache.Getter
}

func (c *connection) last() string         { return c.version }
func (c *connection) set(version string)   { c.version = version }
func (c *connection) client() cache.Getter { return c.getter }

type fixed struct{ version string }

func (f *fixed) last() string         { return f.version }
func (f *fixed) set(string)           {}
func (f *fixed) client() cache.Getter { return nil }

// A poller starts the watch of a connection once more where it ended.
type poller struct {
	version string
	getter  cache.Getter
}

// Poll has one position for all of its watches.
func (p *poller) Poll(ctx context.Context, out io.Writer) {
	for ctx.Err() == nil {
		p.once(ctx, out)
	}
}

func (p *poller) once(ctx context.Context, out io.Writer) {
	w, err := watchtools.NewRetryWatcherWithContext(ctx, p.version, cache.NewListWatchFromClient(p.getter, "pods", "", fields.Everything()))
	if err != nil {
		return
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		if event.Type == watch.Error {
			return
		}
		p.moved(event.Object.(metav1.Object).GetResourceVersion()) // want `poller.version can move backwards`
		if json.NewEncoder(out).Encode(event) != nil {
			return
		}
	}
}

func (p *poller) moved(version string) { p.version = version }

// Serve starts one watch for each kind, and remembers what it has sent.
func Serve(ctx context.Context, getter cache.Getter, versions map[string]string, out io.Writer) {
	for kind, version := range versions {
		go run(ctx, &connection{version: version, getter: getter}, kind, out)
	}
}

func run(ctx context.Context, p position, kind string, out io.Writer) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	follow(ctx, p, kind, out)
}

func follow(ctx context.Context, p position, kind string, out io.Writer) {
	lw := cache.NewListWatchFromClient(p.client(), kind, "", fields.Everything())
	w, err := watchtools.NewRetryWatcherWithContext(ctx, p.last(), lw)
	if err != nil {
		return
	}
	defer w.Stop()
	send(ctx, p, w, out)
}

func send(ctx context.Context, p position, w watch.Interface, out io.Writer) {
	for {
		select {
		case <-ctx.Done():
			return
		case event, ok := <-w.ResultChan():
			if !ok || event.Type == watch.Error {
				return
			}
			p.set(event.Object.(metav1.Object).GetResourceVersion())
			if json.NewEncoder(out).Encode(event) != nil {
				return
			}
		}
	}
}
