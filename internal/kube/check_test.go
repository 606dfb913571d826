package kube

import (
	"errors"
	"fmt"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// names are the names of all rows of p, sorted.
func (p Package) names() []string {
	var out []string
	out = slices.AppendSeq(out, maps.Keys(p.Functions))
	out = slices.AppendSeq(out, maps.Keys(p.Callbacks))
	out = slices.AppendSeq(out, maps.Keys(p.Events))
	out = slices.AppendSeq(out, maps.Keys(p.Boxes))
	out = slices.AppendSeq(out, maps.Keys(p.Variables))
	out = slices.AppendSeq(out, maps.Keys(p.Retries))
	slices.Sort(out)
	return slices.Compact(out)
}

// check reports what is wrong with the row of that name, pkg being the real
// package, nil if there is none.
func (p Package) check(pkg *types.Package, name string) error {
	if pkg == nil {
		return errors.New("there is no such package")
	}
	if retry, ok := p.Retries[name]; ok {
		f, err := function(pkg, name)
		if err == nil {
			err = checkRetry(f.Signature().Params(), retry)
		}
		if err != nil {
			return err
		}
	}
	if effect, ok := p.Functions[name]; ok {
		f, err := function(pkg, name)
		if err != nil {
			return err
		}
		return checkEffect(f, effect)
	}
	if args, ok := p.Callbacks[name]; ok {
		return checkCallback(pkg, name, args)
	}
	if fields, ok := p.Events[name]; ok {
		return checkFields(pkg, name, fields)
	}
	if box, ok := p.Boxes[name]; ok {
		f, err := function(pkg, name)
		if err != nil {
			return err
		}
		return checkBox(f.Signature(), box)
	}
	if _, ok := p.Variables[name]; !ok {
		return nil
	}
	v, ok := pkg.Scope().Lookup(name).(*types.Var)
	if !ok {
		return errors.New("there is no such variable")
	}
	if _, ok := v.Type().Underlying().(*types.Signature); !ok {
		return fmt.Errorf("the variable is a %s", v.Type())
	}
	if _, ok := known.functions[p.Variables[name]]; !ok {
		return fmt.Errorf("%s has no row", p.Variables[name])
	}
	return nil
}

// checkRetry reports whether the arguments are what r says.
func checkRetry(params *types.Tuple, r Retry) error {
	if r.Fn >= params.Len() {
		return fmt.Errorf("there is no argument %d", r.Fn)
	}
	again, ok := params.At(r.Fn).Type().Underlying().(*types.Signature)
	switch {
	case !ok:
		return fmt.Errorf("argument %d is no function", r.Fn)
	case r.Poll != (again.Results().Len() == 2):
		return fmt.Errorf("Poll is %v, and the function is %s", r.Poll, again)
	case !isError(again.Results().At(again.Results().Len() - 1).Type()):
		return fmt.Errorf("argument %d returns no error", r.Fn)
	}
	if r.Predicate >= 0 {
		if got := params.At(r.Predicate).Type().String(); got != "func(error) bool" {
			return fmt.Errorf("the predicate is a %s", got)
		}
	}
	if r.Backoff >= 0 {
		if got := TypeName(params.At(r.Backoff).Type()); !strings.HasSuffix(strings.ToLower(got), "backoff") {
			return fmt.Errorf("the backoff is a %s", got)
		}
	}
	return nil
}

var methodName = regexp.MustCompile(`^\((\*?)(\w+)\)\.(\w+)$`)

// function is the function or method of pkg that a row calls name. The methods
// of an interface are those that it declares itself: calls of others are known
// by the interface that declares them.
func function(pkg *types.Package, name string) (*types.Func, error) {
	m := methodName.FindStringSubmatch(name)
	if m == nil {
		f, ok := pkg.Scope().Lookup(name).(*types.Func)
		if !ok {
			return nil, errors.New("there is no such function")
		}
		return f, nil
	}
	n := typeNamed(pkg, m[2])
	if n == nil {
		return nil, fmt.Errorf("there is no type %s", m[2])
	}
	if iface, ok := n.Underlying().(*types.Interface); ok {
		for f := range iface.ExplicitMethods() {
			if f.Name() == m[3] && m[1] == "" {
				return f, nil
			}
		}
		return nil, errors.New("the interface declares no such method")
	}
	for f := range n.Methods() {
		if f.Name() == m[3] {
			_, pointer := f.Signature().Recv().Type().(*types.Pointer)
			if pointer != (m[1] == "*") {
				return nil, errors.New("the receiver is another, with or without a star")
			}
			return f, nil
		}
	}
	return nil, errors.New("there is no such method")
}

// typeNamed is the type of that name in pkg; one that is not exported may be
// known by a variable of it only.
func typeNamed(pkg *types.Package, name string) *types.Named {
	if tn, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok {
		n, _ := types.Unalias(tn.Type()).(*types.Named)
		if n != nil && n.Obj() != tn {
			return nil // an alias of something of another name
		}
		return n
	}
	for _, v := range pkg.Scope().Names() {
		t := pkg.Scope().Lookup(v).Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := t.(*types.Named); ok && n.Obj().Name() == name && n.Obj().Pkg() == pkg {
			return n
		}
	}
	return nil
}

// parameters are the types of what a row calls $0, $1…
func parameters(sig *types.Signature) []types.Type {
	var out []types.Type
	if sig.Recv() != nil {
		out = append(out, sig.Recv().Type())
	}
	for v := range sig.Params().Variables() {
		out = append(out, v.Type())
	}
	return out
}

var (
	resultRef = regexp.MustCompile(`^ret(\d+)=`)
	callRef   = regexp.MustCompile(`^call \$(\d+)\((.*)\)$`)
	paramRef  = regexp.MustCompile(`\$(\d+)((?:/[^\s;,()|/]+)*)`)
)

// checkEffect reports where f is not as its row says: the parameters and
// results that it speaks of, and the fields.
func checkEffect(f *types.Func, effect string) error {
	sig := f.Signature()
	params := parameters(sig)
	for clause := range strings.SplitSeq(effect, ";") {
		clause = strings.TrimSpace(clause)
		if m := resultRef.FindStringSubmatch(clause); m != nil {
			if n, _ := strconv.Atoi(m[1]); n >= sig.Results().Len() {
				return fmt.Errorf("%q: it has %d results", clause, sig.Results().Len())
			}
		}
		for _, m := range paramRef.FindAllStringSubmatch(clause, -1) {
			n, _ := strconv.Atoi(m[1])
			if n >= len(params) {
				return fmt.Errorf("%q: it has %d parameters", clause, len(params))
			}
			if err := walk(params[n], m[2], f.Pkg()); err != nil {
				return fmt.Errorf("%q: %v", clause, err)
			}
		}
		if m := callRef.FindStringSubmatch(clause); m != nil {
			n, _ := strconv.Atoi(m[1])
			called, ok := params[n].Underlying().(*types.Signature)
			if !ok {
				if isInvalid(params[n]) {
					continue // of a package that is not there
				}
				return fmt.Errorf("%q: parameter %d is a %s", clause, n, params[n])
			}
			if m[2] != "" && strings.Count(m[2], ",")+1 != called.Params().Len() {
				return fmt.Errorf("%q: it is called with %d arguments", clause, called.Params().Len())
			}
		}
	}
	return nil
}

func isInvalid(t types.Type) bool { return t.Underlying() == types.Typ[types.Invalid] }

// walk follows a path of a row from what a parameter of type t refers to. It
// ends where the type is not known: at interfaces and type parameters.
func walk(t types.Type, path string, pkg *types.Package) error {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	for step := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		if step == "" || step == "**" || strings.HasPrefix(step, "?") || types.IsInterface(t) || isInvalid(t) {
			return nil
		}
		u := t.Underlying()
		switch step {
		case "*":
			switch p := u.(type) {
			case *types.Pointer:
				t = p.Elem()
			case *types.Slice, *types.Map, *types.Chan, *types.Signature:
			default:
				return fmt.Errorf("%s refers to nothing", t)
			}
		case "[]":
			e, ok := u.(interface{ Elem() types.Type })
			if !ok {
				return fmt.Errorf("%s has no elements", t)
			}
			t = e.Elem()
		default:
			f, _, _ := types.LookupFieldOrMethod(t, true, pkg, step)
			v, ok := f.(*types.Var)
			if !ok {
				return fmt.Errorf("%s has no field %s", t, step)
			}
			t = v.Type()
		}
	}
	return nil
}

