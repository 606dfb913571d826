package htmlreport_test

import (
	"bytes"
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/htmlreport"
	"github.com/k8slint/k8slint/internal/driver/output"
)

const source = `package pods

func (c *Controller) sync(name string) error {
	pod, err := c.pods.Get(name) // the informer's
	if err != nil {
		return err
	}

	pod.Labels["a"] = "b"
	return c.label(pod)
}

var hidden = "not in the excerpt"

func (c *Controller) label(pod *Pod) error {
	delete(pod.Annotations, "abc")
	return nil
}
`

// at is the place of the first text in src that begins so.
func at(file, src, text string) finding.Pos {
	i := strings.Index(src, text)
	if i < 0 {
		panic("no " + text)
	}
	return finding.Pos{File: file, Line: 1 + strings.Count(src[:i], "\n"), Col: i - strings.LastIndex(src[:i], "\n")}
}

// sync are two findings in a file with this source.
func sync(t *testing.T) (htmlreport.Report, string) {
	if len(claim.Of("directive")) == 0 {
		claim.Declare("directive", claim.Claim{Category: "unused", Severity: claim.Warning})
	}
	t.Helper()
	dir := t.TempDir()
	name := filepath.Join(dir, "pods", "sync.go")
	write(t, name, source)
	step := func(on, text string) finding.Step {
		p := at(name, source, on)
		p.Col = 0
		return finding.Step{Pos: p, Text: text}
	}
	one := finding.Finding{
		Analyzer: "cachemutate", Category: "write", Pos: at(name, source, `pod.Labels["a"]`),
		Message: `pod.Labels["a"] mutates a cached object; DeepCopy it first`,
		Trace:   []finding.Step{step("c.pods.Get", "c.pods.Get reads the informer cache"), step(`"a"`, `pod.Labels["a"] writes it`)},
		Fixes:   []finding.Fix{{Message: "Write to a deep copy of pod"}},
	}
	one.Writes = []finding.Write{{Pos: one.Pos, Category: "write", Trace: one.Trace}, {
		Pos: at(name, source, "c.label(pod)"), Category: "call", What: "c.label(pod)",
		Trace: []finding.Step{one.Trace[0], step("delete(", `delete(pod.Annotations, "abc") writes it`)},
	}}
	second := one
	second.Pos, second.Fixes, second.Writes = at(name, source, "delete("), nil, nil
	second.Message = `delete(pod.Annotations, "abc") mutates a cached object; DeepCopy it first`
	second.Trace = []finding.Step{one.Trace[0], step("c.label(pod)", "Controller.label is called with it"), step("delete(", `delete(pod.Annotations, "abc") writes it`)}
	elsewhere := finding.Finding{
		Analyzer: "directive", Category: "unused", Pos: finding.Pos{File: filepath.Join(dir, "gone.go"), Line: 3, Col: 1}, Message: "nothing is silenced here",
		Trace: []finding.Step{{Pos: finding.Pos{File: "client-go/lister.go", Line: 7}, Text: "in a dependency"}},
	}
	return htmlreport.Report{
		Root: dir, Version: "v1.2.3", Module: "example.com/m", Packages: 4,
		Analyzers: []htmlreport.Analyzer{{Name: "cachemutate", Doc: "find writes\n\nMore.\n\n# Why\n\n\tbad <code>", URL: "https://example.com/cachemutate.md"}, {Name: "directive", Doc: "check comments"}},
		Findings:  []htmlreport.Finding{{Finding: one, Package: "example.com/m/pods"}, {Finding: second, Package: "example.com/m/pods"}, {Finding: elsewhere, Package: "example.com/m"}},
		Sources:   finding.NewSources(name),
		Fix: func(f finding.Finding) []output.FileDiff {
			return []output.FileDiff{{File: name, Hunks: "@@ -8,2 +8,3 @@\n \n+\tpod = pod.DeepCopy()\n \tpod.Labels[\"a\"] = \"b\"\n"}}
		},
	}, name
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

func print(t *testing.T, r htmlreport.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.Print(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A value is the JSON value in a page, as far as the tests ask.
type value struct {
	Findings []struct {
		ID, Analyzer, Severity, Package, Place, Message string
		Steps                                           []struct {
			Place, Code, Text, Tail, Label string
			Write                          bool
			Source                         *struct {
				File, Line, From, To, Column, First, Last int
				Decl                                      string
			}
		}
		Fix *struct {
			Message string
			Diffs   []struct {
				File  string
				Lines []string
			}
		}
	}
	Files []struct {
		Name   string
		Chunks []struct {
			From  int
			Lines [][]string
		}
	}
}

// text is what is shown of a line of a file, "" if it is not in the report.
func (v value) text(file, line int) string {
	for _, c := range v.Files[file].Chunks {
		if i := line - c.From; 0 <= i && i < len(c.Lines) {
			s := ""
			for k := 1; k < len(c.Lines[i]); k += 2 {
				s += c.Lines[i][k]
			}
			return s
		}
	}
	return ""
}

var dataScript = regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`)

func data(t *testing.T, page string) (v value) {
	t.Helper()
	m := dataScript.FindStringSubmatch(page)
	if m == nil {
		t.Fatal("no data in the page")
	}
	if err := json.Unmarshal([]byte(m[1]), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestReport: the page has the findings, their steps and the source around them.
func TestReport(t *testing.T) {
	r, _ := sync(t)
	page := print(t, r)
	for _, want := range []string{
		"<title>k8slint: 3 findings in example.com/m</title>", `<p class="module">example.com/m</p>`, "3 findings in 2 of 4 packages · 1 with a fix", "v1.2.3",
		`<li><code>pods/sync.go:9:2</code> cachemutate: pod.Labels[&#34;a&#34;] mutates`,
		`<template data-analyzer="cachemutate" data-summary="find writes" data-url="https://example.com/cachemutate.md"><p>More.`, "<h4>Why</h4>", "bad &lt;code&gt;",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	v := data(t, page)
	if len(v.Findings) != 3 || len(v.Files) != 1 || v.Files[0].Name != "pods/sync.go" {
		t.Fatalf("%d findings, files %+v", len(v.Findings), v.Files)
	}
	f := v.Findings[0]
	if f.ID == "" || f.Severity != "error" || f.Package != "example.com/m/pods" || f.Place != "pods/sync.go:9:2" || f.Fix == nil {
		t.Errorf("finding %+v", f)
	}
	s := f.Steps[0]
	if s.Place != "pods/sync.go:4" || s.Code != "c.pods.Get" || s.Text != "reads the informer cache" || s.Label != "reads the informer cache" || s.Write || s.Source == nil {
		t.Fatalf("step %+v", s)
	}
	if got := v.text(0, s.Source.Line)[s.Source.From:s.Source.To]; got != "c.pods.Get" || s.Source.Decl != "(*Controller).sync" || s.Source.Column != 16 {
		t.Errorf("%q is marked: %+v", got, s.Source)
	}
	if s := f.Steps[1]; !s.Write || s.Source.Line != 9 {
		t.Errorf("step %+v", s)
	}
	if len(f.Steps) != 4 || f.Steps[2].Text != "also written here" || f.Steps[2].Tail != "c.label(pod)" || !f.Steps[2].Write || f.Steps[3].Code == "" {
		t.Errorf("further writes: %+v", f.Steps[2:])
	}
	if d := f.Fix.Diffs; len(d) != 1 || d[0].File != "pods/sync.go" || len(d[0].Lines) != 4 || d[0].Lines[2] != "+\tpod = pod.DeepCopy()" {
		t.Errorf("fix %+v", d)
	}
	if v.text(0, 13) != "" || v.text(0, 16) == "" {
		t.Error("the excerpt is not that of the declarations with steps")
	}
	if g := v.Findings[2]; g.Severity != "warning" || len(g.Steps) != 1 || g.Steps[0].Source != nil || g.Steps[0].Place != "client-go/lister.go:7" || g.Fix != nil {
		t.Errorf("finding %+v", g)
	}
	seen := make(map[string]bool)
	for _, f := range v.Findings {
		if seen[f.ID] {
			t.Errorf("ID %s twice", f.ID)
		}
		seen[f.ID] = true
	}
}

// TestDeterminism: the same findings make the same bytes, wherever they lie.
func TestDeterminism(t *testing.T) {
	a, _ := sync(t)
	b, _ := sync(t)
	first, second := print(t, a), print(t, b)
	if first != second || a.Root == b.Root {
		t.Error("two pages differ")
	}
	if strings.Contains(first, a.Root) {
		t.Error("the page names a folder of this machine")
	}
}

// loads is what makes a browser ask for something.
var loads = regexp.MustCompile(`(?i)<(link|img|iframe|object|embed|base|audio|video|source)\b|\ssrc=|url\(|@import|fetch\(|XMLHttpRequest|import\(|WebSocket`)

// TestNoRequest: a page has nothing that a browser would ask a server for, and a
// policy that forbids it.
func TestNoRequest(t *testing.T) {
	r, _ := sync(t)
	page := print(t, r)
	if m := loads.FindString(page); m != "" {
		t.Errorf("%q is in the page", m)
	}
	if !regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[^;]+'; style-src 'sha256-[^;]+'; base-uri 'none';`).MatchString(html.UnescapeString(page)) {
		t.Error("no policy")
	}
}

const attack = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&\u2028\u2029\u202e\u2066\x00\x1b[31m{{.}}'\"`-->]]>"

// TestHostile: nothing that comes from source is anything but text, and nothing of
// it is invisible.
func TestHostile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, strings.ReplaceAll(attack, "\x00", "")+".go")
	name = filepath.Join(dir, filepath.Base(strings.ReplaceAll(name, "/", "∕")))
	src := "package p\n\nvar x = `" + strings.ReplaceAll(attack, "`", "") + "` // " + attack + "\n\n//line /etc/passwd:1\nvar y = 1\n"
	write(t, name, src)
	f := finding.Finding{
		Analyzer: "cachemutate", Category: attack, Pos: at(name, src, "x = "), Message: attack,
		Trace: []finding.Step{{Pos: at(name, src, "x = "), Text: attack}, {Pos: finding.Pos{File: attack, Line: 1}, Text: attack},
			{Pos: finding.Pos{File: "/etc/passwd", Line: 1}, Real: at(name, src, "y = "), Text: "said to be elsewhere"}},
		Fixes: []finding.Fix{{Message: attack}},
	}
	r := htmlreport.Report{
		Root: dir, Version: "<b>", Module: attack, Packages: 1, Failures: []string{attack}, Limits: []string{attack}, Sources: finding.NewSources(name),
		Analyzers: []htmlreport.Analyzer{{Name: "<img>", Doc: "<img>\n\n<img>", URL: "javascript:alert(3)"}},
		Findings:  []htmlreport.Finding{{Finding: f, Package: attack}},
		Fix:       func(finding.Finding) []output.FileDiff { return []output.FileDiff{{File: attack, Hunks: "+x\n"}} },
	}
	page := print(t, r)
	if n := strings.Count(strings.ToLower(page), "<script"); n != 2 {
		t.Errorf("%d scripts, want 2", n)
	}
	for _, bad := range []string{"<img", "<b>", "</script><script>alert", "javascript:", "##["} {
		if strings.Contains(page, bad) {
			t.Errorf("%q is in the page", bad)
		}
	}
	for i, c := range page {
		if c != '\n' && c != '\t' && !unicode.IsPrint(c) {
			t.Fatalf("%U is in the page: %q", c, page[max(0, i-80):i+20])
		}
	}
	v := data(t, page)
	if len(v.Files) != 1 {
		t.Fatalf("lines of %d files", len(v.Files))
	}
	for _, text := range []string{v.text(0, 3), v.Findings[0].Message, v.Findings[0].Steps[0].Text + v.Findings[0].Steps[0].Code, v.Files[0].Name} {
		for _, c := range text {
			if c != '\t' && !unicode.IsPrint(c) {
				t.Errorf("%U is shown in %q", c, text)
			}
		}
		if !strings.Contains(text, `\u202e`) {
			t.Errorf("nothing stands for the invisible characters in %q", text)
		}
	}
	if s := v.Findings[0].Steps[2].Source; s == nil || s.Line != 6 || v.text(0, 6) != "var y = 1" {
		t.Errorf("the step after //line is at %+v", s)
	}
}

// TestMarked: what is marked of a line is counted in what is shown of it.
func TestMarked(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.go")
	long := strings.Repeat("é", 5000)
	src := "package p\n\nfunc f() {\n\ta, b := \"日本🙂\u202e\", here(1)\n\t_ = `" + long + "`; there()\n}\n"
	write(t, name, src)
	one := finding.Finding{Analyzer: "a", Pos: at(name, src, "here(1)"), Message: "m"}
	two := finding.Finding{Analyzer: "a", Pos: at(name, src, "there()"), Message: "m"}
	r := htmlreport.Report{Root: dir, Sources: finding.NewSources(name), Findings: []htmlreport.Finding{{Finding: one}, {Finding: two}}}
	v := data(t, print(t, r))
	s := v.Findings[0].Steps[0].Source
	line := utf16(v.text(0, 4))
	if got := string(line[s.From:s.To]); got != "here(1)" || s.Column != 28 {
		t.Errorf("%q is marked, at column %d", got, s.Column)
	}
	s = v.Findings[1].Steps[0].Source
	if text := v.text(0, 5); len(text) > 2100 || !strings.HasSuffix(text, "é…") || s.From != s.To {
		t.Errorf("a long line is shown with %d bytes, marked from %d to %d", len(text), s.From, s.To)
	}
}

// utf16 is a text by the units in which browsers count, of which no more than one
// is a letter.
func utf16(s string) []rune {
	var out []rune
	for _, c := range s {
		if c > 0xffff {
			out = append(out, 0)
		}
		out = append(out, c)
	}
	return out
}

// TestChanged: a file that is not what was analysed is not shown.
func TestChanged(t *testing.T) {
	r, name := sync(t)
	r.Sources.Sums = map[string][32]byte{name: {1}}
	r.Fix = func(finding.Finding) []output.FileDiff { return nil }
	v := data(t, print(t, r))
	if len(v.Files) != 0 || v.Findings[0].Steps[0].Source != nil || v.Findings[0].Steps[0].Place != "pods/sync.go:4" || v.Findings[0].Fix.Diffs != nil {
		t.Errorf("%+v", v)
	}
}

// TestClean: the page of a run without findings says so.
func TestClean(t *testing.T) {
	r := htmlreport.Report{Packages: 12, Sources: finding.NewSources(), Analyzers: []htmlreport.Analyzer{{Name: "cachemutate", Doc: "find writes"}}}
	page := print(t, r)
	for _, want := range []string{"no findings in 12 packages", "Nothing to fix", "<dt>cachemutate</dt> <dd>find writes</dd>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(page, "<script") {
		t.Error("a page without findings has a script")
	}
	r.Failures, r.Limits = []string{"./absent matches no packages"}, []string{"without what base.json lists"}
	page = print(t, r)
	for _, want := range []string{"No findings in the analysed packages", "Not analysed in full: 1", "<li>./absent matches no packages</li>", "without what base.json lists"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}
