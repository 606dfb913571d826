package tombstone

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// logs reports whether the call only logs, or makes an error or what is logged.
func logs(c *ssa.CallCommon) bool {
	f := ssaquery.Target(c)
	return f != nil && (kube.IsLogCall(f.Name()) || kube.MakesError(f) || kube.IsForLog(f))
}

// makesError reports whether the call only makes an error of what it is given.
func makesError(c *ssa.CallCommon) bool {
	f := ssaquery.Called(c)
	return f != nil && kube.MakesError(f)
}

// isForLog reports whether the call is one to a logger, or makes a field for one.
func isForLog(c *ssa.CallCommon) bool {
	f := ssaquery.Target(c)
	return f != nil && kube.IsForLog(f)
}
