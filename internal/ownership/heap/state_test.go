package heap

import (
	"fmt"
	"testing"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
)

// What stores leave, line by line.
func TestStore(t *testing.T) {
	w := newWorld()
	for _, c := range []struct{ name, script, want string }{
		{"a reference", "$0/Labels = new5", "$0/Labels=new5"},
		{"replaced", "$0/Labels = new5\n$0/Labels = new6", "$0/Labels=new6"},
		{"added", "$0/Labels = new5\n$0/Labels += new6", "$0/Labels=new5|new6"},
		{"added to what was there on entry", "$0/Labels += new6", "$0/Labels=$0/Labels/*|new6"},
		{"added to nothing", "new5/Labels += new6", "new5/Labels=new6"},
		{"nothing added", "$0/Labels += _", ""},
		{"elements stand for many", "new8/[] = new5\nnew8/[] = new6", "new8/[]=new5|new6"},
		{"replaced by what is not known", "$0/Labels = _", "$0/Labels=_"},
		{"the same of local memory is not worth a cell", "new5/Labels = _", ""},
		{"unless there is one", "new5/Labels = new6\nnew5/Labels = _", "new5/Labels=_"},
		{"or one below", "new5/Spec/Labels = new6\nnew5/Spec = copy _", "new5/Spec=copy _"},
		{"or one above", "new5/Spec = copy =$0/Spec\nnew5/Spec/Labels = _", "new5/Spec=copy =$0/Spec; new5/Spec/Labels=_"},
		{"nothing is known of vague places", "$0/… = new5\n$0/** = new5", ""},
		{"and nothing is kept of the cache", "cache9/. = new5\ncache9 = copy =new5", ""},

		{"a struct of the caller", "new5 = copy =$0", "new5=copy =$0"},
		{"of the cache", "new5/Spec = copy =cache9/.", "new5/Spec=copy =cache9/."},
		{"what is no struct is left out of it", "new5 = copy $0|=$1", "new5=copy =$1"},
		{"a struct replaces its fields", "new5/Spec/Labels = new6\nnew5/Spec = copy =$0/Spec", "new5/Spec=copy =$0/Spec"},
		{"but not others", "new5/Status = new6\nnew5/Spec = copy =$0/Spec\nnew5/Specs = new7", "new5/Spec=copy =$0/Spec; new5/Specs=new7; new5/Status=new6"},
		{"a copy of a copy", "new5 = copy =$0\nnew6 = copy =new5", "new5=copy =$0; new6=copy =$0"},
		{"a copy of a part", "new5 = copy =$0\nnew6/Spec = copy =new5/Spec", "new5=copy =$0; new6/Spec=copy =$0/Spec"},
		{"a copy with what was stored", "new5 = copy =$0\nnew5/Labels = new7\nnew6 = copy =new5",
			"new5=copy =$0; new5/Labels=new7; new6=copy =$0; new6/Labels=new7"},
		{"a neighbour whose name begins alike is not copied", "new5/AB = new7\nnew6 = copy =new5/A", "new5/AB=new7"},
		{"a copy of one of two", "new5/Labels = new7\nnew6 = copy =new5|=$1",
			"new5/Labels=new7; new6=copy =$1; new6/Labels=$1/Labels/*|new7"},
		{"of two with other cells", "new5/A = new7\nnew6/B = new8\n$0/S = copy =new5|=new6",
			"$0/S=copy _; $0/S/A=new7; $0/S/B=new8; new5/A=new7; new6/B=new8"},
		{"into itself", "new5/Next/Labels = new6\nnew5 = copy =new5/Next", "new5=copy _; new5/Labels=new6"},
		{"an added struct", "new5/S = copy =$0\nnew5/S += copy =$1", "new5/S=copy =$0|=$1"},
		{"added to what the caller has", "$0/S += copy =$1", "$0/S=copy =$0/S|=$1"},
		{"an added struct with fields", "new5/A = new7\nnew6 = copy =$0\nnew6 += copy =new5", "new5/A=new7; new6=copy =$0; new6/A=$0/A/*|new7"},
	} {
		expect(t, c.name, w.run(NewState(), c.script), c.want)
	}
}

