package driver

import (
	"fmt"
	"time"

	"github.com/k8slint/k8slint/internal/analyzerdoc"
	"github.com/k8slint/k8slint/internal/driver/output"
)

// A printer prints what was found, in the format that the user wants.
type printer struct{ *console }

// tellSummary ends a run: on a terminal with what it came to, elsewhere with what was
// not followed to the end, if there is something.
func (p printer) tellSummary(s *session, o *outcome) {
	if p.progress != nil && p.opts.format == "text" && !p.opts.fix && !p.opts.diff {
		fmt.Fprintf(p.stderr, "k8slint: %s\n", summarize(s, o, time.Since(p.progress.start)))
	} else if sum := summarize(s, o, 0); sum.caps+sum.wholes > 0 {
		fmt.Fprintf(p.stderr, "k8slint: %s\n", sum.ends())
	}
}

func (p printer) print(s *session, o *outcome) error {
	switch p.opts.format {
	case "json":
		return o.tree().Print(p.stdout)
	case "sarif":
		version, _ := buildVersion()
		doc := output.SARIF{Root: p.repositoryRoot(), Version: version}
		for _, a := range s.analyzers {
			summary, rest := analyzerdoc.Split(a.Doc)
			doc.Rules = append(doc.Rules, output.Rule{ID: a.Name, Summary: summary, Help: rest, URL: a.URL})
		}
		for _, f := range o.failures {
			if n := len(doc.Failures); n == 0 || doc.Failures[n-1] != f.text {
				doc.Failures = append(doc.Failures, f.text)
			}
		}
		return doc.Print(p.stdout, o.all(), o.sources)
	case "github":
		return output.GitHub(p.stdout, p.repositoryRoot(), o.all())
	case "gitlab":
		return output.GitLab(p.stdout, p.repositoryRoot(), o.all(), o.sources)
	case "html":
		return p.html(s, o).Print(p.stdout)
	}
	text := p.look()
	text.Sources = o.sources
	if text.Frames {
		text.Fix = o.previews()
	}
	return text.Print(p.stdout, o.all())
}
