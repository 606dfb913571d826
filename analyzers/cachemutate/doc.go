// Package cachemutate defines an Analyzer that finds writes to objects in an informer's cache.
//
// Under Bazel's nogo, an option of a manager and a write meet only if the declarations of the
// importing package lead to the packages of both. Only main can decide whether a field holds a
// lister that copies: the command knows it, and go vet, golangci-lint and nogo do not. An
// assignment that replaces nil (if pod.Labels == nil { pod.Labels = … }) belongs to the
// finding of the writes after it, although they can be reached without it.
//
// # Analyzer cachemutate
//
// cachemutate: writes to objects that belong to an informer's cache
//
// Listers, indexers and event handlers return the objects in the cache, not copies. All
// controllers of the process share them. A write to such an object, or to a map, slice or pointer
// in it, changes what everybody else reads. Updates get lost, and the process can die of
// "concurrent map iteration and map write".
//
// # Why
//
// In the weeks before Kubernetes 1.17, its EndpointSlice controller wrote to the annotations
// of a Service from the lister and crashed kube-controller-manager
// (https://github.com/kubernetes/kubernetes/issues/85331). It wrote to the annotations of
// cached EndpointSlices too (https://github.com/kubernetes/kubernetes/issues/85364).
// client-go's cache mutation detector found the second bug. It sees only what runs, and each
// object only for two to four minutes after its last event.
//
// # Bad
//
//	svc, err := c.serviceLister.Services(ns).Get(name)
//	if err != nil {
//		return err
//	}
//	svc.Annotations["example.com/seen"] = "true" // writes the cache
//
// # Good
//
//	svc, err := c.serviceLister.Services(ns).Get(name)
//	if err != nil {
//		return err
//	}
//	svc = svc.DeepCopy()
//	svc.Annotations["example.com/seen"] = "true"
//
// # What is found
//
// The analyzer follows objects from listers, stores, indexers, event handlers, predicates, map
// functions and field indexers to a write, through the whole program. Setters, sorts in place and
// decoders write. So do calls of controller-runtime's client that decode the response into the
// object.
//
// A struct copy (cp := *pod) is shallow: its maps, slices and pointers still belong to the
// cache.
//
// # Managers without deep copies
//
// The client of a controller-runtime manager copies what Get and List read, unless an option
// turns that off: DefaultUnsafeDisableDeepCopy, or UnsafeDisableDeepCopy in ByObject or
// DefaultNamespaces. The results then share their maps, slices and pointers with the cache.
//
// A write to them is reported at the write, if its package sees the option. Otherwise it is
// reported at the option, or at the import that brings the option in. A //nolint comment at the
// write silences the finding everywhere.
//
// An option that a flag sets is assumed on. Passing false per call has no effect:
// controller-runtime ignores it then. Not followed are types in DisableFor, unstructured objects,
// values known only as a client.Reader, and clients of client.New without the manager's cache.
// -cachemutate.no-deep-copy assumes the option everywhere.
//
// # What is not reported
//
//   - writes to copies, and to the slice that List returned, though not its elements;
//   - objects that the API server returned or the program built, or without what the API server
//     sets: a UID, ResourceVersion, CreationTimestamp or phase;
//   - fields and package variables in which the program also stores its own objects;
//   - objects from a lister of the program that copies, if the field can hold no other
//     lister;
//   - informer transform functions, which own their object;
//   - code that the analysis cannot follow;
//   - test files, unless -cachemutate.tests is set.
//
// # One finding, all writes
//
// A finding is an object, the first write to it, and every later write that the program can
// reach only through the first. The message names the nearest other write and counts the rest;
// -explain lists them all.
//
// A write that can be reached without the first is a separate finding:
//
//	if running {
//		pod.Labels["a"] = "b" // a finding
//	} else {
//		pod.Status.Reason = "c" // another finding
//	}
//
// A //nolint comment silences the write on its line. The finding then moves to the next write.
//
// # How to fix it
//
// Call DeepCopy on the object before the first write, and write to the copy. If one copy fixes
// all writes of an object, k8slint -fix inserts it, unless a //nolint comment declares one of
// them to be intended.
//
// Declare what the analysis cannot see in comments above functions and interface methods
// (//k8slint:returns-copy, //k8slint:shared, //k8slint:writes, //k8slint:does) and, for dependencies, in a
// models file.
package cachemutate
