package test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
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
	alt := "A finding of cachemutate in a terminal: the lines of code where the object is read, handed on and written, and the fix as a diff."
	got := picture.SVG("k8slint -explain ./...", alt, findings[1]) // the second finding, behind a getter
	name := filepath.Join(root, "docs", "images", "explain.svg")
	switch {
	case *update:
		write(t, name, got)
	case readFile(t, name) != got:
		t.Errorf("%s shows something else than k8slint prints: run go test -run README -update .", name)
	}
}

const (
	accuracyStart = "<!-- The table is made from docs/accuracy*.md by go test -run README -update . in test. -->\n"
	accuracyEnd   = "<!-- End of the table. -->\n"
)

// TestAccuracyREADME keeps the figures of README.md those of the pages that say
// how they were measured.
func TestAccuracyREADME(t *testing.T) {
	name := filepath.Join(root, "README.md")
	text := readFile(t, name)
	before, rest, ok := strings.Cut(text, accuracyStart)
	have, after, ok2 := strings.Cut(rest, accuracyEnd)
	if !ok || !ok2 {
		t.Fatal("README.md has no place for the figures")
	}
	want := accuracyTable(t)
	switch {
	case have == want:
	case *update:
		write(t, name, before+accuracyStart+want+accuracyEnd+after)
	default:
		t.Errorf("README.md says\n%s\nthe pages\n%s\nrun go test -run README -update .", have, want)
	}
}

// A share is so many of so many.
type share struct{ part, of int }

func (s share) String() string { return fmt.Sprintf("%d of %d", s.part, s.of) }

func (s share) plus(t share) share { return share{s.part + t.part, s.of + t.of} }

func accuracyTable(t *testing.T) string {
	cache := readFile(t, filepath.Join(root, "docs", "accuracy.md"))
	watch := readFile(t, filepath.Join(root, "docs", "accuracy-watch.md"))
	retry := readFile(t, filepath.Join(root, "docs", "accuracy-staleretry.md"))
	all := readFile(t, filepath.Join(root, "docs", "accuracy-default.md"))

	// At the first reading, in the default mode: findings, true, minor, false.
	first := func(analyzers ...string) (sum share) {
		for _, analyzer := range analyzers {
			row := rows(t, all, `\| `+analyzer+` \| N \| N \| N \| N \|`, 1)[0]
			sum = sum.plus(share{row[1] + row[2], row[0]})
		}
		return sum
	}

	// All: first read, true, minor, false; and where they were read again, now, false now.
	again := rows(t, cache, `\*\*all\*\* \| \| \| N \| N \| N \| N \| N \| N \|`, 2)
	once := rows(t, cache, `\*\*all\*\* \| \| \| N \| N \| N \| N \|\n`, 2)
	known := share{again[0][4] - again[0][5], again[0][4]}
	fresh := share{again[1][1] + again[1][2], again[1][0]}
	for _, row := range once {
		fresh = fresh.plus(share{row[1] + row[2], row[0]})
	}
	fresh = fresh.plus(first("cachemutate"))
	found := rows(t, cache, `\| found \| (\d+) of (\d+) \|`, 3) // the first was measured again

	watches := rows(t, watch, `\*\*sum\*\* \|.*\*\*(\d+) of (\d+)\*\* \|`, 3)
	others := share{watches[1][0], watches[1][1]}.plus(share{watches[2][0], watches[2][1]})
	var fixed share
	for _, analyzer := range []string{"rvassign", "retrycase", "watchrv"} {
		row := rows(t, watch, `\| `+analyzer+` \| (\d+) of (\d+) \|`, 1)[0]
		fixed = fixed.plus(share{row[0], row[1]})
	}

	sum := rows(t, retry, `\*\*sum\*\* \|.*\*\*(\d+) of (\d+)\*\* \| \| \*\*(\d+) of (\d+)\*\* \|`, 1)[0]
	strong := rows(t, retry, `\| wrong, strong \| (\d+) \| (\d+) \| (\d+) \|`, 1)[0]

	var b strings.Builder
	b.WriteString("| | findings that are true, repositories that it was improved on | other repositories, at the first reading | bugs that people had fixed, found |\n|---|---|---|---|\n")
	fmt.Fprintf(&b, "| [cachemutate](docs/accuracy.md) | %v | %v | %v, and %v elsewhere |\n", known, fresh, share{found[1][0], found[1][1]}, share{found[2][0], found[2][1]})
	fmt.Fprintf(&b, "| [rvassign, retrycase, watchrv, watcherror, rvcompare, tombstone](docs/accuracy-watch.md) | %v | %v, and %v after corrections | %v |\n",
		share{watches[0][0], watches[0][1]}, first("retrycase", "watchrv", "watcherror", "rvcompare", "tombstone"), others, fixed)
	fmt.Fprintf(&b, "| [staleretry](docs/accuracy-staleretry.md) | %v | %v | %v |\n", share{sum[0], sum[1]}.plus(share{sum[2], sum[3]}), first("staleretry"), share{strong[2], strong[1]})
	return b.String()
}

// rows returns the numbers of what pattern matches in text, of which there are n.
// N in pattern is a number in bold.
func rows(t *testing.T, text, pattern string, n int) [][]int {
	t.Helper()
	matches := regexp.MustCompile(strings.ReplaceAll(pattern, "N", `\*\*(\d+)\*\*`)).FindAllStringSubmatch(text, -1)
	if len(matches) != n {
		t.Fatalf("%d rows match %s, want %d", len(matches), pattern, n)
	}
	var list [][]int
	for _, m := range matches {
		var numbers []int
		for _, s := range m[1:] {
			number, err := strconv.Atoi(s)
			if err != nil {
				t.Fatal(err)
			}
			numbers = append(numbers, number)
		}
		list = append(list, numbers)
	}
	return list
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
	if len(links) < 5 {
		t.Errorf("README.md names %d bugs", len(links))
	}
	for _, link := range links {
		if !known[link] {
			t.Errorf("no analyzer's page has %s", link)
		}
	}
}
