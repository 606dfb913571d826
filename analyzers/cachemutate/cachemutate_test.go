package cachemutate_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestManagers: where the package of a write is not asked for, the option that makes it wrong
// is reported, or its import. So it is under go vet, for which the comments stand.
//
// Packages of the standard library are named beside one that calls them: the findings there are
// those without, as tables say what their functions do.
func TestManagers(t *testing.T) {
	args := []string{"-cachemutate", "./cachemutate/standard", "fmt", "errors", "io", "strconv"}
	for _, program := range []string{"byobject", "default", "flag", "handedon", "off", "reader", "same", "split/..."} {
		args = append(args, "./managers/"+program)
	}
	drivertest.Run(t, testmodule.Dir(t, "testdata/src"), args...)
}

// TestAtWrites: where it is asked for, the finding is at the write, and not at the option nor at
// the import of a third package.
func TestAtWrites(t *testing.T) {
	var got []string
	for _, f := range drivertest.Report(t, testmodule.Dir(t, "testdata/src"), "-cachemutate", "./managers/split/...", "./managers/controllers") {
		got = append(got, fmt.Sprintf("%s:%d: %s: %s", filepath.Base(f.File), f.Line, f.Category, f.Message))
	}
	option := " without a copy (UnsafeDisableDeepCopy at managers/split/setup/setup.go:14)"
	want := []string{
		`controllers.go:27: option: pod.Labels["seen"] = … mutates a cached object, read by r.Get at line 24` + option + "; DeepCopy it first",
		`controllers.go:83: option: pods.Items[i].Annotations["seen"] = … mutates a cached object, read by r.List at line 79` + option + "; DeepCopy it first",
		`controllers.go:107: option: cm.Data["seen"] = … mutates a cached object, read by r.Get at line 101` + option + " (through mark and 1 more call); DeepCopy it first",
		`controllers.go:115: option: s.Data["seen"] = … mutates a cached object, read by c.Get at managers/controllers/fetch/fetch.go:13` + option + "; DeepCopy it first",
		`controllers.go:199: option: ep.Labels["seen"] = … mutates a cached object, read by c.Get at line 196` + option + "; DeepCopy it first",
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestIstio runs on the declarations of istio's krt, in a module of its own.
func TestIstio(t *testing.T) {
	drivertest.Run(t, testmodule.Dir(t, "testdata/istio"), "-cachemutate", ".")
}

// TestKnative runs on the real condition sets of knative, in a module of its own:
// they write statuses through interfaces whose implementations they do not see.
func TestKnative(t *testing.T) {
	drivertest.Run(t, testmodule.Dir(t, "testdata/knative"), "-cachemutate", ".")
}

// TestWrangler runs on the real wrangler, in a module of its own as its
// versions of Kubernetes are others.
func TestWrangler(t *testing.T) {
	drivertest.Run(t, testmodule.Dir(t, "testdata/wrangler"), "-cachemutate", "./...")
}
