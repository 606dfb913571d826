package output

import (
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/driver/finding"
)

// SARIF is how the SARIF 2.1.0 form is made.
// See https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
type SARIF struct {
	// Root is the folder that URIs are relative to: the repository's.
	Root    string
	Version string
	Rules   []Rule
	// Failures says, for each package that was not analysed, why.
	Failures []string
}

// A Rule is a category of an analyzer as the form describes it.
type Rule struct {
	ID, Summary, Help, URL string
	Severity               claim.Severity
}

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifBase   = "SRCROOT"
	// fingerprintName is the key of our fingerprints; it changes when the way
	// in which they are made does.
	fingerprintName = "k8slint/v1"
	// precision is the second of the four words that code scanning knows: some of
	// the findings in public code were false (docs/accuracy.md).
	precision = "high"
)

type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool                `json:"tool"`
		Invocations []sarifInvocation        `json:"invocations"`
		Bases       map[string]sarifArtifact `json:"originalUriBaseIds,omitempty"`
		Results     []sarifResult            `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Version        string      `json:"version,omitempty"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
		FullDescription  sarifText `json:"fullDescription"`
		Help             sarifText `json:"help"`
		HelpURI          string    `json:"helpUri,omitempty"`
		Default          struct {
			Level string `json:"level"`
		} `json:"defaultConfiguration"`
		Properties sarifRuleProperties `json:"properties"`
	}
	// GitHub's code scanning reads these to sort alerts.
	sarifRuleProperties struct {
		Precision string   `json:"precision"`
		Problem   string   `json:"problem.severity"`
		Tags      []string `json:"tags"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Rank         float64           `json:"rank"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		CodeFlows    []sarifCodeFlow   `json:"codeFlows,omitempty"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI    string `json:"uri"`
		BaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifCodeFlow struct {
		ThreadFlows []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		Locations []sarifStep `json:"locations"`
	}
	sarifStep struct {
		Location sarifLocation `json:"location"`
	}
)

// Print writes the document. Columns count bytes, which differ from SARIF's
// UTF-16 units only behind text that is not ASCII.
func (s SARIF) Print(w io.Writer, findings []finding.Finding, sources *finding.Sources) error {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "k8slint", InformationURI: "https://github.com/k8slint/k8slint", Version: s.Version, Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{{Successful: len(s.Failures) == 0}},
		Results:     []sarifResult{},
	}
	if s.Root != "" {
		run.Bases = map[string]sarifArtifact{sarifBase: {URI: "file://" + escapePath(filepath.ToSlash(s.Root)) + "/"}}
	}
	for _, f := range s.Failures {
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifNotification{"error", sarifText{Text: f}})
	}
	index := make(map[string]int)
	for i, r := range s.Rules {
		index[r.ID] = i
		rule := sarifRule{ID: r.ID, ShortDescription: sarifText{Text: r.Summary}, FullDescription: sarifText{Text: r.Summary}, Help: sarifText{Text: r.Help}, HelpURI: r.URL}
		rule.Default.Level = r.Severity.String()
		rule.Properties = sarifRuleProperties{precision, problems[r.Severity], []string{"correctness", "kubernetes"}}
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
	}
	prints := finding.Fingerprints(findings, sources, s.Root)
	for i, f := range findings {
		rule, ok := index[f.ID()]
		if !ok {
			rule = -1 // as SARIF says for a rule that is not described
		}
		run.Results = append(run.Results, s.result(f, rule, prints[i]))
	}
	return writeJSON(w, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}}, "  ")
}

func (s SARIF) result(f finding.Finding, rule int, print string) sarifResult {
	r := sarifResult{
		RuleID: f.ID(), RuleIndex: rule, Level: SeverityOf(f).String(), Rank: ranks[SeverityOf(f)], Message: sarifMessage(f.Message),
		Locations:    []sarifLocation{s.location(f.Pos, f.End, "")},
		Fingerprints: map[string]string{fingerprintName: print},
	}
	r.addFlow(s, f.Trace)
	for i, w := range f.Writes {
		if i > 0 {
			r.addFlow(s, w.Trace)
			loc := s.location(w.Pos, w.End, "also written here: "+w.What)
			loc.ID = i
			r.Related = append(r.Related, loc)
		}
	}
	return r
}

// addFlow adds the way to a write, or to what else r is about.
func (r *sarifResult) addFlow(s SARIF, trace []finding.Step) {
	var flow sarifThreadFlow
	for _, step := range trace {
		if step.Pos.Valid() {
			flow.Locations = append(flow.Locations, sarifStep{s.location(step.Pos, step.End, step.Text)})
		}
	}
	if len(flow.Locations) > 0 {
		r.CodeFlows = append(r.CodeFlows, sarifCodeFlow{[]sarifThreadFlow{flow}})
	}
}

// sarifMessage is the text of a message, in which a link would be one
// (section 3.11.6): code such as f["x"](y) looks like it.
func sarifMessage(text string) sarifText {
	return sarifText{Text: strings.ReplaceAll(text, "](", "] (")}
}

func (s SARIF) location(pos, end finding.Pos, text string) sarifLocation {
	loc := sarifLocation{Physical: sarifPhysical{Artifact: s.artifact(pos.File)}}
	if pos.Valid() {
		region := &sarifRegion{StartLine: pos.Line, StartColumn: pos.Col}
		if end.File == pos.File && end.Line >= pos.Line && end.Col > 0 {
			region.EndLine, region.EndColumn = end.Line, end.Col
		}
		loc.Physical.Region = region
	}
	if text != "" {
		m := sarifMessage(text)
		loc.Message = &m
	}
	return loc
}

func (s SARIF) artifact(name string) sarifArtifact {
	rel := filepath.ToSlash(Relative(s.Root, name))
	if !filepath.IsAbs(name) {
		return sarifArtifact{URI: escapePath(rel)} // of a dependency: only the end of its name is known
	}
	if rel == filepath.ToSlash(name) {
		return sarifArtifact{URI: "file://" + escapePath(rel)}
	}
	return sarifArtifact{URI: escapePath(rel), BaseID: sarifBase}
}

func escapePath(p string) string {
	parts := strings.Split(p, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return strings.Join(parts, "/")
}
