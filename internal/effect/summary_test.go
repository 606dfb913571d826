package effect_test

import (
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"

	. "github.com/k8slint/k8slint/internal/effect"
)

func parse(t *testing.T, text string) *Summary {
	t.Helper()
	s, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestEmpty: which effects say nothing.
func TestEmpty(t *testing.T) {
	if s := (*Summary)(nil); !s.Empty() {
		t.Error("nil says something")
	}
	for text, want := range map[string]bool{
		"none":                                  true,
		"cache0=Get":                            true, // nothing refers to it
		"new0=$1":                               true,
		"ret0=$0":                               false,
		"ret1=cache":                            false,
		"write $0 x":                            false,
		"fresh $0":                              false,
		"call $0()":                             false,
		`field "example.com/T.f"=$0`:            false,
		"write $0 x; fresh $0":                  false,
		"write $0 x; call $0()":                 false,
		`call $0(); field "example.com/T.f"=$0`: false,
	} {
		if got := parse(t, text).Empty(); got != want {
			t.Errorf("%s: empty is %v", text, got)
		}
	}
	if s := (&Summary{Results: make([][]Ref, 2)}); !s.Empty() {
		t.Error("results of which nothing is known say something")
	}
}

// TestFits: a summary names only what the signature of its function has.
func TestFits(t *testing.T) {
	for text, want := range map[string]string{
		"none":                             "",
		"write $1; ret0=$0":                "",
		"write $2":                         "there is no parameter $2",
		"ret1=$0":                          "there is no result 1",
		"ret0=captured0":                   "a declared function captures nothing",
		"ret0=$0 if $3==true":              "there is no parameter $3",
		"store $0/Spec $2":                 "there is no parameter $2",
		"call $1($2)":                      "there is no parameter $2",
		`call "a/b.F"($2)`:                 "there is no parameter $2",
		`field "a/b.T.f"/x=$2`:             "there is no parameter $2",
		"ret0=new0; new0/a=$2":             "there is no parameter $2",
		"ret0=cache0; cache0=l.Get of $2":  "there is no parameter $2",
		"ret0=cache0; cache0=l.Get of $1":  "",
		"call $1(cache); ret0=call0.0/Obj": "",
	} {
		s, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got := ""
		if err := s.Fits(2, 1); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestHandsOut: which effects pass cached objects to a function of the caller.
func TestHandsOut(t *testing.T) {
	for text, want := range map[string]bool{
		"call $0()":                           false,
		"call $0(_,$1)":                       false,
		"call $0(_,$1|cache)":                 true,
		"call $0(cache0); cache0=Get managed": false,
		"call $0(cache0|cache1); cache0=Get managed; cache1=Get": true,
		"call $0(cache[])": false, // what holds an object is one of the function's own making
	} {
		s := parse(t, text)
		if got := s.HandsOut(&s.Calls[0]); got != want {
			t.Errorf("%s: hands out is %v", text, got)
		}
	}
}

// TestGuardHolds: under which arguments a condition holds.
func TestGuardHolds(t *testing.T) {
	yes := ssa.NewConst(constant.MakeBool(true), types.Typ[types.Bool])
	name := ssa.NewConst(constant.MakeString("a"), types.Typ[types.String])
	null := ssa.NewConst(nil, types.NewPointer(types.Typ[types.Int]))
	call := &ssa.CallCommon{Value: &ssa.Function{}, Args: []ssa.Value{yes, name, null, &ssa.Parameter{}}}
	method := types.NewFunc(token.NoPos, nil, "M", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	invoke := &ssa.CallCommon{Value: &ssa.Parameter{}, Method: method, Args: []ssa.Value{yes}}
	for _, c := range []struct {
		call  *ssa.CallCommon
		guard Guard
		want  bool
	}{
		{call, Guard{}, true},
		{call, Guard{1, "true", true, ""}, true},
		{call, Guard{1, "true", false, ""}, false},
		{call, Guard{1, "false", true, ""}, false},
		{call, Guard{1, "false", false, ""}, true},
		{call, Guard{2, `"a"`, true, ""}, true},
		{call, Guard{2, `"b"`, true, ""}, false},
		{call, Guard{3, "1", true, ""}, true}, // nil is no constant value
		{call, Guard{3, Nil, true, ""}, true},
		{call, Guard{3, Nil, false, ""}, false},
		{call, Guard{1, Nil, true, ""}, false},
		{call, Guard{4, Nil, false, ""}, true},
		{call, Guard{4, "true", true, ""}, true},  // it is not known
		{call, Guard{4, "true", false, ""}, true}, // so it may be either
		{call, Guard{5, "true", false, ""}, true}, // there is no such argument
		{nil, Guard{1, "true", false, ""}, true},
		{call, Guard{1, "true", false, "/Kind"}, true}, // what is in the argument is not known here
		{invoke, Guard{1, "true", false, ""}, true},    // the receiver is no argument
		{invoke, Guard{2, "true", false, ""}, false},
		{invoke, Guard{2, "true", true, ""}, true},
	} {
		if got := c.guard.Holds(c.call); got != c.want {
			t.Errorf("%+v holds: %v", c.guard, got)
		}
	}
}

// TestTrimWrites: which writes stay if there are too many.
func TestTrimWrites(t *testing.T) {
	ws := parse(t, "write $0 a; write $0 b; write $0 c; write $1 d; write $0 e; write $1 f; write $1 g").Writes
	for _, c := range []struct {
		perPlace, max int
		want          string
		cut           bool
	}{
		{1, 10, "adef", false},
		{2, 10, "abdefg", false},
		{3, 10, "abcdefg", false},
		{3, 7, "abcdefg", false},
		{2, 3, "ade", true},
		{2, 5, "abdef", true},
		{0, 10, "", false},
	} {
		got := ""
		kept, cut := TrimWrites(ws, c.perPlace, c.max)
		for _, w := range kept {
			got += w.What
		}
		if got != c.want || cut != c.cut {
			t.Errorf("%d a place, %d at most: %s, cut %v; want %s, %v", c.perPlace, c.max, got, cut, c.want, c.cut)
		}
	}
}

// A statement that writes many places leaves room for the others.
func TestTrimWritesOfOneStatement(t *testing.T) {
	ws := parse(t, "write $0 a at p/p.go:1; write $0/X b at p/p.go:1; write $0/Y c at p/p.go:1; write $1 d at p/p.go:2; write $1/X e at p/p.go:2; write $2 f at p/p.go:3").Writes
	got := ""
	kept, _ := TrimWrites(ws, 1, 4)
	for _, w := range kept {
		got += w.What
	}
	if got != "abdf" {
		t.Errorf("kept %s, want abdf", got)
	}
}

// TestWays: the way to a write is cut at its bound.
func TestWays(t *testing.T) {
	o := &Origin{What: "Get"}
	o.SetPos(7)
	for i := range MaxVia + 3 {
		before := slices.Clone(o.Via)
		next := o.Through(Hop{Func: string(rune('a' + i))})
		if !slices.Equal(o.Via, before) {
			t.Fatal("Through changes the origin")
		}
		o = next
	}
	var way string
	for _, h := range o.Via {
		way += h.Func
	}
	if way != "ihgfed" || o.What != "Get" || o.Pos() != 7 {
		t.Errorf("way %s of %+v", way, o)
	}
}

// TestFromTable: a write without a position is a row of a table.
func TestFromTable(t *testing.T) {
	if w := (Write{What: "x"}); !w.FromTable() {
		t.Error("a write without position is no row")
	}
	if w := (Write{What: "x", Posn: "a/a.go:1"}); w.FromTable() {
		t.Error("a write with a position is a row")
	}
}

// What is local to the package does not show in a text, and is there.
func TestLocal(t *testing.T) {
	site := Site{Pos: 3, Arg: 1}
	w := Write{At: param(0, ""), What: "x"}.AtSite(site)
	if w.Site() != site {
		t.Errorf("site %v", w.Site())
	}
	fn := new(ssa.Function)
	r := Ref{Base: Func, Idx: -1, Func: "f"}.OfFunction(fn)
	if r.Function() != fn {
		t.Error("the function is lost")
	}
	a := &Summary{Writes: []Write{w}, Results: [][]Ref{{r}}}
	b := parse(t, a.String())
	if a.String() != b.String() {
		t.Errorf("%s is read as %s", a, b)
	}
	if Equal(a, b) {
		t.Error("Equal does not see what is local")
	}
	if !Equal(a, a) || !Equal(nil, nil) || Equal(a, nil) || Equal(nil, a) {
		t.Error("Equal")
	}
}

// TestCompare: effects have one order.
func TestCompare(t *testing.T) {
	a := KeyCall{Key: "a", Origins: []Origin{{What: "x"}}}
	b := KeyCall{Key: "a", Origins: []Origin{{What: "y"}}}
	c := KeyCall{Key: "b"}
	for i, x := range []KeyCall{a, b, c} {
		for j, y := range []KeyCall{a, b, c} {
			if got := CompareKeyCalls(x, y); got != compare(i, j) {
				t.Errorf("CompareKeyCalls(%d, %d) = %d", i, j, got)
			}
		}
	}
	for i, x := range []bool{false, true} {
		for j, y := range []bool{false, true} {
			if got := CompareBool(x, y); got != compare(i, j) {
				t.Errorf("CompareBool(%v, %v) = %d", x, y, got)
			}
		}
	}
	calls := parse(t, `call $0(); call $0(_); call $1(); call "k"(); call "l"()`).Calls
	for i := range calls {
		for j := range calls {
			if SameCall(calls[i], calls[j]) != (i == j) {
				t.Errorf("SameCall(%d, %d) is not %v", i, j, i == j)
			}
		}
	}
}

func compare(i, j int) int { return min(1, max(-1, i-j)) }

// TestOfCopies: what a copied container holds.
func TestOfCopies(t *testing.T) {
	c := Cell{Path: "/[]", Vals: refs(param(0, "/[]/*"), param(1, "/A")), Elems: true}
	want := Cell{Path: "/[]", Vals: refs(copyOf(param(0, "/[]")), copyOf(param(1, "/A"))), Agg: true, Elems: true}
	if got := c.OfCopies(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if c.Agg || c.Vals[0].Copy {
		t.Error("OfCopies changes the cell")
	}
}

// TestParseCallback: what a row says of a callback.
func TestParseCallback(t *testing.T) {
	for spec, want := range map[string]string{
		"cache":           `call "k"(cache0); cache0="an object of the informer"`,
		"_,cache,cache":   `call "k"(_,cache0,cache1); cache0="an object of the informer"; cache1="an object of the informer"`,
		"_,{OptionalObj}": `call "k"(_,=new0); new0/OptionalObj=cache0; cache0="an object of the informer"`,
	} {
		if kc := ParseCallback("k", spec); kc.String() != want {
			t.Errorf("%s:\n got %s\nwant %s", spec, &kc, want)
		}
	}
}
