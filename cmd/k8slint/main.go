// The k8slint command finds the bugs in Kubernetes controllers that compile,
// pass unit tests and take clusters down.
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/k8slint/k8slint/analyzers"
)

func main() { multichecker.Main(analyzers.All()...) }
