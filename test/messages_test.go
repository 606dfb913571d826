package test

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxMessage bounds a message, in characters.
const maxMessage = 200

// register are names that SSA form has and the source has not.
var register = regexp.MustCompile(`\bt[0-9]+\b|varargs|complit|slicelit|makeslice`)

// code is a word of a message that is source text, or a place.
var code = regexp.MustCompile(`\S*[.()\[\]_{}=/0-9…]\S*`)

// TestMessages: what every driver prints first is one line that people read to its
// end, where it says what to do. testdata/messages.golden has one message of each
// form that the packages have on which the analyzers are tested, to be read as a
// whole.
func TestMessages(t *testing.T) {
	forms := make(map[string]finding)
	for _, dir := range []string{filepath.Join(root, "testdata", "src"), filepath.Join(root, "examples")} {
		out := run(t, dir, nil, k8slint, "-severity=note", "-json", "./...")
		for _, f := range readJSON(t, dir, out.stdout) {
			for _, wrong := range faults(f.message) {
				t.Errorf("%v: %s", f, wrong)
			}
			form := f.analyzer + ": " + code.ReplaceAllString(f.message, "_")
			if old, ok := forms[form]; !ok || compareFindings(f, old) < 0 {
				forms[form] = f
			}
		}
	}
	var b strings.Builder
	b.WriteString("One message of each form: (cd test && go test -run TestMessages -update .)\n")
	analyzer := ""
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		f := forms[form]
		if f.analyzer != analyzer {
			analyzer = f.analyzer
			fmt.Fprintf(&b, "\n# %s\n\n", analyzer)
		}
		fmt.Fprintln(&b, f.message)
	}
	name := filepath.Join(root, "testdata", "messages.golden")
	if *update {
		write(t, name, b.String())
	}
	if got, want := b.String(), readFile(t, name); got != want {
		t.Errorf("%s differs from\n%s\nrun go test -run TestMessages -update .", name, got)
	}
}

// faults is what is wrong with a message.
func faults(message string) []string {
	var out []string
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
