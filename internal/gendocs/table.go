package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/analyzerdoc"
	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/driver"
)

const (
	tableBegin = "<!-- The table is made by go generate ./internal/gendocs. -->\n"
	tableEnd   = "<!-- End of the table. -->\n"
)

// table returns a row for each analyzer.
func table(all []*analysis.Analyzer) []byte {
	var b bytes.Buffer
	b.WriteString("| analyzer | what it reports | since |\n|---|---|---|\n")
	for _, a := range all {
		summary, _ := analyzerdoc.Split(a.Doc)
		fmt.Fprintf(&b, "| [%s](analyzers/%s.md) | %s | %s |\n", a.Name, a.Name, summary, since(a.Name))
	}
	return b.Bytes()
}

// bugTable returns a row for each bug of Kubernetes code that is shown by default.
func bugTable(all []*analysis.Analyzer) []byte {
	var b bytes.Buffer
	b.WriteString("| bug | severity | category |\n|---|---|---|\n")
	for _, a := range all {
		list := claim.Of(a.Name)
		if len(list) == 0 || list[0].Server == "" {
			continue // it says nothing of Kubernetes
		}
		for _, c := range list {
			if c.Severity != claim.Note && c.Flag == "" {
				fmt.Fprintf(&b, "| %s | %s | [%s](analyzers/%s.md#%s) |\n", cell(c.Summary), c.Severity, claim.ID(a.Name, c.Category), a.Name, c.Category)
			}
		}
	}
	return b.Bytes()
}

// flagTable returns a row for each flag of the command, as its help describes it.
func flagTable() []byte {
	var help, b bytes.Buffer
	driver.Run(analyzers.New, []string{"help", "flags"}, &help, io.Discard)
	b.WriteString("| flag | meaning |\n|---|---|\n")
	flags, _, _ := strings.Cut(help.String(), "\nFlags of analyzers:")
	name := ""
	for line := range strings.Lines(flags) {
		line = strings.TrimSuffix(line, "\n")
		switch usage, ok := strings.CutPrefix(line, "\t\t"); {
		case ok:
			fmt.Fprintf(&b, "| `%s` | %s |\n", name, cell(usage))
		case strings.HasPrefix(line, "\t"):
			name = strings.TrimSpace(line)
		case line != "":
			fmt.Fprintf(&b, "| **%s** | |\n", strings.TrimSuffix(line, ":"))
		}
	}
	return b.Bytes()
}

// since is the release that first had the analyzer.
func since(string) string { return "0.1.0" }

// replaceTables puts the tables between the marks in page, one after the other.
func replaceTables(page []byte, tables ...[]byte) ([]byte, error) {
	var out []byte
	for _, table := range tables {
		before, rest, ok := bytes.Cut(page, []byte(tableBegin))
		if !ok {
			return nil, errors.New("no mark where the table begins")
		}
		_, after, ok := bytes.Cut(rest, []byte(tableEnd))
		if !ok {
			return nil, errors.New("no mark where the table ends")
		}
		out = slices.Concat(out, before, []byte(tableBegin), table, []byte(tableEnd))
		page = after
	}
	return append(out, page...), nil
}
