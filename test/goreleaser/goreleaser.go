// Package goreleaser checks the configuration of releases with the code that
// goreleaser reads it with. "goreleaser check" would do more, but building all of
// goreleaser takes minutes.
package goreleaser
