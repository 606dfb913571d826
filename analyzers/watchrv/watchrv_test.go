package watchrv_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/k8slint/k8slint/analyzers/watchrv"
	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/testmodule"
)

func Test(t *testing.T) {
	analysistest.Run(t, testmodule.Dir(t, "testdata/src"), watchrv.New(engines.New(&config.Config{Severity: claim.Note})), "./watchrv/...")
}
