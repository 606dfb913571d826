// Package fields has delete handlers that log with the fields of structured loggers.
package fields

import (
	"fmt"
	"log/slog"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Leases queues the owners of leases.
type Leases struct {
	queue workqueue.TypedInterface[string]
	log   *slog.Logger
	logr  logr.Logger
	last  slog.Attr
}

// Watch registers a handler for each of the ways.
func (l *Leases) Watch(informer cache.SharedIndexInformer) error {
	for _, h := range []cache.ResourceEventHandlerFuncs{
		{DeleteFunc: l.pair},
		{DeleteFunc: l.field},
		{DeleteFunc: l.fields},
		{DeleteFunc: l.group},
		{DeleteFunc: l.values},
		{DeleteFunc: l.typed},
		{DeleteFunc: l.keptField},
		{DeleteFunc: l.chosen},
		{DeleteFunc: l.onlyLogged},
		{DeleteFunc: l.onlyLoggedWith},
	} {
		if _, err := informer.AddEventHandler(h); err != nil {
			return err
		}
	}
	return nil
}

func (l *Leases) pair(obj any) {
	if s, ok := obj.(*corev1.Secret); ok { // want `the delete handler misses a deletion`
		l.queue.Add(s.Name)
	} else {
		l.log.Error("expected a secret", "object", obj)
	}
}

func (l *Leases) field(obj any) {
	if s, ok := obj.(*corev1.Secret); ok { // want `misses a deletion`
		l.queue.Add(s.Name)
	} else {
		l.log.Error("expected a secret", slog.Any("object", obj))
	}
}

func (l *Leases) fields(obj any) {
	s, ok := obj.(*corev1.Secret) // want `misses a deletion`
	if !ok {
		l.log.Error("unexpected", slog.String("type", fmt.Sprintf("%T", obj)), slog.Any("object", obj), slog.Int("code", 3))
		return
	}
	l.queue.Add(s.Name)
}

func (l *Leases) group(obj any) {
	s, ok := obj.(*corev1.Secret) // want `misses a deletion`
	if !ok {
		log := l.log.With(slog.Group("event", slog.Any("object", obj)))
		log.Error("unexpected")
		return
	}
	l.queue.Add(s.Name)
}

func (l *Leases) values(obj any) {
	s, ok := obj.(*corev1.Secret) // want `misses a deletion`
	if !ok {
		l.logr.WithValues("object", obj).Error(nil, "unexpected", "again", obj)
		return
	}
	l.queue.Add(s.Name)
}

func (l *Leases) typed(obj any) {
	s, ok := obj.(*corev1.Secret) // want `misses a deletion`
	if !ok {
		slog.Error("unexpected", slog.Any("object", slog.AnyValue(obj)))
		return
	}
	l.queue.Add(s.Name)
}

// keptField lets somebody else look at what came.
func (l *Leases) keptField(obj any) {
	s, ok := obj.(*corev1.Secret)
	if !ok {
		l.last = slog.Any("object", obj)
		return
	}
	l.queue.Add(s.Name)
}

// chosen queues what it gets, whatever it is.
func (l *Leases) chosen(obj any) {
	s, ok := obj.(*corev1.Secret)
	if !ok {
		l.queue.Add(fmt.Sprint(obj))
		l.log.Error("unexpected", slog.Any("object", obj))
		return
	}
	l.queue.Add(s.Name)
}

// onlyLogged has nothing to lose.
func (l *Leases) onlyLogged(obj any) {
	if s, ok := obj.(*corev1.Secret); ok {
		l.log.Info("deleted", slog.String("name", s.Name), slog.Any("object", s))
	} else {
		l.log.Error("unexpected", slog.Any("object", obj))
	}
}

// onlyLoggedWith makes a logger for it.
func (l *Leases) onlyLoggedWith(obj any) {
	if s, ok := obj.(*corev1.Secret); ok {
		log := l.log.With("name", s.Name)
		log.Info("deleted", slog.Group("meta", slog.Bool("immutable", s.Immutable != nil)))
	}
}
