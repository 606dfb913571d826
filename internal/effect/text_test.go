package effect_test

import (
	"reflect"
	"strings"
	"testing"

	. "github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
)

func param(n int, path string) Ref { return Ref{Base: Param, Idx: n, Path: path} }
func cached(n int) Ref             { return Ref{Base: Cache, Idx: n} }
func fresh(n int) Ref              { return Ref{Base: Fresh, Idx: n} }
func copyOf(r Ref) Ref             { r.Copy = true; return r }
func under(r Ref, g Guard) Ref     { r.Guard = g; return r }
func refs(rs ...Ref) []Ref         { return rs }

// Texts in normal form, and what they say.
var texts = []struct {
	text string
	sum  Summary
}{
	{"none", Summary{}},

	// What the rows of package kube use.
	{"ret0=cache", Summary{Results: [][]Ref{{cached(0)}}, Origins: make([]Origin, 1)}},
	{"ret0=cache[]", Summary{
		Results: [][]Ref{{fresh(0)}}, Origins: make([]Origin, 1),
		Heap: []Cell{{Obj: 0, Path: "/[]", Vals: refs(cached(0))}},
	}},
	{"ret0=cache*", Summary{
		Results: [][]Ref{{fresh(0)}}, Origins: make([]Origin, 1),
		Heap: []Cell{{Obj: 0, Path: "", Vals: refs(cached(0))}},
	}},
	{"ret0=new[]($0)", Summary{
		Results: [][]Ref{{fresh(0)}},
		Heap:    []Cell{{Obj: 0, Path: "/[]", Vals: refs(param(0, "/[]/*")), Elems: true}},
	}},
	{"ret0=new[]($0/[]/*)", Summary{
		Results: [][]Ref{{fresh(0)}},
		Heap:    []Cell{{Obj: 0, Path: "/[]", Vals: refs(param(0, "/[]/*/[]/*")), Elems: true}},
	}},
	{"ret0=iter($0)", Summary{
		Results: [][]Ref{{{Base: Func, Func: Iterator}}},
		Heap:    []Cell{{Obj: 0, Path: "/$0", Vals: refs(param(0, ""))}},
	}},
	{"ret0=$0/Object/*; ret2=$1/?U", Summary{Results: [][]Ref{{param(0, "/Object/*")}, nil, {param(1, "/?U")}}}},
	{"ret0=$0|cache|$1", Summary{Results: [][]Ref{{param(0, ""), cached(0), param(1, "")}}, Origins: make([]Origin, 1)}},
	{"write $0/Labels/*/[] SetLabels", Summary{Writes: []Write{{At: param(0, "/Labels/*/[]"), What: "SetLabels"}}}},
	{"write $2 Status().Patch:decode", Summary{Writes: []Write{{At: param(2, ""), What: "Status().Patch:decode"}}}},
	{"write $1 Decode; write $1/** Decode", Summary{Writes: []Write{{At: param(1, ""), What: "Decode"}, {At: param(1, "/**"), What: "Decode"}}}},
	{"write $0", Summary{Writes: []Write{{At: param(0, "")}}}},
	{"write $3 client.Get; fresh $3", Summary{
		Writes: []Write{{At: param(3, ""), What: "client.Get"}},
		Stores: []Store{{At: param(3, ""), Agg: true}},
	}},
	{"store $0/Items $1", Summary{Stores: []Store{{At: param(0, "/Items"), Vals: refs(param(1, ""))}}}},
	{"store $0/[] $1", Summary{Stores: []Store{{At: param(0, "/[]"), Vals: refs(param(1, "")), Weak: true}}}},
	{"store $0 =$1", Summary{Stores: []Store{{At: param(0, ""), Vals: refs(copyOf(param(1, ""))), Agg: true}}}},
	{"call $1()", Summary{Calls: []Call{{Target: param(1, "")}}}},
	{"call $1(_,cache)", Summary{Calls: []Call{{Target: param(1, ""), Args: [][]Ref{nil, {cached(0)}}}}, Origins: make([]Origin, 1)}},
	{"call $1($0/Items/*/[])", Summary{Calls: []Call{{Target: param(1, ""), Args: [][]Ref{{param(0, "/Items/*/[]")}}}}}},
	{"call weak $1($0)", Summary{Calls: []Call{{Target: param(1, ""), Args: [][]Ref{{param(0, "")}}, Weak: true}}}},

	// What is found out of functions.
	{"ret0=$1/Labels/* if $2==true|cache0; cache0=podLister.Get at web/pods.go:12 type k8s.io/api/core/v1.Pod", Summary{
		Results: [][]Ref{{under(param(1, "/Labels/*"), Guard{Param: 3, Val: "true", Eq: true}), cached(0)}},
		Origins: []Origin{{What: "podLister.Get", Posn: "web/pods.go:12", Typ: "k8s.io/api/core/v1.Pod"}},
	}},
	{`ret0=$0 if $1!=nil`, Summary{Results: [][]Ref{{under(param(0, ""), Guard{Param: 2, Val: Nil})}}}},
	{`write $0/Pod/*/Name if $0/:(a/b.T)/Kind=="update"`, Summary{Writes: []Write{{At: under(param(0, "/Pod/*/Name"), Guard{Param: 1, Path: accesspath.Is("a/b.T") + "/Kind", Val: `"update"`, Eq: true})}}}},
	{`ret0=$0 if $1!="a;b|c"`, Summary{Results: [][]Ref{{under(param(0, ""), Guard{Param: 2, Val: `"a;b|c"`})}}}},
	{`ret0=$0 if $1==-3|$0/A if $1!=1/3|$0/B if $2==(1 + 2i)`, Summary{Results: [][]Ref{{
		under(param(0, ""), Guard{Param: 2, Val: "-3", Eq: true}),
		under(param(0, "/A"), Guard{Param: 2, Val: "1/3"}),
		under(param(0, "/B"), Guard{Param: 3, Val: "(1 + 2i)", Eq: true}),
	}}}},
	{"ret0=cache0[]; cache0=Lister.List at a/a.go:1 via pods at a/b.go:2 via field Server.pods at a/c.go:3 managed type k8s.io/api/core/v1.Pod client r.Client given", Summary{
		Results: [][]Ref{{fresh(0)}},
		Heap:    []Cell{{Obj: 0, Path: "/[]", Vals: refs(cached(0))}},
		Origins: []Origin{{
			What: "Lister.List", Posn: "a/a.go:1",
			Via:     []Hop{{Func: "pods", Posn: "a/b.go:2"}, {Func: "Server.pods", Posn: "a/c.go:3", Field: true}},
			Managed: &Managed{Type: "k8s.io/api/core/v1.Pod", Client: "r.Client", Given: true},
		}},
	}},
	{"ret0=cache0; cache0=_ managed", Summary{Results: [][]Ref{{cached(0)}}, Origins: []Origin{{Managed: &Managed{}}}}},
	{"cache0=_ at a/a.go:1", Summary{Origins: []Origin{{Posn: "a/a.go:1"}}}},
	{"cache0=Get of $1", Summary{Origins: []Origin{{What: "Get", Lister: 2}}}},
	{"ret0=cache0|=cache0/.; cache0=_", Summary{
		Results: [][]Ref{{cached(0), copyOf(Ref{Base: Cache, Idx: 0, Path: "/."})}}, Origins: make([]Origin, 1),
	}},
	{"ret0=new0|=new0/Spec; new0=$0; new0/Labels=_; new0/Spec==$1/Spec", Summary{
		Results: [][]Ref{{fresh(0), copyOf(Ref{Base: Fresh, Path: "/Spec"})}},
		Heap: []Cell{
			{Path: "", Vals: refs(param(0, ""))},
			{Path: "/Labels"},
			{Path: "/Spec", Vals: refs(copyOf(param(1, "/Spec"))), Agg: true},
		},
	}},
	{"new3=copy _; new4=ref =$0; new5/[]=copy elems $0", Summary{Heap: []Cell{
		{Obj: 3, Agg: true},
		{Obj: 4, Vals: refs(copyOf(param(0, "")))},
		{Obj: 5, Path: "/[]", Vals: refs(param(0, "")), Agg: true, Elems: true},
	}}},
	{"ret1=func \"example.com/p.New$1\" new0; new0/$0=captured1/Obj/*; new0/$1=$0", Summary{
		Results: [][]Ref{nil, {{Base: Func, Idx: 0, Func: "example.com/p.New$1"}}},
		Heap: []Cell{
			{Path: "/$0", Vals: refs(Ref{Base: Captured, Idx: 1, Path: "/Obj/*"})},
			{Path: "/$1", Vals: refs(param(0, ""))},
		},
	}},
	{`ret0=func "iterator" new0|new1; new0/$0=$0; new1=$0`, Summary{
		Results: [][]Ref{{{Base: Func, Func: Iterator}, fresh(1)}},
		Heap:    []Cell{{Path: "/$0", Vals: refs(param(0, ""))}, {Obj: 1, Vals: refs(param(0, ""))}},
	}},
	{`call $0(func "(*example.com/p.T).Handle",$1|$2); write call0.1/Labels/*/[] "m[\"a\"] = \"b\"" at p/p.go:3`, Summary{
		Calls:  []Call{{Target: param(0, ""), Args: [][]Ref{{{Base: Func, Idx: -1, Func: "(*example.com/p.T).Handle"}}, {param(1, ""), param(2, "")}}}},
		Writes: []Write{{At: Ref{Base: Returned, Idx: 0, Path: "/1/*/Labels/*/[]"}, What: `m["a"] = "b"`, Posn: "p/p.go:3"}},
	}},
	{`call "(example.com/p.Handler).Handle"(_,$1)`, Summary{Calls: []Call{{Key: "(example.com/p.Handler).Handle", Args: [][]Ref{nil, {param(1, "")}}}}}},
	{"write $0/Spec if $1==true pod.Spec.Replicas at p/p.go:3 via r.scale at q/q.go:4 via field T.obj at q/r.go:5", Summary{Writes: []Write{{
		At: under(param(0, "/Spec"), Guard{Param: 2, Val: "true", Eq: true}), What: "pod.Spec.Replicas", Posn: "p/p.go:3",
		Via: []Hop{{Func: "r.scale", Posn: "q/q.go:4"}, {Func: "T.obj", Posn: "q/r.go:5", Field: true}},
	}}}},
	{"store weak $0/A $1; store strong $0/[] $1; store copy $0/B $1; store ref $0/C =$1; store $0/D _; fresh $0/[]", Summary{Stores: []Store{
		{At: param(0, "/A"), Vals: refs(param(1, "")), Weak: true},
		{At: param(0, "/[]"), Vals: refs(param(1, ""))},
		{At: param(0, "/B"), Vals: refs(param(1, "")), Agg: true},
		{At: param(0, "/C"), Vals: refs(copyOf(param(1, "")))},
		{At: param(0, "/D")},
		{At: param(0, "/[]"), Agg: true, Weak: true},
	}}},
	{"store weak copy $0 _; store strong copy $0/[] _", Summary{Stores: []Store{
		{At: param(0, ""), Agg: true, Weak: true},
		{At: param(0, "/[]"), Agg: true},
	}}},
	{`field "example.com/p.Task.obj"=$1; field "example.com/p.Task.objs"/*/[]=_`, Summary{Fields: []FieldStore{
		{Key: "example.com/p.Task.obj", Val: param(1, "")},
		{Key: "example.com/p.Task.objs", At: "/*/[]"},
	}}},
	{`ret0=$0/:(k8s.io/api/core/v1.Pod)/Spec|$0/?Labels/…|$0/"odd step"/":(|"`, Summary{Results: [][]Ref{{
		param(0, accesspath.Is("k8s.io/api/core/v1.Pod")+"/Spec"), param(0, "/?Labels/…"), param(0, "/odd step/:(|"),
	}}}},
	{`write $0 "via" at "a b/c.go:1" via "" via "given" at x.go:1`, Summary{Writes: []Write{{
		At: param(0, ""), What: "via", Posn: "a b/c.go:1", Via: []Hop{{}, {Func: "given", Posn: "x.go:1"}},
	}}}},
	{`write $0 "_"; write $1 "a;b"; write $2 "\"q\""; write $3 "\xff"`, Summary{Writes: []Write{
		{At: param(0, ""), What: "_"}, {At: param(1, ""), What: "a;b"}, {At: param(2, ""), What: `"q"`}, {At: param(3, ""), What: "\xff"},
	}}},
}

