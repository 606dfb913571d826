package watchflow

import (
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/fact"
)

// TestLists: a function lists if it, a literal in it, or what it calls does, here or in
// another package.
func TestLists(t *testing.T) {
	fakes["example.com/lib"] = `package lib
func Refresh()
func Close()
`
	defer delete(fakes, "example.com/lib")
	pass := loadWith(t, `package p
import ( "example.com/lib"; "k8s.io/client-go/kubernetes"; v1 "k8s.io/apimachinery/pkg/apis/meta/v1" )
`, `type Keeper struct { pods kubernetes.Pods }
func (k *Keeper) Relist() { k.list() }
func (k *Keeper) list() { k.pods.List(v1.ListOptions{}) }
func (k *Keeper) Watch() { k.pods.Watch(v1.ListOptions{}) }
func Later() func() { return func() { lib.Refresh() } }
func Around() { Around(); Back() }
func Back() { Around() }
func Generic[T any](T) { lib.Close() }
`)
	var got []string
	pass.ImportObjectFact = func(o types.Object, f analysis.Fact) bool {
		is := o.Name() == "Refresh"
		f.(*fact.Fact[Does]).Does.Lists = is
		return is
	}
	pass.ExportObjectFact = func(o types.Object, _ analysis.Fact) { got = append(got, o.Name()) }
	exportLists(pass, &config.Config{Force: func(string) bool { return true }})
	slices.Sort(got)
	if want := []string{"Later", "Relist"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
