package ownership

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/kube"
)

// Every row of the tables is in the language of package effect.
func TestRowsParse(t *testing.T) {
	rows := kube.Rows()
	if len(rows) < 100 {
		t.Fatalf("only %d rows", len(rows))
	}
	for name, spec := range rows {
		if _, err := effect.Parse(spec); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, bad := range []string{"", "write", "write x", "ret=cache", "ret0=", "call $1", "store $0", "jump $0", "write $x"} {
		if _, err := effect.Parse(bad); err == nil {
			t.Errorf("%q parses", bad)
		}
	}
}

// TestParseSpec: a row of a table is an effect.
func TestParseSpec(t *testing.T) {
	s, err := effect.Parse("write $1/Labels/*/[] SetLabel; ret0=cache[]; call $2(cache,_)")
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Writes) != 1 || s.Writes[0].At != (effect.Ref{Base: effect.Param, Idx: 1, Path: "/Labels/*/[]"}) || s.Writes[0].What != "SetLabel" {
		t.Errorf("writes: %+v", s.Writes)
	}
	if len(s.Results) != 1 || len(s.Heap) != 1 || s.Heap[0].Path != accesspath.Elem || s.Heap[0].Vals[0].Base != effect.Cache {
		t.Errorf("results: %+v, heap: %+v", s.Results, s.Heap)
	}
	if len(s.Calls) != 1 || len(s.Calls[0].Args) != 2 || len(s.Calls[0].Args[1]) != 0 {
		t.Errorf("calls: %+v", s.Calls)
	}
}

// Facts encode to the same bytes every time, and come back as they were.
func TestFactRoundTrip(t *testing.T) {
	sum, err := effect.Parse("write $1/Labels/*/[] SetLabel; ret0=cache[]; store $0/[] $1; call $2(cache,_)")
	if err != nil {
		t.Fatal(err)
	}
	f := &Does{
		Funcs:  []FuncFact{{Key: "example.com/p.F", Sum: *sum}},
		Fields: []FieldFact{{Key: "example.com/p.T.f", At: "/*/[]", Cached: true, Origin: effect.Origin{What: "Get", Posn: "p/p.go:1", Via: []effect.Hop{{Func: "g", Posn: "p/p.go:2"}}}}},
	}
	var first []byte
	for range 20 {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(f); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = b.Bytes()
		} else if !bytes.Equal(first, b.Bytes()) {
			t.Fatal("the same fact encodes to other bytes")
		}
	}
	if len(first) > 8<<10 {
		t.Errorf("a small fact takes %d bytes", len(first))
	}
	var back Does
	if err := gob.NewDecoder(bytes.NewReader(first)).Decode(&back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(f.Fields, back.Fields) {
		t.Errorf("got %v, want %v", &back, f)
	}
	if got := back.lookup("example.com/p.F"); got == nil || got.Sum.Writes[0].At != sum.Writes[0].At {
		t.Errorf("lookup: %+v", got)
	}
}

// TestJoin: a path of a cyclic type is cut where it repeats.
func TestJoin(t *testing.T) {
	for _, c := range []struct{ path, step, want string }{
		{"", "/Spec", "/Spec"},
		{"/next/*", "/next", "/next/*/next"},
		{"/Next/*/Next/*", "/Next", "/Next/*/Next/*" + accesspath.Any},
		{"/a" + accesspath.Any, "/b", "/a" + accesspath.Any},
	} {
		if got := accesspath.Join(c.path, c.step); got != c.want {
			t.Errorf("join(%q, %q) = %q, want %q", c.path, c.step, got, c.want)
		}
	}
}
