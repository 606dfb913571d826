// Package handlers has the handler that sends what happens.
package handlers

import (
	"k8s.io/client-go/tools/cache"

	"k8slint.test/cachemutate/cleaning/transform"
)

// A Handler is a handler with a name of its own.
type Handler interface {
	cache.ResourceEventHandler
}

type sender struct {
	steps transform.Steps
	out   chan<- any
}

// New makes a handler that sends what steps make of the objects.
func New(out chan<- any, steps transform.Steps) Handler {
	return &sender{steps: steps, out: out}
}

func (s *sender) OnAdd(obj any, _ bool)  { s.send(obj) }
func (s *sender) OnUpdate(_, newObj any) { s.send(newObj) }
func (s *sender) OnDelete(any)           {}

func (s *sender) send(obj any) { s.out <- s.steps.Apply(obj) }
