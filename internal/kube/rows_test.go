package kube

import (
	"strings"
	"testing"
)

// A row that names nothing, or has another shape, is found.
func TestCheckFindsWrongRows(t *testing.T) {
	w := newWorld(t, `
-- example.com/p --
package p

type O struct {
	Labels map[string]string
	Next   *O
	n      int
}

func F(o *O, f func(int) error) (int, error) { return 0, nil }
func G(a any, b ...[]O)                       {}

type I interface{ Embedded }

type Embedded interface{ M() }

type H struct{ AddFunc func(a, b any) }

type Event struct{ Object any }

type Alias = Event

type Box struct{}

func (*Box) Put(k, v any)          {}
func (*Box) Each(f func(any) bool) {}

var V func()

var N int
`)
	for _, c := range []struct {
		name string
		p    Package
		want string // in the error, "" for a good row
	}{
		{"F", Package{Functions: map[string]string{"F": "write $0/Labels/*/[] F; call $1(); ret1=$0"}}, ""},
		{"F", Package{Functions: map[string]string{"F": "write $0/Next/*/Labels F; call $1(cache)"}}, ""},
		{"F", Package{Functions: map[string]string{"F": "write $2 F"}}, "2 parameters"},
		{"F", Package{Functions: map[string]string{"F": "ret2=$0"}}, "2 results"},
		{"F", Package{Functions: map[string]string{"F": "write $0/Lables F"}}, "no field"},
		{"F", Package{Functions: map[string]string{"F": "write $0/n/* F"}}, "refers to nothing"},
		{"F", Package{Functions: map[string]string{"F": "write $0/n/[] F"}}, "no elements"},
		{"F", Package{Functions: map[string]string{"F": "call $0()"}}, "parameter 0"},
		{"F", Package{Functions: map[string]string{"F": "call $1(cache,cache)"}}, "1 arguments"},
		{"G", Package{Functions: map[string]string{"G": "write $0/Anything/* G; write $1/[]/[]/Labels/** G"}}, ""},
		{"H", Package{Functions: map[string]string{"H": "none"}}, "no such function"},
		{"(I).M", Package{Functions: map[string]string{"(I).M": "none"}}, "declares no such"},
		{"(Embedded).M", Package{Functions: map[string]string{"(Embedded).M": "none"}}, ""},
		{"(J).M", Package{Functions: map[string]string{"(J).M": "none"}}, "no type J"},
		{"(Box).Put", Package{Functions: map[string]string{"(Box).Put": "none"}}, "star"},
		{"(*Box).Get", Package{Functions: map[string]string{"(*Box).Get": "none"}}, "no such method"},
		{"H.AddFunc", Package{Callbacks: map[string]string{"H.AddFunc": "cache,_"}}, ""},
		{"H.AddFunc", Package{Callbacks: map[string]string{"H.AddFunc": "_"}}, ""},
		{"H.AddFunc", Package{Callbacks: map[string]string{"H.AddFunc": "_,_,cache"}}, "2 arguments"},
		{"H.DeleteFunc", Package{Callbacks: map[string]string{"H.DeleteFunc": "_"}}, "no DeleteFunc"},
		{"Event", Package{Callbacks: map[string]string{"Event": "_"}}, "it is a"},
		{"Event", Package{Events: map[string][]string{"Event": {"Object"}}}, ""},
		{"Event", Package{Events: map[string][]string{"Event": {"New"}}}, "no field New"},
		{"Alias", Package{Events: map[string][]string{"Alias": {"Object"}}}, "alias"},
		{"(*Box).Put", Package{Boxes: map[string]Box{"(*Box).Put": {Put: 2}}}, ""},
		{"(*Box).Put", Package{Boxes: map[string]Box{"(*Box).Put": {Put: 3}}}, "3 parameters"},
		{"(*Box).Put", Package{Boxes: map[string]Box{"(*Box).Put": {Take: true}}}, "returns nothing"},
		{"(*Box).Put", Package{Boxes: map[string]Box{"(*Box).Put": {Each: true}}}, "not given a function"},
		{"(*Box).Each", Package{Boxes: map[string]Box{"(*Box).Each": {Each: true}}}, ""},
		{"V", Package{Variables: map[string]string{"V": "sort.Ints"}}, ""},
		{"V", Package{Variables: map[string]string{"V": "sort.Nothing"}}, "has no row"},
		{"N", Package{Variables: map[string]string{"N": "sort.Ints"}}, "is a int"},
		{"M", Package{Variables: map[string]string{"M": "sort.Ints"}}, "no such variable"},
	} {
		err := c.p.check(w.pkgs["example.com/p"], c.name)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %+v: %v, want %q", c.name, c.p, err, c.want)
		}
		if c.p.check(nil, c.name) == nil {
			t.Errorf("%s is in a package that is not there", c.name)
		}
	}
}

// TestSatisfies: which releases a row holds for.
func TestSatisfies(t *testing.T) {
	each(t, `
		0.24          => true
		0.24 >=0.24   => true
		0.24 >=0.25   => false
		0.24 <0.25    => true
		0.24 <0.24    => false
		0.24 >=0.20 <0.25 => true
		0.24 >=0.20 <0.22 => false
		1.26 >=1.21   => true
		0.24 =0.24    => error
		0.24 >=x      => error
		x >=0.24      => error
	`, func(t *testing.T, name, want string) {
		version, cond, _ := strings.Cut(strings.TrimSpace(name), " ")
		got, err := satisfies(version, cond)
		if (err != nil) != (want == "error") || err == nil && got != (want == "true") {
			t.Errorf("satisfies = %v, %v, want %s", got, err, want)
		}
	})
}

// Rows are only in one table of one package.
func TestRowsAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range libraries {
		if seen[p.Path] {
			t.Errorf("%s is there twice", p.Path)
		}
		seen[p.Path] = true
		n := len(p.Functions) + len(p.Callbacks) + len(p.Events) + len(p.Boxes) + len(p.Variables)
		for name := range p.Retries {
			if _, ok := p.Functions[name]; !ok { // one can say both what it calls and when
				n++
			}
		}
		if n == 0 || n != len(p.names()) {
			t.Errorf("%s: %d rows, %d names", p.Path, n, len(p.names()))
		}
		for name := range p.Releases {
			found := false
			for _, n := range p.names() {
				found = found || n == name
			}
			if !found {
				t.Errorf("%s: the releases of %s, which has no row", p.Path, name)
			}
		}
	}
}
