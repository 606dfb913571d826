package kube

import (
	"go/types"
	"strings"
)

// A shape recognises methods that libraries generate or that too many types
// have to list them: by their name, their signature, and the type t that they
// are called through or declared on.
type shape func(m *types.Func, t types.Type) (effect string, ok bool)

// What is known of a method is its row or, if it has none, the first of these
// shapes that it is of.
var (
	// staticShapes are those of methods that are called statically.
	staticShapes = []shape{objectMethod, condition, registration}
	// interfaceShapes are those of methods that are called through an interface.
	interfaceShapes = []shape{listerMethod, objectMethod, partOfObject, registration, clientMethod}
)

// Func is what the function or method f does that is called statically; ok is
// false if nothing is known of it.
func Func(f *types.Func) (effect string, ok bool) {
	f = f.Origin()
	if s, ok := row(f); ok {
		return s, true
	}
	recv := f.Signature().Recv()
	if recv == nil {
		return "", false
	}
	return first(staticShapes, f, recv.Type())
}

// Method is what the method m does when it is called through the interface
// type t; ok is false if nothing is known of it.
func Method(m *types.Func, t types.Type) (effect string, ok bool) {
	m = m.Origin()
	if s, ok := row(m); ok {
		var targs []types.Type
		if n, ok := types.Unalias(t).(*types.Named); ok && n.TypeArgs().Len() > 0 {
			targs = append(targs, n.TypeArgs().At(0))
		}
		return s, Holds(m, targs)
	}
	return first(interfaceShapes, m, t)
}

// row is the effect of f in the tables.
func row(f *types.Func) (effect string, ok bool) {
	if !known.functionNames[f.Name()] {
		return "", false
	}
	effect, ok = known.functions[Name(f)]
	return effect, ok
}

func first(shapes []shape, m *types.Func, t types.Type) (effect string, ok bool) {
	for _, s := range shapes {
		if effect, ok := s(m, t); ok {
			return effect, true
		}
	}
	return "", false
}

// Holds reports whether the row for f holds where f has the type arguments
// targs. Collections of istio's krt hold the objects of informers where their
// type is that of an object; others are computed, some of them at each read.
func Holds(f *types.Func, targs []types.Type) bool {
	if f.Pkg() == nil || f.Pkg().Path() != istioKrt.Path {
		return true
	}
	at := 0
	if f.Name() == "NewIndex" {
		at = 1 // of keys, to objects
	}
	return len(targs) > at && IsObject(targs[at])
}

// Variable is what the function does that a package's variable holds.
func Variable(pkg, name string) (effect string, ok bool) {
	f, ok := known.variables[Unvendored(pkg)+"."+name]
	if !ok {
		return "", false
	}
	return known.functions[f], true
}

// VariableFunc is the function that v holds, one of the variables by which a library has functions
// of its other packages at its root; nil for others.
func VariableFunc(v *types.Var) *types.Func {
	if v.Pkg() == nil {
		return nil
	}
	of, ok := known.variables[Unvendored(v.Pkg().Path())+"."+v.Name()]
	if !ok {
		return nil
	}
	dot := strings.LastIndex(of, ".")
	for _, p := range v.Pkg().Imports() {
		if Unvendored(p.Path()) == of[:dot] {
			fn, _ := p.Scope().Lookup(of[dot+1:]).(*types.Func)
			return fn
		}
	}
	return nil
}

// BoxMethod is what the method m does with what its receiver keeps; ok is false
// for methods of other types.
func BoxMethod(m *types.Func) (box Box, ok bool) {
	if m.Pkg() == nil {
		return Box{}, false
	}
	if known.boxNames[m.Name()] {
		if box, ok := known.boxes[Name(m)]; ok {
			return box, true
		}
	}
	return queueMethod(m)
}

// EventFields are the fields of the event type named by package path and name
// that hold objects of the cache; nil for other types.
func EventFields(typ string) []string { return known.events[typ] }

// Callback says what the functions that are kept under key are called with:
// "cache", "{Field}" or "_" for each parameter (see Package.Callbacks).
func Callback(key string) (args string, ok bool) {
	args, ok = known.callbacks[key]
	return args, ok
}
