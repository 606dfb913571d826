package watchflow

import (
	"fmt"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// An aval is what an exploration knows of a value.
type aval struct {
	kind avalKind
	s    string    // constString, constNumber: the value
	from ssa.Value // global: which one
	elem []aval    // tuple
	hyp  certainty // the hypothesis says so
	not  bool      // symbol: its opposite
}

// certainty tells whether a value is what it is because of the hypothesis, and
// whether what was asked names the error: == 500, IsInternalError.
type certainty int8

const (
	byCode certainty = iota // no: the code alone says so
	decidedBy
	namedBy
)

type avalKind int8

const (
	top       avalKind = iota // anything
	isTrue                    // true
	isFalse                   // false
	isNil                     // nil
	notNil                    // not nil, nothing else known
	text                      // the string s
	number                    // the integer s
	someText                  // a string that is not empty (an old position)
	event                     // the event, or what carries it whole
	status                    // its object: a Status, or an error made from it
	plainErr                  // an error that no longer tells which
	theGlobal                 // the value of a package variable (io.EOF), not nil
	fresh                     // the version of what was just read or listed
	newObject                 // an object that was just read
	symbol                    // one boolean that is not known, or its opposite
	tuple
)

func (a aval) known() bool { return a.kind != top }

func (a aval) String() string {
	if a.kind == tuple {
		s := "("
		for _, e := range a.elem {
			s += e.String() + ","
		}
		return s + ")"
	}
	if a.from != nil {
		return fmt.Sprint(int(a.kind), a.from.Name())
	}
	return fmt.Sprint(int(a.kind), a.s, a.not)
}

func boolean(b bool) aval {
	if b {
		return aval{kind: isTrue}
	}
	return aval{kind: isFalse}
}

func ofConst(c *ssa.Const) aval {
	if c.Value == nil {
		if c.IsNil() {
			return aval{kind: isNil}
		}
		return aval{}
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return boolean(constant.BoolVal(c.Value))
	case constant.String:
		return aval{kind: text, s: constant.StringVal(c.Value)}
	case constant.Int:
		return aval{kind: number, s: c.Value.ExactString()}
	}
	return aval{}
}

// zeroOf is the zero value of t, where it says something.
func zeroOf(t types.Type) aval {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return aval{kind: isFalse}
		}
	case *types.Pointer, *types.Interface, *types.Map, *types.Chan, *types.Signature, *types.Slice:
		return aval{kind: isNil}
	}
	return aval{}
}

// equal compares two values: known is false where that cannot be told.
func equal(a, b aval) (eq, known bool) {
	if a.kind > b.kind {
		a, b = b, a
	}
	switch {
	case a.kind == top || b.kind == top:
		return false, false
	case a.kind == b.kind:
		switch a.kind {
		case isTrue, isFalse, isNil:
			return true, true
		case text, number:
			return a.s == b.s, true
		case theGlobal:
			if a.from == b.from {
				return true, true
			}
			return false, true
		}
		return false, false
	case a.kind == isTrue && b.kind == isFalse:
		return false, true
	case a.kind == isNil:
		return false, b.kind != text && b.kind != number
	case a.kind == text && b.kind == someText:
		if a.s == "" || a.s == "0" {
			return false, true
		}
		return false, false
	case (a.kind == status || a.kind == plainErr || a.kind == event) && b.kind == theGlobal:
		// io.EOF, a sentinel of the package: not what came from the server.
		return false, true
	case a.kind == notNil:
		return false, false
	}
	return false, false
}
