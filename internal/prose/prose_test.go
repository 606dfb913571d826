package prose

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestPages: what users read has short sentences and no odd phrases.
func TestPages(t *testing.T) {
	root := testmodule.Root()
	for _, page := range userPages(t) {
		t.Run(page, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(page)))
			if err != nil {
				t.Fatal(err)
			}
			if faults := Faults(string(text)); len(faults) > 0 {
				t.Errorf("%d faults:\n%s", len(faults), strings.Join(faults, "\n"))
			}
		})
	}
}

// maxWords bounds the words of README.md and the pages in docs together, and maxPage those of
// one page. Code and tables that are made from claims, flags, places and evidence do not count.
const (
	maxWords = 12000
	maxPage  = 800
)

// made matches tables that commands and tests make.
var made = regexp.MustCompile(`(?s)<!-- (?:The table is made by|evidence:).*?<!-- [Ee]nd.*?-->|\n\| (?:category|flag|place) \|.*?\n\n`)

// TestLength: what a user may have to read stays short.
func TestLength(t *testing.T) {
	all := 0
	for _, page := range userPages(t) {
		if page != "README.md" && !strings.HasPrefix(page, "docs/") || page == "docs/architecture.md" {
			continue // for people who change k8slint
		}
		text, err := os.ReadFile(filepath.Join(testmodule.Root(), filepath.FromSlash(page)))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, s := range Sentences(made.ReplaceAllString(string(text), "")) {
			n += len(words(s))
		}
		t.Logf("%5d %s", n, page)
		if all += n; n > maxPage {
			t.Errorf("%s has %d words, at most %d", page, n, maxPage)
		}
	}
	t.Logf("%5d together", all)
	if all > maxWords {
		t.Errorf("the pages have %d words, at most %d: shorten one (go test -v names each)", all, maxWords)
	}
}

var (
	repository = regexp.MustCompile(`\b[A-Za-z0-9-]+/[A-Za-z0-9._-]+`) // such as kubernetes/kubernetes
	row        = regexp.MustCompile(`(?m)^\|.*$`)                      // of a table
)

// TestRepositories: no sentence is a list of repositories, which are data: see docs/evidence.
func TestRepositories(t *testing.T) {
	for _, page := range userPages(t) {
		text, err := os.ReadFile(filepath.Join(testmodule.Root(), filepath.FromSlash(page)))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range Sentences(row.ReplaceAllString(string(text), "")) {
			if names := repository.FindAllString(code.ReplaceAllString(s, "CODE"), -1); len(names) > 2 {
				t.Errorf("%s: %d names in %s", page, len(names), s)
			}
		}
	}
}

// TestChangelog: a change is one line of at most MaxWords words, so that people read it.
func TestChangelog(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(testmodule.Root(), "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		change, ok := strings.CutPrefix(line, "- ")
		if n := len(words(link.ReplaceAllString(change, "$1"))); ok && n > MaxWords {
			t.Errorf("%d words, at most %d: %s", n, MaxWords, line)
		}
		if strings.HasPrefix(line, "  ") {
			t.Errorf("a change has more than one line: %s", line)
		}
	}
}

// userPages are the pages that people read, relative to the root, with slashes.
func userPages(t *testing.T) []string {
	t.Helper()
	root := testmodule.Root()
	pages := []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md"}
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(path string, d fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".md" {
			rel, _ := filepath.Rel(root, path)
			pages = append(pages, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// TestFaults states what is counted.
func TestFaults(t *testing.T) {
	many := func(n int) string { return strings.TrimSuffix(strings.Repeat("word ", n), " ") }
	for _, test := range []struct {
		text string
		want int
	}{
		{many(25) + ".", 0},
		{many(26) + ".", 1},
		{many(20) + ".\n" + many(20) + "? " + many(20), 0},
		{many(20) + " e.g.x " + many(10), 1},
		{many(20) + "\n" + many(20), 1},
		{many(20) + "\n\n" + many(20), 0},
		{"- " + many(20) + "\n- " + many(20), 0},
		{"- " + many(20) + "\n  " + many(20), 1},
		{"| " + many(20) + " | " + many(20) + " |", 0},
		{"# " + many(20) + "\n" + many(20), 0},
		{"```sh\n" + many(40) + "\n```\n", 0},
		{"\t" + many(40), 0},
		{many(24) + " `a b c. d`.", 0},
		{many(24) + " [a](https://example.com/a b c d).", 0},
		{"A refused update counts as done.", 1},
		{"`counts as` is code.", 0},
		{"It retries for ever, and the next is told.", 2},
	} {
		if got := Faults(test.text); len(got) != test.want {
			t.Errorf("%q has %d faults, want %d: %s", test.text, len(got), test.want, fmt.Sprint(got))
		}
	}
}
