// Package copyfix finds where one DeepCopy fixes the writes to an object of an
// informer's cache, and the edit that makes it.
//
// # The question
//
// Given are the writes to one object in one function (or to the objects of several variables, of which
// one is asked about): where they stand (an
// assignment, or a call that leads to a write), which argument of a call carries
// the object, and where the object came in. What is wanted is an edit after
// which all of these writes go to a copy, the program compiles, and nothing else
// is changed: whoever read what was written still does, and nobody else is given
// the copy.
//
// Nothing is known here of caches, of Kubernetes or of SSA. The answer is
// found in the syntax and the types of one package; "can be copied" means that a
// type has a method DeepCopy or DeepCopyObject.
//
// # The answer
//
// One of two forms of edits, in this order; the first that is possible is taken.
//
//  1. A variable is copied into itself (variable.go): pod = pod.DeepCopy(). What
//     is copied can also be a field of a struct variable (e.ObjectNew) or an
//     element of a list that a lister made for the function (pods[i]).
//  2. An argument that has no name is copied where it is handed on (argument.go):
//     c.Update(ctx, obj.(*corev1.Pod).DeepCopy()).
//
// Each file uses only files below it. copyfix has the question and the order of the
// forms; variable and argument are a form each. Then come fixer, late,
// place, target and readers. copies says how a value is copied, and what its type
// is called. variables, parameters, file (what is around a position) and lines
// follow. syntax (expressions without types) and writes (what is given) are the
// last.
//
// The first form comes first because it is what a reviewer expects, and because it
// covers any number of writes.
//
// # How a variable is copied
//
// The target of each write is found (target.go): from the expression that is
// written to its root, the first thing that can be copied. A write through a
// variable that holds a part of the object (labels := pod.Labels) is followed to
// the object. All writes must have the same target.
//
// Then the place (place.go) is right after what gives the target its object. These
// are considered, and exactly one of them must be there, since a variable that is
// set in two places may hold two objects:
//
//   - a loop that ranges over objects: at the head of its body;
//   - an assignment before the first write, other than of something new: after it
//     and the checks of its error or "ok" that follow;
//   - the initial statement of an if: at the head of its block;
//   - a case of a type switch: at its head;
//   - a parameter: at the head of the function;
//   - if there is none of them, the call that fills the variable it is given
//     (client.Get): after it and the check of its error.
//
// For an element pods[i] it is the head of the loop that counts i.
//
// Where this gives no place, a variable of the function can be copied late (late.go): right before
// the first statement that writes the object, or takes out a part that is written, or the statement
// around it that all other writes are in or behind. The object may come from several places then, such as a read and a
// Create where there is none. But it must have no other name that is used afterwards.
//
// # What is refused
//
// An edit that changes what the program means is worse than none. So there is
// none where somebody may read the object after the writes, and expects to find
// them (readers.go):
//
//	for _, pod := range pods {
//		pod.Labels["a"] = "b" // a copy of pod would not be in pods
//	}
//	return pods
//
// The readers that are looked for are: the code after the loop, or after the
// call; the next round of a loop around; the callers of a function that has the
// object from a parameter; whoever has a list that the object is an element
// of. Where it is not clear, somebody does: a package variable, a result with a
// name, an exported function, one that is used as a value or called through an
// interface. The length of a list is no element.
//
// There is also none
//
//   - where writes go through two variables, fields or elements: two copies
//     would be two objects;
//   - where a part was taken out of the object before there can be a copy, or is
//     put into it afterwards: the part would still be the cache's;
//   - for a list of objects, which is too much to copy for one of them: but an element of its
//     Items is copied into itself, where a loop counts the index;
//   - where the copy's type has no name in the file;
//   - where no line is free for the copy: in a block on one line, in a comment
//     that goes on (lines.go);
//   - in generated code: the generator is to be fixed.
//
// # Limits
//
// A write is followed through two variables to its object (maxAliases, which says
// why). Of callers, only the direct ones are
// looked at: asking for their callers would take the whole package, for a fix in a
// function that is not the one that got the object. Each question walks over the
// syntax of one file, that about callers over all files of the package; there is
// an answer per finding, and findings are few.
//
// What is taken for granted, on purpose: List, Index and ByIndex return a list
// of the caller's own; a method Get… without arguments returns a part of its
// receiver; whoever is handed the object during the call (a log, a queue) does
// not wait for the writes; nobody reads, through the caller's struct, the field
// of a parameter that is a struct and not a pointer; nobody but the loop's own
// function runs a literal in a loop again with the same object.
package copyfix
