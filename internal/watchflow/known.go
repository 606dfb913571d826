package watchflow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells what functions of other packages do: by facts, or by their names and
// signatures.

// isListCall reports whether call lists objects.
func (c *code) isListCall(call ssa.CallInstruction) bool {
	fn := ssaquery.Called(call.Common())
	if fn != nil && fn.Pkg() != nil && fn.Pkg() != c.pkg && c.lists != nil && c.lists(fn) {
		return true
	}
	return kube.IsListCall(calleeName(call.Common()), call.Common().Signature())
}

// repeats tells when the function of another package that call calls calls f again, which
// it is given.
func repeats(call ssa.CallInstruction, f *ssa.Function) kube.Again {
	return kube.Repeats(calleeName(call.Common()), f.Signature)
}

// isHelper reports whether call calls a function, not a method, that another package than
// the libraries declares. What it makes of the options and errors of a watch is not known.
func (c *code) isHelper(call *ssa.CallCommon) bool {
	fn := ssaquery.Called(call)
	return fn != nil && fn.Signature().Recv() == nil && fn.Pkg() != nil && fn.Pkg() != c.pkg
}

// lists reports whether fn, or a function that it leads to, lists.
func lists(c *code, fn *ssa.Function) bool {
	for g := range c.Within(fn) {
		for call := range ssaquery.Each[ssa.CallInstruction](g) {
			if c.isListCall(call) {
				return true
			}
		}
	}
	return false
}
