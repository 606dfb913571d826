package rvassign_test

import (
	"testing"

	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/testmodule"
)

func Test(t *testing.T) {
	drivertest.Run(t, testmodule.Dir(t, "testdata/src"), "-rvassign", "./rvassign/...")
}
