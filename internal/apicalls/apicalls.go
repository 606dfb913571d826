// Package apicalls says what a call in a function does with API objects, and which object a value is.
//
// An object is the value that a function got it as: a variable, a parameter, or what a client
// returned. Copies made by DeepCopy are the same object, since the API server sees no
// difference. What is read from a field or an element of another value is an object of its own.
package apicalls

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// maxSteps bounds the conversions and captures around an object, which can go in a circle in code
// that does nothing. No finding is lost: nobody writes that many.
const maxSteps = 1000

// Object is the object that v is, or lies in: v itself if nothing else is known. It is the same value in
// a function and in the literals that capture it.
func Object(v ssa.Value) ssa.Value {
	for range maxSteps {
		next := inside(v)
		if next == nil {
			return v
		}
		v = next
	}
	return v
}

// inside is what v is made of, by one step; nil if v is an object.
func inside(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType:
		return ssaquery.Wrapped(v)
	case *ssa.TypeAssert:
		if !x.CommaOk {
			return x.X
		}
	case *ssa.FieldAddr:
		return x.X
	case *ssa.FreeVar:
		if bound := ssaquery.BoundTo(x); len(bound) == 1 {
			return bound[0]
		}
	case *ssa.Alloc:
		// A parameter that is passed by value lies in a variable of its own.
		if stored := ssaquery.StoredIn(x); len(stored) == 1 {
			if p, ok := stored[0].(*ssa.Parameter); ok && !isPointer(p.Type()) {
				return p
			}
		}
	case *ssa.UnOp:
		if f, ok := x.X.(*ssa.FieldAddr); ok && ssaquery.StructField(f.X.Type(), f.Field).Embedded() && !isPointer(x.Type()) {
			return f.X // such as the metadata of the object
		}
		// A variable that holds one pointer.
		a, ok := captured(x.X).(*ssa.Alloc)
		if !ok || !isPointer(ssaquery.Deref(a.Type())) {
			return nil
		}
		if stored := ssaquery.StoredIn(a); len(stored) == 1 {
			return stored[0]
		}
	case *ssa.Call:
		if fn, recv := Target(&x.Call); fn != nil && recv != nil && kube.IsDeepCopy(fn) {
			return recv
		}
	}
	return nil
}

// captured is the variable of the enclosing function that the variable v is.
func captured(v ssa.Value) ssa.Value {
	for range maxSteps {
		f, ok := v.(*ssa.FreeVar)
		if !ok {
			break
		}
		bound := ssaquery.BoundTo(f)
		if len(bound) != 1 {
			break
		}
		v = bound[0]
	}
	return v
}

func isPointer(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}

// Target is the declared function or method that c calls, nil if it calls what a variable holds, and its receiver.
func Target(c *ssa.CallCommon) (fn *types.Func, recv ssa.Value) {
	recv, _ = ssaquery.Operands(c)
	return ssaquery.Target(c), recv
}

// Args are the arguments of c, without the receiver of a method.
func Args(c *ssa.CallCommon) []ssa.Value {
	if recv, params := ssaquery.Operands(c); recv != nil {
		return params
	}
	return c.Args
}

// Deleted is the object that c deletes with a client, nil if it does something else.
func Deleted(c *ssa.CallCommon) ssa.Value {
	fn, _ := Target(c)
	if fn == nil {
		return nil
	}
	if arg, ok := kube.Deletes(fn); ok {
		return Object(Args(c)[arg])
	}
	return nil
}

// InSource is [kube.CallOf] for a call of a method in the source, the zero ClientCall for other calls.
func InSource(info *types.Info, call *ast.CallExpr) kube.ClientCall {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return kube.ClientCall{}
	}
	f, ok := info.ObjectOf(sel.Sel).(*types.Func)
	if !ok {
		return kube.ClientCall{}
	}
	return kube.CallOf(f.Name(), f, f.Signature(), info.TypeOf(sel.X))
}

// Of is what c does with a client, and the object that it is about: nil if there is none.
func Of(c *ssa.CallCommon) (kube.Verb, ssa.Value) {
	fn, recv := Target(c)
	if fn == nil {
		return kube.NoVerb, nil
	}
	var through types.Type
	if recv != nil {
		through = recv.Type()
	}
	call := kube.CallOf(fn.Name(), fn, fn.Signature(), through)
	args := Args(c)
	switch call.Verb {
	case kube.ReadInto, kube.Write, kube.WriteInto, kube.PatchInto, kube.Create:
		if call.Obj < len(args) {
			return call.Verb, Object(args[call.Obj])
		}
	}
	return call.Verb, nil
}

// Sends reports whether the verb sends an object that exists to the API server.
func Sends(v kube.Verb) bool { return v == kube.Write || v == kube.WriteInto || v == kube.PatchInto }

// Read is the object that i brings into its function from the API server or a cache, nil if it brings none,
// and the error of the call.
func (hs Helpers) Read(i ssa.Instruction) (object, err ssa.Value) {
	call, ok := i.(*ssa.Call)
	if !ok {
		return nil, nil
	}
	switch verb, obj := hs.Does(&call.Call); verb {
	case kube.ReadInto:
		return obj, Err(call)
	case kube.ReadLive, kube.ReadCache:
		if e := ssaquery.Extracted(call, 0); e != nil {
			return e, Err(call)
		}
	}
	return nil, nil
}

// Err is the error that i returns as its last result, nil if there is none or it is dropped.
func Err(i ssa.Instruction) ssa.Value {
	call, ok := i.(*ssa.Call)
	if !ok {
		return nil
	}
	res := call.Call.Signature().Results()
	n := res.Len()
	if n == 0 || !ssaquery.IsError(res.At(n-1).Type()) {
		return nil
	}
	return ssaquery.ResultAt(call, n-1)
}
