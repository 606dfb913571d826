// Package apiobjects follows a change of an API object to the write that stores or loses it: which
// part of the object changed, which endpoint stores that part, and what is still to be sent.
//
// # Parts
//
// The API server stores an object by two endpoints. With the status subresource, the main one puts
// the old status back, and the status endpoint all else. A write of controller-runtime's
// client sends one part and replaces all of the object by the answer. So a change of the other
// part that is pending at the write is lost, whatever comes later, unless it is saved
// and put back. A generated client leaves its argument alone: there, a change of the status is
// lost if no later write sends it.
//
// # State
//
// Pending is what is known of one object: the last change of each part since it was read, sent or
// made; of what it is a copy, and whether one of both has changed since; the write that lost
// a change, which something may still put back. States that differ in nothing but the place of a
// change go on alike (Mark).
//
// # Losses
//
// At each write, Losses notes the paths that arrive with a change of the part that is not
// stored, and those that arrive without. A loss is cancelled if something puts the change back,
// keeps the status elsewhere, or gets the object and is not known.
//
// # Sources
//
// sigs.k8s.io/controller-runtime pkg/client/typed_client.go and patch.go (0.25),
// k8s.io/apiextensions-apiserver pkg/registry/customresource/strategy.go and status_strategy.go (0.36).
package apiobjects
