// Package goreleaser pins the goreleaser that checks .goreleaser.yaml, as a
// tool of its module.
package goreleaser
