// Package facts keeps what analyzers know about the objects of a package, and
// encodes it for other processes: the same bytes each time.
package facts

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"go/types"
	"io"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// A Table is the facts of one package. Facts about the package itself have no
// object.
type Table struct {
	index map[key]analysis.Fact
	order []key
}

type key struct {
	obj types.Object
	typ reflect.Type
}

// Set stores a fact.
func (t *Table) Set(obj types.Object, fact analysis.Fact) {
	k := key{obj, reflect.TypeOf(fact)}
	if t.index == nil {
		t.index = make(map[key]analysis.Fact)
	}
	if _, ok := t.index[k]; !ok {
		t.order = append(t.order, k)
	}
	t.index[k] = fact
}

// Get copies the fact of ptr's type about obj to *ptr, and reports whether
// there is one.
func (t *Table) Get(obj types.Object, ptr analysis.Fact) bool {
	if t == nil {
		return false
	}
	fact, ok := t.index[key{obj, reflect.TypeOf(ptr)}]
	if ok {
		reflect.ValueOf(ptr).Elem().Set(reflect.ValueOf(fact).Elem())
	}
	return ok
}

// Each calls f with the facts whose type is in of, in the order in which they
// were stored.
func (t *Table) Each(of map[reflect.Type]bool, f func(obj types.Object, fact analysis.Fact)) {
	if t == nil {
		return
	}
	for _, k := range t.order {
		if of[k.typ] {
			f(k.obj, t.index[k])
		}
	}
}

// Len is the number of facts.
func (t *Table) Len() int { return len(t.order) }

// A record is a fact as it is written.
type record struct {
	Path objectpath.Path // "" for the package
	Fact analysis.Fact
}

// Register makes the fact types of analyzers (and of what they require) known
// to the encoding. It must be called before Encode and Decode, with the same
// analyzers in each process: gob numbers types in the order in which it meets
// them, and these numbers are part of the bytes.
func Register(analyzers []*analysis.Analyzer) {
	var facts []analysis.Fact
	seen := make(map[*analysis.Analyzer]bool)
	var visit func(as []*analysis.Analyzer)
	visit = func(as []*analysis.Analyzer) {
		for _, a := range as {
			if !seen[a] {
				seen[a] = true
				facts = append(facts, a.FactTypes...)
				visit(a.Requires)
			}
		}
	}
	visit(analyzers)
	slices.SortFunc(facts, func(a, b analysis.Fact) int { return strings.Compare(typeName(a), typeName(b)) })
	enc := gob.NewEncoder(io.Discard)
	for _, f := range facts {
		gob.RegisterName(Name(f), f)
		// For the numbers; gob writes no nil, and a type that it cannot write
		// fails in Encode again.
		zero := reflect.New(reflect.TypeOf(f).Elem()).Interface().(analysis.Fact)
		_ = enc.Encode([]record{{Fact: zero}})
	}
}

// Name is the name of f's type among encoded facts. Each fact is written with it, so it is short.
func Name(f analysis.Fact) string {
	if n, ok := f.(interface{ Name() string }); ok {
		return n.Name()
	}
	return reflect.TypeOf(f).String()
}

func typeName(f analysis.Fact) string {
	t := reflect.TypeOf(f).Elem()
	return t.PkgPath() + "." + t.Name()
}

// Encode writes the facts that other packages can refer to: those about
// objects that have a path from pkg.
func (t *Table) Encode(pkg *types.Package) (data []byte, err error) {
	defer guard("encode", &err)
	if t.Len() == 0 {
		return nil, nil
	}
	var paths objectpath.Encoder
	records := make([]record, 0, len(t.order))
	for _, k := range t.order {
		r := record{Fact: t.index[k]}
		if k.obj != nil {
			if r.Path, err = paths.For(k.obj); err != nil {
				continue // a local object: no other package can ask
			}
		}
		records = append(records, r)
	}
	slices.SortFunc(records, func(a, b record) int {
		return cmp.Or(strings.Compare(string(a.Path), string(b.Path)), strings.Compare(typeName(a.Fact), typeName(b.Fact)))
	})
	if len(records) == 0 {
		return nil, nil
	}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(records); err != nil {
		return nil, fmt.Errorf("facts of %s: %w", pkg.Path(), err)
	}
	return buf.Bytes(), nil
}

// Decode reads what Encode wrote. Facts about objects that pkg does not have
// are dropped: its types may come from export data, which leaves out what
// nothing refers to.
func Decode(data []byte, pkg *types.Package) (t *Table, err error) {
	defer guard("decode", &err)
	t = new(Table)
	if len(data) == 0 {
		return t, nil
	}
	var records []record
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&records); err != nil {
		return nil, fmt.Errorf("facts of %s: %w", pkg.Path(), err)
	}
	for _, r := range records {
		if r.Fact == nil {
			continue
		}
		var obj types.Object
		if r.Path != "" {
			if obj, err = objectpath.Object(pkg, r.Path); err != nil {
				err = nil
				continue
			}
		}
		t.Set(obj, r.Fact)
	}
	return t, nil
}

// guard makes an error of a panic: damaged bytes, or a fact type that cannot
// be encoded.
func guard(what string, err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("cannot %s facts: %v", what, r)
	}
}
