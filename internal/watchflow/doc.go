// Package watchflow understands list/watch loops: where a watch is started and
// from which resourceVersion, what moves that position, and where control goes
// when the watch fails.
//
// It works on the SSA form of one package. Of others it knows which API groups
// have a server of their own, and what their functions do with watches: each
// package exports that as facts, in the language of package effect. It knows no
// policy: the analyzers rvassign, retrycase, watchrv, rvcompare and watcherror
// decide what is a bug.
//
// # What is asked
//
// A loop is a sink, where a watch is started ([Sink]), the places that keep its
// position from one watch to the next, and the advances, where an event moves it
// ([Advance]). [Flow] answers from which it is told what is a bug: [Flow.Starts],
// [Flow.Hazards], [Flow.Failures], [Flow.Blinds], [Flow.Comparisons],
// [Flow.DeadStores], [Flow.StaleLists], [Flow.ExpiredLists].
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
// Two analyses give the answers, both on the locations of internal/pointsto.
//
// # Positions: backwards
//
// From the version that a sink is given, a walk follows values back to what can
// set it: stores that the loads see, arguments, results, maps and atomics. The
// domain is the set of (value, path within it) pairs that feed the sink, ordered
// by inclusion; each pair is entered once, so that the walk ends. It stops at the
// version of an event (an advance), of a list, at a constant, and at a store that
// is made only after versions were compared for order.
//
// Files of tests are left out before anything else: what is said of a package is
// the same with them and without.
//
// # Explorations: forwards
//
// "Can the code come back to the watch when this event is a Status of code 410?" is
// asked by running the code under that hypothesis. A state is a stack of calls, a
// place in each, and what is known of registers and memory: an abstract value
// each, of a flat lattice whose top, "anything", is not stored:
//
//	constants, nil, not nil
//	the event, its Status, an error made from it, an error that lost it
//	the version of what was just listed or read; an old position
//	a boolean that is not known, but the same in all copies of it
//
// States are not joined: each branch that the hypothesis leaves open is followed
// by itself, since the tests that tell errors apart are correlated ("expired :=
// IsGone(err); …; if expired"). What nothing reads any more is dropped at the start
// of each block, and a state that was seen is not followed again; as a state has
// finitely many values and calls nest only so deep, an exploration ends, with the
// bounds below long before that in code over data.
//
// # Bounds
//
// Each has its reason where it is declared. Reaching one means less is known, and
// nothing is reported of it; those marked * are told as caps.
//
//	maxWalk          2000   values and loads of one walk
//	maxWalkPath      96     bytes of a path in a walk
//	maxTrace         400    values from an object to where it comes from
//	maxVersionDepth  5      steps from a version to where it is read
//	maxTestDepth     4      steps from a test to the comparison behind it
//	maxOperandDepth  6      steps from an operand to what says that it is a version
//	maxCreationDepth 6      variables between an object and its creation
//	maxOnceDepth     6      calls between the creation of an object and its watch
//	maxSelectorDepth 5      steps from a selector to its text
//	maxRepeatDepth   3      callers that are asked whether they loop
//	maxGivenDepth    4      calls that a function's parameter is followed through
//	smallFunction    6      blocks of a getter, whose results are followed
//	maxStates        6000 * states of one exploration
//	maxSteps         40000 * instructions of one exploration
//	maxWork          800,000 * instructions and values of all explorations for one thing
//	maxCalls         12     calls that nest in one exploration
//	maxLevels        8      callers that an exploration goes up to
//	maxEmptyBlocks   4      blocks without a line that are looked past for one
//
// # Other packages
//
// What a function does with watches is found by the same walks and explorations
// that find the loops: from which of its parameters a watch starts that it returns,
// which field it sets, what its results are, when it calls a function again that it
// is given. An effect is told only where the walk ends at the function's parameters
// and nowhere else, and holds whatever the function is called; functions without
// an effect are known by their names and signatures. A field that functions of
// other packages get and set is a place in the object that they are given: two
// objects of one type have two.
//
// Of modules that are not under analysis only those functions are looked at that
// name versions or call others in loops.
//
// # Unsound on purpose
//
//   - Names count: "List…", "IsGone", "wait.Until", a channel called stopCh, a
//     parameter called resourceVersion are taken at their word, since loops are
//     written against many clients and forks. A function compare(rv, old) that
//     compares nothing makes a store ordered.
//   - A comparison that comes out either way makes a store ordered: somebody
//     thought of the order. "if newer(old, rv) { old = rv }", the wrong way round,
//     is not found.
//   - A goroutine is followed beside its creator, not interleaved with it.
//   - Deferred functions count only for what they do to positions.
//   - Helpers that call a function again are assumed to, until something says stop;
//     a loop that counts its tries is not reported for errors that last.
//
// # Incomplete on purpose
//
//   - A position that goes through a queue, a channel of another package or a
//     database is not followed: such loops have no advance.
//   - A function is gone into only if it watches, lists, receives or sets a
//     position, is given the event or its error, or is a small getter.
//   - Types of Kubernetes are told apart value by value, fields of the package's own
//     types are not: two Watchers share their position. Only where each object is
//     seen to be made anew before its one watch, nothing resumes from its field.
//   - Generated files do not make a package worth analysing.
package watchflow
