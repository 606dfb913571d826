package watcherror_test

import (
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestExits: the flag adds the assertions after which the program ends.
func TestExits(t *testing.T) {
	drivertest.FlagAdds(t, testmodule.Dir(t, "testdata/src"), "./watcherror/exits", "-watcherror", "-watcherror.exits",
		"exits.go:25 exits", "exits.go:36 exits", "exits.go:47 exits")
}
