// Package pathcond determines which conditions hold at a block or on an edge between
// blocks, and whether a value can be a given object under them.
//
// # Domain
//
// A Condition is a boolean SSA value and its known truth value. At a block, the
// conditions of the branches that dominate it hold; on an edge, that of its
// branch. They form a conjunction, never more: a || b gives no condition, so that the
// edges into the block behind it are asked about one by one (may.go).
//
// A query (Paths.May) asks whether a value can be one object, the Subject. The
// Subject comes from a path-insensitive solver, which merges a variable that holds
// the object on one path and a copy on the other. The query distinguishes the paths:
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
// An edge is dead if its test was decided before, by a dereference or by the store of a
// constant (dead.go); the analysis of a function leaves such edges out, too.
//
// May follows a value backwards to its sources and collects conditions. It crosses an edge
// of a merge only if the conditions do not contradict the constants on that edge. It
// follows a variable in memory through the stores that reach the read. A condition about a
// variable that function literals read is about what was stored there (paths.go). On the
// way back in a loop it forgets what holds of the values in it in the later round. A value
// cannot be the object if the conditions say that it is nil, or that the call which
// returned it failed. Nor can it be if it lacks what every object of an API server has.
//
// # Why it terminates
//
// A merge or block is not entered while it is being followed, and a query follows at
// most 400 values: its cost is a product over consecutive merges, of which
// hand-written functions have a handful. Only if it cannot say no, and half of a function's
// work is left, it does so again with the edges into merges told apart, for another
// 400 values. At most 40 conditions above a block are collected: nobody nests that
// deep by hand. All queries about a function together compare at most 2,000,000
// conditions with values (Paths), because there is a query for each write and each
// object. Beyond a bound the answer is yes, as if nothing were known; -debug prints
// the last of these bounds. To find the dead edges of a function, 20000 instructions are
// looked at; behind that, none is dead.
//
// # What is incomplete on purpose
//
// Numbers are not compared. An error merged with another is no longer attributed to
// one call. Calls are not followed, except one-line predicates (isCreated(pod)).
package pathcond
