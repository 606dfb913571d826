package watchflow

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A hypothesis is what an exploration assumes.
type hypothesis struct {
	// eventType is the type of every event that is received, as on the wire, and
	// httpCode the code of its Status if the type is ERROR.
	eventType string
	httpCode  int
	// position is what the places of positions hold at first.
	position abstract
}

// closedChannel is the type of the zero events that a closed channel yields.
const closedChannel = ""

// The HTTP codes of the failures that are assumed: an internal error, which a
// server sends where it may have dropped events, and one that says that the
// position is too old.
const (
	internalError = 500
	gone          = 410
)

// An evaluator tells what a value is in a state, under a hypothesis.
type evaluator struct {
	code    *code
	origins *origins
	hypothesis
	places map[pointsto.Loc]bool // where positions are kept
	// before are the versions of lists that were made before the loop that the
	// exploration is about.
	before map[ssa.Value]bool
	// asserted is called at each assertion of the type of an ERROR event's
	// object that does not hold.
	asserted func(a *ssa.TypeAssert)
	// closely: every call is followed into the function, and a parameter points
	// to what this call passes.
	closely bool

	ids ssaquery.Numbers
}

// eval returns what is known of v.
func (e *evaluator) eval(s *state, v ssa.Value) abstract {
	switch c := v.(type) {
	case *ssa.Const:
		return constantOf(c)
	case *ssa.Function, *ssa.MakeClosure:
		return abstract{kind: notNil}
	case *ssa.Alloc:
		// A pointer to what holds the event is as good as the event.
		if a := s.env[pointsto.Variable(c)]; a.isEvent() || a.kind == newObject {
			return a
		}
		return abstract{kind: notNil}
	}
	return s.env[v]
}

// atPosition is what a position holds if nothing else is known of it.
func (e *evaluator) atPosition(s *state) abstract {
	if s.reset {
		return textOf("")
	}
	return e.position
}

// copied is eval for a value that is copied: an unknown boolean is the same wherever it is copied to.
func (e *evaluator) copied(s *state, v ssa.Value) abstract {
	a := e.eval(s, v)
	if !a.known() && ssaquery.IsRegister(v) && ssaquery.IsBasic(v.Type(), types.IsBoolean) {
		a = abstract{kind: symbol, text: strconv.Itoa(e.ids.Of(v))}
		delete(s.env, symbolKey(a.text))
		s.env[v] = a
	}
	return e.resolve(s, a)
}

// compute returns what the instruction v yields, from its operands.
func (e *evaluator) compute(s *state, v ssa.Value) abstract {
	switch v := v.(type) {
	case *ssa.UnOp:
		return e.unary(s, v)
	case *ssa.BinOp:
		a, b := e.eval(s, v.X), e.eval(s, v.Y)
		if c := compare(v.Op, a, b); c.known() {
			return c
		}
		if c, ok := comparisonOf(v.Op, a, b); ok {
			return s.env[c]
		}
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert:
		return e.eval(s, ssaquery.Wrapped(v))
	case *ssa.Field:
		if e.origins.isListed(v) {
			return e.versionOfList(v)
		}
		return e.field(e.eval(s, v.X), v.X.Type(), v.Field)
	case *ssa.Extract:
		if e.origins.isListed(v) {
			return e.versionOfList(v)
		}
		if t := e.eval(s, v.Tuple); t.kind == tuple && v.Index < len(t.elem) {
			return t.elem[v.Index]
		}
	case *ssa.TypeAssert:
		return e.assertion(s, v)
	case *ssa.FieldAddr:
		f := ssaquery.StructField(v.X.Type(), v.Field)
		if _, ok := f.Type().Underlying().(*types.Struct); !ok {
			break
		}
		if a := e.eval(s, v.X); a.isEvent() || a.kind == newObject {
			return e.field(a, v.X.Type(), v.Field)
		}
	}
	return abstract{}
}

// compare returns what a comparison of a and b yields.
func compare(op token.Token, a, b abstract) abstract {
	switch op {
	case token.EQL, token.NEQ:
		if eq, known := equal(a, b); known {
			return boolean(eq == (op == token.EQL)).because(certaintyOf(a, b))
		}
	case token.GEQ, token.GTR, token.LSS, token.LEQ:
		if a.kind == number && b.kind == number {
			i, _ := strconv.Atoi(a.text)
			j, _ := strconv.Atoi(b.text)
			is := map[token.Token]bool{token.GEQ: i >= j, token.GTR: i > j, token.LSS: i < j, token.LEQ: i <= j}[op]
			return boolean(is).because(certaintyOf(a, b))
		}
	}
	return abstract{}
}

