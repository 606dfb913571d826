package heap

import (
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
)

// A world is the objects of a test, by the names that String gives them.
type world map[string]*Object

// newWorld has parameters, a captured variable, what a call returned, and the
// rest in the order of creation: $0, $1, captured0, result4, new5 to new8,
// cache9, cache10 (a tombstone), func11.
func newWorld() world {
	w := world{}
	for i, o := range []*Object{
		{Kind: Param, Index: 0}, {Kind: Param, Index: 1}, {Kind: Captured}, {Kind: Returned},
		{Kind: Local}, {Kind: Local}, {Kind: Local}, {Kind: Local},
		{Kind: Cached, Origin: &effect.Origin{}}, {Kind: Cached, Type: "k8s.io/client-go/tools/cache.DeletedFinalStateUnknown", Origin: &effect.Origin{}},
		{Kind: Func},
	} {
		o.ID = i + 1
		if o.Kind == Local || o.Kind == Func {
			o.Rank = rankLocal
		}
		w[o.String()] = o
	}
	return w
}

// ref is the reference with this text.
func (w world) ref(text string) Ref {
	text, byValue := strings.CutPrefix(text, "=")
	name := text
	if i := strings.IndexByte(text, '/'); i >= 0 {
		name = text[:i]
	}
	path, rest, err := accesspath.CutText(text[len(name):])
	if w[name] == nil || rest != "" || err != nil {
		panic("no reference: " + text)
	}
	return Ref{w[name], path, byValue}
}

// values are the references with this text.
func (w world) values(text string) Values {
	if text == "_" {
		return nil
	}
	var refs []Ref
	for _, t := range strings.Split(text, "|") {
		refs = append(refs, w.ref(t))
	}
	return NewValues(refs)
}

// run carries out the stores of a script, one a line:
//
//	$0/Labels = new5          a reference
//	$0/Spec = copy =$1/Spec   a struct
//	$0/Labels += new6         a store that is not strong
func (w world) run(s *State, script string) *State {
	for line := range strings.Lines(script) {
		at, v, ok := strings.Cut(strings.TrimSpace(line), " = ")
		weak := false
		if !ok {
			at, v, weak = strings.Cut(strings.TrimSpace(line), " += ")
		}
		if ok || weak {
			v, agg := strings.CutPrefix(v, "copy ")
			s.Store(w.ref(at), w.values(v), agg, !weak)
		}
	}
	return s
}

// expect compares a text.
func expect(t *testing.T, what string, got interface{ String() string }, want string) {
	t.Helper()
	if got.String() != want {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}
