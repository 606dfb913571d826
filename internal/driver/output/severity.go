package output

import (
	"cmp"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/driver/finding"
)

// SeverityOf is the severity of f.
func SeverityOf(f finding.Finding) claim.Severity {
	return cmp.Or(f.Severity, claim.SeverityOf(f.Analyzer, f.Category))
}

// githubLevels are the commands of a workflow that make annotations.
var githubLevels = map[claim.Severity]string{claim.Error: "error", claim.Warning: "warning", claim.Note: "notice"}

// gitlabLevels are GitLab's own severities. It knows critical and blocker too, which
// say how urgent a bug is; that depends on the cluster.
var gitlabLevels = map[claim.Severity]string{claim.Error: "major", claim.Warning: "minor", claim.Note: "info"}

// problems are the severities of GitHub's code scanning, which reads them in the
// property problem.severity of rules.
var problems = map[claim.Severity]string{claim.Error: "error", claim.Warning: "warning", claim.Note: "recommendation"}

// ranks are SARIF's, from 0 to 100: the higher, the more it matters.
var ranks = map[claim.Severity]float64{claim.Error: 90, claim.Warning: 50, claim.Note: 10}
