// Package ownership tracks, over SSA, which memory belongs to an informer's
// cache, through calls, packages, fields, closures and containers. It finds the
// writes that reach that memory, with their origins and paths. The analyzers decide
// which of them to report, and how.
//
// # Domain
//
// A value is a set of references: locations in abstract objects (package heap).
// An object is memory that the function under analysis can distinguish: what a
// parameter or captured variable refers to, an allocation, the result of a call, an
// object of the informer's cache. A location is an object with an
// access path of field selections ("/Labels"), dereferences ("/*") and elements
// ("/[]"), see package accesspath. The contents of local memory and parameters are
// known per location and program point, so the analysis understands
//
//	cp := *pod                        // cp's fields are copies, its maps are cached memory
//	cp.Labels = maps.Clone(cp.Labels) // now this map is local
//	cp.Labels["a"] = "b"              // not a write to the cache
//
// Cached memory is closed under reading: everything that an object of the cache
// leads to is cached.
//
// A function's effect (package effect) says, in terms of its parameters, what it
// writes, what it stores where, what its results refer to, and which functions
// it calls with what. The rows of package kube and the users' models have the same
// notation. Effects are exported to other packages as facts (Does).
//
// # Order of the work
//
// The functions of a package are executed abstractly, callees first, until no
// effect changes (fixpoint.go). Those that call each other are settled before others that
// call them. Within a function the blocks are executed in
// reverse postorder until no state changes, and then once more to record what
// the function does (execution.go). At a call, an ordered list of rules describes
// the callee (rules.go); the first rule that applies gives an effect, which is
// applied at the call (apply.go), or executes the call itself. Values that the
// program puts into struct fields, package variables and registries are collected in
// tables between the rounds (tables.go).
//
// At the end the writes to each object are grouped (grouping.go, causes.go): a write
// and those that the program reaches only through it are one finding. A write in a
// function that never gets local memory is reported there, and no longer at its
// callers.
//
// # Why it terminates
//
// Sets of references, cells of states and effects only grow, and all of them are
// bounded. At a bound the result is used as it is, and -debug prints what was left
// out.
//
//	heap.maxRefs    12  references of a value; more are values that a whole package flows through
//	maxVisits        6  executions of a block: loops settle after two or three
//	maxAnalyses      3  executions of a function in the first round, and one more in each other: with 6, recursion goes further, with the same findings
//	maxRounds        6  rounds over what fields hold: a value that goes through more fields than that is rare
//	maxPuts         64  places in objects of the cache that are put into one field
//	maxKeyCalls     64  ways in which the functions in one field are called; with 3, frameworks reach it, with the same findings
//	maxInstrs    20000  instructions of a function: larger ones are generated
//	maxDepth         6  effects applied within effects: callbacks that get callbacks
//	maxNested      120  effects that one call leads to so
//	maxImpls        32  implementations of an interface's method
//	maxWork          1,000,000  references translated in a package: go/types takes minutes without it
//	maxVia           6  calls that a path names
//	maxFurther    5000  writes of a finding after its first: as many as a function of generated code has
//	perCall          3  further writes of one place that one call leads to
//	maxCalls        64  functions of its caller that a function calls; with 16, 93 functions of karmada have more, with the same findings
//	maxWrites       64  writes that a function tells its callers; maxExport, 24 places, if those are other packages
//	maxHeap         64  cells of the memory that a function gives away
//	maxKept         32  writes that a package tells others of, to what those put into its fields
//	maxStores       32  stores that a function tells its callers
//	maxFields       24  of those into fields
//	maxKeptFuncs    32  handlers that one instruction registers, and that those register
//	maxHandlers     64  handlers that a package exports; as many function literals (maxLiterals)
//	maxMade        256  fields that a package tells others to be set in the structs that its functions make
//	maxMeetings     64  of those, with the calls that a package is the first to see them with
//
// # What is unsound on purpose
//
// An unknown function has no effect and fresh results: the analysis is silent
// about what it does not understand. All elements of a container are one place, so
// a write through a container that holds cached and local objects counts as a write
// to the cache. Goroutines are executed where they are started. A transform that
// gives the objects of one informer their kind is taken to do so for those of all
// informers (kinds.go).
//
// # What is incomplete on purpose
//
// A type alone does not prove that an object belongs to the cache; it must be
// followed from a read of the cache. Memory that escapes into reflection beyond
// reflect.Value's setters, into unsafe pointers or into channels of other packages
// is not followed. Only the first write of each place is exported to other
// packages: a helper that writes another label is not a new bug for its callers.
// Implementations of an interface that the package does not import are not seen,
// but for three cases. An importing package passes a receiver whose type it knows
// (pending.go). It makes an implementation a value of the interface (handlers.go).
// Or it sees a package that does (meeting.go).
package ownership
