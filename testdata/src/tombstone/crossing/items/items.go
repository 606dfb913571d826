// Package items has what goes through the queues.
package items

// An Item is a change of an object.
type Item struct {
	Gone   bool
	Object any
}
