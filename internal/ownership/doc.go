// Package ownership tracks, over SSA, which memory belongs to an informer's
// cache, through calls, packages, fields, closures and containers.
//
// # Model
//
// A value is a set of references (ref): locations in objects. An object is
// memory that the function under analysis can tell apart: what a parameter or
// captured variable refers to, what an allocation made, what a call returned,
// the informer cache. A location is an object with an access path of field
// selections ("/Labels"), dereferences ("/*") and elements ("/[]"). What local
// memory and parameters hold is tracked per location and program point, so
// that
//
//	cp := *pod                       // cp's fields are copies, its maps are the cache's
//	cp.Labels = maps.Clone(cp.Labels) // now this map is ours
//	cp.Labels["a"] = "b"             // not a write to the cache
//
// is understood. Memory of the cache is closed under reading: whatever is
// reached from it is the cache's.
//
// # Summaries
//
// A function's Summary says, in terms of its parameters, what it writes, what
// it stores where, what its results refer to, and which functions it calls
// with what. Summaries are computed to a fixpoint within a package and carried
// between packages as one fact. An unknown function has no effect and fresh
// results: the analysis is silent about what it does not understand.
package ownership
