package ownership

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/accesspath"
)

// iterFunc marks function values that are iterators over what they hold.
const iterFunc = "iterator"

// table is the summary that the tables give for the function f.
func (e *engine) table(f *types.Func) (*Summary, bool) {
	spec, ok := kube.Func(f)
	if !ok || e.passes && strings.HasPrefix(spec, "call ") {
		return nil, false
	}
	return parseSpec(spec), true
}

// tableMethod is the summary that the tables give for the method m called
// through the interface type t.
func (e *engine) tableMethod(m *types.Func, t types.Type) (*Summary, bool) {
	spec, ok := kube.Method(m, t)
	if !ok || e.passes && strings.HasPrefix(spec, "call ") {
		return nil, false
	}
	return parseSpec(spec), true
}

var specs sync.Map // string -> *Summary

// parseSpec reads a row of the tables (see package kube for the language). A
// row that does not parse is a bug of ours, found by the tests of kube.
func parseSpec(spec string) *Summary {
	if s, ok := specs.Load(spec); ok {
		return s.(*Summary)
	}
	s, err := ParseSpec(spec)
	if err != nil {
		s = &Summary{}
	}
	specs.Store(spec, s)
	return s
}

// ParseSpec translates a row of the tables of package kube into a summary.
func ParseSpec(spec string) (*Summary, error) {
	s := &Summary{}
	result := func(i int, r Ref) {
		for len(s.Results) <= i {
			s.Results = append(s.Results, nil)
		}
		s.Results[i] = append(s.Results[i], r)
	}
	objs := 0
	value := func(v string) (Ref, error) {
		switch {
		case v == "cache":
			s.Origins = append(s.Origins, Origin{})
			return Ref{Base: baseCache, Idx: len(s.Origins) - 1}, nil
		case v == "cache[]", v == "cache*":
			s.Origins = append(s.Origins, Origin{})
			n := objs
			objs++
			at := accesspath.Elem
			if v == "cache*" {
				at = ""
			}
			s.Heap = append(s.Heap, Cell{Obj: n, Path: at, Vals: []Ref{{Base: baseCache, Idx: len(s.Origins) - 1}}})
			return Ref{Base: baseFresh, Idx: n}, nil
		case strings.HasPrefix(v, "new[]("):
			// A new container of the elements of another.
			r, err := param(strings.TrimSuffix(v[len("new[]("):], ")"))
			if err != nil {
				return Ref{}, err
			}
			n := objs
			objs++
			r.Path = accesspath.Join(r.Path, accesspath.Elem)
			r.Path = accesspath.Join(r.Path, accesspath.Deref)
			s.Heap = append(s.Heap, Cell{Obj: n, Path: accesspath.Elem, Vals: []Ref{r}, Elems: true})
			return Ref{Base: baseFresh, Idx: n}, nil
		case strings.HasPrefix(v, "iter("):
			r, err := param(strings.TrimSuffix(v[len("iter("):], ")"))
			if err != nil {
				return Ref{}, err
			}
			n := objs
			objs++
			s.Heap = append(s.Heap, Cell{Obj: n, Path: "/$0", Vals: []Ref{r}})
			return Ref{Base: baseFunc, Idx: n, Func: iterFunc}, nil
		}
		return param(v)
	}
	for _, part := range strings.Split(spec, ";") {
		part = strings.TrimSpace(part)
		verb, rest, _ := strings.Cut(part, " ")
		switch {
		case part == "none":
		case strings.HasPrefix(part, "ret"):
			lhs, rhs, ok := strings.Cut(part, "=")
			n, err := strconv.Atoi(lhs[len("ret"):])
			if !ok || err != nil {
				return nil, fmt.Errorf("%q: want retN=value", part)
			}
			for _, v := range strings.Split(rhs, "|") {
				r, err := value(v)
				if err != nil {
					return nil, err
				}
				result(n, r)
			}
		case verb == "write":
			place, what, _ := strings.Cut(rest, " ")
			r, err := param(place)
			if err != nil {
				return nil, err
			}
			s.Writes = append(s.Writes, Write{At: r, What: what})
		case verb == "fresh":
			r, err := param(rest)
			if err != nil {
				return nil, err
			}
			s.Stores = append(s.Stores, Store{At: r, Agg: true})
		case verb == "call":
			fn, args, ok := strings.Cut(rest, "(")
			r, err := param(fn)
			if !ok || err != nil {
				return nil, fmt.Errorf("%q: want call $N(args)", part)
			}
			c := Call{Target: r}
			args = strings.TrimSuffix(args, ")")
			if args != "" {
				for _, arg := range strings.Split(args, ",") {
					if arg == "_" {
						c.Args = append(c.Args, nil)
						continue
					}
					v, err := value(arg)
					if err != nil {
						return nil, err
					}
					c.Args = append(c.Args, []Ref{v})
				}
			}
			s.Calls = append(s.Calls, c)
		case verb == "store":
			at, v, ok := strings.Cut(rest, " ")
			r, err := param(at)
			if !ok || err != nil {
				return nil, fmt.Errorf("%q: want store $N/path value", part)
			}
			val, err := value(v)
			if err != nil {
				return nil, err
			}
			s.Stores = append(s.Stores, Store{At: r, Vals: []Ref{val}, Agg: val.Copy, Weak: accesspath.Plural(r.Path)})
		default:
			return nil, fmt.Errorf("%q: unknown verb", part)
		}
	}
	return s, nil
}