// checkCallback reports where what is kept under name is not called with as
// many arguments as the row has words; further ones are of no interest only
// where there is but one word.
func checkCallback(pkg *types.Package, name, args string) error {
	typ, member, _ := strings.Cut(name, ".")
	n := typeNamed(pkg, typ)
	if n == nil {
		return fmt.Errorf("there is no type %s", typ)
	}
	words := strings.Count(args, ",") + 1
	var t types.Type = n
	if member != "" {
		obj, _, _ := types.LookupFieldOrMethod(n, true, pkg, member)
		if obj == nil {
			return fmt.Errorf("there is no %s", member)
		}
		t = obj.Type()
		if _, method := obj.(*types.Func); method {
			words-- // the receiver
		}
	}
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		if isInvalid(t) {
			return nil
		}
		return fmt.Errorf("it is a %s", t)
	}
	if n := sig.Params().Len(); words > n || words > 1 && words < n {
		return fmt.Errorf("it is called with %d arguments, the row has %d", n, words)
	}
	return nil
}

func checkFields(pkg *types.Package, name string, fields []string) error {
	n := typeNamed(pkg, name)
	if n == nil {
		tn, _ := pkg.Scope().Lookup(name).(*types.TypeName)
		if tn == nil {
			return fmt.Errorf("there is no type %s", name)
		}
		return fmt.Errorf("%s is an alias", name)
	}
	for _, f := range fields {
		if err := walk(n, "/"+f, pkg); err != nil {
			return err
		}
	}
	return nil
}

func checkBox(sig *types.Signature, box Box) error {
	params := parameters(sig)
	switch {
	case box.Put >= len(params):
		return fmt.Errorf("it has %d parameters", len(params))
	case box.Take && sig.Results().Len() == 0:
		return errors.New("it returns nothing")
	case box.Each:
		f, ok := params[1].Underlying().(*types.Signature)
		if !ok || f.Params().Len() == 0 {
			return errors.New("it is not given a function of a value")
		}
	}
	return nil
}

// satisfies reports whether a version ("0.24") is one that cond is about
// (">=0.19 <0.22"); every one is if there is none.
func satisfies(version, cond string) (bool, error) {
	minor := func(v string) (int, error) {
		_, m, _ := strings.Cut(v, ".")
		return strconv.Atoi(m)
	}
	v, err := minor(version)
	if err != nil {
		return false, fmt.Errorf("%q is no release", version)
	}
	for c := range strings.FieldsSeq(cond) {
		rest, atLeast := strings.CutPrefix(c, ">=")
		if !atLeast {
			var ok bool
			if rest, ok = strings.CutPrefix(c, "<"); !ok {
				return false, fmt.Errorf("%q is no condition", c)
			}
		}
		n, err := minor(rest)
		if err != nil {
			return false, fmt.Errorf("%q is no condition", c)
		}
		if (v >= n) != atLeast {
			return false, nil
		}
	}
	return true, nil
}
