package analyzers_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/driver"
	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/prose"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// maxMessage bounds a message, in characters.
const maxMessage = 200

// register are names that SSA form has and the source has not.
var register = regexp.MustCompile(`\bt[0-9]+\b|varargs|complit|slicelit|makeslice`)

// code is a word of a message that is source text, or a place.
var code = regexp.MustCompile(`\S*[.()\[\]_{}=/0-9…]\S*`)

// codes is code of several words.
var codes = regexp.MustCompile("`code`( `code`)+")

// clause is where a part of a message ends.
var clause = regexp.MustCompile(`[:;] `)

// TestMessages: what every driver prints first is one line that people read to its
// end, where it says what to do. testdata/messages.golden has one message of each
// form that the packages have on which the analyzers are tested, to be read as a
// whole.
func TestMessages(t *testing.T) {
	forms := make(map[string]drivertest.Finding)
	examples := testmodule.Dir(t, "examples")
	for dir, findings := range map[string][]drivertest.Finding{
		testmodule.Dir(t, "testdata/src"): everything(t),
		examples:                          once(t, analyzers.New, examples, "./..."),
	} {
		for _, f := range findings {
			f.File, _ = filepath.Rel(dir, f.File)
			for _, wrong := range faults(f.Message) {
				t.Errorf("%s:%d: %s: %s: %s", f.File, f.Line, f.Analyzer, f.Message, wrong)
			}
			form := f.Analyzer + ": " + code.ReplaceAllString(f.Message, "_")
			if old, ok := forms[form]; !ok || first(f, old) < 0 {
				forms[form] = f
			}
		}
	}
	var b strings.Builder
	b.WriteString("One message of each form: go test ./analyzers -run TestMessages -update\n")
	analyzer := ""
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		f := forms[form]
		if f.Analyzer != analyzer {
			analyzer = f.Analyzer
			fmt.Fprintf(&b, "\n# %s\n\n", analyzer)
		}
		fmt.Fprintln(&b, f.Message)
	}
	name := filepath.Join(testmodule.Root(), "testdata", "messages.golden")
	if *drivertest.Update {
		if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, after := strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")
	for _, line := range before {
		if !slices.Contains(after, line) {
			t.Errorf("no longer: %s", line)
		}
	}
	for _, line := range after {
		if !slices.Contains(before, line) {
			t.Errorf("new: %s", line)
		}
	}
	if t.Failed() {
		t.Log("to keep what is new: go test ./analyzers -run TestMessages -update")
	} else if b.String() != string(want) {
		t.Errorf("the lines of %s have another order", name)
	}
}

// first orders findings: by file, line, analyzer and message.
func first(a, b drivertest.Finding) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Analyzer, b.Analyzer), cmp.Compare(a.Message, b.Message))
}

// TestHelp: what help prints has short sentences and no odd phrases. The texts of the
// analyzers are pages, too, and are tested there.
func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"help", "flags"}} {
		var stdout, stderr bytes.Buffer
		if code := driver.Run(analyzers.New, args, &stdout, &stderr); code != 0 {
			t.Fatalf("%q: exit code %d\n%s", args, code, &stderr)
		}
		// Each line is a heading, or a name and what it is about.
		for line := range strings.Lines(stdout.String()) {
			for _, fault := range prose.Faults(strings.TrimSpace(line)) {
				t.Errorf("%q: %s", args, fault)
			}
		}
	}
}

// TestByHand: what -explain says below a finding without a fix has short sentences and no odd phrases.
func TestByHand(t *testing.T) {
	for _, name := range claim.Analyzers() {
		for _, c := range claim.Of(name) {
			for _, fault := range prose.Faults(c.ByHand) {
				t.Errorf("%s/%s: %s", name, c.Category, fault)
			}
		}
	}
}

// faults is what is wrong with a message.
func faults(message string) []string {
	var out []string
	// The problem, its cause and the advice are sentences of their own, and code is a word.
	for _, sentence := range clause.Split(message, -1) {
		out = append(out, prose.Faults(codes.ReplaceAllString(code.ReplaceAllString(sentence, "`code`"), "`code`"))...)
	}
	for _, c := range []struct {
		wrong bool
		what  string
	}{
		{utf8.RuneCountInString(message) > maxMessage, fmt.Sprintf("%d characters", utf8.RuneCountInString(message))},
		{strings.ContainsAny(message, "\r\n\t"), "more than one line"},
		{strings.Contains(message, "  ") || strings.Contains(message, " ,") || strings.Contains(message, " ;"), "badly spaced"},
		{strings.HasSuffix(message, "."), "a period at the end"},
		{strings.Contains(message, ";;") || strings.Contains(message, ",,"), "a sign twice"},
		{register.MatchString(message), "the name of a register"},
		{!strings.Contains(message, "; "), "does not say what to do"},
	} {
		if c.wrong {
			out = append(out, c.what)
		}
	}
	return out
}
