// Package copychanged finds changes of a copy of an API object that the program never uses again,
// where the author meant the original:
//
//	for _, c := range pod.Spec.Containers {
//		c.Image = mirror(c.Image) // c is a copy of the element
//	}
//
//	renamed := pod.DeepCopy()
//	renamed.Name = "mirror-" + pod.Name
//	return c.Create(ctx, pod)
//
// # What is found
//
// The variable is that of a range over a slice or map of structs, or it gets the result of
// DeepCopy. It is local, nothing captures it, has its address or assigns all of it. A field
// is assigned, and no part of the copy that has it is read after that: neither behind the
// assignment, nor in a loop around it. So the assignment has no effect at all. A field
// assigned by append or from its own value reads itself; that is no use.
//
// Of an element, there is no pointer, map or slice on the path to the field, for behind
// those lies the element's own memory. Of a DeepCopy, everything is the copy's.
//
// The original must matter: the slice is one that the caller, another function or later
// code can see, and the object that was copied is sent, passed on or returned after the
// change.
//
// An object that a client's Get has filled, and nobody else has got, is a copy of the stored one. There the
// original is another object of its type, which is sent after the change.
//
// Only copies of API objects and of their parts are looked at (kube.IsAPIPackage): elsewhere the
// same bug has nothing to do with the API server.
//
// # Incomplete on purpose
//
// The order of statements is that of the text, so that a read in another branch behind the
// change counts as one. Functions with goto are left out.
package copychanged