// TestParse: an effect is read from its text.
func TestParse(t *testing.T) {
	for _, c := range texts {
		s, err := Parse(c.text)
		if err != nil {
			t.Errorf("Parse: %v", err)
		} else if !reflect.DeepEqual(*s, c.sum) {
			t.Errorf("Parse(%s)\n got %+v\nwant %+v", c.text, *s, c.sum)
		}
	}
}

// TestString: an effect is written as its text.
func TestString(t *testing.T) {
	for _, c := range texts {
		if got := c.sum.String(); got != c.text {
			t.Errorf("String of %+v\n got %s\nwant %s", c.sum, got, c.text)
		}
	}
	if got := (*Summary)(nil).String(); got != "none" {
		t.Errorf("nil is %q", got)
	}
}

// Texts that say the same in other words.
func TestNormalForm(t *testing.T) {
	for _, c := range []struct{ text, normal string }{
		{" ret0 = $0 ", "ret0=$0"},
		{"ret0=$0 ;write $1  what", "ret0=$0; write $1 what"},
		{"write $1 what; ret0=$0", "ret0=$0; write $1 what"},
		{"ret0=$0; ret0=$1", "ret0=$0|$1"},
		{"ret0=_", "none"},
		{"ret1=$0; ret5=_", "ret1=$0"},
		{"call $1( _ , $2 | $3 )", "call $1(_,$2|$3)"},
		{"store copy $0 _", "fresh $0"},
		{"store weak $0/[] $1", "store $0/[] $1"},
		{"store strong ref $0 $1", "store $0 $1"},
		{"ret0=new0; new0/[]=cache0; cache0=_", "ret0=cache[]"},
		{"ret0=new1; new1/[]=cache0; cache0=_", "ret0=new1; new1/[]=cache"},
		{"ret0=cache0; ret1=cache1; cache1=b; cache0=a", "ret0=cache0; ret1=cache1; cache0=a; cache1=b"},
		{"call $0(cache); ret0=cache", "ret0=cache1; call $0(cache0); cache0=_; cache1=_"},
		{"ret0==cache[]", "ret0==new0; new0/[]=cache"},
		{"ret0=new0; new0/[]=elems $0/[]/*", "ret0=new[]($0)"},
		{`ret0=func "iterator" new0; new0/$0=$0`, "ret0=iter($0)"},
		{`ret0=$0/"Labels"/"[]"`, "ret0=$0/Labels/[]"},
		{`ret0=$0/:k8s`, "ret0=$0/:(k8s)"},
		{"ret0=$007", "ret0=$7"},
		{`write $0 "plain"`, "write $0 plain"},
		{`ret0=$0 if $1=="\x61"`, `ret0=$0 if $1=="a"`},
	} {
		s, err := Parse(c.text)
		if err != nil {
			t.Errorf("Parse: %v", err)
			continue
		}
		if got := s.String(); got != c.normal {
			t.Errorf("%s becomes\n     %s\nwant %s", c.text, got, c.normal)
		}
	}
}

