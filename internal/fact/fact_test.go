package fact

import (
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// texty has a text form of its own, and findings do not depend on it.
type texty struct{ Of string }

func (texty) Optional()        {}
func (t texty) String() string { return "said of " + t.Of }

// TestFact: what a package tells is known to its importers, each analyzer's for itself.
func TestFact(t *testing.T) {
	below, own := types.NewPackage("a/below", "below"), types.NewPackage("a/own", "own")
	f := types.NewFunc(token.NoPos, own, "F", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	objects, packages := map[types.Object]analysis.Fact{}, map[*types.Package]analysis.Fact{}
	get := func(stored, ptr analysis.Fact) bool {
		if from, ok := stored.(*Fact[part]); ok {
			*ptr.(*Fact[part]) = *from
			return true
		}
		return false
	}
	pass := &analysis.Pass{
		Pkg:               own,
		ExportObjectFact:  func(o types.Object, fact analysis.Fact) { objects[o] = fact },
		ImportObjectFact:  func(o types.Object, ptr analysis.Fact) bool { return get(objects[o], ptr) },
		ExportPackageFact: func(fact analysis.Fact) { packages[own] = fact },
		ImportPackageFact: func(p *types.Package, ptr analysis.Fact) bool { return get(packages[p], ptr) },
		AllPackageFacts: func() (all []analysis.PackageFact) {
			for _, p := range []*types.Package{below, own} {
				all = append(all, analysis.PackageFact{Package: p, Fact: packages[p]})
			}
			return all
		},
	}
	if _, known := Of[part](pass, f); known {
		t.Error("something is known before it is told")
	}
	Tell(pass, f, part{Of: "f"})
	if does, known := Of[part](pass, f); !known || does.Of != "f" {
		t.Errorf("told is %v, %v", does, known)
	}
	packages[below] = &Fact[part]{part{Of: "below"}}
	TellPackage(pass, part{Of: "own"})
	if does, known := OfPackage[part](pass, own); !known || does.Of != "own" {
		t.Errorf("the package is %v, %v", does, known)
	}
	for p, does := range Below[part](pass) {
		if p != below || does.Of != "below" {
			t.Errorf("below is %v: %v", p, does)
		}
	}
	packages[below] = &Fact[texty]{}
	for p := range Below[part](pass) {
		t.Errorf("%v has the fact of another analyzer", p)
	}
}

// TestKinds: a type may have a text form of its own, and be optional.
func TestKinds(t *testing.T) {
	for _, test := range []struct {
		fact interface {
			analysis.Fact
			String() string
			Name() string
			Optional() bool
		}
		text, name string
		optional   bool
	}{
		{&Fact[texty]{texty{"x"}}, "said of x", "fact.texty", true},
		{&Fact[part]{part{Of: "x"}}, "of x", "fact.part", false},
		{&Fact[*texty]{&texty{"x"}}, "said of x", "*fact.texty", true},
	} {
		f := test.fact
		if f.String() != test.text || f.Name() != test.name || f.Optional() != test.optional {
			t.Errorf("%s is called %s, optional %v; want %s, %s, %v", f, f.Name(), f.Optional(), test.text, test.name, test.optional)
		}
	}
	if types := Types[part](); len(types) != 1 {
		t.Errorf("the types are %v", types)
	}
}
