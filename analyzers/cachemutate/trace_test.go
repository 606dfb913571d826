package cachemutate_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/driver"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestTraceOfRegistration: a function that is handed over is not called there, and a
// trace does not say so.
func TestTraceOfRegistration(t *testing.T) {
	t.Setenv("GOWORK", "off")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	var stdout, stderr bytes.Buffer
	driver.Run(analyzers.New, []string{"-C", testmodule.Dir(t, "testdata/src"), "-cache=off", "-explain", "./cachemutate/provisioners/..."}, &stdout, &stderr)
	if want := "main.go:14: from here on, Disk.Delete is called with the object\n"; !strings.Contains(stdout.String(), want) {
		t.Errorf("no %q in\n%s%s", want, &stdout, &stderr)
	}
}
