package rvassign_test

import (
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// Test compares the findings with the comments in testdata/src/rvassign.
func Test(t *testing.T) {
	drivertest.Run(t, testmodule.Dir(t, "testdata/src"), "-rvassign", "./rvassign/...")
}
