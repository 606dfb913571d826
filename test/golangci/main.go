// The golangci command is golangci-lint with k8slint's plugin: what
// "golangci-lint custom" makes, from the Go module proxy alone.
//
// It is a separate module because golangci-lint is GPL-3.0: it is built for
// tests only, and is no part of k8slint.
package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/k8slint/k8slint/plugin"
)

func main() {
	// Without a version, golangci-lint salts its cache with the content of its
	// binary, and so with the plugin's.
	info := commands.BuildInfo{GoVersion: runtime.Version()}
	if err := commands.Execute(info); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
