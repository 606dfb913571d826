package watchflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells where the program ends because an object is not what was expected.

// maxEnding bounds the blocks between a failed assertion and the end of the program: it is
// logged, and that was it.
const maxEnding = 4

// endsProgram reports whether the program ends where the assertion a, of two results, does
// not hold, without a word on what the object is: it was not expected there.
func endsProgram(a *ssa.TypeAssert) bool {
	b := whereFalse(a)
	for range maxEnding {
		if b == nil {
			return false
		}
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Panic:
				return !shows(instr.X)
			case *ssa.Call:
				if tellsOfEvent(&instr.Call) {
					return false
				}
				if fn := ssaquery.Called(&instr.Call); fn != nil && kube.ExitsProcess(fn) {
					return true
				}
			}
		}
		if len(b.Succs) != 1 {
			return false
		}
		b = b.Succs[0]
	}
	return false
}

// whereFalse is where control goes if a does not hold, nil if that is not all that its
// second result decides.
func whereFalse(a *ssa.TypeAssert) *ssa.BasicBlock {
	e := ssaquery.Extracted(a, 1)
	if e == nil {
		return nil
	}
	held, way := ssa.Value(e), 1
	for held != nil {
		uses := usesOf(held)
		if len(uses) != 1 {
			return nil
		}
		switch r := uses[0].(type) {
		case *ssa.If:
			return r.Block().Succs[way]
		case *ssa.UnOp:
			held = r
			if r.Op == token.NOT {
				way = 1 - way
			}
		case *ssa.Store: // the variable ok, which is set once
			v, ok := r.Addr.(*ssa.Alloc)
			if !ok || !ssaquery.OnlyStoredByOwner(v) || len(ssaquery.StoredIn(v)) != 1 {
				return nil
			}
			held = nil
			for _, u := range usesOf(v) {
				if load, ok := u.(*ssa.UnOp); ok && held == nil {
					held = load
				} else if u != r {
					return nil
				}
			}
		default:
			return nil
		}
	}
	return nil
}

// usesOf are the instructions that use v.
func usesOf(v ssa.Value) []ssa.Instruction {
	return slices.DeleteFunc(slices.Clone(*v.Referrers()), func(r ssa.Instruction) bool {
		_, debug := r.(*ssa.DebugRef)
		return debug
	})
}

// tellsOfEvent reports whether a call is given an event or its object, for more than to
// print its type.
func tellsOfEvent(c *ssa.CallCommon) bool {
	args := c.Args
	if n := len(args) - 1; n >= 0 && c.Signature().Variadic() {
		if gathered := ssaquery.Gathered(args[n]); !onlyTypes(args[:n]) {
			args = append(slices.Clone(args[:n]), gathered...)
		}
	}
	return slices.ContainsFunc(args, shows)
}

// onlyTypes reports whether the last of args is a format that prints types only.
func onlyTypes(args []ssa.Value) bool {
	if len(args) == 0 {
		return false
	}
	k, ok := args[len(args)-1].(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.String {
		return false
	}
	text := constant.StringVal(k.Value)
	return strings.Count(text, "%") == strings.Count(text, "%T")
}

// shows reports whether v is an event, or the object of one as an interface. A pointer to
// a kind is what the assertion returned, nil.
func shows(v ssa.Value) bool {
	t := pointsto.Unwrap(v).Type()
	return kube.IsEvent(t) || types.IsInterface(t) && kube.IsObject(t)
}
