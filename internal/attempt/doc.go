// Package attempt replays retries: it runs a function with an API server that
// refuses one write with a conflict, and says what the next attempt sends.
//
// # Domain
//
// A state has registers, variables and objects. Of an object it is known where
// its resourceVersion comes from (Source), whether its content was changed since,
// and a token: two objects with the same token have the same version, however
// often they were copied. Of a value it is known whether it is a constant, a
// pointer to an object, something read from one, the address of a variable, a
// function, the conflict, or the nil error of a call that went well. Anything
// else has at most a name, under which its tests agree with each other.
//
// # Run
//
// Functions are run from their first block. A condition that is not decided is
// followed both ways; two paths that come to a block in the same state go on as
// one, where registers count as long as they are live. Reads go well. A write goes
// well on one path and is refused on another; on a path, one write is refused.
// Where the function that is retried returns the conflict, it is run once more:
// variables outside keep what the first attempt left in them, so flags, counters
// and markers work by themselves.
//
// Calls are decided by the ladder in ladder.go: knowledge of internal/kube, the
// callee's body in the same package, its row (Fact) in another. Each rung lies in
// the file of what it knows: retry.go, errors.go, object.go, client.go, unknown.go,
// row.go. What is not understood and gets an object gives it a version of its own
// (touch), which equals no other: nothing is found then.
//
// # Which functions
//
// Something can be found in a function that retries, that writes where control
// comes again, that writes after a write which leaves the object with its old
// version, or that writes twice and tells a conflict from other errors (roots.go).
// Others are run only if they are exported and get or return an object, for their
// rows; those of other modules, for their rows only.
//
// # Why it ends
//
// Paths are cut where the state was seen before. Constants of counters are kept
// up to 2, objects have one identity for each instruction before and one after
// the conflict, calls are followed maxDepth deep and not into themselves, a block
// is entered in maxStates states, and a function has maxSteps (maxAlone if it
// retries nothing, maxRow where only its row is asked). When they are used up, nothing is said of it; a function of
// which one call took more than maxCall is not followed again.
//
// # Not sound, on purpose
//
// Two parameters are two objects. Reads do not fail. A method of the object
// itself does not read it again. A function that is called through a variable
// which nobody knows may read anything that was read outside, but not what the
// attempt itself has read.
package attempt
