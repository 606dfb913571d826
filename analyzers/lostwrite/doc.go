// Package lostwrite defines an Analyzer that finds changes of API objects that never reach the
// API server.
//
// # Analyzer lostwrite
//
// lostwrite: find changes of API objects that the API server never stores
//
// With the status subresource, the API server stores an object by two endpoints. Update and
// Patch do not store the status. Status().Update and Status().Patch store nothing else of a
// custom resource. Neither returns an error.
//
// controller-runtime's client decodes the answer into the object that was sent. A change that
// was not stored is gone from memory too, so that a later write does not send it.
//
// A patch by MergeFrom is the difference between two objects when Patch is called. If the
// base is the object itself, or a copy of the changed one, the patch is {}.
//
// A range variable is a copy of the element, and a parameter that is no pointer one of the
// argument. A change of its fields changes nothing else.
//
// # Bad
//
//	backup.Status.Phase = "Running"
//	controllerutil.AddFinalizer(backup, finalizer)
//	if err := r.Update(ctx, backup); err != nil { // the answer has the old status
//		return err
//	}
//	return r.Status().Update(ctx, backup) // and so has this
//
//	pod.Labels["role"] = "leader"
//	return r.Patch(ctx, pod, client.MergeFrom(pod)) // sends {}
//
//	for _, c := range pod.Spec.Containers {
//		c.Image = image
//	}
//
// # Good
//
//	controllerutil.AddFinalizer(backup, finalizer)
//	if err := r.Update(ctx, backup); err != nil {
//		return err
//	}
//	backup.Status.Phase = "Running"
//	return r.Status().Update(ctx, backup)
//
//	base := pod.DeepCopy()
//	pod.Labels["role"] = "leader"
//	return r.Patch(ctx, pod, client.MergeFrom(base))
//
//	for i := range pod.Spec.Containers {
//		pod.Spec.Containers[i].Image = image
//	}
//
// # Why
//
// Unit tests pass: generated fake clientsets store everything. controller-runtime's fake client
// knows the status subresource since 0.15, and only for the types of WithStatusSubresource.
//
// # How to fix it
//
// Write each part with its own call. Write first, and change the status after it, or keep
// the status in a copy and set it again after the write. Copy the base of a patch before the
// change. The analyzer suggests the edit for the wrong call, and for a copy of an element or
// a struct. It does so for a base that is the object itself, or swapped with it.
//
// # What is not reported
//
//   - Kinds of which it is not known that they have the status subresource. Known are built-in kinds,
//     types with the marker +kubebuilder:subresource:status, and types with a manifest in the
//     module. So are types that the package, or one that it imports, writes with
//     Status().Update or Status().Patch.
//   - A status that is saved before the write and set again after it, or sent by a copy.
//   - The write that removes the last finalizer of an object.
//   - Defaults that are set where a test finds the field empty, and changed elements of a slice of the spec.
//   - Metadata that the status endpoint of a built-in kind stores: that of a Node, for example.
//   - Objects that are passed to code which is not known, such as a function value or an interface.
//   - Copies whose changed field is read, passed on or stored afterwards, or that are of no type of an API.
//   - Changes by server-side apply, writes to other subresources, and test files.
package lostwrite
