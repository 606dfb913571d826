package testmodule

import (
	"os"
	"testing"
)

// Slow skips a test that is not worth its time before each commit: random programs,
// releases of the libraries that few users have, and what compiles client-go. The command
// alltests runs it, and so does
//
//	K8SLINT_TESTS=all go test -run NAME ./PACKAGE
//
// why says what takes long.
func Slow(t testing.TB, why string) {
	t.Helper()
	if !All() {
		t.Skipf("%s; go run ./internal/alltests runs it, and K8SLINT_TESTS=all go test", why)
	}
}

// All reports whether the slow tests run, too.
func All() bool { return os.Getenv("K8SLINT_TESTS") == "all" }
