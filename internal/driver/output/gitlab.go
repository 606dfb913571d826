package output

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

type gitlabIssue struct {
	Description string         `json:"description"`
	Check       string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
	// Content and Others are of the Code Climate form, on which GitLab's is
	// based: the paths to the writes, and where the further ones are.
	Content *gitlabContent   `json:"content,omitempty"`
	Others  []gitlabLocation `json:"other_locations,omitempty"`
}

type gitlabContent struct {
	Body string `json:"body"`
}

type gitlabLocation struct {
	Path  string `json:"path"`
	Lines struct {
		Begin int `json:"begin"`
	} `json:"lines"`
}

// GitLab writes findings as a Code Quality report. File names are relative to
// root, the repository.
// See https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format.
func GitLab(w io.Writer, root string, findings []finding.Finding, sources *finding.Sources) error {
	issues := []gitlabIssue{}
	prints := finding.Fingerprints(findings, sources, root)
	for i, f := range findings {
		issue := gitlabIssue{Description: f.Message, Check: f.ID(), Fingerprint: prints[i], Severity: gitlabLevels[SeverityOf(f)]}
		issue.Location = gitlabPlace(root, f.Pos)
		for k, w := range f.Writes {
			if k > 0 {
				issue.Others = append(issue.Others, gitlabPlace(root, w.Pos))
			}
		}
		if steps := append(slices.Clone(f.Trace), f.Further()...); len(steps) > 0 {
			var body strings.Builder
			for _, s := range steps {
				s.Pos.File = filepath.ToSlash(Relative(root, s.Pos.File))
				fmt.Fprintf(&body, "- `%s`: %s\n", s.Pos, s.Text)
			}
			issue.Content = &gitlabContent{body.String()}
		}
		issues = append(issues, issue)
	}
	return writeJSON(w, issues, "  ")
}

func gitlabPlace(root string, p finding.Pos) gitlabLocation {
	loc := gitlabLocation{Path: filepath.ToSlash(Relative(root, p.File))}
	loc.Lines.Begin = p.Line
	return loc
}
