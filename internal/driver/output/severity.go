package output

import "github.com/k8slint/k8slint/internal/driver/finding"

// A Severity is how bad it is what a finding tells of.
type Severity string

// The severities, as SARIF and GitHub call them.
const (
	Error   Severity = "error"   // a bug of the program
	Warning Severity = "warning" // a comment for k8slint that does not do what it says
)

// SeverityOf is the severity of f.
func SeverityOf(f finding.Finding) Severity { return severityOf(f.Analyzer) }

func severityOf(analyzer string) Severity {
	if analyzer == "directive" {
		return Warning
	}
	return Error
}
