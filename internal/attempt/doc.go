// Package attempt simulates retries: it executes a function with an API server that
// refuses one write with a conflict, and reports what the next attempt sends.
//
// # Domain
//
// A state has registers, variables and objects. For an object it holds the source of
// its resourceVersion (Source), whether its content has changed since, and a token:
// two objects with the same token have the same version, however often they were
// copied. A known value is a constant, a pointer to an object, something read from
// one, the address of a variable, a function, the conflict, or the nil error of a
// successful call. Any other value has at most a name, so that its tests agree with
// each other. Thousands of states are kept at a time: each is sorted tables of numbers (tables.go).
//
// # Execution
//
// Functions are executed from their first block. If a condition is not known, both
// branches are followed; two paths that reach a block in the same state are merged,
// where only live registers count. Reads succeed, and fail on another path where the function
// writes only if nothing was found, or retries only if a read has failed (absent.go). A write succeeds on one path and is
// refused on another; each path has one refused write. If the retried function
// returns the conflict, it is executed once more: outer variables keep their values
// from the first attempt, so flags, counters and markers need no special treatment.
//
// Calls are resolved by the ladder in ladder.go: knowledge of internal/kube, the
// callee's body in the same package, its row (Does) in another. A call through an interface of the
// package runs the only method behind it, or the only one that writes (interfaces.go). A loop over a list of up
// to maxListed functions or values with methods calls one after the other (listed.go). Each rung is in the
// file for its kind of knowledge: ontrial.go, retry.go, errors.go, object.go, client.go,
// unknown.go, row.go. Code that is not understood gives each object that it gets a
// new version (touch), which equals no other: nothing is found then.
//
// # Retries of the program's own
//
// A function that is given a function which returns an error, and no object, is tried out
// (tryout.go): with an argument that returns a conflict, another error, and nil. It is a retry
// like client-go's on two conditions. It calls its argument again after the conflict, perhaps
// after other errors, but not after nil. And it does nothing else that may read an object. Its
// row says so to other packages.
//
// # Which functions
//
// Only some functions can have findings: those that retry, that write where control can return, that
// write after a write which leaves the object with its old version, or that write twice and distinguish a
// conflict from other errors (roots.go). Others are executed only for their rows, if they are exported
// and get or return an object, test an error, or make one of it; functions of other modules always only
// for their rows. What writes lose is asked of callers first. It is not asked of a function that only the
// package can call, if all its callers have run it to its end and it lost nothing there (coverage.go).
//
// # Where objects come from
//
// Callers says whether an object that a function is given was read, which means that it
// has a resourceVersion: it follows arguments back through the calls of the package, to
// reads, to libraries that call a handler or reconciler with what they have read, and to
// what a slice was filled with. It follows each value once, maxOrigins of one argument,
// through maxUp calls.
//
// # What tells states apart
//
// Only what a retry depends on (question.go, package machine): writes and what they send, tests
// of a conflict, what functions return in which a write may be refused. Other registers and
// variables are dropped at the start of each block, and objects that nobody can reach any more
// with them (garbage.go). Nothing is learnt from a branch that makes no difference. Names that
// only tell where a value came from are those of the phi or variable that holds it. The writes
// that went well are joined where states meet. Where it is asked what writes lose, an object of which no change is
// known does not tell states apart, if one field leads to it and nothing else (memory.idle): a reconciler keeps all
// that it has read in a struct, and each helper looks at one thing.
//
// A call is run on what it can reach from its arguments and captured variables, once for each
// state of that. What it cannot reach is put back behind it (replay.enter).
//
// # Where there are many states
//
// A block goes on when no other path can come to it, but through a loop. If more than maxExact states have come, those
// that agree on the objects, conflicts and addresses are joined: of the rest is kept what is the same in all (join.go).
// A flag that goes with a change of an object stays known. Where a function takes more than maxTogether all the same, it is run
// once more, without those that it calls and that write nothing: it is known what they change (setter.go).
// At last each of its retries is looked at alone (eachRetry).
//
// A path on which a write was refused ends as soon as nothing can come of that any more (settled.go). Until then less of an
// object tells its states apart: a write on such a path is never the first of two, so what only that asks for is left out.
//
// Where the question is what writes lose, objects that are changed or not each double the states. So it is asked first
// which objects come with a change to a write that loses it: there all states are joined, and what is changed in some
// counts as changed (noneYet). Most functions have no such object, and are done. Others are run as a whole, and where that
// takes more than maxTogether, for one of these objects after the other: its states are told apart; of the other objects,
// and of the pointers to them, only that is kept which is the same in all (memory.about).
//
// # Files
//
// What is known before anything is executed:
//
//	analyzer.go      the order of the work, and what comes out of it
//	program.go       the package, and what is known of others
//	target.go        what a call names
//	names.go         what names of functions say
//	matters.go       what each function does: reads, writes, retries
//	roots.go         in which functions something can be found
//	question.go      what makes a difference, for package machine
//	interfaces.go    which methods stand behind an interface
//	accessors.go     which methods lead into an object
//	circles.go       which functions all call each other
//	lists.go         which functions and values a field or variable lists
//	callers.go       what callers hand over as a parameter:
//	origin.go        where that comes from,
//	uses.go          and what is done to it before
//
// A state:
//
//	value.go         a value and an object
//	record.go        a struct of which some fields are known
//	tables.go        tables of numbers, of which a state is made
//	state.go         a state and a path
//	memory.go        what registers hold, and the names of things
//	garbage.go       what can be reached
//	fingerprint.go   which states are the same
//	join.go          which are joined where there are many
//
// An execution:
//
//	replay.go        a function and what it calls
//	settled.go       of which paths nothing comes any more
//	frame.go         the calls that lie within each other
//	branch.go        a condition
//	step.go          an instruction
//	loadstore.go     a read or write of memory
//	listed.go        a loop over listed functions or values
//	deletion.go      whether an object is being deleted
//	callee.go        what a call runs
//	ladder.go        who is asked what a call does:
//	ontrial.go       a function that is tried out,
//	retry.go         a retry, or CreateOrUpdate,
//	errors.go        a test of an error, or what makes another one of it,
//	status.go        what the conflict says of itself,
//	object.go        a method of an object,
//	content.go       what takes its content, or fills it,
//	client.go        a read or write by a client,
//	absent.go        a read that finds nothing,
//	write.go         a write that may be refused,
//	unknown.go       what is not understood,
//	row.go           a function of another package
//
// Retries of the program's own:
//
//	tryout.go        which functions are
//	trial.go         what is found out of one
//
// What becomes of a write that is refused:
//
//	region.go        the retry
//	outcome.go       what happened
//
// What writes lose:
//
//	losses.go        the functions in which something can be lost
//	coverage.go      those that their callers have run to the end
//	pending.go       what of an object is still to be sent
//	made.go          what an object has that a literal made
//	sending.go       a write of it
//	patches.go       a patch that is kept in a field
//	difference.go    a function that sends what differs
//	refill.go        a function that reads again, and sends what another one has changed
//
// What other packages are told:
//
//	fact.go          the rows of functions
//	describe.go      what a run shows of a function
//	setter.go        what it changes of its arguments
//	sends.go         where it sends them
//	through.go       by which it may write what lies in them
//
// # Why it terminates
//
// Paths end where the state was seen before. Constants of counters are kept up to 2. Objects have one identity for each
// instruction before the conflict and one after it. Calls are followed maxDepth deep and not recursively, among
// functions that all call each other (circles.go) only as deep as there are maxWays ways. A block is entered in
// maxStates states, and a function has maxSteps (maxRow if only its row is needed). When they are used up, nothing is
// reported for the function, which package bound tells; a callee of which one call took more than maxCall is not
// followed again; one that is given functions is not from the same call. When all that came to more than maxWasted, the
// functions behind have only fewSteps.
//
// # What is unsound on purpose
//
// Two parameters are two objects. Reads do not fail otherwise, unless it is asked what writes lose. A method of the object
// itself does not read it again, and neither does a function that its caller was given to
// change it. Any other function called through an unknown variable may read anything that
// was read outside, but not what the attempt itself has read.
package attempt
