// Package machine executes functions in a domain, and finds the statements of a package that can
// change the answer to a question.
//
// # Executing
//
// [Run] follows all paths of one function. What the states of the paths are, and what an
// instruction does to them, is the [Domain]'s: package attempt executes retries with the API
// objects that they send, package watchflow what happens behind an event of a watch. A domain
// follows a call by running the called function in a [Frame] of its own.
//
// A block goes on when no other path can come to it, but through a loop. All paths that have come
// by then arrive together, and the domain says which of them go on: it leaves out states that it
// has seen there, and joins others. An execution ends if a domain has finitely many states, or
// stops at a bound of its own.
//
// # Relevance
//
// A question is about things, such as API objects, that the domain keeps a state of, and about
// values that it looks at, such as the errors of writes. A [Relevance] is the part of a package
// on which the answer depends: registers, variables, fields of types, and branches. It is
// what the domain asks about, and, closed over all functions of the package:
//
//   - what a relevant value is computed from, through registers, variables, the fields of a
//     type, parameters, results and what function literals capture;
//   - the branches that decide whether control comes to an instruction that acts on the
//     domain's state, stores a relevant value or passes it to a phi (control dependence), and
//     their conditions;
//   - whether control comes to what may change a relevant thing: a call that gets it, a store
//     into it.
//
// Two states that differ in nothing relevant have the same answers: a domain drops the
// rest, learns nothing from other branches, and merges what is equal then. A branch that has
// nothing to do with the question costs two visits of a few blocks. The number of states grows
// with what the question depends on, not with the length of a function, as in ESP (Das, Lerner
// and Seigle, 2002).
//
// # Cost and termination
//
// Each value, cell and branch becomes relevant once. Postdominators take a few passes over the
// blocks; the control dependences of a function are found when the first is asked for. An
// execution takes what its domain takes, and a list of paths for each block.
//
// # What is unsound on purpose
//
// A field is one cell for all structs of its type. What a function does that is not in the
// package is not followed: its result depends on all its arguments, and it changes the things
// and variables that it is given. A thing that is reached through two variables is relevant in
// both only if one is loaded from where the other was stored. A panic ends a path; deferred
// functions are run where the domain runs them.
package machine