// Caps: of a struct that is copied 39 cells, each of no more than 8 steps; of an
// object that is added to 80.
func TestCaps(t *testing.T) {
	w := newWorld()
	s := NewState()
	for i := range 100 {
		s.Store(w.ref(fmt.Sprintf("new5/F%02d", i)), w.values("new7"), false, true)
	}
	if n := len(s.Objs[w["new5"]]); n != 100 {
		t.Errorf("%d cells of 100 strong stores", n)
	}
	if s.Cut() {
		t.Error("strong stores are cut")
	}
	s.Store(w.ref("new6"), w.values("=new5"), true, true)
	if !s.Cut() {
		t.Error("nothing tells that a copy does not take over all cells")
	}
	m := s.Objs[w["new6"]]
	if _, last := m["/F38"]; len(m) != maxCells || !last {
		t.Errorf("a copy takes over %d cells", len(m))
	}
	s.Store(w.ref("new5/More"), w.values("new7"), false, false)
	if n := len(s.Objs[w["new5"]]); n != 100 {
		t.Errorf("%d cells: one was added to 100", n)
	}
	s.Store(w.ref("new5/F99"), w.values("new8"), false, false)
	expect(t, "a cell that is there", s.Content(w["new5"], "/F99", false), "new7|new8")
	for i := range 100 {
		s.Store(w.ref(fmt.Sprintf("$0/F%02d", i)), w.values("new7"), false, false)
	}
	if n := len(s.Objs[w["$0"]]); n != 2*maxCells {
		t.Errorf("%d cells of 100 that were added", n)
	}

	s = w.run(NewState(), "new5/a/b/c/d/e/f/g = new7\nnew5/a/b/c/d/e/f/g/h = new7\nnew5/a/b/c/d/e/f/g/h/i = new7\nnew6 = copy =new5\nnew8/x = copy =new5")
	if m := s.Objs[w["new6"]]; len(m) != 3 {
		t.Errorf("paths of more than 8 steps are copied: %v", s)
	}
	if m := s.Objs[w["new8"]]; len(m) != 2 {
		t.Errorf("paths of more than 8 steps are copied: %v", s)
	}
}

// TestContent: what a place holds after assignments.
func TestContent(t *testing.T) {
	w := newWorld()
	s := w.run(NewState(), `
		$0/Labels = new5
		new5/[] = new6
		new6 = copy =$1|=cache9
		new6/Name = new7
		new7 = copy _
		captured0 = $0`)
	for _, c := range []struct {
		place string
		agg   bool
		want  string
	}{
		{"$0/Labels", false, "new5"},
		{"$0/Spec", false, "$0/Spec/*"},
		{"$0/Labels/*/[]", false, "$0/Labels/*/[]/*"}, // what it was on entry
		{"$0/…", false, "$0/…"},
		{"$0/Spec/**", false, "$0/Spec/**"},
		{"$0", true, "=$0"},
		{"$0/Spec", true, "=$0/Spec"},
		{"new5/[]", false, "new6"},
		{"new5/x", false, "_"},
		{"new6/Name", false, "new7"},
		{"new6/Labels", false, "$1/Labels/*|cache9/."},
		{"new6", true, "=new6"},
		{"new6/Spec", true, "=new6/Spec"},
		{"new7", true, "_"},
		{"new8", true, "_"},
		{"new5", true, "=new5"}, // something lies below
		{"captured0", false, "$0"},
		{"captured0/*/Labels", false, "captured0/*/Labels/*"},
		{"result4/0/*", false, "result4/0/*/*"},
		{"cache9", false, "cache9/."},
		{"cache9/.", true, "=cache9/."},
		{"cache10/Obj", false, "cache10/obj"},
		{"cache10/Obj", true, "=cache10/."},
	} {
		r := w.ref(c.place)
		expect(t, c.place, s.Content(r.Obj, r.Path, c.agg), c.want)
	}
}