// A comparison is what the environment knows the outcome of a test by that compares what
// variables held where the exploration began.
type comparison string

func comparisonOf(op token.Token, a, b abstract) (c comparison, ok bool) {
	if a.kind != given && b.kind != given || !a.known() || !b.known() {
		return "", false
	}
	return comparison(a.String() + op.String() + b.String()), true
}

// versionOfList is what v reads, the version of a list.
func (e *evaluator) versionOfList(v ssa.Value) abstract {
	if e.before[v] {
		return abstract{kind: someText}
	}
	return abstract{kind: fresh}
}

// unary returns what !x and *x yield. Receives are the exploration's.
func (e *evaluator) unary(s *state, v *ssa.UnOp) abstract {
	switch v.Op {
	case token.NOT:
		a := e.copied(s, v.X)
		switch a.kind {
		case isTrue:
			a.kind = isFalse
			return a
		case isFalse:
			a.kind = isTrue
			return a
		case symbol:
			a.not = !a.not
			return e.resolve(s, a)
		}
	case token.MUL:
		if e.origins.isListed(v) {
			return e.versionOfList(v)
		}
		return e.memory(s, v)
	}
	return abstract{}
}

// resolve replaces a symbol that an earlier branch decided.
func (e *evaluator) resolve(s *state, a abstract) abstract {
	if a.kind == symbol {
		switch s.env[symbolKey(a.text)].kind {
		case isTrue:
			return boolean(!a.not)
		case isFalse:
			return boolean(a.not)
		}
	}
	return a
}

// memory returns what v reads from memory.
func (e *evaluator) memory(s *state, v *ssa.UnOp) abstract {
	if g, ok := v.X.(*ssa.Global); ok {
		if isError(v.Type()) {
			return abstract{kind: theGlobal, from: g}
		}
		return abstract{}
	}
	fa, _ := v.X.(*ssa.FieldAddr)
	if fa != nil {
		if a := e.field(e.eval(s, fa.X), fa.X.Type(), fa.Field); a.known() {
			return a
		}
	}
	ls := e.locs(s, v.X)
	if len(ls) == 1 {
		if a, ok := s.env[ls[0]]; ok {
			return e.resolve(s, a)
		}
	}
	for _, l := range ls {
		if e.places[l] {
			return e.atPosition(s)
		}
	}
	return abstract{}
}

// field returns field i of the event, its Status or an object a, of type t.
func (e *evaluator) field(a abstract, t types.Type, i int) abstract {
	f := ssaquery.StructField(t, i)
	switch a.kind {
	case newObject:
		if isVersionField(t, i) {
			return abstract{kind: fresh}
		}
		if f.Embedded() {
			return a
		}
	case event:
		within := kube.EventWithin(t)
		switch {
		case within == i:
			return a
		case within >= 0: // what stands beside the event
		case e.eventType == closedChannel && kube.IsEvent(t) && !ssaquery.IsBasic(f.Type(), types.IsString):
			return zeroOf(f.Type())
		case ssaquery.IsBasic(f.Type(), types.IsString) && kube.IsEvent(t):
			return textOf(e.eventType).because(namedBy)
		case e.eventType == kube.ErrorEvent:
			return abstract{kind: status}
		}
	case status:
		switch {
		case isVersionField(t, i):
			return textOf("")
		case f.Embedded() && kube.HasVersion(f.Type()):
			return a // its metadata
		}
		return e.statusField(a, f)
	}
	return abstract{}
}

// statusField returns field f of the Status a, or of the error made from it.
func (e *evaluator) statusField(a abstract, f *types.Var) abstract {
	switch kube.PartOfStatus(f.Name()) {
	case kube.StatusCode:
		return numberOf(e.httpCode).because(namedBy)
	case kube.StatusReasonText:
		return textOf(kube.StatusReason(e.httpCode)).because(namedBy)
	case kube.StatusOutcome:
		if ssaquery.IsBasic(f.Type(), types.IsString) {
			return textOf(kube.StatusFailure)
		}
		return a
	case kube.StatusInside:
		return a
	}
	return abstract{}
}

