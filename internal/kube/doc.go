// Package kube knows what the libraries of Kubernetes controllers do: which
// functions read an informer's cache, copy, write or alias, which call what they
// are given, and what their types and names mean. The engines ask it instead of
// analysing those libraries, and know none of them by name.
//
// # Knowledge is data
//
// There is one file for each library, or for each part of a large one:
// clientgo_cache.go, controllerruntime_client.go, istio.go, std_sync.go. What is
// known by name is in a [Package] value, in these tables:
//
//   - Functions: what functions and methods do, as effects in the language
//     below. The row of an interface's method also stands for the calls through
//     interfaces that embed it.
//   - Callbacks: what the library calls functions with that it keeps, in fields,
//     as methods of a handler or as values of a function type.
//   - Events: the fields of an event that hold objects of the cache, for
//     functions that have it as a parameter.
//   - Boxes: what methods do with values that their receiver keeps: queues,
//     concurrent maps, atomic values.
//   - Variables: functions that a package has in variables.
//
// What libraries generate for each kind is known by its shape: listers, rancher's
// controllers, the accessors of metav1.Object (see lookup.go for the order in
// which rows and shapes are asked). What is a fact about a type, a field or a
// plain name has a function of its own: IsObject, AlwaysSet, IsDeepCopy,
// IsLogCall. Those that go by a bare name do so because code of any origin is
// meant, such as forks and helpers of the same name.
//
// # The language of effects
//
// Package effect defines it and parses it. A row is a list of clauses,
// separated by semicolons; $0, $1… are the parameters, the receiver first, and
// $1/Labels/* is what the field Labels of parameter 1 refers to: a step is a
// field by its name, [] an element, * what a reference refers to, ** all that
// can be reached from there, ?Name what the getter of metav1.Object hands out
// that is called after a field, ?U the content of an object if it is
// unstructured.
//
//	ret0=cache          result 0 is an object of the informer cache
//	ret0=cache[]        result 0 is a new slice of such objects
//	ret0=cache*         result 0 points to a new variable with such an object
//	ret0=$1             result 0 is parameter 1, or (with a path) a part of it
//	ret0=new[]($1)      result 0 is a new container of $1's elements
//	ret0=iter($1)       result 0 is an iterator over $1's elements
//	write $1 what       writes what parameter 1 refers to; "what" names the write
//	                    for a message that cannot quote the call, and after a
//	                    colon says its kind: client.Get:decode
//	fresh $1            leaves nothing of what was there: decodes or copies into it
//	store $1/[] $2      puts parameter 2 there
//	call $1(cache,_,$2) calls the function parameter 1 with these arguments
//	none                does none of this: the body need not be looked at
//
// A row says what a function does to memory that its caller can see, and nothing
// else: what it returns that is new memory is left out. There is no prose in
// rows; what a message says of a kind of write is worded where messages are.
//
// # To add a row
//
// Put it into the Package value of its package, under the function's name as it
// is called there: "Fetch", "(Store).Get", "(*Group).Go". A new package is a new
// value, listed in libraries (libraries.go). If only some of the supported releases
// have the function, say so under Releases. Then run
//
//	K8SLINT_TESTS=all go test ./internal/kube
//
// which asks the real modules, at each release that is supported, whether there
// is such a function, with so many parameters and results and with such fields.
// A row that matches nothing fails it. A module that no test module of the repository requires
// has a line in elsewhere (releases_test.go).
//
// # Unsound and incomplete on purpose
//
// Rows are about the libraries as they are meant to be used: a store that a test
// fills with objects of its own looks like an informer's, unless the package that
// uses it makes it (MakesStore) and nothing fills it (FillsStore). A type whose
// name ends in Lister and whose methods look like a lister's is one. Libraries
// that the tables describe are never analysed (Covered), so that a function
// without a row is one that does nothing to objects. Functions of bare names
// (Repeats, ErrorTest, HandsOn) believe the name.
package kube
