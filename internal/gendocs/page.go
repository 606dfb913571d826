package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/doc/comment"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/analyzerdoc"
	"github.com/k8slint/k8slint/internal/claim"
)

// page returns the page of a, in Markdown. have is the page as it is.
func page(a *analysis.Analyzer, have []byte) []byte {
	summary, rest := analyzerdoc.Split(a.Doc)
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!-- go generate ./internal/gendocs makes this page from analyzers/%s/doc.go: edit that file. -->\n\n", a.Name)
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", a.Name, strings.TrimSuffix(sentence(summary), "."))
	sections(&b, a, rest, example(a.Name, have)+happens(a.Name, have)+seen(a.Name))
	claims(&b, a.Name)
	fmt.Fprintf(&b, "## Silencing it\n\n```go\n//nolint:%s // why this is safe\n", a.Name)
	if list := claim.Of(a.Name); len(list) > 0 {
		fmt.Fprintf(&b, "//k8slint:ignore %s why this is safe\n", claim.ID(a.Name, list[0].Category))
	}
	fmt.Fprintf(&b, "```\n\n[The reason is required](../adoption.md#silence-a-safe-finding). `-%s=false` turns the analyzer off.\n", a.Name)
	return b.Bytes()
}

func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// sections prints the doc comment of a. The table of its flags ends the section
// Flags, or is a separate section. The text real follows the section Good.
func sections(b *bytes.Buffer, a *analysis.Analyzer, text, real string) {
	var parser comment.Parser
	printer := comment.Printer{
		HeadingLevel: 2,
		HeadingID:    func(*comment.Heading) string { return "" },
	}
	heading, hasFlags := "", false
	for _, block := range parser.Parse(text).Content {
		switch block := block.(type) {
		case *comment.Heading:
			if heading == "Flags" {
				flags(b, a)
			}
			if heading == "Good" {
				b.WriteString(real)
			}
			heading = string(printer.Text(&comment.Doc{Content: []comment.Block{block}}))
			heading = strings.TrimSpace(strings.TrimLeft(heading, "# "))
			hasFlags = hasFlags || heading == "Flags"
		case *comment.Code:
			// Fenced, so that it is coloured.
			fmt.Fprintf(b, "```%s\n%s```\n\n", language(block.Text), strings.ReplaceAll(block.Text, "\t", "    "))
			continue
		}
		b.Write(bareLink.ReplaceAll(printer.Markdown(&comment.Doc{Content: []comment.Block{block}}), []byte("[$1#$2]($3)")))
		b.WriteString("\n")
	}
	if !hasFlags && hasAny(&a.Flags) {
		b.WriteString("## Flags\n\n")
	}
	if !hasFlags || heading == "Flags" {
		flags(b, a)
	}
}

// bareLink is a link to an issue whose text is its address.
var bareLink = regexp.MustCompile(`\[https://github\.com/[^/\]]+/([^/\]]+)/(?:issues|pull)/([0-9]+)\]\((https://[^)]+)\)`)

// language guesses how to colour code: commands start with the program.
func language(code string) string {
	for _, program := range []string{"k8slint ", "go ", "golangci-lint "} {
		if strings.HasPrefix(code, program) {
			return "sh"
		}
	}
	return "go"
}

// flags prints the table of a's flags, if it has any.
func flags(b *bytes.Buffer, a *analysis.Analyzer) {
	if !hasAny(&a.Flags) {
		return
	}
	b.WriteString("| flag | default | meaning |\n|---|---|---|\n")
	a.Flags.VisitAll(func(f *flag.Flag) {
		value := ""
		if f.DefValue != "" {
			value = "`" + f.DefValue + "`"
		}
		fmt.Fprintf(b, "| `-%s.%s` | %s | %s |\n", a.Name, f.Name, value, strings.ReplaceAll(f.Usage, "|", `\|`))
	})
	b.WriteString("\n")
}

func hasAny(flags *flag.FlagSet) bool {
	any := false
	flags.VisitAll(func(*flag.Flag) { any = true })
	return any
}