// A struct of which it is known that nothing of others is in it is nothing.
func TestContentOfFreshStruct(t *testing.T) {
	w := newWorld()
	s := w.run(NewState(), "new5/S = copy =$0\nnew5/S/T = copy _")
	expect(t, "fresh", s.Content(w["new5"], "/S/T", true), "_")
	expect(t, "in it", s.Content(w["new5"], "/S/T/Labels", false), "_")
	expect(t, "beside it", s.Content(w["new5"], "/S/U", true), "=new5/S/U")
}

// A reference may hold a copy of a struct, as an interface does.
func TestContentOfBoxes(t *testing.T) {
	w := newWorld()
	s := NewState()
	s.Store(w.ref("new5/box"), w.values("=new6|=$0/Spec|=cache9"), false, true)
	s.Store(w.ref("new6/Labels"), w.values("new7"), false, true)
	expect(t, "the box", s.Content(w["new5"], "/box", false), "=$0/Spec|=cache9|=new6")
	expect(t, "in the box", s.Content(w["new5"], "/box/Labels", false), "$0/Spec/Labels/*|cache9/.|new7")
	// One that holds itself comes to an end.
	s.Store(w.ref("new7/box"), w.values("=new7/box"), false, true)
	expect(t, "in itself", s.Content(w["new7"], "/box/x", false), "_")
	expect(t, "its links", NewValues(s.Links(w.ref("new7/box"))), "_")
}

// TestLinks: the places that a place was copied from.
func TestLinks(t *testing.T) {
	w := newWorld()
	s := w.run(NewState(), "new5 = copy =$0|=cache9\nnew5/Spec = copy =new6\n$1/Spec = copy =$0/Spec")
	for place, want := range map[string]string{
		"new5":        "=$0|=cache9",
		"new5/Status": "=$0/Status|=cache9/.",
		"new5/Spec":   "_",
		"new6":        "_",
		"$1/Spec/X":   "=$0/Spec/X",
		"$1/Status":   "=$1/Status",
		"$1/Spec/A/*": "=$1/Spec/A/*",
		"cache9/.":    "=cache9/.",
	} {
		expect(t, place, NewValues(s.Links(w.ref(place))), want)
	}
	// A trail has an end.
	long := NewState()
	var chain []*Object
	for i := range maxTrail + 10 {
		chain = append(chain, &Object{ID: 100 + i})
	}
	link := func(n int) Values {
		for i := range n {
			long.Objs[chain[i]] = map[string]Cell{"": {Values{{chain[i+1], "", true}}, true}}
		}
		long.Objs[chain[n]] = map[string]Cell{"": {w.values("=$0"), true}}
		return NewValues(long.Links(Ref{Obj: chain[0]}))
	}
	expect(t, "a trail of maxTrail", link(maxTrail), "=$0")
	if long.Cut() {
		t.Error("cut at maxTrail")
	}
	expect(t, "a longer trail", link(maxTrail+1), "_")
	if !long.Clone().Cut() {
		t.Error("nothing tells that a trail ended early")
	}
}

// TestFind: the cell whose path covers most of a path.
func TestFind(t *testing.T) {
	m := map[string]Cell{"/a": {Agg: true}, "/a/b/c": {}, "": {}}
	for _, c := range []struct {
		path, rest string
		agg, ok    bool
	}{
		{"/a", "", true, true},
		{"/a/b", "/b", true, true},
		{"/a/b/c", "", false, true},
		{"/a/b/c/d", "/d", false, true},
		{"/x/y", "/x/y", false, true},
		{"/a/*", "", false, false},
		{"/a/*/b", "", false, false},
		{"", "", false, true},
	} {
		if e, rest, ok := Find(m, c.path); e.Agg != c.agg || rest != c.rest || ok != c.ok {
			t.Errorf("Find(%q) = %v, %q, %v", c.path, e, rest, ok)
		}
	}
	for _, m := range []map[string]Cell{nil, {"/b": {}}} {
		if _, _, ok := Find(m, "/a"); ok {
			t.Errorf("/a is found in %v", m)
		}
	}
}

