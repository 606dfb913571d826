// Package deepequal defines an Analyzer that finds deep comparisons that are always false, or
// that compare quantities by their spelling.
//
// A resource.Quantity holds a number, its scale, its format and a text. It keeps the text if
// it was read in canonical form, or once it was printed.
//
// # Analyzer deepequal
//
// deepequal: deep comparisons of two types, and of quantities as text
//
// reflect.DeepEqual, equality.Semantic.DeepEqual and cmp.Equal compare the types of their
// arguments first. A pointer never equals the struct that it points to. DeepCopy returns a
// pointer; a Spec or a Status is mostly a struct. Nil, written as such, equals no map, slice or
// pointer.
//
// reflect.DeepEqual compares the private fields of a resource.Quantity, with its text.
// "1024Mi" and "1Gi" differ, and so do "1000m" and "1". The API server writes quantities of
// built-in kinds in canonical form. A custom resource keeps the spelling of the user.
//
// The API server gives objects a uid, Jobs a selector, and fills in Pods: stored ones never equal new ones.
//
// # Bad
//
//	old := cr.Status.DeepCopy()
//	...
//	if !reflect.DeepEqual(old, cr.Status) { // a pointer and a struct: never equal
//		return r.Status().Update(ctx, cr)
//	}
//
//	container := &deployment.Spec.Template.Spec.Containers[0]
//	if !reflect.DeepEqual(container.Resources, cr.Spec.Resources) {
//		container.Resources = cr.Spec.Resources // "1024Mi", forever
//		return r.Update(ctx, deployment)
//	}
//
// # Good
//
//	if !reflect.DeepEqual(old, &cr.Status) {
//
//	if !equality.Semantic.DeepEqual(container.Resources, cr.Spec.Resources) {
//
// # Why
//
// The comparison guards a write. If it always says that something changed, the controller
// writes at every reconcile.
//
// # How to fix it
//
// Compare two pointers or two structs. Call a method that is compared without its parentheses.
// Compare quantities with equality.Semantic.DeepEqual of k8s.io/apimachinery, or with
// Quantity.Cmp. The analyzer suggests these edits, but never dereferences what may be nil.
//
// # What is not reported
//
//   - arguments whose type is an interface, and generic functions;
//   - cmp.Equal with options, which may compare two types;
//   - quantities, unless one side is read from the API server, and the other, of a custom
//     resource, is assigned or sent, also by callers;
//   - quantities in cmp.Equal, which compares their amounts;
//   - parts of stored and new objects of other kinds;
//   - test files.
package deepequal
