package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/k8slint/k8slint/internal/claim"
)

// claims prints what the analyzer called name says of Kubernetes: a table of its
// categories, and for each its versions, sources and tests.
func claims(b *bytes.Buffer, name string) {
	list := claim.Of(name)
	if len(list) == 0 {
		return
	}
	b.WriteString("## Categories\n\n| category | severity | meaning |\n|---|---|---|\n")
	for _, c := range list {
		meaning := cell(c.Summary)
		if c.Flag != "" {
			meaning += "; only with `" + c.Flag + "`"
		}
		fmt.Fprintf(b, "| <a id=\"%s\"></a>`%s` | %s | %s |\n", c.Category, claim.ID(name, c.Category), c.Severity, meaning)
	}
	if list[0].Server == "" {
		b.WriteString("\n")
		return
	}
	b.WriteString("\n## Where it holds\n\n| category | API servers | libraries | sources | tests |\n|---|---|---|---|---|\n")
	for _, c := range list {
		fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s |\n", claim.ID(name, c.Category), cell(c.Server), cell(c.Client), sources(c), tests(c))
	}
	b.WriteString("\n")
}

func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func sources(c claim.Claim) string {
	var out []string
	for _, s := range c.Sources {
		out = append(out, fmt.Sprintf("[%s](%s)", cell(s), claim.Link(s)))
	}
	return strings.Join(out, ", ")
}

func tests(c claim.Claim) string {
	out := fmt.Sprintf("[%s](../../testdata/src/%s)", c.Test, c.Test)
	if c.Run != "" {
		out += fmt.Sprintf("; on a real server: `%s` in [test/apiserver](../../test/apiserver)", c.Run)
	}
	return out
}
