package pointsto

import (
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// functions are the functions of the package.
type functions struct {
	pkg    *ssa.Package
	log    *bound.Log
	list   []*ssa.Function
	member map[*ssa.Function]bool

	types    *ssaquery.Types
	byMethod map[*types.Func][]*ssa.Function // implementers
}

func newFunctions(pkg *ssa.Package, list []*ssa.Function, log *bound.Log) *functions {
	fs := &functions{
		pkg: pkg, log: log, member: map[*ssa.Function]bool{},
		types: ssaquery.NewTypes(pkg), byMethod: map[*types.Func][]*ssa.Function{},
	}
	for _, f := range list {
		if f != nil && f.Blocks != nil {
			fs.list = append(fs.list, f)
			fs.member[f] = true
		}
	}
	return fs
}

// Funcs returns the functions of the package that have a body, in the order in
// which they were given.
func (fs *functions) Funcs() []*ssa.Function { return fs.list }

// Instrs iterates over the instructions of the package, in order.
func (fs *functions) Instrs() iter.Seq2[*ssa.Function, ssa.Instruction] {
	return func(yield func(*ssa.Function, ssa.Instruction) bool) {
		for _, f := range fs.list {
			for _, b := range f.Blocks {
				for _, instr := range b.Instrs {
					if !yield(f, instr) {
						return
					}
				}
			}
		}
	}
}

// Source returns the function of the package that f is, or wraps (a method
// value, a promoted method, an instance of a generic function), or nil.
func (fs *functions) Source(f *ssa.Function) *ssa.Function {
	if f = ssaquery.Unwrapped(ssaquery.Origin(f)); fs.member[f] {
		return f
	}
	return nil
}

// maxImplementers bounds the implementations of an interface that a call is
// followed to; an interface with more is too general to say anything.
const maxImplementers = 4

// implementers returns the methods of the package's types that an interface
// call can reach. Interfaces of other packages are left alone: their calls
// rarely come back here.
func (fs *functions) implementers(c *ssa.CallCommon) []*ssa.Function {
	if fns, ok := fs.byMethod[c.Method]; ok {
		return fns
	}
	fns := fs.findImplementers(c)
	fs.byMethod[c.Method] = fns
	return fns
}

func (fs *functions) findImplementers(c *ssa.CallCommon) []*ssa.Function {
	named, ok := types.Unalias(c.Value.Type()).(*types.Named)
	if !ok || named.Obj().Pkg() != fs.pkg.Pkg {
		return nil
	}
	var fns []*ssa.Function
	for _, f := range fs.types.Implementers(named, c.Method) {
		if fs.member[f] {
			fns = append(fns, f)
		}
	}
	if len(fns) > maxImplementers {
		fs.log.At(ssaquery.MethodName(named, c.Method), c.Method.Pos(), "too many methods implement it; its calls are not followed")
		return nil
	}
	return fns
}

// addNew appends those of more to list that are not there yet.
func addNew[T comparable](list []T, more ...T) []T {
	for _, x := range more {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}
