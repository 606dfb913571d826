package ownership

import (
	"sync"

	"github.com/k8slint/k8slint/internal/effect"
)

// Does is what other packages need to know of a package. Its slices are
// sorted, so that it encodes to the same bytes every time.
type Does struct {
	Funcs  []FuncFact
	Fields []FieldFact
	Calls  []effect.KeyCall
	Kept   []KeptWrite

	once   sync.Once
	byName map[string]*FuncFact
}

// lookup is what f says of the function with the given key, nil if it says nothing.
func (f *Does) lookup(key string) *FuncFact {
	f.once.Do(func() {
		f.byName = make(map[string]*FuncFact, len(f.Funcs))
		for i := range f.Funcs {
			f.byName[f.Funcs[i].Key] = &f.Funcs[i]
		}
	})
	return f.byName[key]
}

// A FuncFact is the summary of a function.
type FuncFact struct {
	Key string
	Sum effect.Summary
	// Params are the concrete types of the parameters of a function literal or handler,
	// see paramTypes; nil for other functions.
	Params []string
}

// A FieldFact is a store into a field of a struct type, or into a variable of a
// package.
type FieldFact struct {
	Key, At string
	Cached  bool
	Origin  effect.Origin
	Path    string
	Copy    bool
}

// Handlers are the functions that a package puts under keys and that write what they are
// given. With them are the fields that functions set in the structs that they make and
// return. Both are sorted. Few packages have some: they are a fact of their own, so that
// the facts of the others need not describe their form.
type Handlers struct {
	All  []HandlerFact
	Made []MadeField
}

// A HandlerFact says that the function Func is kept under Key, or implements the
// method of an interface that Key is.
type HandlerFact struct {
	Key, Func string
	Params    []string // see paramTypes
	Method    bool     // of the interface: a call names the receiver first
	Bound     bool     // the value of a method, whose receiver a call does not name
	Callers   []string // the packages that call it, of those that the handler's sees; "" for a library that tables tell of
}

// A MadeField says that the function Func returns a new struct whose field is set to
// the parameter with the number Param-1, the receiver first.
type MadeField struct {
	Func, Field string
	Param       int
}

// A KeptWrite is a write to what lies in the field Key, of a function whose caller
// does not know what that is. The place that is written is Write.At.Path, below the
// field.
type KeptWrite struct {
	Key   string
	Write effect.Write
}
