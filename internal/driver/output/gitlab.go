package output

import (
	"io"
	"path/filepath"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

type gitlabIssue struct {
	Description string         `json:"description"`
	Check       string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
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
		issue := gitlabIssue{Description: f.Message, Check: f.Analyzer, Fingerprint: prints[i], Severity: "major"}
		issue.Location.Path = filepath.ToSlash(Relative(root, f.Pos.File))
		issue.Location.Lines.Begin = f.Pos.Line
		issues = append(issues, issue)
	}
	return writeJSON(w, issues, "  ")
}