// TestHasBelow: whether a value is stored at a path or below it.
func TestHasBelow(t *testing.T) {
	w := newWorld()
	m := map[string]Cell{"/a": {Values: w.values("new5")}, "/b/c": {Values: w.values("new5")}, "/d": {}}
	for path, want := range map[string]bool{"": true, "/a": true, "/b": true, "/d": false, "/a/x": false, "/bb": false} {
		if HasBelow(m, path) != want {
			t.Errorf("HasBelow(%q) is not %v", path, want)
		}
	}
}

// A clone and what it was made of do not share what is stored afterwards.
func TestClone(t *testing.T) {
	w := newWorld()
	s := w.run(NewState(), "$0/A = new5\nnew6/B = new7")
	c := s.Clone()
	d := c.Clone()
	w.run(c, "$0/A = new6")
	w.run(s, "new6/B = new8\n$1/A = new5")
	c.Forget(w["new6"])
	expect(t, "the first", s, "$0/A=new5; $1/A=new5; new6/B=new8")
	expect(t, "its clone", c, "$0/A=new6")
	expect(t, "the clone of that", d, "$0/A=new5; new6/B=new7")
	w.run(c, "$0/B = new6")
	expect(t, "stored again", c, "$0/A=new6; $0/B=new6")

	m := Merge(s, d)
	w.run(m, "$1/A = new6\n$0/A = new7\nnew6/B = new5")
	expect(t, "the first after a merge", s, "$0/A=new5; $1/A=new5; new6/B=new8")
	expect(t, "and the other", d, "$0/A=new5; new6/B=new7")
}

// TestMerge: what is known after two branches.
func TestMerge(t *testing.T) {
	w := newWorld()
	for _, c := range []struct{ name, s, u, want string }{
		{"one knows nothing", "new5/A = new6", "", "new5/A=new6"},
		{"of the caller's memory that is something", "$0/A = new6", "", "$0/A=$0/A/*|new6"},
		{"both", "$0/A = new6", "$0/A = new7", "$0/A=new6|new7"},
		{"a struct and its field", "new5 = copy =$0", "new5/A = new6", "new5=copy =$0; new5/A=$0/A/*|new6"},
		{"structs", "$0/S = copy =$1/S", "$0/S = copy _", "$0/S=copy =$1/S"},
		{"other objects", "new5/A = new6", "new6/A = new7", "new5/A=new6; new6/A=new7"},
		{"a further cell", "$0/A = new6", "$0/A = new6\n$0/B = new7", "$0/A=new6; $0/B=$0/B/*|new7"},
	} {
		s, u := w.run(NewState(), c.s), w.run(NewState(), c.u)
		expect(t, c.name, Merge(s, u), c.want)
		expect(t, c.name+", the other way", Merge(u, s), c.want)
	}
}

// TestEqualStates: which scripts lead to the same state.
func TestEqualStates(t *testing.T) {
	w := newWorld()
	scripts := []string{"", "$0/A = new5", "$0/A = new6", "$0/A = _", "$0/A = copy _", "$1/A = new5", "$0/A = new5\n$0/B = new5"}
	for i, a := range scripts {
		for j, b := range scripts {
			if got := EqualStates(w.run(NewState(), a), w.run(NewState(), b)); got != (i == j) {
				t.Errorf("%q and %q: equal is %v", a, b, got)
			}
		}
	}
}

// TestEmpty: a place that is emptied holds nothing any more, and the clone of the state
// stays.
func TestEmpty(t *testing.T) {
	w := newWorld()
	s := w.run(NewState(), "new5/A/B = new6\nnew5/A = new7\nnew5/AB = new7\nnew5/C = new7")
	c := s.Clone()
	s.Empty(w.ref("new5/A"))
	expect(t, "without A", s, "new5/AB=new7; new5/C=new7")
	s.Empty(w.ref("new5"))
	expect(t, "without all", s, "")
	expect(t, "its clone", c, "new5/A=new7; new5/AB=new7; new5/C=new7")
}

