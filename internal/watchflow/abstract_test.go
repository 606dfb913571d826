package watchflow

import (
	"fmt"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

// values are values of every kind.
func allValues() []abstract {
	return []abstract{
		{}, boolean(true), boolean(false), {kind: theNil}, {kind: notNil}, textOf(""), textOf("0"), textOf("5"), numberOf(5), numberOf(0),
		{kind: someText}, {kind: event}, {kind: status}, {kind: plainErr}, {kind: fresh}, {kind: newObject},
		{kind: symbol, text: "1"}, {kind: symbol, text: "1", not: true}, {kind: symbol, text: "2"},
		tupleOf(abstract{kind: event}, boolean(true)), tupleOf(abstract{kind: event}), tupleOf(),
	}
}

// TestAbstractString: values that differ have different texts, since states are
// told apart by them; the certainty tells none apart.
func TestAbstractString(t *testing.T) {
	seen := map[string]int{}
	for i, v := range allValues() {
		if j, ok := seen[v.String()]; ok {
			t.Errorf("values %d and %d are both %s", j, i, v)
		}
		seen[v.String()] = i
		if v.because(namedBy).String() != v.String() {
			t.Errorf("%s tells its certainty", v)
		}
	}
	for v, want := range map[string]string{
		textOf("a b").String(): `"a b"`,
		tupleOf(abstract{kind: event}, boolean(true), numberOf(-1)).String(): "(event, true, -1)",
		abstract{kind: symbol, text: "1", not: true}.String():                "!symbol 1",
		abstract{kind: theGlobal, from: &ssa.Parameter{}}.String():           "global ",
	} {
		if v != want {
			t.Errorf("got %s, want %s", v, want)
		}
	}
}

// TestEqual: comparing is symmetric, and a value never differs from itself.
func TestEqual(t *testing.T) {
	for _, a := range allValues() {
		if eq, known := equal(a, a); known && !eq {
			t.Errorf("%s differs from itself", a)
		}
		for _, b := range allValues() {
			eq, known := equal(a, b)
			if eq2, known2 := equal(b, a); eq != eq2 || known != known2 {
				t.Errorf("%s and %s: %v %v, the other way %v %v", a, b, eq, known, eq2, known2)
			}
			if eq && !known {
				t.Errorf("%s and %s: equal, but not known", a, b)
			}
		}
	}
	for _, test := range []struct {
		a, b      abstract
		eq, known bool
	}{
		{boolean(true), boolean(false), false, true},
		{textOf("ERROR"), textOf("ERROR"), true, true},
		{textOf("ERROR"), textOf("ADDED"), false, true},
		{numberOf(410), numberOf(500), false, true},
		{abstract{kind: theNil}, abstract{kind: status}, false, true},
		{abstract{kind: theNil}, textOf("a"), false, false},
		{textOf(""), abstract{kind: someText}, false, true},
		{textOf("0"), abstract{kind: someText}, false, true},
		{textOf("5"), abstract{kind: someText}, false, false},
		{abstract{kind: notNil}, abstract{kind: status}, false, false},
		{abstract{kind: event}, abstract{kind: theGlobal}, false, true},
		{abstract{kind: notNil}, abstract{kind: theGlobal}, false, false},
		{abstract{}, boolean(true), false, false},
	} {
		if eq, known := equal(test.a, test.b); eq != test.eq || known != test.known {
			t.Errorf("%s and %s: %v %v", test.a, test.b, eq, known)
		}
	}
}

// TestCertainty: what a comparison of abstract values is decided by.
func TestCertainty(t *testing.T) {
	for _, test := range []struct {
		a, b abstract
		want certainty
	}{
		{numberOf(1), numberOf(1), byCode},
		{numberOf(500).because(namedBy), numberOf(410), namedBy},
		{abstract{kind: status}, abstract{kind: theNil}, decidedBy},
		{abstract{kind: theNil}, abstract{kind: plainErr}, decidedBy},
	} {
		if got := certaintyOf(test.a, test.b); got != test.want {
			t.Errorf("%s and %s: %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

// TestCaps: an exploration that takes too long is told, and finds nothing.
func TestCaps(t *testing.T) {
	var src strings.Builder
	src.WriteString(watcher + "func cond() bool\nfunc (w *Watcher) run(rv string) {\n")
	for i := range 16 {
		src.WriteString("a" + strings.Repeat("x", i) + " := cond(); ")
	}
	src.WriteString("\nfor { wi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: rv}); for range wi.ResultChan() { break }\n")
	for i := range 16 {
		src.WriteString("if a" + strings.Repeat("x", i) + " { println(1) }\n")
	}
	src.WriteString("} }")
	pass := load(t, src.String())
	log := bound.New(pass.Fset, "example.com/p")
	pass.ResultOf = map[*analysis.Analyzer]any{bound.Analyzer: log}
	f := newFlow(findLoops(newCode(pass, ssabuild.Build(pass, true, log), nil), func(*types.TypeName) bool { return false }))
	if n := f.Failures(); len(n) > 0 {
		t.Errorf("failures %v", n)
	}
	if met := log.All(); len(met) != 1 || met[0].Posn == "" || !strings.HasSuffix(met[0].What, "too many states") {
		t.Errorf("bounds %v", met)
	}
}

// TestSpinCap: a receive behind which too much happens is told, and is no finding.
func TestSpinCap(t *testing.T) {
	for _, tests := range []int{2, 16} {
		var vars, ifs strings.Builder
		for i := range tests {
			fmt.Fprintf(&vars, "a%d := cond(); ", i)
			fmt.Fprintf(&ifs, "if a%d { println(1) }\n", i)
		}
		pass := load(t, watcher+"func cond() bool\nfunc (w *Watcher) run(rv string) {\nwi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: rv})\n"+vars.String()+"\nfor { ev := <-wi.ResultChan()\nprintln(ev.Type)\n"+ifs.String()+"} }")
		log := bound.New(pass.Fset, "example.com/p")
		pass.ResultOf = map[*analysis.Analyzer]any{bound.Analyzer: log}
		found := spins(findLoops(newCode(pass, ssabuild.Build(pass, true, log), nil), func(*types.TypeName) bool { return false }))
		if few := tests == 2; (len(found) == 1) != few || (len(log.All()) == 0) != few {
			t.Errorf("%d tests: %d findings, bounds %v", tests, len(found), log.All())
		}
	}
}

// TestNearest: of several watches, the one that a reader finds first, and the
// list that comes before it.
func TestNearest(t *testing.T) {
	f := flowOf(t, watcher+`
func (w *Watcher) start() { l, _ := w.pods.List(v1.ListOptions{}); w.rv = l.ResourceVersion; w.one(); w.two() }
func (w *Watcher) one() { w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv}) }
func (w *Watcher) two() {
	wi, _ := w.pods.Watch(v1.ListOptions{ResourceVersion: w.rv})
	for e := range wi.ResultChan() { w.rv = e.Object.(*core.Pod).ResourceVersion }
}`)
	a := f.Advances[0]
	if got := f.Posn(f.Nearest(a).Instr.Pos()); len(a.Sinks) != 2 || got != "p/p.go:7" {
		t.Errorf("%d watches, the nearest at %s", len(a.Sinks), got)
	}
	for _, s := range f.Sinks {
		if got := f.Posn(f.ListBefore(s)); got != "p/p.go:4" {
			t.Errorf("the list before is at %s", got)
		}
	}
	if h := (Hazards{}); h.Any() || h.String() != "none" {
		t.Error("hazards of nothing")
	}
	if h := (Hazards{Shared: true}); !h.Any() || h.String() != "shared" {
		t.Error(h)
	}
}
