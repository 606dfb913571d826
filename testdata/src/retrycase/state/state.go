// Package state holds what a watch loop of another package remembers.
package state

// State is one loop's.
type State struct {
	Version  string
	Failures int
}

// New starts from a version.
func New(version string) *State { return &State{Version: version} }
