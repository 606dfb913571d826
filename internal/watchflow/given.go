package watchflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/watchflow/effect"
)

// This file tells which values of a function are what its callers gave it.

// argsWithin returns what the calls in the package pass for par; if fn is not nil,
// those that fn leads to and no others.
func (c *code) argsWithin(par *ssa.Parameter, fn *ssa.Function) []pointsto.Arg {
	args := c.Args(par)
	if fn == nil {
		return args
	}
	return slices.DeleteFunc(args, func(a pointsto.Arg) bool { return !c.Within(fn)[a.Call.Parent()] })
}

// maxGivenDepth bounds the calls between a function and where its parameter is
// used: what is handed on further is not followed.
const maxGivenDepth = 4

// given returns the index of the parameter of fn that v is, as far as the
// functions see that fn leads to, or -1.
func (c *code) given(fn *ssa.Function, v ssa.Value, depth int) int {
	par, ok := soleValue(c, pointsto.Unwrap(v)).(*ssa.Parameter)
	if !ok || depth > maxGivenDepth {
		return -1
	}
	if par.Parent() == fn {
		return slices.Index(fn.Params, par)
	}
	param := -1
	for i, a := range c.argsWithin(par, fn) {
		p := c.given(fn, a.Value, depth+1)
		if p < 0 || i > 0 && p != param {
			return -1
		}
		param = p
	}
	return param
}

// givenField returns the field of a parameter of fn that addr is the address of.
func (c *code) givenField(fn *ssa.Function, addr ssa.Value) (effect.Place, bool) {
	path := ""
	for {
		fa, ok := addr.(*ssa.FieldAddr)
		if !ok {
			break
		}
		path = "." + fieldName(fa) + path
		addr = fa.X
	}
	if path == "" {
		return effect.Place{}, false
	}
	i := c.given(fn, addr, 0)
	return effect.Place{Param: i, Path: path}, i >= 0
}
