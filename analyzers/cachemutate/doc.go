// Package cachemutate defines an Analyzer that finds writes to objects of an
// informer's cache.
//
// # Analyzer cachemutate
//
// cachemutate: find writes to objects that belong to an informer's cache
//
// What a lister, an indexer or an event handler hands out is the very object
// in the cache, shared by every controller of the process. Writing to it,
// or to a map, slice or pointer in it, changes what everybody else reads:
// updates get lost because the cache already looks as desired, and the
// process dies of "concurrent map iteration and map write".
//
// # Why
//
// The EndpointSlice controller of Kubernetes 1.17 wrote to the annotations of a
// Service from its lister and crashed kube-controller-manager
// (https://github.com/kubernetes/kubernetes/issues/85331). A helper that wrote
// the annotations of its parameter did it once more. The only other check is
// client-go's cache mutation detector, which sees what a test happens to run.
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
// Objects are followed from listers (generated ones of any origin, generic,
// dynamic and metadata listers, norman and wrangler caches), stores and
// indexers, event handlers, predicates, map functions and field indexers,
// through calls, packages, fields, packages' variables, closures, containers and
// interfaces, to writes of fields, maps and slices, setters, in-place sorting,
// decoding, and calls of controller-runtime's client that decode the answer into
// the object.
//
// A struct copy (cp := *pod) is a copy at the top only: its maps, slices and
// pointers are still the cache's.
//
// # Managers without deep copies
//
// The client of a controller-runtime manager copies what Get and List read.
// Programs turn that off for memory: cache.Options.DefaultUnsafeDisableDeepCopy
// for all types, or UnsafeDisableDeepCopy for some of ByObject or
// DefaultNamespaces. What Get and List fill then shares its maps, slices and
// pointers with the cache. Writes to them are reported where option and write
// first meet: at the write, if its package sees the option; else at the option
// in the program that imports the controllers; else at the import that brings
// the option (Bazel's nogo sees only options and writes of packages that the
// importing package's declarations lead to). The message names all places. A //nolint comment at the write
// silences it everywhere.
//
// An option that depends on a flag counts as on. False in a call (client.UnsafeDisableDeepCopyOption)
// does not help, as controller-runtime does not look at it then. Types in
// DisableFor, unstructured objects, clients made with client.New and what is
// only known as a client.Reader are left out: they may be read from the API
// server. -cachemutate.no-deep-copy takes the option for given, everywhere.
//
// # What is not reported
//
// Writes to copies; to the slice that List returned (it is new; its elements
// are not); to objects that came from the API server or were just built, or that
// lack what the API server sets (UID, ResourceVersion, CreationTimestamp, the
// phase of a pod); to what is read from a field or a package's variable into
// which the program puts objects of its own as well; informer transform
// functions, which own their object; what the analysis cannot follow; files of
// tests, unless -cachemutate.tests is set.
//
// # One finding, all writes
//
// A finding is one object with a write to it and every write that the program
// comes to only past that one. It stands at the first; the message names the
// nearest of the others and counts them, -explain and the other forms of output
// list each with its way:
//
//	sync.go:41:2: pod.Labels["a"] = … mutates an object of the informer cache, …; also written at sync.go:44 and 2 more places
//
// A write that can be reached without passing that one is a finding of its own:
// in another branch, another function, another callee.
//
//	if running {
//		pod.Labels["a"] = "b" // a finding
//	} else {
//		pod.Status.Reason = "c" // another one
//	}
//
// Only what replaces nil (if pod.Labels == nil { pod.Labels = … }) is one with the
// writes behind it.
//
// A //nolint comment silences the write on its line. The finding then stands at the
// next write, and is gone when all are silenced. Writes in generated files, and in
// files of tests, are passed over in the same way.
//
// # How to fix it
//
// Call DeepCopy on the object before the first write, and write to the copy.
// Where one copy fixes all writes of an object, each of its findings carries the
// edit, and k8slint -fix makes it once. There is none if a //nolint comment says that
// one of the writes is meant.
//
// What the analysis cannot see can be said in comments above functions and
// interface methods (//k8slint:returns-copy, //k8slint:shared,
// //k8slint:writes) and, for dependencies, in a models file.
//
// # Flags
//
//	-cachemutate.tests         report writes in _test.go files too
//	-cachemutate.no-deep-copy  take every Get and List of controller-runtime's
//	                           client for one that does not copy, as when the
//	                           manager's cache options turn deep copies off
//	-cachemutate.every-write   report each line that writes an object as a finding
//	                           of its own, all with the same fix: for tools that
//	                           look at the lines of findings alone, as golangci-lint
//	                           with new-from-rev does
//
// # Categories
//
//	write   the object is written where the finding stands
//	call    the call leads to a write
//	option  an option of a manager makes writes of another package such
package cachemutate
