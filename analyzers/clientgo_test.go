package analyzers_test

import (
	"slices"
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestClientGo runs on real releases of client-go.
//
// The reflector retries an InternalError since 0.25, RetryWatcher always has. RetryWatcher
// also comes back with the same version when starting the watch fails with 410. The reflector
// stored the version of every event until 0.36, which waits for the initial events to be
// over; RetryWatcher refuses to start from "" but still stores every version.
func TestClientGo(t *testing.T) {
	const (
		cache = "k8s.io/client-go/tools/cache"
		watch = "k8s.io/client-go/tools/watch"
	)
	for _, test := range []struct {
		module   string
		packages []string
		want     []string
	}{
		{"clientgo-6", []string{cache}, []string{"reflector.go:417 deleted-events"}},
		{"clientgo-0.17", []string{cache}, []string{"reflector.go:422 deleted-events"}},
		{"clientgo-0.20", []string{cache}, []string{"reflector.go:517 deleted-events"}},
		{"clientgo-0.24", []string{cache}, []string{"reflector.go:523 deleted-events"}},
		{"clientgo-0.25", []string{cache}, []string{"reflector.go:343 lost-events", "reflector.go:547 deleted-events"}},
		{"clientgo-0.30", []string{cache, watch}, []string{
			"reflector.go:466 lost-events", "reflector.go:791 deleted-events",
			"retrywatcher.go:102 expired", "retrywatcher.go:184 deleted-events", "retrywatcher.go:211 lost-events"}},
		{"clientgo-0.35", []string{cache}, []string{"reflector.go:574 lost-events", "reflector.go:970 deleted-events"}},
		{"clientgo-0.36", []string{cache}, []string{"reflector.go:660 lost-events"}},
		{"clientgo-0.37", []string{cache, watch}, []string{
			"reflector.go:660 lost-events", "retrywatcher.go:171 expired", "retrywatcher.go:231 deleted-events", "retrywatcher.go:258 lost-events"}},
	} {
		t.Run(test.module, func(t *testing.T) {
			if test.module != "clientgo-0.37" { // which testdata/src requires
				testmodule.Slow(t, "downloads a release of client-go")
			}
			got := drivertest.Findings(t, testmodule.Dir(t, "testdata/"+test.module), append([]string{"-retrycase", "-rvassign"}, test.packages...)...)
			if !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}
