// Package cachemutate defines an Analyzer that finds writes to objects in an
// informer's cache.
//
// # Analyzer cachemutate
//
// cachemutate: find writes to objects that belong to an informer's cache
//
// Listers, indexers and event handlers hand out the objects in the cache themselves, not
// copies. All controllers of the process share them. Writing to such an object, or to a map,
// slice or pointer in it, changes what everybody else reads. Updates get lost because the
// cache already looks as desired, and the process can die of "concurrent map iteration and
// map write".
//
// # Why
//
// In the weeks before Kubernetes 1.17, its EndpointSlice controller wrote to the
// annotations of a Service from the lister and crashed kube-controller-manager
// (https://github.com/kubernetes/kubernetes/issues/85331). It wrote to the
// annotations of cached EndpointSlices too
// (https://github.com/kubernetes/kubernetes/issues/85364). client-go's cache mutation
// detector found the second bug. It sees only what runs, and each object only for two to
// four minutes after its last event.
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
// The analyzer follows objects from listers of all kinds, norman and wrangler caches, stores
// and indexers, event handlers, predicates, map functions and field indexers. It follows
// them through calls, packages, fields, package variables, closures, containers and
// interfaces to writes. A write sets fields, maps or slices, calls a setter, sorts in place
// or decodes. Calls of
// controller-runtime's client that decode the response into the object are writes, too.
//
// A struct copy (cp := *pod) is shallow: its maps, slices and pointers still
// belong to the cache.
//
// # Managers without deep copies
//
// The client of a controller-runtime manager copies what Get and List read.
// Programs can turn that off to save memory, for all types with
// cache.Options.DefaultUnsafeDisableDeepCopy, or for some with
// UnsafeDisableDeepCopy in ByObject or DefaultNamespaces. The results of Get and
// List then share their maps, slices and pointers with the cache.
//
// A write to them is reported where the option and the write first meet. This is the write,
// if its package sees the option. Else it is the option, if that is in the program that
// imports the controllers. Else it is the import that brings in the option. (Bazel's nogo
// only sees options and writes in packages that the declarations of the importing package
// lead to.) The message names all places. A //nolint comment at the write silences the
// finding everywhere.
//
// An option set from a flag is assumed on. Passing false per call
// (client.UnsafeDisableDeepCopyOption) has no effect, because controller-runtime
// ignores it then. Types in DisableFor, unstructured objects and values known only as a
// client.Reader are not considered: they may be read from the API server. Nor are clients
// made by client.New, unless the manager's cache is the Reader in the Cache of their
// options. With -cachemutate.no-deep-copy, the analyzer assumes
// that the option is on everywhere.
//
// # What is not reported
//
//   - writes to copies;
//   - writes to the slice that List returned: the slice is new, only its elements
//     are not;
//   - writes to objects that came from the API server or were just built, or that
//     lack what the API server sets (UID, ResourceVersion, CreationTimestamp, the
//     phase of a pod);
//   - writes to values from a field or a package variable in which the program also
//     stores its own objects;
//   - writes to objects from a lister of the program that copies, if the program
//     stores no other lister in the field through which the object is read (if only
//     main decides that, the command knows it; go vet, golangci-lint and nogo do not);
//   - writes in informer transform functions, which own their object;
//   - code that the analysis cannot follow;
//   - test files, unless -cachemutate.tests is set.
//
// # One finding, all writes
//
// A finding is an object, the first write to it, and every later write that the
// program can reach only through the first. It is reported at the first write. The
// message names the nearest of the other writes and counts them; -explain and the
// other output formats list each of them with its path:
//
//	sync.go:41:2: pod.Labels["a"] = … mutates a cached object, …; also written at sync.go:44 and 2 more places
//
// A write that can be reached without the first is a separate finding. It is in
// another branch, another function or another callee:
//
//	if running {
//		pod.Labels["a"] = "b" // a finding
//	} else {
//		pod.Status.Reason = "c" // another finding
//	}
//
// Only an assignment that replaces nil (if pod.Labels == nil { pod.Labels = … })
// belongs to the finding of the writes after it.
//
// A //nolint comment silences the write on its line. The finding then moves to the
// next write, and disappears when all are silenced. Writes in generated files and in
// test files are skipped in the same way.
//
// # How to fix it
//
// Call DeepCopy on the object before the first write, and write to the copy.
// If one copy fixes all writes of an object, each of its findings carries the
// edit, and k8slint -fix applies it once. There is no edit if a //nolint comment
// declares one of the writes to be intended.
//
// Declare what the analysis cannot see in comments above functions and interface
// methods (//k8slint:returns-copy, //k8slint:shared, //k8slint:writes) and, for
// dependencies, in a models file.
package cachemutate