// param reads "$1/Labels/*": a place in terms of parameter 1. A leading "="
// takes the struct that lies there by value.
func param(v string) (Ref, error) {
	v, byValue := strings.CutPrefix(v, "=")
	if !strings.HasPrefix(v, "$") {
		return Ref{}, fmt.Errorf("%q: want $N", v)
	}
	num, path := v[1:], ""
	if i := strings.IndexByte(num, '/'); i >= 0 {
		num, path = num[:i], num[i:]
	}
	n, err := strconv.Atoi(num)
	if err != nil {
		return Ref{}, fmt.Errorf("%q: want $N: %v", v, err)
	}
	return Ref{Base: baseParam, Idx: n, Path: path, Copy: byValue}, nil
}

// parseCallback reads what a framework calls a function with.
func parseCallback(key, spec string) KeyCall {
	kc := KeyCall{Key: key}
	for _, arg := range strings.Split(spec, ",") {
		switch arg {
		case "cache":
			kc.Origins = append(kc.Origins, Origin{What: "an object of the informer"})
			kc.Args = append(kc.Args, []Ref{{Base: baseCache, Idx: len(kc.Origins) - 1}})
		case "deleted":
			// cache.DeletedObject: a struct that holds the object.
			kc.Origins = append(kc.Origins, Origin{What: "an object of the informer"})
			n := len(kc.Heap)
			kc.Heap = append(kc.Heap, Cell{Obj: n, Path: "/OptionalObj", Vals: []Ref{{Base: baseCache, Idx: len(kc.Origins) - 1}}})
			kc.Args = append(kc.Args, []Ref{{Base: baseFresh, Idx: n, Copy: true}})
		default:
			kc.Args = append(kc.Args, nil)
		}
	}
	return kc
}

// eventArgs are the arguments of fn where its parameters are events of
// controller-runtime, whose objects are those of the cache.
//
// Generic events are left out: what a source sends is its own.
func eventArgs(fn *ssa.Function) (KeyCall, bool) {
	kc := KeyCall{Key: "event"}
	found := false
	for _, p := range fn.Params {
		n, ok := types.Unalias(p.Type()).(*types.Named)
		if !ok {
			kc.Args = append(kc.Args, nil)
			continue
		}
		fields := kube.EventFields(typeKey(n))
		if fields == nil {
			kc.Args = append(kc.Args, nil)
			continue
		}
		found = true
		obj := len(kc.Heap) + 100
		for _, f := range fields {
			kc.Origins = append(kc.Origins, Origin{What: "the " + f + " of a " + n.Obj().Name()})
			kc.Heap = append(kc.Heap, Cell{Obj: obj, Path: "/" + f, Vals: []Ref{{Base: baseCache, Idx: len(kc.Origins) - 1}}})
		}
		kc.Args = append(kc.Args, []Ref{{Base: baseFresh, Idx: obj, Copy: true}})
	}
	return kc, found
}

// resultType is the dynamic type of the objects that a function with this
// signature returns, "" if its type does not tell.
func resultType(sig *types.Signature) string {
	if sig.Results().Len() == 0 {
		return ""
	}
	t := sig.Results().At(0).Type()
	switch u := t.Underlying().(type) {
	case *types.Slice:
		t = u.Elem()
	case *types.Map:
		t = u.Elem()
	}
	if !kube.IsObject(t) {
		return "" // what hands objects to a function returns something else
	}
	return dynType(t)
}
