package listing

import (
	"errors"
	"testing"
)

// TestSaid: of an error of the go command, its own words are shown.
func TestSaid(t *testing.T) {
	for in, want := range map[string]string{
		"err: exit status 1: stderr: go: downloading example.com/a v1.0.0\ngo: example.com/b@v1.0.0: reading b.mod: 403 Forbidden\n": "go: example.com/b@v1.0.0: reading b.mod: 403 Forbidden",
		"err: exit status 1: stderr: go: errors parsing go.mod:\ngo.mod:4: unknown directive: foo\n":                                 "go: errors parsing go.mod:\ngo.mod:4: unknown directive: foo",
		"err: signal: killed: stderr: go: downloading example.com/a v1.0.0\n":                                                        "signal: killed",
		"err: go command required, not found: exec: \"go\": executable file not found in $PATH: stderr: ":                            "go command required, not found: exec: \"go\": executable file not found in $PATH",
		"context canceled": "context canceled",
	} {
		if got := said(errors.New(in)).Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
