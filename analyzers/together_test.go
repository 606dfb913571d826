package analyzers_test

import (
	"os"
	"os/exec"
	"testing"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// inside is set where TestTogether runs with the race detector.
const inside = "K8SLINT_TOGETHER"

// TestTogether runs the analyzers of one package at the same time, as golangci-lint and the drivers of x/tools do. They
// share what the engines know, which writes nothing then that another one may read.
func TestTogether(t *testing.T) {
	testmodule.Slow(t, "builds with the race detector")
	if os.Getenv(inside) == "" {
		if out, err := exec.Command("go", "env", "CC").Output(); err != nil {
			t.Fatal(err)
		} else if _, err := exec.LookPath(string(out[:len(out)-1])); err != nil {
			t.Skip("the race detector needs a C compiler: ", err)
		}
		cmd := exec.Command("go", "test", "-race", "-count=1", "-run=^TestTogether$", ".")
		cmd.Env = append(os.Environ(), inside+"=1", "CGO_ENABLED=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	cfg := &packages.Config{Mode: packages.LoadSyntax, Dir: testmodule.Dir(t, "testdata/src"), Env: append(os.Environ(), "GOWORK=off")}
	pkgs, err := packages.Load(cfg, "./cachemutate/...", "./informer/...", "./lostwrite/...", "./staleretry/...", "./tombstone/...", "./watchrv/...")
	if err != nil {
		t.Fatal(err)
	}
	if n := packages.PrintErrors(pkgs); n > 0 {
		t.Fatalf("%d errors", n)
	}
	g, err := checker.Analyze(analyzers.All(), pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, a := range g.Roots {
		if a.Err != nil {
			t.Errorf("%v: %v", a, a.Err)
		}
		found += len(a.Diagnostics)
	}
	if found < 500 {
		t.Errorf("only %d findings", found)
	}
}
