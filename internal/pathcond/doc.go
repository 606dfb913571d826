// Package pathcond tells which conditions hold at a block of a function or over
// an edge between blocks, and whether a value can be one object under them.
//
// # Domain
//
// A Condition is a boolean SSA value and what it is known to be. At a block hold
// the conditions of the branches that dominate it; over an edge, that of its
// branch. They are a conjunction, never more: of a || b nothing is known.
//
// A query (Paths.May) asks of one object, the Subject, whether a value can be it. The
// Subject is what a solver without paths knows: a variable that holds the object
// on one path and a copy on the other is merged there, and the query tells the
// paths apart:
//
//	pod, copied := get(), false
//	if owner {
//		pod, copied = pod.DeepCopy(), true
//	}
//	if copied {
//		pod.Name = "x" // cannot be the object of get
//	}
//
// # How it decides
//
// May goes back from a value to what it was made of, and gathers conditions on
// the way: over an edge of a merge only if the conditions do not contradict what
// is constant on that edge, into a variable in memory by the stores that lead to
// the read. A value cannot be the object where the conditions say that it is
// nil, that the call which returned it failed, or that it lacks what every
// object of an API server has.
//
// # Why it ends
//
// A merge or block that is being looked at is not entered again, and a question
// looks at no more than 400 values: what it costs is a product over the merges in
// a row, of which functions of people have a handful. Of 40 conditions above a
// block no more are gathered: nobody nests that deep by hand. All questions about a
// function together hold at most 2,000,000 conditions against values (Paths), since
// there is a question for each write and each object. Beyond a bound the answer is
// yes, as if nothing were known; the last one is told as a cap.
//
// # What is incomplete on purpose
//
// Numbers are not compared. An error that was merged with another is not known
// to be that of one call. Calls are not looked into, but for one-line predicates
// (isCreated(pod)).
package pathcond
