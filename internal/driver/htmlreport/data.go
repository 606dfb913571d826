package htmlreport

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/output"
	"github.com/k8slint/k8slint/internal/visible"
)

// The JSON value from which the script shows findings.
type (
	reportData struct {
		Findings []findingData `json:"findings"`
		Files    []fileData    `json:"files"`
		Link     string        `json:"link,omitempty"` // with {file} and {line}
	}
	findingData struct {
		ID       string     `json:"id"` // the same in each report that has the finding
		Analyzer string     `json:"analyzer"`
		Severity string     `json:"severity"`
		Category string     `json:"category,omitempty"`
		Package  string     `json:"package"`
		Place    string     `json:"place"`
		Message  string     `json:"message"`
		Summary  string     `json:"summary,omitempty"` // of the category
		ByHand   string     `json:"byHand,omitempty"`  // what to write
		Steps    []stepData `json:"steps,omitempty"`
		Fix      *fixData   `json:"fix,omitempty"`
	}
	stepData struct {
		Place string `json:"place,omitempty"`
		// Code is what the step begins with that is code, Tail what it ends with
		// behind a colon, Text the rest, and Label what is said below the underlined
		// code.
		Code  string `json:"code,omitempty"`
		Text  string `json:"text"`
		Tail  string `json:"tail,omitempty"`
		Label string `json:"label"`
		Write bool   `json:"write,omitempty"`
		Key   bool   `json:"key,omitempty"`
		// Source is nil if there is no source that may be shown.
		Source *sourceData `json:"source,omitempty"`
	}
	sourceData struct {
		File int `json:"file"`
		Line int `json:"line"`
		// From and To count UTF-16 units of the line as it is shown.
		From int `json:"from"`
		To   int `json:"to"`
		// Column is where From is seen.
		Column int `json:"column"`
		// Decl is the declaration that the line is in, "" for none, and First and
		// Last its lines.
		Decl  string `json:"decl,omitempty"`
		First int    `json:"first,omitempty"`
		Last  int    `json:"last,omitempty"`
	}
	fixData struct {
		Message string     `json:"message"`
		Diffs   []diffData `json:"diffs,omitempty"`
	}
	diffData struct {
		File  string   `json:"file"`
		Lines []string `json:"lines"` // of a unified diff
	}
	fileData struct {
		Name   string      `json:"name"`
		Chunks []chunkData `json:"chunks"`
	}
	// A chunkData is lines of a file, the first of them From. Each is classes and
	// texts in turn.
	chunkData struct {
		From  int        `json:"from"`
		Lines [][]string `json:"lines"`
	}
)

// A collector makes the JSON value.
type collector struct {
	Report
	marker *output.Marker
	files  []*excerpt
	byName map[string]int
}

func (r Report) data() reportData {
	c := &collector{Report: r, marker: output.NewMarker(r.Sources), byName: make(map[string]int)}
	plain := make([]finding.Finding, len(r.Findings))
	for i, f := range r.Findings {
		plain[i] = f.Finding
	}
	prints := finding.Fingerprints(plain, r.Sources, r.Root)
	d := reportData{Findings: []findingData{}, Files: []fileData{}, Link: r.Link}
	for i, f := range r.Findings {
		d.Findings = append(d.Findings, c.finding(f, prints[i]))
	}
	for _, e := range c.files {
		d.Files = append(d.Files, fileData{c.name(e.name), e.chunks()})
	}
	return d
}

func (c *collector) finding(f Finding, id string) findingData {
	out := findingData{
		ID: id, Analyzer: f.Analyzer, Severity: output.SeverityOf(f.Finding).String(), Category: visible.Line(f.Category),
		Package: visible.Line(f.Package), Place: c.place(f.Pos), Message: visible.Line(f.Message),
	}
	if say, ok := claim.Find(f.ID()); ok {
		out.Summary, out.ByHand = say.Summary, say.ByHand
	}
	for _, m := range c.marker.Marks(f.Finding) {
		out.Steps = append(out.Steps, c.step(m))
	}
	if len(f.Fixes) > 0 {
		out.Fix = &fixData{Message: visible.Line(f.Fixes[0].Message)}
		if c.Fix != nil {
			for _, d := range c.Fix(f.Finding) {
				out.Fix.Diffs = append(out.Fix.Diffs, diffData{c.name(d.File), strings.Split(strings.TrimSuffix(d.Hunks, "\n"), "\n")})
			}
		}
	}
	return out
}

func (c *collector) step(m output.Mark) stepData {
	s := stepData{Text: m.Step, Label: m.Text, Write: m.Write, Key: m.Key}
	if m.Pos.Valid() {
		at := m.Pos
		at.Col = 0
		s.Place = c.place(at)
	}
	if code, ok := strings.CutSuffix(m.Step, m.Text); ok {
		s.Code, s.Text = strings.TrimRight(code, " ,:;"), m.Text
	} else if tail, ok := strings.CutPrefix(m.Step, m.Text+": "); ok {
		s.Text, s.Tail = m.Text, tail
	}
	if from, to, ok := m.Span(); ok {
		s.Source = c.source(m.Pos, from, to)
	}
	return s
}

// source asks for the lines around the bytes [from, to) of the line of at.
func (c *collector) source(at finding.Pos, from, to int) *sourceData {
	i, ok := c.byName[at.File]
	if !ok {
		i = len(c.files)
		c.byName[at.File] = i
		c.files = append(c.files, newExcerpt(at.File, c.Sources.Lines(at.File)))
	}
	line := cut(c.files[i].lines[at.Line-1])
	from, to = min(from, len(line)), min(to, len(line))
	s := &sourceData{File: i, Line: at.Line, From: units(line[:from]), To: units(line[:to]), Column: column(line[:from])}
	for _, d := range c.Sources.Funcs(at.File) {
		if d.From <= at.Line && at.Line <= d.To {
			s.Decl, s.First, s.Last = d.Name, d.From, d.To
			break
		}
	}
	c.files[i].want(at.Line, s.First, s.Last)
	return s
}

func (c *collector) name(file string) string {
	return visible.Line(filepath.ToSlash(output.Relative(c.Root, file)))
}

func (c *collector) place(p finding.Pos) string {
	p.File = filepath.ToSlash(output.Relative(c.Root, p.File))
	return visible.Line(fmt.Sprint(p))
}

// units is how many UTF-16 units s has as it is shown.
func units(s string) int {
	n := 0
	for _, part := range shown("", s) {
		for _, r := range part.text {
			n += utf16.RuneLen(r)
		}
	}
	return n
}

// tab is how many columns there are from tab stop to tab stop.
const tab = 4

// column is where what follows s is seen.
func column(s string) int {
	n := 0
	for _, part := range shown("", s) {
		for _, r := range part.text {
			if r == '\t' {
				n += tab - n%tab
			} else {
				n += visible.RuneWidth(r)
			}
		}
	}
	return n
}
