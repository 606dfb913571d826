package tombstone

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// Passes is the fact that delete handlers of a package pass tombstones on to other
// packages, in the exported fields of structs.
type Passes struct{ Structs []Passed }

// Passed is one such struct.
type Passed struct {
	// Package, Type and Field name the field.
	Package, Type, Field string
	// Consts are what other fields are set to.
	Consts []FieldConst
}

// FieldConst is a field that is set to a constant, true or false, a number or a text.
type FieldConst struct {
	Field string
	Kind  int
	Value string
}

// AFact marks Passes as a fact.
func (*Passes) AFact() {}

// Optional marks it as a fact that few findings depend on: see the driver.
func (*Passes) Optional() {}

func (p *Passes) String() string {
	var b strings.Builder
	b.WriteString("passes tombstones on in")
	for _, s := range p.Structs {
		fmt.Fprintf(&b, " %s.%s.%s", s.Package, s.Type, s.Field)
	}
	return b.String()
}

// passesOn is the fact of the package p, nil if it has none.
func passesOn(p *program) *Passes {
	var out Passes
	for _, h := range p.deleteHandlers() {
		if h.filter || p.onlyDispatched(h) {
			continue
		}
		for _, s := range p.trailOf(h.obj).passedOn() {
			f, ok := s.fact()
			if !ok {
				continue
			}
			if _, unwrapped := s.reads(); !unwrapped {
				out.Structs = append(out.Structs, f)
			}
		}
	}
	if len(out.Structs) == 0 {
		return nil
	}
	slices.SortFunc(out.Structs, func(a, b Passed) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return &out
}

// fact is what other packages are told of p; ok is false if they cannot read its field.
func (p passedOn) fact() (f Passed, ok bool) {
	name := p.of.Obj()
	if !p.field.Exported() || !name.Exported() || name.Parent() != name.Pkg().Scope() || p.of.TypeArgs().Len() > 0 {
		return Passed{}, false
	}
	f = Passed{Package: name.Pkg().Path(), Type: name.Name(), Field: p.field.Name()}
	for field, k := range p.consts {
		switch k.Kind() {
		case constant.Bool, constant.Int, constant.String:
			f.Consts = append(f.Consts, FieldConst{field.Name(), int(k.Kind()), k.ExactString()})
		}
	}
	slices.SortFunc(f.Consts, func(a, b FieldConst) int { return cmp.Compare(a.Field, b.Field) })
	return f, true
}

// fromImports lists the structs in which the delete handlers of imported packages pass
// tombstones on.
func fromImports(p *program, pass *analysis.Pass) []passedOn {
	var out []passedOn
	for _, from := range p.pkg.Imports() {
		var fact Passes
		if !pass.ImportPackageFact(from, &fact) {
			continue
		}
		for _, s := range fact.Structs {
			if on, ok := s.by(from, p); ok {
				out = append(out, on)
			}
		}
	}
	return out
}

// by is s, passed on by the package from.
func (s Passed) by(from *types.Package, p *program) (passedOn, bool) {
	for _, in := range append([]*types.Package{from}, from.Imports()...) {
		if in.Path() != s.Package {
			continue
		}
		name, ok := in.Scope().Lookup(s.Type).(*types.TypeName)
		if !ok {
			return passedOn{}, false
		}
		of := ssaquery.Named(name.Type())
		if of == nil {
			return passedOn{}, false
		}
		st, ok := of.Underlying().(*types.Struct)
		if !ok {
			return passedOn{}, false
		}
		on := passedOn{program: p, from: from, of: of, consts: map[*types.Var]constant.Value{}}
		for f := range st.Fields() {
			if f.Name() == s.Field {
				on.field = f
			}
			for _, k := range s.Consts {
				if k.Field == f.Name() {
					on.consts[f] = k.value()
				}
			}
		}
		return on, on.field != nil
	}
	return passedOn{}, false
}

func (k FieldConst) value() constant.Value {
	switch constant.Kind(k.Kind) {
	case constant.Bool:
		return constant.MakeBool(k.Value == "true")
	case constant.Int:
		return constant.MakeFromLiteral(k.Value, token.INT, 0)
	}
	return constant.MakeFromLiteral(k.Value, token.STRING, 0)
}
