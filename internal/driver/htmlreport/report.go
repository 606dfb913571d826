// Package htmlreport makes the report that a browser shows: one file that holds
// all it needs and asks no server for anything.
//
// The page (page.html) has what can be said without a script: the counts, what was
// not analysed, a list of the findings, the analyzers' pages. The findings with
// their steps, fixes and lines of source are one JSON value in it. The script
// (report.js) shows a finding at a time, so that a page with thousands opens at
// once.
//
// Nothing in it comes from source but as text: html/template writes the page, the
// script sets the text of elements and never markup, and a Content-Security-Policy
// allows this style and this script alone. Characters that are not seen, or that
// change the direction of writing, are shown as Go writes them in a string.
//
// Code is coloured by go/scanner, which knows the tokens of Go exactly and is part
// of the standard library; a highlighter for many languages would be a dependency
// for worse colours. What it cannot know, types and fields, a reader does not miss
// in twenty lines.
//
// The same findings make the same bytes: there is no date, no duration and no
// folder of the machine in them.
package htmlreport

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"go/doc/comment"
	"html/template"
	"io"
	"strings"

	"github.com/k8slint/k8slint/internal/analyzerdoc"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/output"
	"github.com/k8slint/k8slint/internal/visible"
)

var (
	//go:embed page.html
	pageSource string
	//go:embed style.css
	style string
	//go:embed report.js
	script string

	page = template.Must(template.New("report").Parse(pageSource))
)

// A Report is the content of the page.
type Report struct {
	// Root is the folder that file names are relative to: the repository's.
	Root    string
	Version string
	// Link is the address of a line of source in a browser, with {file}, below Root, and {line} in
	// it: "" for no links.
	Link string
	// Module is the path of the module that the packages are of, "" if they are of
	// several.
	Module string
	// Analyzers are those that ran.
	Analyzers []Analyzer
	// Packages is how many were asked for.
	Packages int
	// Failures says, for each package that was not analysed in full, why.
	Failures []string
	// Limits says what findings the user asked to leave out.
	Limits   []string
	Findings []Finding
	// Sources is where lines of source come from.
	Sources *finding.Sources
	// Fix is what the first fix of a finding changes: nothing if that is not known.
	Fix func(finding.Finding) []output.FileDiff
}

// A Finding is one with the import path of its package.
type Finding struct {
	finding.Finding
	Package string
}

// An Analyzer is one with its page, a doc comment of Go.
type Analyzer struct{ Name, Doc, URL string }

// contents is what the page is made of.
type contents struct {
	Policy, Title, Version, Module string
	Style                          template.CSS
	Script, Data                   template.JS
	Summary                        []string
	Failures, Limits               []string
	Analyzers                      []analyzerPage
	Findings                       []findingData
}

type analyzerPage struct {
	Name, Summary, URL string
	Doc                template.HTML
}

// Print writes the report.
func (r Report) Print(w io.Writer) error {
	d := r.data()
	doc, err := json.Marshal(d) // with <, >, &, U+2028 and U+2029 escaped
	if err != nil {
		return err
	}
	c := contents{
		Policy:   policy(),
		Title:    "k8slint: " + count(len(d.Findings), "finding"),
		Version:  r.Version,
		Module:   visible.Line(r.Module),
		Style:    template.CSS(style),
		Script:   template.JS(script),
		Data:     template.JS(visible.JSON(doc)),
		Summary:  r.summary(d.Findings),
		Limits:   lines(r.Limits),
		Failures: lines(r.Failures),
		Findings: d.Findings,
	}
	if c.Module != "" {
		c.Title += " in " + c.Module
	}
	for _, a := range r.Analyzers {
		summary, rest := analyzerdoc.Split(a.Doc)
		c.Analyzers = append(c.Analyzers, analyzerPage{a.Name, summary, a.URL, docHTML(rest)})
	}
	var b bytes.Buffer // nothing is written if something is wrong
	if err := page.Execute(&b, c); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// policy lets a browser run this script and use this style, and nothing else.
func policy() string {
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src " + hash(script), "style-src " + hash(style),
		"base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'",
	}, "; ")
}

// summary are the counts of the report.
func (r Report) summary(findings []findingData) []string {
	with, fixable := make(map[string]bool), 0
	for _, f := range findings {
		with[f.Package] = true
		if f.Fix != nil {
			fixable++
		}
	}
	out := []string{count(len(findings), "finding")}
	if len(findings) == 0 {
		out[0] = "no findings in " + count(r.Packages, "package")
	} else if len(with) <= r.Packages {
		out[0] += fmt.Sprintf(" in %d of %s", len(with), count(r.Packages, "package"))
	}
	if fixable > 0 {
		out = append(out, fmt.Sprintf("%d with a fix", fixable))
	}
	if n := len(r.Failures); n > 0 {
		out = append(out, fmt.Sprintf("%d not analysed in full", n))
	}
	return out
}

// docHTML is a doc comment as HTML.
func docHTML(text string) template.HTML {
	var parser comment.Parser
	printer := comment.Printer{HeadingLevel: 4, HeadingID: func(*comment.Heading) string { return "" }}
	return template.HTML(printer.HTML(parser.Parse(text)))
}

// lines are texts without what is not seen.
func lines(texts []string) []string {
	var out []string
	for _, t := range texts {
		out = append(out, visible.Line(t))
	}
	return out
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
