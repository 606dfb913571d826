package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/doc/comment"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/analyzerdoc"
)

// page returns the page of a, in Markdown.
func page(a *analysis.Analyzer) []byte {
	summary, rest := analyzerdoc.Split(a.Doc)
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!-- Made from analyzers/%s/doc.go by go generate ./internal/gendocs: edit that. -->\n\n", a.Name)
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", a.Name, strings.TrimSuffix(sentence(summary), "."))
	markdown(&b, rest)
	flags(&b, a)
	fmt.Fprintf(&b, "## Silencing it\n\n")
	fmt.Fprintf(&b, "One finding, on its line or the line above; the reason is required:\n\n```go\n//nolint:%s // why this is safe\n```\n\n", a.Name)
	fmt.Fprintf(&b, "The whole analyzer: `k8slint -%s=false ./...`\n", a.Name)
	return b.Bytes()
}

func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// markdown prints a doc comment. Code is fenced, so that it is coloured.
func markdown(b *bytes.Buffer, text string) {
	var parser comment.Parser
	printer := comment.Printer{
		HeadingLevel: 2,
		HeadingID:    func(*comment.Heading) string { return "" },
	}
	for _, block := range parser.Parse(text).Content {
		if code, ok := block.(*comment.Code); ok {
			fmt.Fprintf(b, "```%s\n%s```\n\n", language(code.Text), strings.ReplaceAll(code.Text, "\t", "    "))
			continue
		}
		b.Write(printer.Markdown(&comment.Doc{Content: []comment.Block{block}}))
		b.WriteString("\n")
	}
}

// language guesses how to colour code: commands start with the program.
func language(code string) string {
	for _, program := range []string{"k8slint ", "go ", "golangci-lint "} {
		if strings.HasPrefix(code, program) {
			return "sh"
		}
	}
	return "go"
}

func flags(b *bytes.Buffer, a *analysis.Analyzer) {
	first := true
	a.Flags.VisitAll(func(f *flag.Flag) {
		if first {
			b.WriteString("## Flags\n\n| flag | default | meaning |\n|---|---|---|\n")
			first = false
		}
		value := ""
		if f.DefValue != "" {
			value = "`" + f.DefValue + "`"
		}
		fmt.Fprintf(b, "| `-%s.%s` | %s | %s |\n", a.Name, f.Name, value, strings.ReplaceAll(f.Usage, "|", `\|`))
	})
	if !first {
		b.WriteString("\n")
	}
}
