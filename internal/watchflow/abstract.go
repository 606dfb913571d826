package watchflow

import (
	"go/constant"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// abstract is what an exploration knows of a value. The zero value is "anything".
type abstract struct {
	kind abstractKind
	text string     // text, number, symbol, given: the value
	from ssa.Value  // theGlobal: which one
	elem []abstract // tuple
	not  bool       // symbol: its opposite
	// hyp tells whether the hypothesis says so. It tells no two states apart.
	hyp certainty
}

// certainty tells whether a value is what it is because of the hypothesis, and
// whether what was asked names the error: == 500, IsInternalError.
type certainty int8

const (
	byCode certainty = iota // no: the code alone says so
	decidedBy
	namedBy
)

// The order of the kinds is the one in which equal takes them.
type abstractKind int8

const (
	anything  abstractKind = iota
	isTrue                 // true
	isFalse                // false
	theNil                 // nil
	notNil                 // not nil, nothing else known
	text                   // a string, in text
	number                 // an integer, in text
	someText               // a string that is not empty (an old position)
	event                  // the event, or what carries it whole
	status                 // its object: a Status, or an error made from it
	plainErr               // an error that no longer tells which
	theGlobal              // the value of a package variable (io.EOF), not nil
	fresh                  // the version of what was just read or listed
	newObject              // an object that was just read
	symbol                 // one boolean that is not known, or its opposite
	given                  // what the variable in text held where the exploration began
	tuple
)

var abstractNames = [...]string{
	anything: "anything", isTrue: "true", isFalse: "false", theNil: "nil", notNil: "not nil", someText: "some text",
	event: "event", status: "status", plainErr: "plain error", fresh: "fresh", newObject: "new object",
}

func (a abstract) known() bool { return a.kind != anything }

// String is different for different values: `"ERROR"`, 500, nil, (event, true),
// global EOF, !symbol 1.
func (a abstract) String() string {
	switch a.kind {
	case tuple:
		var parts []string
		skipped := false
		for i := range a.elem {
			if a.elem[i].kind == anything { // as most of a select are
				skipped = true
				continue
			}
			s := a.elem[i].String()
			if skipped {
				s = strconv.Itoa(i) + ": " + s
			}
			parts, skipped = append(parts, s), false
		}
		return "(" + strings.Join(parts, ", ") + ")"
	case text:
		return strconv.Quote(a.text)
	case number:
		return a.text
	case given:
		return "given " + a.text
	case theGlobal:
		return "global " + a.from.Name()
	case symbol:
		if a.not {
			return "!symbol " + a.text
		}
		return "symbol " + a.text
	}
	return abstractNames[a.kind]
}

func tupleOf(elem ...abstract) abstract { return abstract{kind: tuple, elem: elem} }

func boolean(b bool) abstract {
	if b {
		return abstract{kind: isTrue}
	}
	return abstract{kind: isFalse}
}

func textOf(s string) abstract { return abstract{kind: text, text: s} }

func numberOf(i int) abstract { return abstract{kind: number, text: strconv.Itoa(i)} }

// because returns a with the certainty h.
func (a abstract) because(h certainty) abstract {
	a.hyp = h
	return a
}

// constant is what is known of c.
func constantOf(c *ssa.Const) abstract {
	if c.Value == nil {
		if c.IsNil() {
			return abstract{kind: theNil}
		}
		return abstract{}
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return boolean(constant.BoolVal(c.Value))
	case constant.String:
		return textOf(constant.StringVal(c.Value))
	case constant.Int:
		return abstract{kind: number, text: c.Value.ExactString()}
	}
	return abstract{}
}

// zeroOf is the zero value of t, if it is known.
func zeroOf(t types.Type) abstract {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsBoolean != 0 {
			return abstract{kind: isFalse}
		}
	case *types.Pointer, *types.Interface, *types.Map, *types.Chan, *types.Signature, *types.Slice:
		return abstract{kind: theNil}
	}
	return abstract{}
}

// isEvent reports whether a is the event or its object.
func (a abstract) isEvent() bool { return a.kind == event || a.kind == status }

// ofFailure reports whether a is the event, its object, or an error made from it.
func (a abstract) ofFailure() bool { return a.isEvent() || a.kind == plainErr }

// equal compares two values: known is false where that cannot be told.
func equal(a, b abstract) (eq, known bool) {
	if a.kind > b.kind {
		a, b = b, a
	}
	switch {
	case a.kind == anything:
		return false, false
	case a.kind == b.kind:
		switch a.kind {
		case isTrue, isFalse, theNil:
			return true, true
		case text, number:
			return a.text == b.text, true
		case theGlobal:
			return a.from == b.from, true
		}
		return false, false
	case a.kind == isTrue && b.kind == isFalse:
		return false, true
	case a.kind == theNil:
		return false, b.kind != text && b.kind != number
	case a.kind == text && b.kind == someText:
		return false, noVersion(a.text)
	case a.ofFailure() && b.kind == theGlobal:
		// io.EOF, a sentinel of the package: not what came from the server.
		return false, true
	}
	return false, false
}

// certaintyOf is the certainty of a comparison of a and b.
func certaintyOf(a, b abstract) certainty {
	h := max(a.hyp, b.hyp)
	if a.ofFailure() || b.ofFailure() {
		h = max(h, decidedBy)
	}
	return h
}
