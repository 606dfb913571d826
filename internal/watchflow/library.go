package watchflow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// library is what functions of other packages make of what the hypothesis
// speaks of.
type library struct {
	code   *code
	values *evaluator
}

// A libraryCall is a call of a function of another package. of is the event, its
// Status or an error made from it, where that is among the arguments.
type libraryCall struct {
	*ssa.Call
	name string
	does kube.ErrorCall
	args []ssa.Value // without the receiver
	of   abstract
}

// results are the results of the function.
func (c *libraryCall) results() *types.Tuple { return c.Call.Call.Signature().Results() }

// apply executes a call of a function of another package: the first rule that
// knows the function does.
func (l library) apply(s *state, call *ssa.Call) {
	n := calleeName(&call.Call)
	c := &libraryCall{Call: call, name: n, does: kube.OnErrors(n), args: explicitArgs(&call.Call), of: l.failureAmong(s, call)}
	if !c.of.known() && c.does != kube.ErrorNew && c.does != kube.ErrorFormats {
		return
	}
	for _, rule := range []func(*state, *libraryCall) bool{
		l.errorsIs, l.errorsAs, l.predicate, l.reason, l.fill, l.accessor, l.newError, l.same,
	} {
		if rule(s, c) {
			return
		}
	}
}

// at is what is known of an argument.
func (l library) at(s *state, v ssa.Value) abstract { return l.values.eval(s, ssaquery.Unwrap(v)) }

// failureAmong is the event, its Status or an error made from it among what the
// call is given.
func (l library) failureAmong(s *state, call *ssa.Call) abstract {
	var of abstract
	for _, a := range call.Call.Args {
		for _, v := range append([]ssa.Value{a}, ssaquery.Gathered(a)...) {
			if k := l.at(s, v); k.ofFailure() {
				of = k
			}
		}
	}
	if call.Call.IsInvoke() {
		if k := l.at(s, call.Call.Value); k.isEvent() {
			of = k
		}
	}
	return of
}

// errorsIs is errors.Is(err, target).
func (l library) errorsIs(s *state, c *libraryCall) bool {
	if c.does != kube.ErrorIs || len(c.args) != 2 {
		return false
	}
	if eq, known := equal(l.at(s, c.args[0]), l.at(s, c.args[1])); known {
		s.set(c.Call, boolean(eq).because(decidedBy))
	}
	return true
}

// errorsAs is errors.As(err, &target).
func (l library) errorsAs(s *state, c *libraryCall) bool {
	if c.does != kube.ErrorAs || len(c.args) != 2 {
		return false
	}
	switch c.of.kind {
	case status:
		target := ssaquery.Unwrap(c.args[1])
		ptr, ok := target.Type().Underlying().(*types.Pointer)
		yes := ok && kube.CanBeStatus(ptr.Elem())
		s.set(c.Call, boolean(yes))
		if yes {
			s.setAll(l.code.Pointees(target), c.of)
		}
	case plainErr:
		s.set(c.Call, abstract{kind: isFalse})
	}
	return true
}

// predicate is apierrors.IsGone(err) and its kin.
func (l library) predicate(s *state, c *libraryCall) bool {
	res := c.results()
	answer, known := kube.ErrorTest(c.name, l.values.httpCode)
	if !known || res.Len() != 1 || !ssaquery.IsBasic(res.At(0).Type(), types.IsBoolean) {
		return false
	}
	switch c.of.kind {
	case status:
		s.set(c.Call, boolean(answer).because(namedBy))
	case plainErr:
		s.set(c.Call, boolean(false).because(decidedBy))
	}
	return true
}

// reason is apierrors.ReasonForError(err).
func (l library) reason(s *state, c *libraryCall) bool {
	if c.does != kube.ErrorReason {
		return false
	}
	if c.of.kind == status {
		s.set(c.Call, textOf(kube.StatusReason(l.values.httpCode)).because(namedBy))
	} else {
		s.set(c.Call, textOf("Unknown"))
	}
	return true
}

// fill is json.Unmarshal(event.Object.Raw, &x) and its kin.
func (l library) fill(s *state, c *libraryCall) bool {
	into, _ := filling(&c.Call.Call)
	if into == nil || !c.of.known() {
		return false
	}
	s.setAll(l.code.Pointees(into), c.of)
	if c.results().Len() == 1 {
		s.set(c.Call, abstract{kind: theNil})
	}
	return true
}

// accessor is meta.Accessor(obj): a Status has no object metadata.
func (l library) accessor(s *state, c *libraryCall) bool {
	if c.does != kube.ErrorAccessor || c.results().Len() != 2 || c.of.kind != status {
		return false
	}
	s.set(c.Call, tupleOf(abstract{kind: theNil}, abstract{kind: plainErr}))
	return true
}

// newError are functions that make an error: of the Status, or one that no
// longer tells which.
func (l library) newError(s *state, c *libraryCall) bool {
	res := c.results()
	if res.Len() == 0 || !isError(res.At(res.Len()-1).Type()) {
		return false
	}
	var made abstract
	switch c.does {
	case kube.ErrorNew:
		made = abstract{kind: plainErr}
	case kube.ErrorFormats:
		made = abstract{kind: plainErr}
		if c.of.kind == status && len(c.args) > 0 && strings.Contains(ssaquery.StringConst(c.args[0]), "%w") {
			made = c.of
		}
	case kube.ErrorWraps:
		made = c.of
		if made.kind == event {
			made = abstract{kind: status}
		}
	}
	if res.Len() == 1 {
		s.set(c.Call, made)
	}
	return true
}

// same are methods that return the Status or event itself, or a copy.
func (l library) same(s *state, c *libraryCall) bool {
	if c.does == kube.ErrorStatus {
		s.set(c.Call, c.of)
	}
	return true
}
