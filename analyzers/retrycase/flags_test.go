package retrycase_test

import (
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestExpiredLists: the flag adds the list that is repeated from a version that
// has expired.
func TestExpiredLists(t *testing.T) {
	drivertest.FlagAdds(t, testmodule.Dir(t, "testdata/src"), "./retrycase/lists", "-retrycase", "-retrycase.expired-lists",
		"lists.go:25 expired-list", "lists.go:86 expired-list")
}
