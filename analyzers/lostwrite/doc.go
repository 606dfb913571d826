// Package lostwrite defines an Analyzer that finds changes of API objects that never reach the
// API server.
//
// # Analyzer lostwrite
//
// lostwrite: changes of API objects that the API server never stores
//
// With the status subresource, the API server stores an object by two endpoints. Update and
// Patch do not store the status. Status().Update and Status().Patch store nothing else of a
// custom resource. Neither returns an error.
//
// controller-runtime's client decodes the answer into the object that was sent. The change is
// gone from memory too, so a later write does not send it.
//
// A patch by MergeFrom is the difference between two objects when Patch is called. If the base
// is the object itself, or a copy of the changed one, the patch does not have the change.
//
// A range variable is a copy of the element, and a struct parameter is a copy of the argument.
// A change of its fields changes nothing else.
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
// Unit tests pass: generated fake clientsets store everything. controller-runtime's fake
// client knows the status subresource since 0.15, and only for the types of
// WithStatusSubresource.
//
// # How to fix it
//
// Write each part with its own call. Change the status after the other write, or set it again
// from a copy. Copy the base of a patch before the change. The analyzer suggests an edit for wrong
// calls, copied elements and structs, and bases that are the object itself.
//
// # What is not reported
//
//   - kinds without a known status subresource. Known are built-in kinds, types with the
//     marker +kubebuilder:subresource:status, and types with a manifest in the module. So are
//     types that the package or an import writes with Status().Update or Status().Patch;
//   - a status that is set again after the write, or sent by a copy;
//   - the write that removes the last finalizer of an object;
//   - defaults for empty fields that may be used in memory, and changed elements of a slice of the spec;
//   - a spec or label that the package uses after the change, and bases with cleared fields;
//   - metadata that a built-in kind's status endpoint stores, such as a Node's;
//   - objects that are passed to unknown code, such as a function value or an interface;
//   - copies that are read, passed on or stored after the change, or that have no API type;
//   - server-side apply, other subresources, and test files.
package lostwrite
