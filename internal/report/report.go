// Package report turns what an analyzer knows about a bug into a diagnostic
// that reads the same in every driver.
package report

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/suppress"
	"github.com/k8slint/k8slint/internal/visible"
)

// URLBase is where the page of each analyzer is found: URLBase + name + ".md".
const URLBase = "https://github.com/k8slint/k8slint/blob/main/docs/analyzers/"

// URL is the page of the named analyzer. A category's place on it has its name: URL#write.
func URL(analyzer string) string { return URLBase + analyzer + ".md" }

// categoryURL is where the page of the analyzer is about the category.
func categoryURL(analyzer, category string) string {
	if category == "" {
		return URL(analyzer)
	}
	return URL(analyzer) + "#" + category
}

// A Step is one step of the trace that proves a finding, in the order in which
// things happen: the origin first, the write last.
type Step struct {
	// Pos is the place of the step in the package under analysis, or NoPos if
	// it lies in a dependency: then Text names the place as file:line.
	Pos token.Pos
	// Text says what happens there.
	Text string
}

// A Finding is one bug. Message is self-contained and of one line: the object,
// where it came from, why that is wrong, what to do. Drivers that show no
// related information (golangci-lint, GitHub) show nothing else.
type Finding struct {
	Pos, End token.Pos
	Category string
	Message  string
	Trace    []Step
	Fixes    []analysis.SuggestedFix
	// Writes, of a finding that is about writes, are all of them in the order
	// in which the program comes to them. The finding stands at the first one,
	// which says all of the above but for the fixes.
	Writes []Write
	// Fixed are the places of writes that the fixes change, besides those of
	// Writes.
	Fixed []token.Pos
}

// A Reporter passes the findings of one analyzer in one package on to the
// driver.
type Reporter struct {
	pass      *analysis.Pass
	generated bool
	every     bool
	least     claim.Severity // of what is reported
	set       *suppress.Set
	filter    *config.Filter
	shown     map[place]bool // what shows has said
	once      map[token.Pos]bool
	fixed     map[*token.Pos]bool // of a list of places, by its first, whether all are shown
}

// A place is where findings of a category may stand.
type place struct {
	pos      token.Pos
	category string
}

// For returns the reporter of pass. An analyzer that requires
// [suppress.Analyzer] shares its directives, so that unused ones are found.
func For(pass *analysis.Pass, c *config.Config) *Reporter {
	set, _ := pass.ResultOf[suppress.Analyzer].(*suppress.Set)
	return &Reporter{pass: pass, generated: c.Generated, every: c.EveryWrite, least: cmp.Or(c.Severity, claim.Warning), set: set, filter: c.Filter, shown: make(map[place]bool), once: make(map[token.Pos]bool), fixed: make(map[*token.Pos]bool)}
}

// Report emits f, unless a directive in the source silences it or its file is
// generated: who generates it must fix the generator.
func (r *Reporter) Report(f Finding) {
	if len(f.Writes) > 0 {
		r.reportWrites(f)
	} else if at := (place{f.Pos, f.Category}); r.shows(at) {
		f.Message += r.whyNot(at)
		r.emit(f, trace(f))
	}
}

// ReportOnce is Report for the first finding of each place. Others there follow from it.
func (r *Reporter) ReportOnce(f Finding) {
	if !r.once[f.Pos] {
		r.once[f.Pos] = true
		r.Report(f)
	}
}

// whyNot ends the message of a finding where a comment looks as if it silenced it.
func (r *Reporter) whyNot(at place) string {
	if why := r.set.WhyNot(r.pass.Fset, r.pass.Analyzer.Name, at.category, at.pos); why != "" {
		return " (" + why + ")"
	}
	return ""
}

// reportWrites emits f without the writes that are not to be shown, at the
// first of the others.
func (r *Reporter) reportWrites(f Finding) {
	var shown []Write
	for _, w := range f.Writes {
		if r.shows(place{w.Pos, w.Category}) {
			shown = append(shown, w)
		}
	}
	if len(shown) == 0 {
		return
	}
	if len(shown) < len(f.Writes) || !r.allFixed(f.Fixed) {
		f.Fixes = nil // it would change what somebody wants as it is
	}
	if !r.every {
		r.reportCause(f, shown)
		return
	}
	for _, ws := range byLine(r.pass.Fset, shown) {
		r.reportCause(f, ws)
	}
}

// reportCause emits f with the writes ws. Findings with the same fix differ
// in their lines; the same fix is applied once.
func (r *Reporter) reportCause(f Finding, ws []Write) {
	var places []token.Position
	for _, w := range ws {
		places = append(places, r.pass.Fset.Position(w.Pos))
	}
	w := ws[0]
	f.Pos, f.End, f.Category, f.Message = w.Pos, w.End, w.Category, w.Message+r.whyNot(place{w.Pos, w.Category})+Also(places)
	r.emit(f, related(ws))
}

// allFixed reports whether all writes that fixes change are shown. Findings of one object share their list.
func (r *Reporter) allFixed(list []token.Pos) bool {
	if len(list) == 0 {
		return true
	}
	all, ok := r.fixed[&list[0]]
	if !ok {
		all = !slices.ContainsFunc(list, func(p token.Pos) bool { return !r.shows(place{pos: p}) })
		r.fixed[&list[0]] = all
	}
	return all
}

// shows reports whether what is found there is to be told. With no category, it is about
// all of them.
func (r *Reporter) shows(at place) bool {
	shown, ok := r.shown[at]
	if !ok {
		if r.set == nil {
			r.set = suppress.New(r.pass.Fset, r.pass.Files)
		}
		name := r.pass.Analyzer.Name
		silenced := r.set.Silences(r.pass.Fset, name, at.category, at.pos) // asked first: it notes which directives are in use
		shown = (r.generated || !r.inGenerated(at.pos)) && !silenced &&
			r.filter.Shows(name, at.category, r.pass.Fset.PositionFor(at.pos, false).Filename)
		r.shown[at] = shown
	}
	return shown
}

// emit passes f on, unless findings of its severity are not to be reported. A directive
// that silences one of these has done something all the same.
func (r *Reporter) emit(f Finding, related []analysis.RelatedInformation) {
	if !r.filter.Shown(r.pass.Analyzer.Name, f.Category, r.least) {
		return
	}
	r.pass.Report(analysis.Diagnostic{
		Pos:            f.Pos,
		End:            f.End,
		Category:       f.Category,
		Message:        visible.Line(strings.ReplaceAll(f.Message, "\n", " ")),
		URL:            categoryURL(r.pass.Analyzer.Name, f.Category),
		SuggestedFixes: f.Fixes,
		Related:        related,
	})
}

func trace(f Finding) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	for _, s := range f.Trace {
		pos := s.Pos
		if !pos.IsValid() {
			pos = f.Pos
		}
		out = append(out, analysis.RelatedInformation{Pos: pos, Message: visible.Line(s.Text)})
	}
	return out
}

// inGenerated reports whether pos lies in a file that says that it was
// generated.
func (r *Reporter) inGenerated(pos token.Pos) bool {
	f := astspan.File(r.pass.Files, pos)
	return f != nil && astspan.IsGenerated(f)
}
