package cachemutate_test

import (
	"testing"

	"github.com/k8slint/k8slint/internal/copyfix/copyedit"
	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestFixes applies every fix to the test packages: what was fixed compiles,
// is silent, and nothing changed but that copies were inserted. A golden file has each
// form of a fix.
func TestFixes(t *testing.T) {
	fixed := drivertest.Fix(t, testmodule.Dir(t, "testdata/src"), "-cachemutate", "./cachemutate/...")
	if fixed.Findings < 55 {
		t.Errorf("%d findings fixed, want at least 55", fixed.Findings)
	}
	for name, file := range fixed.Files {
		if err := copyedit.Only(file.Before, file.After); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
