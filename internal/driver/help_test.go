package driver_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/driver"
)

// helpText is the output of the command with the real analyzers.
func helpText(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := driver.Run(analyzers.New, args, &out, &errs); code != 0 || errs.Len() > 0 {
		t.Fatalf("k8slint %q: exit code %d: %s", args, code, errs.String())
	}
	return out.String()
}

// The first screen of help is a screen, in the groups in which users think.
func TestHelpFitsAScreen(t *testing.T) {
	const lines, columns = 48, 80
	text := helpText(t, "help")
	if n := strings.Count(text, "\n"); n > lines {
		t.Errorf("%d lines, at most %d fit a screen", n, lines)
	}
	at := 0
	for _, group := range []string{"Analyzers", "Choosing what is analysed:", "Output:", "Fixing:", "Adopting:", "Performance and debugging:"} {
		i := strings.Index(text[at:], "\n"+group)
		if i < 0 {
			t.Errorf("no group %s behind the one before", group)
			continue
		}
		at += i
	}
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > columns {
			t.Errorf("%d columns, at most %d fit a screen: %s", n, columns, line)
		}
	}
	if again := helpText(t, "-h"); again != text {
		t.Errorf("-h prints something else:\n%s", again)
	}
}

// Each flag is told once: in its group, or, if it is that of an analyzer, at the
// end.
func TestHelpFlags(t *testing.T) {
	text := helpText(t, "help", "flags")
	_, single, _ := strings.Cut(text, "Flags of analyzers:\n")
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		flag, ok := strings.CutPrefix(line, "\t-")
		if !ok {
			continue
		}
		if seen[flag] {
			t.Errorf("-%s is there twice", flag)
		}
		seen[flag] = true
	}
	for line := range strings.Lines(single) {
		if flag, ok := strings.CutPrefix(line, "\t-"); ok && !strings.Contains(flag, ".") {
			t.Errorf("-%s is in no group", flag)
		}
	}
	if len(seen) < 25 {
		t.Errorf("only %d flags", len(seen))
	}
}

// TestHelpTopics: help takes flags, and names what is meant by what it does not know.
func TestHelpTopics(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"fix", "-format", "flag"} {
		if text := helpText(t, "help", name); !strings.Contains(text, "\t-"+strings.TrimSuffix(strings.TrimPrefix(name, "-"), "flag")) {
			t.Errorf("help %s: %s", name, text)
		}
	}
	for args, want := range map[string]string{
		"help cachemutat":        "did you mean cachemutate?",
		"help cachemutate.write": "did you mean cachemutate/write?",
		"-cachemutat ./...":      "did you mean -cachemutate?",
		"-nope ./...":            "not defined: -nope (",
	} {
		var out, errs bytes.Buffer
		code := driver.Run(analyzers.New, strings.Fields(args), &out, &errs)
		if code != 2 || !strings.Contains(errs.String(), want) {
			t.Errorf("k8slint %s: exit code %d: %s", args, code, errs.String())
		}
	}
}
