package apiobjects_test

import (
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/ssatest"
)

const kinds = `
type thing struct {
	Labels     map[string]string
	Finalizers []string
	Name       string
	Size       int
	Owner      *thing
	Parts      []thing
	Inner      inner
}

type inner struct{ A, B string }

func (t *thing) DeepCopyObject() *thing { return t }

func removeString(all []string, one string) []string { return all }

func addString(all []string, one string) []string { return all }

func RemoveFinalizer(t *thing) {}

func AddFinalizer(t *thing) {}
`

// last is the last store, map update or call in fn, a change of its parameter.
func last(fn *ssa.Function) ssa.Instruction {
	var at ssa.Instruction
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr.(type) {
			case *ssa.Store, *ssa.MapUpdate, *ssa.Call:
				at = instr
			}
		}
	}
	return at
}

// TestIsDefault: a field that was found empty, or is cleared, and an element are not meant to be stored.
func TestIsDefault(t *testing.T) {
	for body, want := range map[string]bool{
		`t.Name = "a"`:                     false,
		`if t.Name == "" { t.Name = "a" }`: true,
		`if t.Size == 0 { t.Size = 3 }`:    true,
		`if len(t.Finalizers) == 0 { t.Finalizers = []string{"a"}[:] }`: true,
		`if t.Name == "" { t.Size = 3 }`:                                false,
		`if other.Name == "" { t.Name = "a" }`:                          false,
		`if t.Name != other.Name { t.Name = "a" }`:                      false,
		`t.Owner = nil`:       true,
		`t.Inner = inner{}`:   true,
		`t.Parts[0] = *other`: true,
		`t.Labels["a"] = "b"`: false,
	} {
		fn := ssatest.Build(t, kinds+"func f(t, other *thing) { "+body+" }", nil).Func("f")
		p := apiobjects.Nothing.Changed("Spec", true, last(fn))
		if got := p.Changes[apiobjects.Spec].IsDefault(); got != want {
			t.Errorf("%s: %t, want %t", body, got, want)
		}
	}
}

// TestFinishesDeletion: the last finalizer goes in many ways.
func TestFinishesDeletion(t *testing.T) {
	for body, want := range map[string]bool{
		`RemoveFinalizer(t)`:                             true,
		`AddFinalizer(t)`:                                false,
		`t.Finalizers = nil`:                             true,
		`t.Finalizers = []string{}`:                      true,
		`t.Finalizers = []string{"a"}`:                   false,
		`t.Finalizers = removeString(t.Finalizers, "a")`: true,
		`t.Finalizers = addString(t.Finalizers, "a")`:    false,
		`t.Finalizers = all`:                             false,
	} {
		fn := ssatest.Build(t, kinds+"func f(t *thing, all []string) { "+body+" }", nil).Func("f")
		p := apiobjects.Nothing.Changed("ObjectMeta.Finalizers", true, last(fn))
		if got := p.FinishesDeletion(); got != want {
			t.Errorf("%s: %t, want %t", body, got, want)
		}
	}
	if apiobjects.Nothing.FinishesDeletion() {
		t.Error("nothing is changed, and a finalizer goes")
	}
}

// TestTyped: the type of an object is that of the first pointer to it that is no interface.
func TestTyped(t *testing.T) {
	fn := ssatest.Build(t, kinds+"func f(t *thing, i interface{ DeepCopyObject() *thing }, n int) {}", nil).Func("f")
	p := apiobjects.Nothing.Typed(fn.Params[1])
	if p.Type != nil {
		t.Errorf("an interface has the type %v", p.Type)
	}
	if p = p.Typed(fn.Params[0]); p.Type == nil || p.Typed(fn.Params[2]) != p {
		t.Errorf("the object has the type %v", p.Type)
	}
	original, copied := p.Copied(1, 2)
	if copied.Of() != 1 || original.Of() != 0 || copied.Type != p.Type {
		t.Error("a copy is one of its original, and has its type")
	}
	if a := apiobjects.Nothing.AnswerOf(update); a.Answers != ssa.CallInstruction(update) {
		t.Error("the answer is of no call")
	}
	if !apiobjects.HasStatus("Status") || !apiobjects.HasStatus("") || apiobjects.HasStatus("Status.Phase") {
		t.Error("the status is the field Status, and in all of the object")
	}
}
