// Package ownership tracks, over SSA, which memory belongs to an informer's
// cache, through calls, packages, fields, closures and containers. It answers
// which writes reach that memory, from where and by which way; what is reported
// of them, and in which words, is for the analyzers to say.
//
// # Domain
//
// A value is a set of references: locations in abstract objects (package heap).
// An object is memory that the function under analysis can tell apart: what a
// parameter or captured variable refers to, what an allocation made, what a call
// returned, an object of the informer's cache. A location is an object with an
// access path of field selections ("/Labels"), dereferences ("/*") and elements
// ("/[]"), see package accesspath. What local memory and parameters hold is
// known per location and program point, so that
//
//	cp := *pod                        // cp's fields are copies, its maps are cached memory
//	cp.Labels = maps.Clone(cp.Labels) // now this map is local
//	cp.Labels["a"] = "b"              // not a write to the cache
//
// is understood. Cached memory is closed under reading: whatever is reached from
// an object of the cache is cached.
//
// A function's effect (package effect) says, in terms of its parameters, what it
// writes, what it stores where, what its results refer to, and which functions
// it calls with what. It is the same language as the rows of package kube and
// the users' models, and it is what other packages are told (Fact).
//
// # Order of the work
//
// The functions of a package are executed abstractly, callees first, until no
// effect changes (fixpoint.go). Within a function the blocks are executed in
// reverse postorder until no state changes, and then once more to record what
// the function does (execution.go). A call asks one ordered list of what is
// known of the function that it runs (rules.go); the first rule that knows
// something applies an effect at the call (apply.go) or executes it itself.
// What the program puts into struct fields, package variables and registries is
// collected in tables between the rounds (tables.go).
//
// At the end the writes to each object are grouped (grouping.go, causes.go): what
// the program comes to only past a write is one finding with it. A write moves into
// a function that never gets local memory, and then stands for nothing outside of it.
//
// # Why it ends
//
// Sets of references, cells of states and effects only grow, and all of them are
// bounded. Where a bound is met the result is taken as it is, and -debug tells
// what was left out.
//
//	heap.maxRefs    12  references of a value; more are values that a whole package flows through
//	maxVisits        6  executions of a block: loops settle after two or three
//	maxAnalyses      6  executions of a function in a round: mutual recursion settles in three
//	maxRounds        6  rounds over what fields hold: a value that goes through more fields than that is rare
//	maxInstrs    20000  instructions of a function: larger ones are generated
//	maxDepth         6  effects applied within effects: callbacks that get callbacks
//	maxNested      120  effects that one call leads to so
//	maxImpls        12  implementations of an interface's method
//	maxWork          1,000,000  references translated in a package: go/types takes minutes without it
//	maxVia           6  calls that a way names
//	maxFurther    5000  writes of a finding behind its first: as many as a function of generated code has
//	perCall          3  further writes of one place that one call leads to
//	maxKeptFuncs    32  handlers that one instruction registers, and that those register
//
// # What is unsound on purpose
//
// An unknown function has no effect and fresh results: the analysis is silent
// about what it does not understand. Elements of a container are one place, so
// that a container which holds cached and local objects is taken for cached
// where it is written through. Goroutines are executed where they are started.
//
// # What is incomplete on purpose
//
// A type alone is no proof that an object is the cache's; only what can be
// followed from a read of the cache is. Memory that escapes into reflection
// beyond reflect.Value's setters, into unsafe pointers or into channels of other
// packages is not followed. Of the writes of one place, other packages are told
// the first: a helper that writes one label more is no other bug to its callers.
// Implementations of an interface that the package does not import are not seen,
// unless a package above it hands in a receiver whose type it knows (pending.go), or
// makes an implementation a value of the interface (handlers.go).
package ownership
