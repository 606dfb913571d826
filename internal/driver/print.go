package driver

import (
	"fmt"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/analyzerdoc"
	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/driver/output"
)

// tellSummary ends a run: text with what it came to, on a terminal with the time it took.
// Other forms end with what was analysed in part, if there is something.
func (p printer) tellSummary(s *session, o *outcome) {
	if p.opts.format == "text" && !p.opts.fix && !p.opts.diff {
		var took time.Duration
		if p.progress != nil {
			took = time.Since(p.progress.start)
		}
		fmt.Fprintf(p.stderr, "k8slint: %s\n", summarize(s, o, took))
	} else if sum := summarize(s, o, 0); sum.caps+sum.wholes > 0 {
		fmt.Fprintf(p.stderr, "k8slint: %s\n", sum.ends())
	}
}

// rules are the categories of a, or a itself if it has none.
func rules(a *analysis.Analyzer, filter *config.Filter) []output.Rule {
	summary, rest := analyzerdoc.Split(a.Doc)
	list := claim.Of(a.Name)
	if len(list) == 0 {
		return []output.Rule{{ID: a.Name, Summary: summary, Help: rest, URL: a.URL, Severity: claim.Error}}
	}
	var out []output.Rule
	for _, c := range list {
		out = append(out, output.Rule{ID: claim.ID(a.Name, c.Category), Summary: c.Summary, Help: rest, URL: a.URL + "#" + c.Category, Severity: filter.SeverityOf(a.Name, c.Category)})
	}
	return out
}

// nothing ends a run that could analyse nothing of what was named: a document says why. Text
// has none, and neither do facts and differences.
func (p printer) nothing(patterns []string, err error) {
	if p.opts.format == "text" || p.opts.format == "github" || p.opts.facts || p.opts.diff {
		return
	}
	o := new(outcome)
	for _, pattern := range patterns {
		o.failures = append(o.failures, failure{id: pattern, analyzer: program, text: err.Error()})
	}
	_ = p.print(&session{analyzers: p.opts.choose(p.analyzers)}, o) // err is told
}

func (p printer) print(s *session, o *outcome) error {
	switch p.opts.format {
	case "json":
		return o.tree().Print(p.stdout)
	case "sarif":
		version, _ := buildVersion()
		doc := output.SARIF{Root: p.repositoryRoot(), Version: version}
		for _, a := range s.analyzers {
			doc.Rules = append(doc.Rules, rules(a, p.opts.filter)...)
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
	case "rdjson":
		return output.RDJSON(p.stdout, p.repositoryRoot(), o.all(), o.previews())
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