// TestKeepReachable: only what roots lead to is kept.
func TestKeepReachable(t *testing.T) {
	w := newWorld()
	s := w.run(NewState(), "$0/A = new5\nnew5/A = new6\nnew6/A = new7\nnew7/A = cache9\nnew8/A = $0")
	kept := s.Clone()
	kept.KeepReachable(nil)
	expect(t, "what the caller can reach", kept, "$0/A=new5; new5/A=new6; new6/A=new7; new7/A=cache9")
	kept = s.Clone()
	kept.KeepReachable(w.values("new8"))
	expect(t, "and what a root does", kept, s.String())
	local := w.run(NewState(), "new5/A = new6\nnew6/A = new5\nnew7/A = new8")
	local.KeepReachable(w.values("new6"))
	expect(t, "a ring", local, "new5/A=new6; new6/A=new5")
}

// TestStep: the place one step on.
func TestStep(t *testing.T) {
	w := newWorld()
	for _, c := range []struct{ from, path, want string }{
		{"$0", "/Labels/*", "$0/Labels/*"},
		{"=$0", "/Spec", "=$0/Spec"},
		{"new5", accesspath.Is("T"), "new5/:(T)"},
		{"new5/:(T)", accesspath.Is("T"), "new5/:(T)"},
		{"new5/:(T)", accesspath.Is("U"), "new5/:(T)/:(U)"},
		{"$0/A/x/A/x", "/A", "$0/A/x/A/x/…"},
		{"cache9", "/Spec/A", "cache9/."},
		{"=cache9", "/Spec", "=cache9/."},
		{"cache9", accesspath.Is("T"), "cache9"},
		{"cache9/.", accesspath.Is("T"), "cache9/."},
		{"cache9", "/Obj", "cache9/."},
		{"cache10", "/Obj", "cache10/Obj"},
		{"=cache10", "/Obj", "=cache10/Obj"},
		{"cache10", "/Key", "cache10/."},
		{"cache10/.", "/Obj", "cache10/."},
	} {
		expect(t, c.from+" along "+c.path, w.ref(c.from).Along(c.path), c.want)
	}
}

// TestCacheRefs: which references lead to cached memory.
func TestCacheRefs(t *testing.T) {
	w := newWorld()
	w["cache9"].Type = "k8s.io/api/core/v1.Pod"
	for text, want := range map[string]struct {
		root bool
		typ  string
	}{
		"cache9":      {true, "k8s.io/api/core/v1.Pod"},
		"cache9/.":    {false, ""},
		"cache10":     {true, "k8s.io/client-go/tools/cache.DeletedFinalStateUnknown"},
		"cache10/obj": {true, ""},
		"cache10/Obj": {false, ""},
		"$0":          {false, ""},
	} {
		r := w.ref(text)
		if r.IsRoot() != want.root || r.Type() != want.typ || r.Managed() {
			t.Errorf("%s: root %v, type %q, managed %v", text, r.IsRoot(), r.Type(), r.Managed())
		}
	}
	w["cache9"].Origin.Managed = &effect.Managed{}
	if !w.ref("cache9/.").Managed() || w.ref("cache10").Managed() || w.ref("new5").Managed() {
		t.Error("Managed")
	}
	outer := map[string]bool{"$0": true, "$1": true, "captured0": true, "result4": true}
	for name, o := range w {
		if o.Outer() != outer[name] {
			t.Errorf("%s: outer %v", name, o.Outer())
		}
	}
}

