// Package test runs k8slint as its users do: by its own command, go vet,
// golangci-lint, nogo and pre-commit, on the examples and on the packages that
// the analyzers' own tests use.
//
// It is a separate module because its tests build and run other people's
// tools, which takes minutes where their build cache is empty.
package test
