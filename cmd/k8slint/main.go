// The k8slint command finds bugs in Kubernetes controllers that compile,
// pass unit tests and only fail in production.
package main

import (
	"os"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/driver"
)

func main() { os.Exit(driver.Main(analyzers.New)) }
