package cachemutate

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/posn"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/wording"
)

// A bug is what the message of one write says: what mutates an object that was read
// from the cache. Facts hold all of it.
type bug struct {
	write WriteAt
	// read is where the object comes from, in the words of an ownership.Origin.
	read, readPosn string
	readVia        []string // the functions that passed the object on, outermost first
	// registered tells that the object is passed to a function of another package, which is
	// registered at readPosn.
	registered bool
	// option is what makes it a read without a copy, nil if it always is one.
	option *Option
	// near is where it is reported.
	near string
}

func bugOf(pass *analysis.Pass, f *ownership.Finding, opt *Option) bug {
	return bug{near: posn.Of(pass, f.Pos), write: writeAt(pass, f), read: f.Origin.What, readPosn: f.Origin.Posn, readVia: names(f.Origin.Via), registered: f.Registers(), option: opt}
}

// message is the message of b at the write, or at the call that leads to it, in at
// most room characters.
func (b bug) message(room int) string {
	return wording.Fit(room, func(l wording.Level) string {
		subject, verb := b.mutates(l)
		return fmt.Sprintf("%s %s %s", subject, verb, b.object(l))
	})
}

// mutates says what does what to the object.
func (b bug) mutates(l wording.Level) (subject, verb string) {
	if len(b.write.Via) > 0 {
		return l.Func(b.write.Via[0]), "mutates"
	}
	return expression(b.write.What, l), does(b.write.What)
}

// object describes the object, and says what to do.
func (b bug) object(l wording.Level) string {
	return fmt.Sprintf("a cached object%s, %s%s; DeepCopy it first", b.inside(l), b.origin(l), through(b.readVia, l))
}

// inside describes the write that the call leads to, "" if b is no call.
func (b bug) inside(l wording.Level) string {
	w := b.write
	if len(w.Via) == 0 || l.Detail >= wording.Core {
		return ""
	}
	what := expression(w.What, l)
	if _, kind := effect.SplitWhat(w.What); kind == effect.Decode {
		what += " " + decodes + " it"
	}
	calls := l.Calls(w.Via[1:])
	if calls != "" {
		calls = ", through " + calls
	}
	return fmt.Sprintf(" (%s at %s%s)", what, l.At(w.Posn, b.near), calls)
}

// through names the functions on a path.
func through(funcs []string, l wording.Level) string {
	if calls := l.Calls(funcs); calls != "" {
		return " (through " + calls + ")"
	}
	return ""
}

// origin says where the object comes from.
func (b bug) origin(l wording.Level) string {
	at := l.At(b.readPosn, b.near)
	what, kind := effect.SplitWhat(b.read)
	switch {
	case b.option != nil:
		return fmt.Sprintf("read by %s at %s without a copy (%s at %s)", l.Call(what), at, l.Name(b.option.Field), l.At(b.option.Posn, b.near))
	case kind == effect.Uncopied:
		return fmt.Sprintf("read by %s at %s without a copy%s", l.Call(what), at, because("client.UnsafeDisableDeepCopy", l))
	case kind == effect.Assumed:
		return fmt.Sprintf("read by %s at %s without a copy%s", l.Call(what), at, because("-cachemutate.no-deep-copy", l))
	case kind == effect.Handed:
		return fmt.Sprintf("passed to the callback of %s at %s", l.Call(what), at)
	case what == effect.FromInformer && l.Detail >= wording.Core:
		return "passed by the informer at " + at
	case what == effect.FromInformer && b.registered:
		return "passed by the informer to the function registered at " + at
	case what == effect.FromInformer:
		return "passed by the informer to the function at " + at
	case strings.HasPrefix(what, "the "): // a field of an event
		return fmt.Sprintf("%s at %s", l.Name(what), at)
	}
	return fmt.Sprintf("read by %s at %s", l.Call(what), at)
}

// because names the option that turns copies off.
func because(option string, l wording.Level) string {
	if l.Detail >= wording.Core {
		return ""
	}
	return " (" + option + ")"
}

// reads is the first step of the trace, the read.
func (b bug) reads() string {
	what, kind := effect.SplitWhat(b.read)
	switch {
	case b.option != nil:
		return fmt.Sprintf("%s reads the informer cache without a copy (%s at %s)", what, b.option.Field, b.option.Posn)
	case kind == effect.Uncopied, kind == effect.Assumed:
		return what + " reads the informer cache without a copy"
	case kind == effect.Handed:
		return what + " passes an object of the informer cache to its callback"
	case what == effect.FromInformer && b.registered:
		return "the informer passes an object of its cache to the function that is registered here"
	case what == effect.FromInformer:
		return "the informer passes an object of its cache to this function"
	case strings.HasPrefix(what, "the "):
		return what + " is an object of the informer cache"
	}
	return what + " reads the informer cache"
}

// optionMessage is the message of b at its option, or, if the option is in another
// package, at the import of that package.
func (b bug) optionMessage(here bool, room int) string {
	plain := b
	plain.option = nil // the message begins with it
	return wording.Fit(room, func(l wording.Level) string {
		option := l.Name(b.option.Field)
		if typ := b.option.Type; typ != "" && l.Detail < wording.Core {
			option += " of " + l.Name(typ[strings.LastIndexByte(typ, '.')+1:])
		}
		if !here {
			option += " at " + l.Place(b.option.Posn)
		}
		subject, verb := b.mutates(l)
		if len(b.write.Via) == 0 {
			subject += " at " + l.Place(b.write.Posn)
		}
		return fmt.Sprintf("with %s, %s %s %s", option, subject, verb, plain.object(l))
	})
}

// expression is the code that mutates, or what is left of it.
func expression(what string, l wording.Level) string {
	text, kind := effect.SplitWhat(what)
	text = leftOut.Replace(text)
	switch {
	case isCall(text):
		return l.Name(text)
	case text == "it" || strings.HasPrefix(text, "it.") || strings.HasPrefix(text, "it["):
		return "this assignment" // to what has no name
	case token.IsIdentifier(text):
		return "writing to " + l.Name(text)
	case kind == "++" || kind == "--":
		return l.Name(text) + string(kind)
	case kind.IsOperator():
		return l.Name(text) + " " + string(kind) + " …"
	}
	return l.Name(text) + " = …"
}

// leftOut spells what facts leave out of an expression as messages do.
var leftOut = strings.NewReplacer("(...)", "(…)", "[...]", "[…]")

// decodes says what a call that sends a request does with the object.
const decodes = "decodes the response into"

// does says what the expression does, before the object.
func does(what string) string {
	text, kind := effect.SplitWhat(what)
	switch {
	case kind == effect.Decode:
		return decodes
	case strings.HasPrefix(text, "append("):
		return "overwrites elements of"
	}
	return "mutates"
}

// how is how the expression mutates, for the trace.
func how(what string) report.Does {
	switch text, kind := effect.SplitWhat(what); {
	case kind == effect.Decode:
		return report.Decodes
	case isCall(text):
		return report.Writes
	}
	return report.IsWritten
}

// isCall reports whether text, an expression that mutates, is a call: all others
// are assigned to, and calls are not.
func isCall(text string) bool {
	inParentheses := strings.HasPrefix(text, "(") && strings.Count(text, "(") == 1
	return strings.HasSuffix(text, ")") && !inParentheses
}
