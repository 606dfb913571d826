// Package watchflow understands list/watch loops: where a watch is started and
// from which resourceVersion, what moves that position, and where control goes
// when the watch fails.
//
// It works on the SSA form of one package, in which ssabuild leaves the assignments to
// variables in registers. For other packages, facts say which API
// groups have a separate server, and which functions list. It contains no policy: the
// analyzers rvassign, retrycase, watchrv, rvcompare and watcherror decide what is a bug.
//
// # Queries
//
// A loop consists of a sink, which starts a watch ([Sink]), the places that keep its
// position from one watch to the next, and the advances, where an event moves it
// ([Advance]). The analyzers query a [Flow]: [Flow.Starts],
// [Flow.Hazards], [Flow.Failures], [Flow.Blinds], [Flow.Comparisons],
// [Flow.DeadStores], [Flow.StaleLists].
//
//	for {
//		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: rv}) // a sink
//		if err != nil {
//			continue // a failure: back to the watch, from the old position
//		}
//		for e := range w.ResultChan() {
//			rv = e.Object.(*v1.Pod).ResourceVersion // an advance
//		}
//	}
//
// Two analyses give the answers, both on the locations of internal/pointsto and on its
// registers: the place of a position is memory, or a variable whose values phis join.
//
// # Positions: backwards
//
// From the version that a sink gets, a walk follows values back to what can
// set it: stores that the loads see, assignments that the phis join, arguments and results. The
// domain is the set of (value, path within it) pairs that feed the sink, ordered
// by inclusion; each pair is entered once, so the walk terminates. It stops at the
// version of an event (an advance) or of a list, at a constant, and at a store that
// happens only after a comparison of versions for order.
//
// Test files are left out first, so the results for a package are the same with and
// without its tests.
//
// # Explorations: forwards
//
// "Can the code come back to the watch if this event is a Status with code 410?" To
// answer this, the code is executed under that hypothesis. A state is a stack of
// calls, a place in each, and an abstract value for each known register and memory
// location, from a flat lattice whose top, "anything", is not stored:
//
//	constants, nil, not nil
//	the event, its Status, an error made from it, an error that lost it
//	the version of the last list or read; an old position
//	an unknown boolean that is the same in all its copies
//	what a variable held before
//
// States are not joined: each branch that the hypothesis leaves open is followed
// separately, because the tests that distinguish errors are correlated ("expired :=
// IsGone(err); …; if expired"). Values that nothing reads any more are dropped at the
// start of each block, and a state is not followed twice. A state has finitely many
// values and the depth of calls is limited, so an exploration terminates. In code
// that processes data, the bounds below end it long before.
//
// # Bounds
//
// Each declaration gives the reason. If a bound is reached, less is known and nothing
// is reported; -debug prints it, unless its declaration says why no finding is lost.
//
//	maxWalk          2000   values and loads of one walk
//	maxWalkPath      96     bytes of a path in a walk
//	maxTrace         400    values from an object to where it comes from
//	maxCreationDepth 6      variables between an object and its creation
//	maxSelectorDepth 5      steps from a selector to its text
//	maxStates        6000   states of one exploration
//	maxSteps         40000   instructions of one exploration
//	perBlock         16     states of each block, and executions of each instruction, on top
//	maxWork          800,000   instructions and values of all explorations for one thing
//	maxCalls         12     calls that nest in one exploration
//	maxLevels        8      callers that an exploration goes up to
//	maxEmptyBlocks   4      blocks without a line that are looked past for one
//
// # Other packages
//
// A fact says of a function that it lists. What else a function of another package does is
// told by its name and signature. A function that is no method and returns a watch may set
// a version of its own and change the error: nothing is said of either.
//
// # Unsound on purpose
//
//   - Names count: "List…", "IsGone", "wait.Until", a channel called stopCh, a
//     parameter called resourceVersion are trusted, because loops are
//     written against many clients and forks. A function compare(rv, old) that
//     compares nothing makes a store ordered.
//   - Any comparison makes a store ordered, whatever its outcome: somebody
//     thought of the order. "if newer(old, rv) { old = rv }", the wrong way round,
//     is not found.
//   - A goroutine is not followed from where it is started: a receive in it begins an exploration of its own.
//   - Of deferred functions only their effect on positions counts.
//   - Helpers that call a function again are assumed to do so until they are told to
//     stop; a loop that counts its attempts is not reported for permanent errors.
//
// # Incomplete on purpose
//
//   - A position that goes through a queue, a channel, a map, an atomic, an object of another
//     package or a database is not followed: such loops have no advance.
//   - What a function stores in options that it is given by pointer is not known to be what the
//     watch gets.
//   - ERROR events are not assumed to come out of a channel that the package makes, or of one
//     of structs with an event: who sends there may have handled them.
//   - Nothing is said of a watch in a method of an unexported type that returns more than
//     an error, unless somebody may call it: the package, or another one through
//     an interface of its own.
//   - A version that is used only after a test that it is not "" counts as one.
//   - A call is followed only if the function watches, lists, receives or sets a
//     position, gets the event or its error, or is a small getter.
//   - Values of Kubernetes types are distinguished, fields of the package's own
//     types are not: two Watchers share their position. Only if each object is
//     visibly created before its only watch, by itself or as an element of a slice
//     that is ranged over once, nothing resumes from its field.
//   - Generated files do not make a package worth analysing.
package watchflow
