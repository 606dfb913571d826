package effect

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/k8slint/k8slint/internal/ownership/accesspath"
)

// Iterator marks function values that are iterators over what they hold.
const Iterator = "iterator"

// Parse translates a row of the tables of package kube into a summary.
func Parse(spec string) (*Summary, error) {
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
			return Ref{Base: Cache, Idx: len(s.Origins) - 1}, nil
		case v == "cache[]", v == "cache*":
			s.Origins = append(s.Origins, Origin{})
			n := objs
			objs++
			at := accesspath.Elem
			if v == "cache*" {
				at = ""
			}
			s.Heap = append(s.Heap, Cell{Obj: n, Path: at, Vals: []Ref{{Base: Cache, Idx: len(s.Origins) - 1}}})
			return Ref{Base: Fresh, Idx: n}, nil
		case strings.HasPrefix(v, "new[]("):
			// A new container of the elements of another.
			r, err := parsePlace(strings.TrimSuffix(v[len("new[]("):], ")"))
			if err != nil {
				return Ref{}, err
			}
			n := objs
			objs++
			r.Path = accesspath.Join(r.Path, accesspath.Elem)
			r.Path = accesspath.Join(r.Path, accesspath.Deref)
			s.Heap = append(s.Heap, Cell{Obj: n, Path: accesspath.Elem, Vals: []Ref{r}, Elems: true})
			return Ref{Base: Fresh, Idx: n}, nil
		case strings.HasPrefix(v, "iter("):
			r, err := parsePlace(strings.TrimSuffix(v[len("iter("):], ")"))
			if err != nil {
				return Ref{}, err
			}
			n := objs
			objs++
			s.Heap = append(s.Heap, Cell{Obj: n, Path: "/$0", Vals: []Ref{r}})
			return Ref{Base: Func, Idx: n, Func: Iterator}, nil
		}
		return parsePlace(v)
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
			r, err := parsePlace(place)
			if err != nil {
				return nil, err
			}
			s.Writes = append(s.Writes, Write{At: r, What: what})
		case verb == "fresh":
			r, err := parsePlace(rest)
			if err != nil {
				return nil, err
			}
			s.Stores = append(s.Stores, Store{At: r, Agg: true})
		case verb == "call":
			fn, args, ok := strings.Cut(rest, "(")
			r, err := parsePlace(fn)
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
			r, err := parsePlace(at)
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

// parsePlace reads "$1/Labels/*": a place in terms of parameter 1. A leading "="
// takes the struct that lies there by value.
func parsePlace(v string) (Ref, error) {
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
	return Ref{Base: Param, Idx: n, Path: path, Copy: byValue}, nil
}

// ParseCallback reads what a framework calls a function with.
func ParseCallback(key, spec string) KeyCall {
	kc := KeyCall{Key: key}
	for _, arg := range strings.Split(spec, ",") {
		switch arg {
		case "cache":
			kc.Origins = append(kc.Origins, Origin{What: "an object of the informer"})
			kc.Args = append(kc.Args, []Ref{{Base: Cache, Idx: len(kc.Origins) - 1}})
		case "deleted":
			// cache.DeletedObject: a struct that holds the object.
			kc.Origins = append(kc.Origins, Origin{What: "an object of the informer"})
			n := len(kc.Heap)
			kc.Heap = append(kc.Heap, Cell{Obj: n, Path: "/OptionalObj", Vals: []Ref{{Base: Cache, Idx: len(kc.Origins) - 1}}})
			kc.Args = append(kc.Args, []Ref{{Base: Fresh, Idx: n, Copy: true}})
		default:
			kc.Args = append(kc.Args, nil)
		}
	}
	return kc
}
