package kube

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/k8slint/k8slint/internal/ssatest"
)

// typesOf type-checks a package without imports.
func typesOf(t *testing.T, path, src string, imports ...*types.Package) *types.Package {
	t.Helper()
	known := ssatest.Packages{}
	for _, p := range imports {
		known[p.Path()] = p
	}
	return ssatest.Check(t, token.NewFileSet(), path, known, map[string]string{"p.go": src}).Pkg
}

// TestKeepsState: which fields keep state between events.
func TestKeepsState(t *testing.T) {
	user := typesOf(t, "example.com/user", `package user; type Meta struct{}; type ObjectMeta struct{}; type Watcher struct{ rv string; ObjectMeta }`)
	other := typesOf(t, "example.com/other", `package other; type Loop struct{ RV string }; type ListOptions struct{ ResourceVersion, FieldSelector string }`)
	k8s := typesOf(t, "k8s.io/api/core/v1", `package v1; type Pod struct{ Name string }`)
	for _, test := range []struct {
		pkg       *types.Package
		typ, name string
		want      bool
	}{
		{user, "Watcher", "rv", true},
		{user, "Watcher", "ObjectMeta", false},
		{other, "Loop", "RV", true},
		{other, "ListOptions", "ResourceVersion", false},
		{k8s, "Pod", "Name", false},
	} {
		n := test.pkg.Scope().Lookup(test.typ).Type().(*types.Named)
		obj, _, _ := types.LookupFieldOrMethod(n, false, test.pkg, test.name)
		if got := KeepsState(user, n, obj.(*types.Var)); got != test.want {
			t.Errorf("%s.%s: %v", test.typ, test.name, got)
		}
	}
	n := types.Universe.Lookup("error").Type().(*types.Named)
	if KeepsState(user, n, types.NewField(token.NoPos, nil, "f", types.Typ[types.Int], false)) {
		t.Error("a type of no package keeps state")
	}
}

// TestIsListType: which types are lists.
func TestIsListType(t *testing.T) {
	p := typesOf(t, "p", `package p; type ListMeta struct{}; type PodList struct{ ListMeta; Items []int }; type U struct{ Object map[string]any }; type Pod struct{ Name string }; type N int`)
	for name, want := range map[string]bool{"PodList": true, "U": true, "Pod": false, "N": false} {
		if got := IsList(p.Scope().Lookup(name).Type()); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestNamesSay: what a name says of a watch.
func TestNamesSay(t *testing.T) {
	for _, test := range []struct {
		name string
		says func(string) bool
		yes  []string
		no   []string
	}{
		{"list only", SaysListOnly, []string{"tweakListRequest", "listOnly"}, []string{"tweak", "watchList"}},
		{"version", SaysVersion, []string{"ParseResourceVersion"}, []string{"Version"}},
		{"order", SaysOrder, []string{"isNewer", "OlderThan", "CompareVersions"}, []string{"set"}},
		{"no order", SaysNoOrder, []string{"EqualFold", "Infof", "len"}, []string{"isNewer"}},
		{"selects a name", SelectsName, []string{"metadata.name", "metadata.name=%s"}, []string{"metadata.namespace=x", "status.phase"}},
	} {
		for _, s := range test.yes {
			if !test.says(s) {
				t.Errorf("%s does not say %s", s, test.name)
			}
		}
		for _, s := range test.no {
			if test.says(s) {
				t.Errorf("%s says %s", s, test.name)
			}
		}
	}
}

// TestConvertsToInternal: which kinds are converted to an internal version.
func TestConvertsToInternal(t *testing.T) {
	fleet := typesOf(t, "example.com/fleet", `package fleet; type Truck struct{}`)
	other := typesOf(t, "example.com/other", `package other; type Truck struct{}`)
	p := typesOf(t, "example.com/fleet/v1", `package v1
import ( "example.com/fleet"; "example.com/other" )
type Truck struct{}
func Convert_v1_Truck_To_fleet_Truck(in *Truck, out *fleet.Truck, s any) error
func Convert_fleet_Truck_To_v1_Truck(in *fleet.Truck, out *Truck, s any) error
func Convert_v1_Truck_To_other_Truck(in *Truck, out *other.Truck, s any) error
func Convert_two(in *Truck, out *fleet.Truck) error
func Convert_values(in Truck, out fleet.Truck, s any) error
func Truck_To(in *Truck, out *fleet.Truck, s any) error
func Convert_basic(in *int, out *error, s any) error
`, fleet, other)
	for _, name := range p.Scope().Names() {
		fn, ok := p.Scope().Lookup(name).(*types.Func)
		if !ok {
			continue
		}
		kind, internal := ConvertsToInternal(fn)
		if want := name == "Convert_v1_Truck_To_fleet_Truck"; (kind != nil) != want || want && (kind.Name() != "Truck" || internal != "example.com/fleet") {
			t.Errorf("%s: %v %q", name, kind, internal)
		}
	}
}