// assertion is what a type assertion of the event's object yields.
func (e *evaluator) assertion(s *state, v *ssa.TypeAssert) abstract {
	a := e.eval(s, v.X)
	if a.kind != status {
		return abstract{}
	}
	holds := kube.CanBeStatus(v.AssertedType)
	if !holds && e.asserted != nil {
		e.asserted(v)
	}
	ok := boolean(holds).because(decidedBy)
	switch {
	case holds && v.CommaOk:
		return tupleOf(a, ok)
	case holds:
		return a
	case v.CommaOk:
		return tupleOf(abstract{kind: theNil, hyp: decidedBy}, ok)
	}
	return abstract{} // panics
}

// panics reports whether the type assertion v fails on the object of an ERROR event, with
// nothing behind it.
func (e *evaluator) panics(s *state, v *ssa.TypeAssert) bool {
	return !v.CommaOk && e.eval(s, v.X).kind == status && !kube.CanBeStatus(v.AssertedType)
}

// locs returns the places that addr can be. If it is within what a parameter points to,
// that is what the calls being explored pass for it, not what any call does.
func (e *evaluator) locs(s *state, addr ssa.Value) []pointsto.Loc {
	all := e.code.Locs(addr)
	if len(all) < 2 || !e.closely {
		return all
	}
	var path []string
	for {
		fa, ok := addr.(*ssa.FieldAddr)
		if !ok {
			break
		}
		path, addr = append(path, fieldName(fa)), fa.X
	}
	for f := range s.frame.Frames() {
		par, ok := soleValue(e.code, addr).(*ssa.Parameter)
		if !ok || f.Call == nil || par.Parent() != f.Fn || passedOn(f.Call.Common(), f.Fn) {
			break
		}
		if addr = ssaquery.Actual(f.Call.Common(), f.Fn, slices.Index(f.Fn.Params, par)); addr == nil {
			return all
		}
	}
	ls := e.code.Pointees(addr)
	if len(ls) != 1 {
		return all
	}
	l := ls[0]
	for _, name := range slices.Backward(path) {
		var ok bool
		if l, ok = l.Field(name); !ok {
			return all
		}
	}
	return []pointsto.Loc{l}
}

// soleValue is v, or the one value that the variable it is read from holds there.
func soleValue(c *code, v ssa.Value) ssa.Value {
	held := func(v ssa.Value) []ssa.Value {
		if vs := c.heldBy(v); len(vs) == 1 {
			return vs
		}
		return nil
	}
	for v := range flow.Origins(v, held) {
		return v
	}
	return v
}

// cell returns the one place that addr is, if it is one.
func (e *evaluator) cell(addr ssa.Value) (pointsto.Loc, bool) {
	ls := e.code.Locs(addr)
	if len(ls) != 1 {
		return pointsto.Loc{}, false
	}
	return ls[0], true
}

// assume records that cond came out one way, so that the next test of the same
// value agrees.
func (e *evaluator) assume(s *state, cond ssa.Value, yes bool) {
	if a := e.eval(s, cond); a.kind == symbol {
		s.env[symbolKey(a.text)] = boolean(yes != a.not)
	} else if ssaquery.IsRegister(cond) {
		s.set(cond, boolean(yes))
	}
	switch c := cond.(type) {
	case *ssa.UnOp:
		switch c.Op {
		case token.NOT:
			e.assume(s, c.X, !yes)
		case token.MUL:
			if l, ok := e.cell(c.X); ok {
				s.env[l] = boolean(yes)
			}
		}
	case *ssa.BinOp:
		if c, ok := comparisonOf(c.Op, e.eval(s, c.X), e.eval(s, c.Y)); ok {
			s.env[c] = boolean(yes)
			return
		}
		if c.Op != token.EQL && c.Op != token.NEQ || !ssaquery.IsNil(c.Y) {
			return
		}
		a := abstract{kind: notNil}
		if (c.Op == token.EQL) == yes {
			a.kind = theNil
		}
		s.set(c.X, a)
		if addr := loadedFrom(c.X); addr != nil {
			if l, ok := e.cell(addr); ok {
				s.env[l] = a
			}
		}
	}
}
