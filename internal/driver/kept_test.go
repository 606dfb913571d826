package driver

import (
	"bytes"
	"fmt"
	"go/types"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/analyzers/cachemutate"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/driver/facts"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/filled"
	"github.com/k8slint/k8slint/internal/ownership"
)

// Whatever an entry of the cache says is there when it is read again, alone and with
// everything else: it has a short form and a long one.
func TestEntryKeepsAll(t *testing.T) {
	t.Parallel()
	n := 0
	for field, e := range filled.Values[entry]() {
		n++
		data, err := e.encode()
		if err != nil {
			t.Fatal(field, err)
		}
		got, ok := decodeEntry(data)
		if diff := filled.Difference(got, e); !ok || diff != "" {
			t.Errorf("%s: %s is lost (%v)", field, diff, ok)
		}
	}
	if fields := reflect.TypeFor[entry]().NumField(); n < 3*fields {
		t.Errorf("only %d values", n)
	}
}

// And what a tool of go vet leaves for the next one.
func TestVetxKeepsAll(t *testing.T) {
	for field, v := range filled.Values[vetx]() {
		var buf bytes.Buffer
		if err := v.writeTo(&buf); err != nil {
			t.Fatal(field, err)
		}
		got, err := readVetxFrom(&buf)
		if diff := filled.Difference(got, v); err != nil || diff != "" {
			t.Errorf("%s: %s is lost (%v)", field, diff, err)
		}
	}
}

// And each fact, but for what is made of it where it is used; and its text.
func TestFactsKeepAll(t *testing.T) {
	skip := map[string][]string{
		reflect.TypeFor[*fact.Fact[*ownership.Does]]().String():      {"*.once", "*.byName", "*.fn", "*.site", "*.pos", "*Calls[].from"}, // an index of Funcs; what is behind a key or a place in its package
		reflect.TypeFor[*fact.Fact[cachemutate.Managing]]().String(): {"*.pos", "*.end", "*.finding"},                                    // where it is in its package, for a finding there
	}
	all := analyzers.New(new(config.Config))
	facts.Register(all)
	types := factTypes(all)
	if len(types) < 8 {
		t.Errorf("only %d types of facts", len(types))
	}
	for typ := range types {
		t.Run(typ.Elem().PkgPath()+"."+typ.Elem().Name(), func(t *testing.T) { keepsAll(t, typ, skip[typ.String()]) })
	}
}

func keepsAll(t *testing.T, typ reflect.Type, skip []string) {
	pkg := types.NewPackage("example.com/p", "p")
	for field, v := range filled.Of(typ.Elem(), skip...) {
		whole := v.Addr().Interface().(analysis.Fact)
		table := new(facts.Table)
		table.Set(nil, whole)
		data, err := table.Encode(pkg)
		if err != nil {
			t.Fatal(field, err)
		}
		read, err := facts.Decode(data, pkg)
		got := reflect.New(typ.Elem())
		if err != nil || !read.Get(nil, got.Interface().(analysis.Fact)) {
			t.Errorf("%s: no fact (%v)", field, err)
		} else if diff := filled.Difference(got.Interface(), whole); diff != "" {
			t.Errorf("%s: %s is lost", field, diff)
		}
		does := v.FieldByName("Does")
		if _, other := does.Interface().(fmt.Stringer); other {
			continue
		}
		back := reflect.New(does.Type())
		text := fact.Format(does.Interface())
		if err := fact.Parse(text, back.Interface()); err != nil {
			t.Errorf("%s: %s: %v", field, text, err)
		} else if diff := filled.Difference(back.Interface(), does.Addr().Interface()); diff != "" {
			t.Errorf("%s: %s is lost from %s", field, diff, text)
		}
	}
}