// Errors name the clause and what was wanted.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, err string }{
		{"", `"": want one of: none; retN=values; call $N(values,...); write $N/path what; store $N/path values; fresh $N/path; field "type.field"/path=value; newN/path=values; cacheN=what at file.go:line`},
		{"jump $0", `"jump $0": want one of`},
		{"ret0=$0;", `"": want one of`},
		{"ret=cache", `"ret=cache": want the number of a result, as in ret0=$1`},
		{"ret10000=cache", `"ret10000=cache": want the number of a result`},
		{strings.Repeat("é", 200), `"éééééééééééééééééééééééééééééééééééééééééééééééééé…": want one of`},
		{"ret0", `"ret0": want =`},
		{"ret0=", `"ret0=": want a value, as in $0/Labels/* or cache[]`},
		{"none; ret0=$0|x; none", `"ret0=$0|x": want a value`},
		{"ret0=$0; none", `"ret0=$0; none": none stands alone`},
		{"none; none", `none stands alone`},
		{"ret0=$x", `"ret0=$x": want a number after $`},
		{"ret0=captured", `want a number after captured`},
		{"ret0=new", `want a number after new`},
		{"ret0=call", `want a number after call`},
		{"ret0=call0", `"ret0=call0": want .`},
		{"ret0=call0.x", `"ret0=call0.x": want the number of a result, as in call0.1`},
		{"ret0=call1.0; call $0()", `call1 is what a call returns, and there are 1`},
		{"ret0=$0/", `"ret0=$0/": want a step after the slash`},
		{"ret0=$0//A", `want a step after the slash`},
		{`ret0=$0/"a/b"`, `want a step of a path in the quotes, without a slash`},
		{`ret0=$0/""`, `want a step of a path in the quotes`},
		{"ret0=$0/:(a", `"ret0=$0/:(a": want a ) that closes the type`},
		{"ret0=$0 x", `"ret0=$0 x": want ; or the end at "x"`},
		{"write", `"write": want write $N/path what`},
		{"write x", `"write x": want write $N/path what`},
		{"write$0", `"write$0": want write $N/path what`},
		{"write $0 a b", `"write $0 a b": want ; or the end at "b"`},
		{"write $0 given", `want ; or the end at "given"`},
		{"write $0 a at", `"write $0 a at": want a word at the end`},
		{"write $0 a via ; none", `"write $0 a via": want a word at the end`},
		{`write $0 "a;`, `"write $0 \"a;": want a string that ends in a quote`},
		{"write $0 if true", `"write $0 if true": want $`},
		{"write $0 if $x", `want the number of a parameter, as in if $1==true`},
		{"write $0 if $1=true", `want == or != after the parameter`},
		{"write $0 if $1==x", `want a constant: true, false, nil, a number, or a string in double quotes`},
		{"fresh", `"fresh": want fresh $N/path`},
		{"fresh iter($0)", `"fresh iter($0)": want fresh $N/path`},
		{`write func "f" x`, `want write $N/path what`},
		{`call func "f"()`, `want call $N(values,...)`},
		{"fresh $0 $1", `want ; or the end at "$1"`},
		{"store $0", `"store $0": want a value`},
		{"store weak strong $0 $1", `weak and strong cannot be combined`},
		{"new0=copy ref $1", `copy and ref cannot be combined`},
		{"new=$0", `want the number of an object, as in new0/[]=$1`},
		{"call $1", `"call $1": want (`},
		{"call $1($0", `"call $1($0": want ,`},
		{"call $1($0;", `want ,`},
		{`call ""()`, `want the key of a function, which is not empty`},
		{"call x()", `"call x()": want call $N(values,...)`},
		{`ret0=func x`, `want the key of a function in quotes`},
		{`ret0=func ""`, `want the key of a function, which is not empty`},
		{`ret0=func "f" new`, `want a number after new`},
		{`field T.f=$0`, `want a type and field in quotes, as in field "example.com/p.T.f"=$0`},
		{`field "T.f"=$0|$1`, `want one value`},
		{`field "T.f" $0`, `want =`},
		{"cache=x", `want the number of an object of the cache, as in cache0=Get`},
		{"cache0", `want =`},
		{"cache0=", `want a word at the end`},
		{"cache0=a; cache0=b", `"cache0=b": cache0 is described twice`},
		{"ret0=cache0", `"ret0=cache0": want a clause cache0=...`},
		{"ret0=cache0; cache1=x", `want a clause cache0=...`},
		{"ret0=cache9999; cache0=x", `want a clause cache1=...`},
		{"ret0=cache|cache0; cache0=x", `"ret0=cache|cache0": want no number here, as in the rest`},
		{"ret0=cache0|cache; cache0=x", `"ret0=cache0|cache": want a number after cache, as in the rest`},
		{"ret0=iter($0)|new0", `want no number here, as in the rest`},
		{"ret0=new0|iter($0)", `want a fresh object with a number, as in the rest: new0`},
		{"ret0=iter(cache)", `want a place in a parameter, as in iter($0)`},
		{"ret0=iter()", `"ret0=iter()": want a place, as in iter($0)`},
		{"ret0=new[](new1)", `want a place in a parameter, as in new[]($0)`},
		{"ret0=new[]($0", `want )`},
	} {
		s, err := Parse(c.text)
		if err == nil {
			t.Errorf("%q parses, as %s", c.text, s)
		} else if s != nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: got %v\nwant %s", c.text, err, c.err)
		}
	}
}

// TestKeyCallString: the text of a call of a function in a field.
func TestKeyCallString(t *testing.T) {
	kc := KeyCall{
		Key:     "example.com/p.T.f",
		Args:    [][]Ref{nil, {copyOf(fresh(0))}},
		Origins: []Origin{{What: "Get", Posn: "p/p.go:1"}},
		Heap:    []Cell{{Path: "/Obj", Vals: refs(cached(0))}},
	}
	if got, want := kc.String(), `call "example.com/p.T.f"(_,=new0); new0/Obj=cache0; cache0=Get at p/p.go:1`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
