package output

import (
	"encoding/json"
	"io"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/visible"
)

// The JSON form is that of x/tools' drivers, so that what reads theirs reads ours. It has a
// severity and a url more, and a list of writes for findings that are about them: "related" has
// the way to the first one and the places of the others.
//
//	{"package ID": {"analyzer": [diagnostic, ...] or {"error": "..."}}}
type (
	// Tree is one document.
	Tree map[string]map[string]any

	jsonDiagnostic struct {
		Category       string        `json:"category,omitempty"`
		Severity       string        `json:"severity"`
		Posn           string        `json:"posn"`
		End            string        `json:"end"`
		Message        string        `json:"message"`
		URL            string        `json:"url,omitempty"`
		SuggestedFixes []jsonFix     `json:"suggested_fixes,omitempty"`
		Related        []jsonRelated `json:"related,omitempty"`
		Writes         []jsonWrite   `json:"writes,omitempty"`
	}
	jsonWrite struct {
		Category string        `json:"category,omitempty"`
		Posn     string        `json:"posn"`
		End      string        `json:"end"`
		What     string        `json:"what"`
		Func     string        `json:"func,omitempty"`
		Related  []jsonRelated `json:"related,omitempty"`
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		Filename string `json:"filename"`
		Start    int    `json:"start"`
		End      int    `json:"end"`
		New      string `json:"new"`
	}
	jsonRelated struct {
		Posn    string `json:"posn"`
		End     string `json:"end"`
		Message string `json:"message"`
	}
	jsonError struct {
		Err string `json:"error"`
	}
)

// Add adds the findings of a package.
func (t Tree) Add(id string, findings []finding.Finding) {
	for _, f := range findings {
		d := jsonDiagnostic{
			Category: f.Category,
			Severity: SeverityOf(f).String(),
			Posn:     f.Pos.String(),
			End:      f.End.String(),
			Message:  f.Message,
			URL:      f.URL,
		}
		for _, fix := range f.Fixes {
			jf := jsonFix{Message: fix.Message}
			for _, e := range fix.Edits {
				jf.Edits = append(jf.Edits, jsonEdit{e.File, e.Start, e.End, e.New})
			}
			d.SuggestedFixes = append(d.SuggestedFixes, jf)
		}
		d.Related = relatedOf(f.Trace)
		for i, w := range f.Writes {
			if i > 0 {
				d.Related = append(d.Related, jsonRelated{w.Pos.String(), w.End.String(), "also written here: " + w.What})
			}
			d.Writes = append(d.Writes, jsonWrite{w.Category, w.Pos.String(), w.End.String(), w.What, w.Func, relatedOf(w.Trace)})
		}
		per := t.of(id)
		list, _ := per[f.Analyzer].([]jsonDiagnostic)
		per[f.Analyzer] = append(list, d)
	}
}

func relatedOf(trace []finding.Step) []jsonRelated {
	var out []jsonRelated
	for _, s := range trace {
		out = append(out, jsonRelated{s.Pos.String(), s.End.String(), s.Text})
	}
	return out
}

// AddError says that an analyzer has no result for a package.
func (t Tree) AddError(id, analyzer, message string) {
	t.of(id)[analyzer] = jsonError{message}
}

func (t Tree) of(id string) map[string]any {
	per := t[id]
	if per == nil {
		per = make(map[string]any)
		t[id] = per
	}
	return per
}

// writeJSON writes doc with nothing in it that does harm in a log.
func writeJSON(w io.Writer, doc any, indent string) error {
	data, err := json.MarshalIndent(doc, "", indent)
	if err != nil {
		return err
	}
	_, err = w.Write(append(visible.JSON(data), '\n'))
	return err
}

// Print writes the document.
func (t Tree) Print(w io.Writer) error {
	return writeJSON(w, t, "\t")
}
