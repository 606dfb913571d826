package effect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// An Effect is what a function does with watches. It is a fact about the
// function; its slices are sorted, so that it encodes to the same bytes every
// time.
type Effect struct {
	// Watches are the watches that it starts and returns.
	Watches []Watch
	// Lists: on some way it lists.
	Lists bool
	// Sets are the fields of its parameters that it sets.
	Sets []Set
	// Results are what its results are, as far as that is known.
	Results []Result
	// Again says of functions that it is given when it calls them again.
	Again []Again
}

// AFact marks Effect as a fact.
func (*Effect) AFact() {}

// A Place is a parameter, or a field within what it is or points to.
type Place struct {
	Param int    // with the receiver
	Path  string // ".opts.ResourceVersion", "" for the parameter itself
}

// A Watch is a watch that is started from the version at From.
type Watch struct {
	From Place
	// Own: the version is none that the caller gives; From is nothing then.
	Own bool
	// Streaming: the initial events come first. Aggregated: another server
	// than kube-apiserver answers. Single: one object is selected.
	Streaming, Aggregated, Single bool
	// Opaque: the error that is returned where it cannot be started is not
	// that of the API server.
	Opaque bool
}

// A Set is a store to a field of a parameter. Ordered: it is made only after
// versions were compared for order.
type Set struct {
	Into    Place
	From    Source
	Ordered bool
}

// A Result says what result Index can be.
type Result struct {
	Index int
	From  []Source
}

// A Source is where a value comes from.
type Source struct {
	Kind  Kind
	Place Place // of FromParam
}

// A Kind is a kind of sources.
type Kind int

const (
	// FromParam is what a parameter, or a field of it, holds.
	FromParam Kind = iota
	// FromList is the version of a list that the function makes.
	FromList
	// Objects is the list itself.
	Objects
	// FromEvent is the version of an event, whatever its type.
	FromEvent
	// Nothing is "".
	Nothing
	// Unknown is something else.
	Unknown
)

var kindNames = [...]string{FromList: "list", Objects: "objects", FromEvent: "event", Nothing: `""`, Unknown: "?"}

// An Again says when the function calls its parameter again.
type Again struct {
	Param int
	When  When
	// Bounded: only so often.
	Bounded bool
}

// A When says when a function is called again.
type When int

const (
	// Never: it is called once.
	Never When = iota
	// Always: whatever it returns, until something stops it.
	Always
	// UntilDone: while it returns false.
	UntilDone
	// OnError: while it returns an error.
	OnError
)

var whenNames = [...]string{Never: "never", Always: "always", UntilDone: "until done", OnError: "on error"}

func (w When) String() string { return whenNames[w] }

// Empty reports whether e says nothing.
func (e *Effect) Empty() bool {
	return len(e.Watches) == 0 && !e.Lists && len(e.Sets) == 0 && len(e.Results) == 0 && len(e.Again) == 0
}

// Normalize sorts what e says and leaves out what it says twice.
func (e *Effect) Normalize() {
	for i := range e.Results {
		e.Results[i].From = sorted(e.Results[i].From, compareSources)
	}
	e.Watches = sorted(e.Watches, func(a, b Watch) int { return strings.Compare(a.String(), b.String()) })
	e.Sets = sorted(e.Sets, func(a, b Set) int { return strings.Compare(a.String(), b.String()) })
	slices.SortFunc(e.Results, func(a, b Result) int { return cmp.Compare(a.Index, b.Index) })
	slices.SortFunc(e.Again, func(a, b Again) int { return cmp.Compare(a.Param, b.Param) })
}

func sorted[T comparable](s []T, compare func(a, b T) int) []T {
	slices.SortFunc(s, compare)
	return slices.Compact(s)
}

func compareSources(a, b Source) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Place.Param, b.Place.Param), strings.Compare(a.Place.Path, b.Place.Path))
}

// Result returns what result i can be, nil where nothing is known of it.
func (e *Effect) Result(i int) []Source {
	for _, r := range e.Results {
		if r.Index == i {
			return r.From
		}
	}
	return nil
}

// Repeats says when the function calls its parameter i again; ok is false where
// that is not known.
func (e *Effect) Repeats(i int) (a Again, ok bool) {
	for _, a := range e.Again {
		if a.Param == i {
			return a, true
		}
	}
	return Again{}, false
}

// String is the text of e.
func (e *Effect) String() string {
	var clauses []string
	for _, w := range e.Watches {
		clauses = append(clauses, w.String())
	}
	if e.Lists {
		clauses = append(clauses, "list")
	}
	for _, s := range e.Sets {
		clauses = append(clauses, s.String())
	}
	for _, r := range e.Results {
		from := make([]string, len(r.From))
		for i, s := range r.From {
			from[i] = s.String()
		}
		clauses = append(clauses, fmt.Sprintf("ret%d=%s", r.Index, strings.Join(from, ",")))
	}
	for _, a := range e.Again {
		text := fmt.Sprintf("again $%d %s", a.Param, a.When)
		if a.Bounded {
			text += " bounded"
		}
		clauses = append(clauses, text)
	}
	return strings.Join(clauses, "; ")
}

func (p Place) String() string { return fmt.Sprintf("$%d%s", p.Param, p.Path) }

func (s Source) String() string {
	if s.Kind == FromParam {
		return s.Place.String()
	}
	return kindNames[s.Kind]
}

func (w Watch) String() string {
	text := "watch " + w.From.String()
	if w.Own {
		text = "watch own"
	}
	for _, f := range w.flags() {
		if *f.set {
			text += " " + f.name
		}
	}
	return text
}

type flag struct {
	name string
	set  *bool
}

func (w *Watch) flags() []flag {
	return []flag{{"streaming", &w.Streaming}, {"aggregated", &w.Aggregated}, {"single", &w.Single}, {"opaque", &w.Opaque}}
}

func (s Set) String() string {
	verb := "set"
	if s.Ordered {
		verb = "raise"
	}
	return verb + " " + s.Into.String() + "=" + s.From.String()
}
