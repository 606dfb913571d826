// Package cases has what the examples lack: for each further category of the
// analyzers code with the bug, marked with "want" and the analyzer, and its fixed
// twin. The tests of the folder above run both against a real API server, and those of
// module test check that k8slint reports the marked lines and no others.
package cases
