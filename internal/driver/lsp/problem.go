package lsp

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/fix"
)

// source is who says what a diagnostic says.
const source = "k8slint"

// A problem is a finding as the editor shows it.
type problem struct {
	fix.Candidate
	shown diagnostic
}

// A texts gives the text that an analysis saw of files.
type texts struct {
	open  map[string][]byte // what the editor showed
	lines map[string]lines  // by file, of those that were looked at
}

func (t *texts) of(file string) lines {
	if l, ok := t.lines[file]; ok {
		return l
	}
	data, ok := t.open[file]
	if !ok {
		data, _ = os.ReadFile(file) // without it, places have lines alone
	}
	l := linesOf(data)
	t.lines[file] = l
	return l
}

// problemsOf are findings by the file in which they are shown. uri names files as the client
// does, and related tells whether it shows related information.
func problemsOf(findings []fix.Candidate, t *texts, uri func(file string) string, related bool) map[string][]*problem {
	out := make(map[string][]*problem)
	for _, f := range findings {
		if !filepath.IsAbs(f.Pos.File) {
			continue
		}
		p := &problem{Candidate: f, shown: diagnostic{
			Range:    t.of(f.Pos.File).span(f.Pos, f.End),
			Severity: severityOf(f.Finding),
			Code:     f.ID(),
			Source:   source,
			Message:  f.Message,
		}}
		if f.URL != "" {
			p.shown.CodeDescription = &codeDescription{f.URL}
		}
		if related {
			p.shown.RelatedInformation = relatedTo(f.Finding, p.shown.Range, t, uri)
		}
		out[f.Pos.File] = append(out[f.Pos.File], p)
	}
	return out
}

func severityOf(f finding.Finding) int {
	switch cmp.Or(f.Severity, claim.SeverityOf(f.Analyzer, f.Category)) {
	case claim.Error:
		return severityError
	case claim.Warning:
		return severityWarning
	}
	return severityInformation
}

// relatedTo are the steps of f, and its further writes. A step in a dependency, of which only the
// end of the name is known, is told at f itself, which is at.
func relatedTo(f finding.Finding, at span, t *texts, uri func(file string) string) []related {
	var out []related
	for _, s := range append(f.Trace, f.Further()...) {
		r := related{location{uri(f.Pos.File), at}, s.Text}
		switch {
		case filepath.IsAbs(s.Pos.File) && s.Pos.Valid():
			r.Location = location{uri(s.Pos.File), t.of(s.Pos.File).span(s.Pos, s.End)}
		case s.Pos.Valid():
			r.Message = fmt.Sprintf("%s: %s", s.Pos, s.Text)
		}
		out = append(out, r)
	}
	return out
}
