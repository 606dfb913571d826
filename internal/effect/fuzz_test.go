package effect_test

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	. "github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
)

// Every text that parses has a normal form, which says the same; no other text
// makes Parse panic.
func FuzzParse(f *testing.F) {
	for _, c := range texts {
		f.Add(c.text)
	}
	for _, text := range []string{"ret0=cache0|cache", "ret0==new[]($0)", "call call0.1(func \"f\")", "write $0/\"\\xff\" \"\"", "ret0=$0 if $1==(1 + 2i)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		normal := s.String()
		back, err := Parse(normal)
		if err != nil {
			t.Fatalf("%q, the normal form of %q, does not parse: %v", normal, text, err)
		}
		if !reflect.DeepEqual(back, s) {
			t.Fatalf("%q says\n%+v, its normal form %q says\n%+v", text, s, normal, back)
		}
		if again := back.String(); again != normal {
			t.Fatalf("%q has the normal form %q, and that has %q", text, normal, again)
		}
	})
}

// The text of every summary is read as that summary.
func FuzzString(f *testing.F) {
	for i := range uint64(300) {
		f.Add(i, i*i)
	}
	f.Fuzz(func(t *testing.T, a, b uint64) {
		s := maker{rand.New(rand.NewPCG(a, b))}.summary()
		text := s.String()
		back, err := Parse(text)
		if err != nil {
			t.Fatalf("%+v\nis written as %s: %v", s, text, err)
		}
		if !reflect.DeepEqual(back, s) {
			t.Fatalf("%+v\nis written as %s\nand read as %+v", s, text, back)
		}
	})
}

// A maker makes summaries as the analysis could.
type maker struct{ *rand.Rand }

func (m maker) often() bool { return m.IntN(4) > 0 }

func (m maker) seldom() bool { return m.IntN(4) == 0 }

func (m maker) list(most int, f func()) {
	for range m.IntN(most + 1) {
		f()
	}
}

func pick[T any](m maker, of ...T) T { return of[m.IntN(len(of))] }

func (m maker) summary() *Summary {
	s := new(Summary)
	m.list(2, func() { s.Origins = append(s.Origins, m.origin()) })
	m.list(2, func() {
		c := Call{}
		if m.seldom() {
			c.Key = pick(m, "(example.com/p.I).M", "example.com/p.T.f", "a\"b")
		} else {
			c.Target = m.location(s)
			c.Target.Guard = Guard{}
		}
		m.list(3, func() { c.Args = append(c.Args, m.refs(s)) })
		s.Calls = append(s.Calls, c)
	})
	m.list(2, func() { s.Results = append(s.Results, m.refs(s)) })
	for n := len(s.Results); n > 0 && len(s.Results[n-1]) == 0; n-- {
		s.Results = s.Results[:n-1] // which say nothing
	}
	if len(s.Results) == 0 {
		s.Results = nil
	}
	m.list(2, func() {
		s.Heap = append(s.Heap, Cell{Obj: m.IntN(3), Path: m.path(), Vals: m.refs(s), Agg: m.seldom(), Elems: m.seldom()})
	})
	m.list(2, func() {
		s.Stores = append(s.Stores, Store{At: m.location(s), Vals: m.refs(s), Agg: m.seldom(), Weak: m.seldom()})
	})
	m.list(2, func() {
		s.Writes = append(s.Writes, Write{At: m.location(s), What: m.word(), Posn: m.word(), Via: m.via()})
	})
	m.list(1, func() { s.Fields = append(s.Fields, FieldStore{Key: m.word(), At: m.path(), Val: m.guarded(s)}) })
	return s
}

func (m maker) origin() Origin {
	if m.seldom() {
		return Origin{}
	}
	o := Origin{What: m.word(), Posn: m.word(), Typ: m.word(), Via: m.via()}
	if m.seldom() {
		o.Managed = &Managed{Type: m.word(), Client: m.word(), Given: m.seldom()}
	}
	return o
}

func (m maker) via() (hops []Hop) {
	m.list(2, func() { hops = append(hops, Hop{Func: m.word(), Posn: m.word(), Field: m.seldom()}) })
	return hops
}

func (m maker) word() string {
	return pick(m, "", "Get", "podLister.Get", "p/p.go:12", "m[\"a\"] = \"b;c\"", "via", "at", "type", "given", "_", "a b", "\"", "\n", "é", "\xff", "\u00a0", "if", "field")
}

func (m maker) refs(s *Summary) (refs []Ref) {
	m.list(3, func() { refs = append(refs, m.guarded(s)) })
	return refs
}

func (m maker) guarded(s *Summary) Ref {
	r := m.ref(s)
	if m.seldom() {
		r.Guard = Guard{Param: 1 + m.IntN(3), Val: pick(m, "true", "false", Nil, "-1", "1/3", "0x.8p+1", "(1 + 2i)", `""`, `"a|b"`, `"\xff;\""`), Eq: m.seldom()}
		if m.seldom() {
			r.Guard.Path = m.path()
		}
	}
	return r
}

// location is what is written or called: no function value.
func (m maker) location(s *Summary) Ref {
	for {
		if r := m.guarded(s); r.Base != Func {
			return r
		}
	}
}

func (m maker) ref(s *Summary) Ref {
	r := Ref{Copy: m.seldom()}
	if m.often() {
		r.Path = m.path()
	}
	switch r.Base = pick[byte](m, Param, Param, Captured, Cache, Fresh, Fresh, Func, Returned); {
	case r.Base == Cache && len(s.Origins) > 0:
		r.Idx = m.IntN(len(s.Origins))
	case r.Base == Returned && len(s.Calls) > 0:
		r.Idx = m.IntN(len(s.Calls))
		r.Path = "/" + strconv.Itoa(m.IntN(2)) + accesspath.Deref + r.Path
	case r.Base == Func:
		r.Idx, r.Func, r.Path = m.IntN(3)-1, pick(m, Iterator, "example.com/p.F$1", "a\"b;"), ""
	case r.Base == Cache, r.Base == Returned:
		r.Base = Param
		fallthrough
	default:
		r.Idx = m.IntN(3)
	}
	return r
}

func (m maker) path() (p string) {
	m.list(3, func() {
		p += pick(m, "/Labels", "/[]", "/*", "/?Labels", "/?U", "/**", "/…", "/$1", "/.", accesspath.Is("k8s.io/api/core/v1.Pod"), accesspath.Is("T[a/b.X, struct{}]"), accesspath.IsNot("k8s.io/api/core/v1.Pod"), "/a b", "/:)(", "/é", "/\"")
	})
	return p
}
