package test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/test/picture"
)

// TestPictureREADME draws the finding that README.md shows, as a terminal of 100
// columns shows it.
func TestPictureREADME(t *testing.T) {
	out := run(t, root, []string{"COLUMNS=100"}, k8slint, "-C", "examples", "-explain", "-color=always", "./before/endpoints")
	findings := strings.Split(out.stdout, "\n\n")
	if len(findings) < 3 {
		t.Fatalf("fewer than three findings:\n%s", out.stdout)
	}
	alt := "A finding of cachemutate in a terminal: the lines of code where the object is read, passed on and written, and the fix as a diff."
	got := picture.SVG("k8slint -explain ./...", alt, findings[1]) // the second finding, behind a getter
	name := filepath.Join(root, "docs", "images", "explain.svg")
	switch {
	case *update:
		write(t, name, got)
	case readFile(t, name) != got:
		t.Errorf("%s shows something else than k8slint prints: run go test -run README -update .", name)
	}
}

// lineLink matches a link to a line of a repository.
var lineLink = regexp.MustCompile(`https://github\.com/[^/\s]+/[^/\s]+/blob/[0-9a-f]{40}/[^)\s]+#L[0-9]+`)

// TestBugsREADME checks that the bugs that README.md names are those of the
// analyzers' pages.
func TestBugsREADME(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(root, "docs", "analyzers", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, name := range names {
		for _, link := range lineLink.FindAllString(readFile(t, name), -1) {
			known[link] = true
		}
	}
	links := lineLink.FindAllString(readFile(t, filepath.Join(root, "README.md")), -1)
	if len(links) < 4 {
		t.Errorf("README.md names %d bugs", len(links))
	}
	for _, link := range links {
		if !known[link] {
			t.Errorf("no analyzer's page has %s", link)
		}
	}
}
