package copyfix

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/k8slint/k8slint/internal/astspan"
)

// TestCopies: how a value of each type is copied.
func TestCopies(t *testing.T) {
	run(t, []program{
		{"an interface of the package", `
func f(o Object) { // entry
	//+ o = o.DeepCopyObject().(Object)
	o.SetLabels(nil) // write
}
`},
		{"an imported interface", `
package p

import "example.com/client"

func f(o client.Object) { // entry
	//+ o = o.DeepCopyObject().(client.Object)
	o.SetLabels(nil) // write
}
`},
		{"an imported interface by another name", `
package p

import ctrl "example.com/client"

func f(o ctrl.Object) { // entry
	//+ o = o.DeepCopyObject().(ctrl.Object)
	o.SetLabels(nil) // write
}
`},
		{"one of several imports", `
package p

import (
	"example.com/other"
	"example.com/client"
)

func f(o client.Object, _ other.Thing) { // entry
	//+ o = o.DeepCopyObject().(client.Object)
	o.SetLabels(nil) // write
}
`},
		{"a name that is hidden", `
package p

import "example.com/client"

func f(o client.Object, client int) { // entry
	o.SetLabels(nil) // write
}
`},
		{"a name of the package that is hidden", `
func f(o, p Object, Object int) { // entry
	o.SetLabels(nil) // write
}
`},
		{"a type that the file does not import", `
func f(e Event) { // entry
	//+ e.Old = e.Old.DeepCopyObject().(Object)
	e.Old.SetLabels(nil) // write
}
`},
		{"a package that only another file imports", `
func f() { // entry
	for _, o := range objects() {
		o.SetLabels(nil) // write
	}
}
-- q.go --
package p

import "example.com/client"

func objects() []client.Object { return nil }
`},
		{"an interface without a name", `
func f(o interface { // entry
	DeepCopyObject() any
	SetLabels(map[string]string)
}) {
	//+ o = o.DeepCopyObject().(interface{DeepCopyObject() any; SetLabels(map[string]string)})
	o.SetLabels(nil) // write
}
`},
		{"a copy that is an interface", `
func f(j *Job) { // entry
	//+ j = j.DeepCopyObject().(*Job)
	j.SetLabels(nil) // write
}

type Job struct{ Meta }

func (j *Job) DeepCopyObject() any { return j }
`},
		{"a copy of another type", `
func f(j *Job) { // entry
	j.SetLabels(nil) // write
}

type Job struct{ Meta }

func (j *Job) DeepCopy() *Meta { return &j.Meta }
`},
		{"a copy of a struct of another type", `
func f(j Job) { // entry
	j.Labels["a"] = "b" // write
}

type Job struct{ Meta }

func (j Job) DeepCopy() *Meta { return &j.Meta }
`},
		{"a copy that wants something", `
func f(j *Job) { // entry
	j.SetLabels(nil) // write
}

type Job struct{ Meta }

func (j *Job) DeepCopy(deep bool) *Job { return j }
`},
		{"a copy that returns more", `
func f(j *Job) { // entry
	j.SetLabels(nil) // write
}

type Job struct{ Meta }

func (j *Job) DeepCopy() (*Job, error) { return j, nil }
`},
		{"a field is no method", `
func f(j *Job) { // entry
	j.SetLabels(nil) // write
}

type Job struct {
	Meta
	DeepCopy func() *Job
}
`},
		{"a map with a copy", `
func f(l Labels) { // entry
	//+ l = l.DeepCopy()
	l["a"] = "b" // write
}

type Labels map[string]string

func (l Labels) DeepCopy() Labels { return l }
`},
	})
}

// TestCopiesToItself: DeepCopy of which types returns the same type.
func TestCopiesToItself(t *testing.T) {
	s := load(t, "func f(e Event) { // entry\n\te.Pod.Node = \"x\" // write\n}\n")
	lookup := func(name string) types.Type { return s.pass.Pkg.Scope().Lookup(name).Type() }
	for _, test := range []struct {
		typ  types.Type
		want bool
	}{
		{nil, false},
		{types.Typ[types.Int], false},
		{types.NewPointer(lookup("Pod")), true},
		{lookup("Pod"), false},
		{lookup("Object"), false},
		{types.NewPointer(lookup("PodList")), true},
	} {
		if got := copiesToItself(test.typ); got != test.want {
			t.Errorf("copiesToItself(%v) is %t", test.typ, got)
		}
	}
	for name, want := range map[string]bool{"Pod": true, "PodList": false, "Object": true, "Event": false, "Meta": false} {
		if got := copiable(types.NewPointer(lookup(name))) || copiable(lookup(name)); got != want {
			t.Errorf("copiable %s is %t", name, got)
		}
	}
	if _, ok := (&file{s.pass, astspan.Files{}, s.pass.Files[0]}).typeName(lookup("Pod"), token.NoPos); ok {
		t.Error("there is a name for a type where there is no file")
	}
}
