package apiserver

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A transcript is what a run prints on the page of an analyzer.
type transcript struct {
	analyzer string

	mu    sync.Mutex
	lines []string
}

// sides are the folders of the examples: with the bugs, and without.
var sides = []string{"before", "after"}

// shown runs f for the code with the bug and for the fixed one, and compares what it
// prints with the page of the analyzer.
func shownOn(t *testing.T, analyzer string, f func(t *testing.T, side string, run *transcript)) {
	run := &transcript{analyzer: analyzer}
	for _, side := range sides {
		if !t.Run(side, func(t *testing.T) {
			run.printf("# examples/%s", side)
			f(t, side, run)
		}) {
			return
		}
	}
	run.compare(t)
}

func (r *transcript) printf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

const (
	runStart = "```text run\n"
	runEnd   = "```\n"
)

// compare fails if the page shows something else.
func (r *transcript) compare(t *testing.T) {
	t.Helper()
	name := filepath.Join(root, "docs", "analyzers", r.analyzer+".md")
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(content), runStart)
	shown, after, ok2 := strings.Cut(rest, runEnd)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for a run", name)
	}
	have := strings.Join(r.lines, "\n") + "\n"
	switch {
	case shown == have:
	case *update:
		if err := os.WriteFile(name, []byte(before+runStart+have+runEnd+after), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s shows\n%s\nbut the run prints\n%s\nrun go test -run README -update . in test/apiserver", name, shown, have)
	}
}

// versions names resourceVersions v0, v1, … in the order in which a test meets them,
// since each run has other numbers.
type versions struct {
	mu    sync.Mutex
	names map[string]string
}

func (v *versions) name(resourceVersion string) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if resourceVersion == "" {
		return "none"
	}
	if v.names == nil {
		v.names = map[string]string{}
	}
	if v.names[resourceVersion] == "" {
		v.names[resourceVersion] = fmt.Sprintf("v%d", len(v.names))
	}
	return v.names[resourceVersion]
}
