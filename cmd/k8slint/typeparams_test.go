package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/driver"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestTypeParameters: no analyzer fails on code that reaches into type parameters.
func TestTypeParameters(t *testing.T) {
	var stdout, stderr bytes.Buffer
	code := driver.Run(analyzers.New, []string{"-C", testmodule.Dir(t, "testdata/src"), "-cache=off", "./typeparams"}, &stdout, &stderr)
	if code == 1 || strings.Count(stderr.String(), "\n") > 1 /* the summary */ {
		t.Errorf("exit code %d\n%s%s", code, &stdout, &stderr)
	}
}
