package watchflow_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestReplay runs loops that the analyzers flag, and their fixed twins,
// against an API server that misbehaves: it needs client-go, which only the
// test module has.
func TestReplay(t *testing.T) {
	testmodule.Slow(t, "compiles client-go")
	cmd := exec.Command("go", "test", "-count=1", "./rvassign/replay", "./retrycase/replay")
	cmd.Dir = testmodule.Dir(t, "testdata/src")
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
