// Package fanout serves a client with the events of several kinds: each has a source, with
// a position of its own, and a goroutine.
package fanout

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

type source interface {
	list(ctx context.Context, lw cache.Lister, out io.Writer) error
	send(ctx context.Context, w watch.Interface, out io.Writer)
	last() string
}

// kind is the source for one kind.
type kind struct {
	getter cache.Getter
	name   string
	rv     string
}

func newKind(getter cache.Getter, name, rv string) *kind {
	return &kind{getter: getter, name: name, rv: rv}
}

func (k *kind) last() string { return k.rv }

func (k *kind) list(ctx context.Context, lw cache.Lister, out io.Writer) error {
	list, err := lw.List(metav1.ListOptions{})
	if err != nil {
		return err
	}
	m, ok := list.(metav1.ListInterface)
	if !ok {
		return nil
	}
	k.rv = m.GetResourceVersion()
	return json.NewEncoder(out).Encode(list)
}

func (k *kind) send(ctx context.Context, w watch.Interface, out io.Writer) {
	for {
		select {
		case <-ctx.Done():
			return
		case event, ok := <-w.ResultChan():
			if !ok || event.Type == watch.Error {
				return
			}
			if json.NewEncoder(out).Encode(event) != nil {
				return
			}
			k.rv = event.Object.(metav1.Object).GetResourceVersion()
		}
	}
}

// Versions are where a client has left off.
type Versions struct{ Pods, Nodes, Events string }

// Serve watches each kind once, until the client is gone.
func Serve(ctx context.Context, getter cache.Getter, from *Versions, out io.Writer) {
	kinds := []*kind{
		newKind(getter, "pods", from.Pods),
		newKind(getter, "nodes", from.Nodes),
		newKind(getter, "events", from.Events),
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for _, k := range kinds {
		go run(ctx, k, k.getter, k.name, out, cancel)
	}
	<-ctx.Done()
}

func run(ctx context.Context, k *kind, getter cache.Getter, name string, out io.Writer, cancel func()) {
	defer cancel()
	lw := cache.NewListWatchFromClient(getter, name, "", fields.Everything())
	_ = follow(ctx, k, lw, out)
}

func follow(ctx context.Context, s source, lw *cache.ListWatch, out io.Writer) error {
	if s.last() == "" {
		if err := s.list(ctx, lw, out); err != nil {
			return err
		}
	}
	w, err := start(ctx, s, lw)
	if err != nil {
		return err
	}
	s.send(ctx, w, out)
	return nil
}

func start(ctx context.Context, s source, lw *cache.ListWatch) (watch.Interface, error) {
	return watchtools.NewRetryWatcherWithContext(ctx, s.last(), lw)
}

// channel is served by a literal, once for each.
type channel struct {
	getter cache.Getter
	rv     string
}

// Channels has a goroutine for each of its channels.
func Channels(ctx context.Context, pods, nodes cache.Getter, out io.Writer) {
	for _, c := range []*channel{{getter: pods}, {getter: nodes, rv: "1"}} {
		go func() { c.serve(ctx, out) }()
	}
}

func (c *channel) serve(ctx context.Context, out io.Writer) {
	w, err := watchtools.NewRetryWatcherWithContext(ctx, c.rv, cache.NewListWatchFromClient(c.getter, "pods", "", fields.Everything()))
	if err != nil {
		return
	}
	for event := range w.ResultChan() {
		if event.Type == watch.Error || json.NewEncoder(out).Encode(event) != nil {
			return
		}
		c.rv = event.Object.(metav1.Object).GetResourceVersion()
	}
}

// turn is watched for a while, again and again.
type turn struct {
	getter cache.Getter
	rv     string
}

// Turns watches one after the other, round after round.
func Turns(ctx context.Context, pods, nodes cache.Getter, out io.Writer) {
	turns := []*turn{{getter: pods}, {getter: nodes}}
	for ctx.Err() == nil {
		for _, t := range turns {
			t.serve(ctx, out)
		}
	}
}

func (t *turn) serve(ctx context.Context, out io.Writer) {
	w, err := watchtools.NewRetryWatcherWithContext(ctx, t.rv, cache.NewListWatchFromClient(t.getter, "pods", "", fields.Everything()))
	if err != nil {
		return
	}
	for event := range w.ResultChan() {
		if event.Type == watch.Error || json.NewEncoder(out).Encode(event) != nil {
			return
		}
		t.rv = event.Object.(metav1.Object).GetResourceVersion() // want `turn.rv can move backwards`
	}
}

// shared stands in the slice twice, which is not seen.
type shared struct {
	getter cache.Getter
	rv     string
}

// Twice watches one position with two goroutines.
func Twice(ctx context.Context, getter cache.Getter, out io.Writer) {
	s := &shared{getter: getter}
	for _, s := range []*shared{s, s} {
		go s.serve(ctx, out)
	}
}

func (s *shared) serve(ctx context.Context, out io.Writer) {
	w, err := watchtools.NewRetryWatcherWithContext(ctx, s.rv, cache.NewListWatchFromClient(s.getter, "pods", "", fields.Everything()))
	if err != nil {
		return
	}
	for event := range w.ResultChan() {
		if event.Type == watch.Error || json.NewEncoder(out).Encode(event) != nil {
			return
		}
		s.rv = event.Object.(metav1.Object).GetResourceVersion()
	}
}

// retried is watched again where its watch ends, by the goroutine that it has.
type retried struct {
	getter cache.Getter
	rv     string
}

// Retry has a goroutine for each.
func Retry(ctx context.Context, pods, nodes cache.Getter, out io.Writer) {
	for _, r := range []*retried{{getter: pods}, {getter: nodes}} {
		go func() {
			for ctx.Err() == nil {
				r.serve(ctx, out)
			}
		}()
	}
}

func (r *retried) serve(ctx context.Context, out io.Writer) {
	w, err := watchtools.NewRetryWatcherWithContext(ctx, r.rv, cache.NewListWatchFromClient(r.getter, "pods", "", fields.Everything()))
	if err != nil {
		return
	}
	for event := range w.ResultChan() {
		if event.Type == watch.Error || json.NewEncoder(out).Encode(event) != nil {
			return
		}
		r.rv = event.Object.(metav1.Object).GetResourceVersion() // want `retried.rv can move backwards`
	}
}
