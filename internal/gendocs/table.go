package main

import (
	"bytes"
	"errors"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/analyzerdoc"
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

// since is the release that first had the analyzer.
func since(string) string { return "0.1.0" }

// replaceTable puts table between the marks in page.
func replaceTable(page, table []byte) ([]byte, error) {
	before, rest, ok := bytes.Cut(page, []byte(tableBegin))
	if !ok {
		return nil, errors.New("no mark where the table begins")
	}
	_, after, ok := bytes.Cut(rest, []byte(tableEnd))
	if !ok {
		return nil, errors.New("no mark where the table ends")
	}
	return bytes.Join([][]byte{before, []byte(tableBegin), table, []byte(tableEnd), after}, nil), nil
}
