package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestInStep fails if a doc.go was edited and its page was not made anew.
func TestInStep(t *testing.T) {
	if err := run(testmodule.Root(), true); err != nil {
		t.Error(err)
	}
}

// TestPage: the page of an analyzer is made from its documentation and flags.
func TestPage(t *testing.T) {
	a := &analysis.Analyzer{
		Name:  "halting",
		Doc:   "reports whether execution will halt\n\nFor example:\n\n\tfor {\n\t}\n\n# Why\n\nSee [issue 1].\n\n[issue 1]: https://example.com/1",
		Flags: *flag.NewFlagSet("halting", flag.ContinueOnError),
	}
	a.Flags.Bool("strict", false, "report | all")
	got := string(page(a, nil))
	for _, want := range []string{
		"# halting\n\nReports whether execution will halt.\n\nFor example:\n\n```go\nfor {\n}\n```\n\n## Why\n\n",
		"See [issue 1](https://example.com/1).\n\n## Flags\n\n",
		"| `-halting.strict` | `false` | report \\| all |\n",
		"//nolint:halting // why this is safe\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q:\n%s", want, got)
		}
	}
}

// TestPageSections puts the table of flags where the text speaks of flags.
func TestPageSections(t *testing.T) {
	a := &analysis.Analyzer{
		Name:  "halting",
		Doc:   "reports\n\n# Flags\n\nFor some.",
		Flags: *flag.NewFlagSet("halting", flag.ContinueOnError),
	}
	a.Flags.Bool("strict", false, "report all")
	got := string(page(a, nil))
	want := "## Flags\n\nFor some.\n\n| flag | default | meaning |\n|---|---|---|\n| `-halting.strict` | `false` | report all |\n\n## Silencing it"
	if !strings.Contains(got, want) {
		t.Errorf("page:\n%s\nwant in it:\n%s", got, want)
	}
}

// TestREADME checks that README.md has a row for each analyzer.
func TestREADME(t *testing.T) {
	content, err := os.ReadFile(filepath.Join(testmodule.Root(), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range analyzers.All() {
		if row := "| [" + a.Name + "](docs/analyzers/" + a.Name + ".md) |"; !strings.Contains(string(content), row) {
			t.Errorf("README.md lacks the row %s", row)
		}
	}
}

// TestSymptoms checks that each analyzer is reached from what people see in production.
func TestSymptoms(t *testing.T) {
	content, err := os.ReadFile(filepath.Join(testmodule.Root(), "docs", "symptoms.md"))
	if err != nil {
		t.Fatal(err)
	}
	symptoms, _, ok := strings.Cut(string(content), "## By bug")
	if !ok {
		t.Fatal("docs/symptoms.md has no section on bugs")
	}
	for _, a := range analyzers.All() {
		if !strings.Contains(symptoms, "(analyzers/"+a.Name+".md)") {
			t.Errorf("docs/symptoms.md has no symptom of %s", a.Name)
		}
	}
}

// TestBazel checks that the BUILD file in the docs lists every analyzer.
func TestBazel(t *testing.T) {
	content, err := os.ReadFile(filepath.Join(testmodule.Root(), "docs", "bazel.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range analyzers.All() {
		if label := "//analyzers/" + a.Name + `"`; !strings.Contains(string(content), label) {
			t.Errorf("docs/bazel.md lacks %s", label)
		}
	}
}

// TestSections checks that each page says what a reader of a finding asks.
func TestSections(t *testing.T) {
	for _, a := range analyzers.All() {
		got := string(page(a, nil))
		for _, want := range []string{"## Bad\n", "## Good\n", "## What is not reported\n", "## How to fix it"} {
			if !strings.Contains(got, want) {
				t.Errorf("the page of %s has no section %q", a.Name, strings.TrimSpace(want))
			}
		}
		if strings.Contains(got, "eing written") {
			t.Errorf("the page of %s is not written", a.Name)
		}
	}
}

// TestReplaceTables: only the text between the marks is replaced, one table after the other.
func TestReplaceTables(t *testing.T) {
	page := "before\n" + tableBegin + "old\n" + tableEnd + "between\n" + tableBegin + tableEnd + "after\n"
	got, err := replaceTables([]byte(page), []byte("new\n"), []byte("second\n"))
	if want := "before\n" + tableBegin + "new\n" + tableEnd + "between\n" + tableBegin + "second\n" + tableEnd + "after\n"; err != nil || string(got) != want {
		t.Errorf("replaceTables = %q, %v; want %q", got, err, want)
	}
	if _, err := replaceTables([]byte("no marks"), nil); err == nil {
		t.Error("no error for a page without marks")
	}
}