// TestValues: sets of values are sorted and without duplicates.
func TestValues(t *testing.T) {
	w := newWorld()
	expect(t, "sorted", w.values("new6/b|new6/a|=new6/a|$0|new5|$0"), "$0|new5|new6/a|=new6/a|new6/b")
	for _, c := range []struct{ a, b, want string }{
		{"_", "_", "_"},
		{"_", "$0", "$0"},
		{"$0", "_", "$0"},
		{"$0|new6", "$0/A|new5|new7", "$0|$0/A|new5|new6|new7"},
		{"$0|new5", "new5|new6", "$0|new5|new6"},
		{"=$0", "$0", "$0|=$0"},
	} {
		expect(t, "union", Union(w.values(c.a), w.values(c.b)), c.want)
		expect(t, "union", Union(w.values(c.b), w.values(c.a)), c.want)
	}
	expect(t, "steps", w.values("$0|cache9|cache9/.").Step("/A"), "$0/A|cache9/.")
	expect(t, "steps from nothing", Values(nil).Step("/A"), "_")
	expect(t, "copies", w.values("$0|=$0|new5").AsCopy(), "=$0|=new5")
	if !Equal(w.values("$0|new5"), w.values("new5|$0")) || Equal(w.values("$0"), w.values("=$0")) {
		t.Error("Equal")
	}
}

// Of a set that is too large, memory of others stays, then local memory, then
// what is the cache's under some manager only; older objects before newer ones.
func TestOverflow(t *testing.T) {
	w := newWorld()
	var many []Ref
	for i := range maxRefs {
		many = append(many, w.ref(fmt.Sprintf("new5/F%02d", i)))
	}
	all := NewValues(append([]Ref(nil), many...))
	if len(all) != maxRefs {
		t.Fatalf("%d refs of %d", len(all), maxRefs)
	}
	w["cache9"].ForgetFirst()
	for _, v := range []Values{
		Union(all, w.values("$0|cache9|cache10")),
		Union(w.values("$0|cache9|cache10"), all),
		NewValues(append(append([]Ref(nil), many...), w.values("$0|cache9|cache10")...)),
	} {
		if len(v) != maxRefs {
			t.Errorf("%d refs", len(v))
		}
		expect(t, "first", v[:3], "$0|cache10|new5/F00")
		expect(t, "last", v[maxRefs-1:], "new5/F09")
	}
	expect(t, "forgotten first", w.values("cache9|new5|$0"), "$0|new5|cache9")
}

// Objects have the order in which they are met; local ones are forgotten before
// others.
func TestObjects(t *testing.T) {
	os := NewObjects()
	var order []*Object
	for _, k := range []Kind{Param, Captured, Returned, Cached, Local, Func} {
		order = append(order, os.Of(Key{Kind: k, Index: 2, Type: "T"}))
	}
	for i, o := range order {
		if o.Index != 2 || o.Type != "T" {
			t.Errorf("%v has index %d and type %s", o, o.Index, o.Type)
		}
		for j, other := range order {
			if got, want := CompareRefs(Ref{Obj: o}, Ref{Obj: other}), i-j; got < 0 != (want < 0) || got > 0 != (want > 0) {
				t.Errorf("%v and %v compare as %d", o, other, got)
			}
		}
	}
	if last := os.Of(Key{Kind: Param}); CompareRefs(Ref{Obj: last}, Ref{Obj: order[4]}) > 0 || CompareRefs(Ref{Obj: last}, Ref{Obj: order[3]}) < 0 {
		t.Error("a later parameter is not between older ones and local memory")
	}
}

// TestNames: the objects in these tests have different names, which are read as written.
func TestNames(t *testing.T) {
	var names []string
	for name := range newWorld() {
		names = append(names, name)
	}
	if len(names) != 11 {
		t.Errorf("two objects share a name: %v", names)
	}
	w := newWorld()
	for _, name := range []string{"$0", "$1", "captured0", "result4", "new5", "cache9", "func11"} {
		if w[name] == nil {
			t.Errorf("no %s", name)
		}
	}
	expect(t, "a path", w.ref(`=new5/"a b"/:(x/y.T)`), `=new5/"a b"/:(x/y.T)`)
}
