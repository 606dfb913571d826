// Package accesspath names places in memory by the way that leads to them, as
// k-limited access paths do: from a parameter, say, through fields, elements and
// references.
//
// A path is a string, a sequence of steps, each a slash and a word:
//
//	/Name  the field Name of a struct
//	/[]    an element of a slice, array, map or channel
//	/*     what the reference at this place refers to
//	/?Name the field Name of ObjectMeta that a getter of metav1.Object hands
//	       out: live for typed objects, a copy for unstructured ones
//	/?U    the content that ToUnstructured returns: the object's own map if the
//	       object is unstructured, a new one if it is typed
//	/:T    the same place, which is reached only if its dynamic type is T
//	/!T    the same place, which is reached only if its dynamic type is not T
//	/$1    the second captured variable of a function value
//	/**    everything that can be reached from here
//	/…     any number of unknown steps, where a path grew too long; nothing
//	       follows it
//
// The empty path is the place itself. "/Labels/*/[]" is an element of the map
// that the field Labels refers to; "/Labels" is the field, which holds the
// reference. In the type of a /: or /! step each slash is a bar.
//
// # Termination and precision
//
// There are as many paths as there are ways, without end in a list or tree.
// [Join] bounds them: to [MaxSteps] steps, and to two times the same field, or
// element, if other steps lie between. A longer path ends in /…, which stands for every place below the one
// that it was reached at. So the paths of a program are finitely many, and what
// goes on forever on lists and trees comes to an end.
//
// Elements are not told apart: "/[]" is each of them, and a store to one is no
// store to all ([Plural]). A field of an embedded struct is reached through that,
// as in "/ObjectMeta/Labels".
package accesspath
