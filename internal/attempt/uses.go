package attempt

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// filled reports whether the object at a is read into, and whether it goes
// anywhere else that may do so.
func filled(a *ssa.Alloc) (read, touched bool) {
	for _, r := range *a.Referrers() {
		var vals []ssa.Value
		vals = append(vals, a)
		if mi, ok := r.(*ssa.MakeInterface); ok {
			vals = append(vals, mi)
		}
		for _, v := range vals {
			for _, u := range *v.Referrers() {
				call, ok := u.(ssa.CallInstruction)
				if !ok {
					continue
				}
				fn, name, sig, recv := target(call.Common())
				if kube.CallOf(name, fn, sig, recv).Verb == kube.ReadInto {
					read = true
				}
			}
		}
		if s, ok := r.(*ssa.Store); ok && s.Addr == a {
			touched = true // a copy of another
		}
	}
	return read, touched
}

// created reports whether v is handed to a Create.
func created(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.MakeInterface:
			if created(r) {
				return true
			}
		case *ssa.Call:
			fn, name, sig, recv := target(&r.Call)
			if kube.CallOf(name, fn, sig, recv).Verb == kube.Create {
				return true
			}
		}
	}
	return false
}

// changed reports whether something is written into the object v, or a function
// other than a client gets it that may do so.
func changed(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if into(r) {
				return true
			}
		case *ssa.Call:
			fn, name, sig, _ := target(&r.Call)
			if fn != nil && strings.HasPrefix(name, "Set") && sig.Results().Len() == 0 {
				return true
			}
			if name == "AddFinalizer" || name == "RemoveFinalizer" || strings.HasPrefix(name, "Set") {
				return true
			}
		case *ssa.MakeInterface:
			if changed(r) {
				return true
			}
		}
	}
	return false
}

// into reports whether something is stored at addr, or below it.
func into(addr ssa.Value) bool {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == addr {
				return true
			}
		case *ssa.FieldAddr:
			if into(r) {
				return true
			}
		case *ssa.UnOp:
			if _, ok := r.Type().Underlying().(*types.Map); ok {
				for _, u := range *r.Referrers() {
					if _, ok := u.(*ssa.MapUpdate); ok {
						return true
					}
				}
			}
			if isPointer(r.Type()) && into(r) {
				return true
			}
		}
	}
	return false
}
