package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/analyzers"
)

// fullCommit is a commit that a link can hold on to.
var fullCommit = regexp.MustCompile(`^[0-9a-f]{40}$`)

// TestWild checks the form of the places. A new analyzer has none, others have three.
func TestWild(t *testing.T) {
	for _, a := range analyzers.All() {
		if n := len(wild[a.Name]); n != 3 && n != 0 {
			t.Errorf("%s has %d places, want 3", a.Name, n)
		}
		if wild[a.Name] != nil && examples[a.Name] == "" {
			t.Errorf("%s has no example", a.Name)
		}
		for _, p := range wild[a.Name] {
			if !fullCommit.MatchString(p.commit) || strings.Count(p.repo, "/") != 1 || p.line == 0 || !strings.HasSuffix(p.file, ".go") || !strings.HasSuffix(p.bug, ".") {
				t.Errorf("%s: %+v", a.Name, p)
			}
		}
	}
}

// TestExampleKept checks that what a page shows survives its making.
func TestExampleKept(t *testing.T) {
	have := "# tombstone\n\n" + shownStart + "a finding\n" + shownEnd + "\n## Next\n"
	if got := example("tombstone", []byte(have)); !strings.HasSuffix(got, "\n"+shownStart+"a finding\n"+shownEnd+"\n") {
		t.Errorf("made anew:\n%s", got)
	}
}
