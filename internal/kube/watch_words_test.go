package kube

import (
	"go/types"
	"strings"
	"testing"
)

// TestWatchWords: what words of a log or comment say of a watch.
func TestWatchWords(t *testing.T) {
	namesTable(t, map[string]func(string) bool{
		"list-only": SaysListOnly,
		"version":   SaysVersion,
		"order":     SaysOrder,
		"no-order":  SaysNoOrder,
		"selects":   SelectsName,
	}, `
		listPods                  => -
		WithTweakListRequest      => list-only
		ListOnly                  => list-only
		GetResourceVersion        => version
		isNewer                   => order
		olderThan                 => order
		CompareVersions           => order
		Equal                     => no-order
		SameAs                    => no-order
		MatchString               => no-order
		HasPrefix                 => no-order
		Warnf                     => no-order
		Len                       => no-order
		Contains                  => no-order
		Printf                    => no-order
		Errorf                    => no-order
		Infof                     => no-order
		Debugf                    => no-order
		Get                       => -
		metadata.name=a           => selects
		metadata.namespace=a      => -
		metadata.name=a,metadata.namespace=b => -
	`)
}

// TestKeepsStateOf: which fields keep state between events, by type and package.
func TestKeepsStateOf(t *testing.T) {
	w := newWorld(t, objects+`
-- example.com/p --
package p

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type T struct {
	metav1.ObjectMeta
	Last string
}
-- example.com/lib --
package lib

type T struct{ Last string }

type Options struct{ FieldSelector, ResourceVersion string }
`)
	for name, want := range map[string]bool{
		"example.com/p.T.Last":                                             true,
		"example.com/p.T.ObjectMeta":                                       false,
		"example.com/lib.T.Last":                                           true,
		"example.com/lib.Options.ResourceVersion":                          false,
		"k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta.Name":             false,
		"k8s.io/apimachinery/pkg/apis/meta/v1.ListOptions.ResourceVersion": false,
	} {
		i := strings.LastIndexByte(name, '.')
		n := w.typ(name[:i]).(*types.Named)
		f, _, _ := types.LookupFieldOrMethod(n, true, nil, name[i+1:])
		if got := KeepsState(w.pkgs["example.com/p"], n, f.(*types.Var)); got != want {
			t.Errorf("KeepsState(%s) = %v", name, got)
		}
	}
	err := types.Universe.Lookup("error").Type().(*types.Named)
	if KeepsState(w.pkgs["example.com/p"], err, types.NewField(0, nil, "F", types.Typ[types.Int], false)) {
		t.Error("error keeps state")
	}
}

// TestIsListOf: which types of libraries are lists.
func TestIsListOf(t *testing.T) {
	w := newWorld(t, objects)
	typesTable(t, w, []answers{{"list", IsList}}, `
		k8s.io/api/core/v1.PodList   => list
		*k8s.io/api/core/v1.PodList  => -
		k8s.io/api/core/v1.Pod       => -
		k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.Unstructured => list
		k8s.io/apimachinery/pkg/runtime.Object => -
	`)
}

// TestConversions: a package that converts a kind to an internal version of its group
// serves that kind itself.
func TestConversions(t *testing.T) {
	w := newWorld(t, `
-- example.com/fleet --
package fleet

type Truck struct{}
-- example.com/other --
package other

type Truck struct{}
-- example.com/fleet/v1 --
package v1

import (
	"example.com/fleet"
	"example.com/other"
)

type Truck struct{}

func Convert_v1_Truck_To_fleet_Truck(in *Truck, out *fleet.Truck, s int)  {}
func Convert_fleet_Truck_To_v1_Truck(in *fleet.Truck, out *Truck, s int)  {}
func Convert_v1_Truck_To_other_Truck(in *Truck, out *other.Truck, s int)  {}
func Convert_v1_Truck_To_value(in *Truck, out fleet.Truck, s int)         {}
func Convert_value_To_fleet_Truck(in Truck, out *fleet.Truck, s int)      {}
func Convert_v1_Truck_To_fleet(in *Truck, out *fleet.Truck)               {}
func Convert_v1_Truck_To_int(in *Truck, out *int, s int)                  {}
func Convert_v1_Truck_To_error(in *Truck, out *error, s int)              {}
func Copy_v1_Truck_To_fleet_Truck(in *Truck, out *fleet.Truck, s int)     {}
`)
	for _, name := range w.pkgs["example.com/fleet/v1"].Scope().Names() {
		fn, ok := w.pkgs["example.com/fleet/v1"].Scope().Lookup(name).(*types.Func)
		if !ok {
			continue
		}
		kind, internal := ConvertsToInternal(fn)
		want := name == "Convert_v1_Truck_To_fleet_Truck"
		if (kind != nil) != want || (internal == "example.com/fleet") != want || want && kind.Name() != "Truck" {
			t.Errorf("%s: %v, %q", name, kind, internal)
		}
	}
}
