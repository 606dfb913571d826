// Package nogo pins what the tests build nogo from, Bazel's driver for
// analyzers: a binary per set of analyzers, made of files of rules_go that are
// no Go package to import.
//
// It is a separate module because rules_go brings many more.
package nogo

import (
	_ "github.com/aymanbagabas/go-udiff"
	_ "github.com/bazelbuild/rules_go/go/tools/bazel"
	_ "golang.org/x/tools/go/gcexportdata"

	_ "github.com/k8slint/k8slint/analyzers"
)
