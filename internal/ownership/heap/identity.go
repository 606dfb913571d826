package heap

import "golang.org/x/tools/go/ssa"

// A Role says what an object is to the instruction that its key names.
type Role uint8

const (
	Itself        Role = iota // what the instruction makes, or the parameter or captured variable Index
	CallResult                // what result Index of the call refers to, of which nothing else is known
	CalleeMade                // the object Index of those that the callee makes
	CalleeRead                // the object that the callee gets by its read Index of the cache
	CalleeFunc                // the function value Index that the callee hands out
	UnderAnalysis             // the function under analysis, as a value that captures nothing
	Collected                 // the slice of what an iterator runs over
	FieldValue                // value Index of those that the program puts into the field that is read
	FieldBox                  // what holds such values, where they lie below the field
	ClientRead                // what a client reads without copying it
	ClientList                // the items of a list that a client reads so
)

// A Key is the identity of an object within the execution of a function: keys
// that are equal are one object.
type Key struct {
	Kind Kind
	Role Role
	// Site is the instruction that the object comes from, or the function that
	// a function value is; nil for parameters and captured variables.
	Site any
	// Context tells apart the calls that one instruction leads to.
	Context *Context
	// Index is the number of the object among those of its role.
	Index int
	// Field is the field or variable that the object is read from, where one site
	// reads several.
	Field string
	// Fn is the function behind a function value that a callee hands out, where
	// it is one of the package.
	Fn *ssa.Function
	// Type is the dynamic type of an object of the cache, or the name of a
	// function of another package.
	Type string
	// Managed tells that the object is the cache's under some manager only.
	Managed bool
}

// A Context is the way from a call instruction to a call that its callee makes:
// the third call in its effect, the function given as its second argument. The
// nil Context is the call of the instruction itself. Contexts of one Objects
// are equal if they are the same pointer.
type Context struct {
	outer *Context
	step  Step
	depth int
}

// A Step leads from a call to one that it makes.
type Step struct {
	Kind StepKind
	// Index is the number of the call, of the argument or of the handler;
	// Choice tells apart the functions that can be there.
	Index, Choice int
}

// A StepKind says how a call leads to another.
type StepKind uint8

const (
	Effect   StepKind = iota // a call in the effect of the callee
	Target                   // one of the functions that such a call can run
	Argument                 // a function that an unknown callee is given
	Handler                  // a handler that somebody registered
	ByType                   // a handler that its parameters say is one
)

// CompareContexts orders contexts: outer calls before those that they make, and
// these as the callee makes them.
func CompareContexts(a, b *Context) int {
	if a == b {
		return 0
	}
	if c := a.length() - b.length(); c != 0 {
		return c
	}
	if c := CompareContexts(a.outer, b.outer); c != 0 {
		return c
	}
	x, y := a.step, b.step
	switch {
	case (x.Kind == ByType) != (y.Kind == ByType):
		return int(x.Kind) - int(y.Kind) // what is registered comes first
	case x.Index != y.Index:
		return x.Index - y.Index
	case x.Choice != y.Choice:
		return x.Choice - y.Choice
	}
	return int(x.Kind) - int(y.Kind)
}

func (c *Context) length() int {
	if c == nil {
		return 0
	}
	return c.depth
}

// Objects are the objects that the execution of a function has met.
type Objects struct {
	byKey    map[Key]*Object
	contexts map[contextKey]*Context
}

type contextKey struct {
	outer *Context
	step  Step
}

// NewObjects returns Objects that hold none.
func NewObjects() *Objects {
	return &Objects{byKey: map[Key]*Object{}, contexts: map[contextKey]*Context{}}
}

// Of returns the object with the key k, which is made where it is new.
func (os *Objects) Of(k Key) *Object {
	if o, ok := os.byKey[k]; ok {
		return o
	}
	o := &Object{ID: len(os.byKey) + 1, Kind: k.Kind, Index: k.Index, Type: k.Type}
	if k.Kind == Local || k.Kind == Func {
		o.Rank = rankLocal
	}
	os.byKey[k] = o
	return o
}

// Lookup returns the object with the key k, if there is one.
func (os *Objects) Lookup(k Key) (*Object, bool) {
	o, ok := os.byKey[k]
	return o, ok
}

// Within returns the context of a call that the one of c leads to by s.
func (os *Objects) Within(c *Context, s Step) *Context {
	k := contextKey{c, s}
	in, ok := os.contexts[k]
	if !ok {
		in = &Context{outer: c, step: s, depth: c.length() + 1}
		os.contexts[k] = in
	}
	return in
}
