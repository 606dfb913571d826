package retrycase_test

import (
	"slices"
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestClientGo runs on real releases of client-go: the reflector retries an
// InternalError since 0.25, RetryWatcher always has. RetryWatcher also comes
// back with the same version when starting the watch fails with 410.
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
		{"clientgo-6", []string{cache}, nil},
		{"clientgo-0.24", []string{cache}, nil},
		{"clientgo-0.25", []string{cache}, []string{"reflector.go:343 lost-events"}},
		{"clientgo-0.30", []string{cache, watch}, []string{
			"reflector.go:466 lost-events", "retrywatcher.go:102 expired", "retrywatcher.go:211 lost-events"}},
		{"clientgo-0.35", []string{cache}, []string{"reflector.go:574 lost-events"}},
		{"clientgo-0.36", []string{cache}, []string{"reflector.go:660 lost-events"}},
		{"clientgo-0.37", []string{cache, watch}, []string{
			"reflector.go:660 lost-events", "retrywatcher.go:171 expired", "retrywatcher.go:258 lost-events"}},
	} {
		t.Run(test.module, func(t *testing.T) {
			if test.module != "clientgo-0.37" { // which testdata/src requires
				testmodule.Slow(t, "downloads a release of client-go")
			}
			got := drivertest.Findings(t, testmodule.Dir(t, "testdata/"+test.module), append([]string{"-retrycase"}, test.packages...)...)
			if !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}
