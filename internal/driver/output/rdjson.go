package output

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/driver/finding"
)

type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Code        rdCode         `json:"code"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	}
	rdLocation struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url,omitempty"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
	rdRange struct {
		Start rdPosition  `json:"start"`
		End   *rdPosition `json:"end,omitempty"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"`
	}
)

// rdLevels are the severities of reviewdog.
var rdLevels = map[claim.Severity]string{claim.Error: "ERROR", claim.Warning: "WARNING", claim.Note: "INFO"}

// RDJSON writes findings in the form of reviewdog, with their fixes as suggestions. File names are
// relative to root, the repository. A comment on a pull request can suggest a change of the lines
// that it is about, and no others. So each part of a fix is a diagnostic of its own.
// See https://github.com/reviewdog/reviewdog/tree/master/proto/rdf.
func RDJSON(w io.Writer, root string, findings []finding.Finding, fix func(finding.Finding) []FileDiff) error {
	doc := rdResult{Source: rdSource{"k8slint", "https://github.com/k8slint/k8slint"}, Diagnostics: []rdDiagnostic{}}
	told := map[string]bool{} // findings may have the same fix
	for _, f := range findings {
		main := rdDiagnostic{
			Message:  f.Message,
			Location: rdLocation{rdPath(root, f.Pos.File), rdRange{Start: rdPosition{f.Pos.Line, f.Pos.Col}}},
			Severity: rdLevels[SeverityOf(f)],
			Code:     rdCode{f.ID(), f.URL},
		}
		if f.End.File == f.Pos.File && f.End.Line >= f.Pos.Line && f.End.Col > 0 {
			main.Location.Range.End = &rdPosition{f.End.Line, f.End.Col}
		}
		doc.Diagnostics = append(doc.Diagnostics, main)
		if len(f.Fixes) == 0 {
			continue
		}
		for _, d := range fix(f) {
			for _, l := range d.Lines {
				lines := rdRange{rdPosition{Line: l.From}, &rdPosition{Line: l.To}}
				where := rdLocation{rdPath(root, d.File), lines}
				key := fmt.Sprintf("%s:%d-%d\n%s", where.Path, l.From, l.To, l.Text)
				if told[key] {
					continue
				}
				told[key] = true
				at := main
				at.Message = f.Fixes[0].Message + ", for the finding at " + at.Location.Path + ":" + strconv.Itoa(f.Pos.Line)
				at.Location, at.Severity = where, rdLevels[claim.Note]
				at.Suggestions = []rdSuggestion{{lines, strings.TrimSuffix(l.Text, "\n")}}
				doc.Diagnostics = append(doc.Diagnostics, at)
			}
		}
	}
	return writeJSON(w, doc, "  ")
}

func rdPath(root, file string) string { return filepath.ToSlash(Relative(root, file)) }
