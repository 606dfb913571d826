package fix

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

func edits(e ...finding.Edit) finding.Finding {
	return finding.Finding{Fixes: []finding.Fix{{Edits: e}}}
}

func TestPlan(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	const old = "package a\n\nvar x = 1\nvar y = 2\n"
	if err := os.WriteFile(name, []byte(old), 0o666); err != nil {
		t.Fatal(err)
	}
	imp := finding.Edit{File: name, Start: 10, End: 10, New: "\nimport \"b\"\n"}
	changes, rest, err := Plan([]finding.Finding{
		edits(imp, finding.Edit{File: name, Start: 19, End: 20, New: "b.One"}),
		edits(finding.Edit{File: name, Start: 15, End: 20, New: "overlaps"}),
		edits(imp, finding.Edit{File: name, Start: 29, End: 30, New: "b.Two+  b.One"}),
		{Message: "has no fix"},
	})
	if err != nil || len(changes) != 1 || len(rest) != 2 {
		t.Fatalf("%v, %v, %v", changes, rest, err)
	}
	const want = "package a\n\nimport \"b\"\n\nvar x = b.One\nvar y = b.Two + b.One\n"
	if got := string(changes[0].New); got != want {
		t.Errorf("got %q", got)
	}
	if err := os.WriteFile(name, []byte("changed"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := changes[0].Write(); err == nil {
		t.Error("a file that has changed is written")
	}
	if _, _, err := Plan([]finding.Finding{edits(finding.Edit{File: name, Start: 90, End: 91})}); err == nil {
		t.Error("an edit outside the file is made")
	}
}

// patch, where there is one, makes the new text of the old.
func TestDiff(t *testing.T) {
	patch, err := exec.LookPath("patch")
	tests := [][2]string{
		{"a\nb\nc\n", "a\nB\nc\n"},
		{"", "a\n"},
		{"a\n", ""},
		{"a", "a\n"},
		{"a\nb", "a\nc"},
		{"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "1\n2\nx\n3\n4\n5\n6\n7\n8\n9\n10\n12\n"},
		{"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n"},
	}
	for _, test := range tests {
		d := Change{Old: []byte(test[0]), New: []byte(test[1])}.Diff("f")
		if !strings.HasPrefix(d, "--- f\n+++ f\n@@ ") {
			t.Errorf("%q: %q", test, d)
		}
		if err != nil {
			continue
		}
		name := filepath.Join(t.TempDir(), "f")
		os.WriteFile(name, []byte(test[0]), 0o666)
		cmd := exec.Command(patch, "-s", name)
		cmd.Stdin = strings.NewReader(d)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%q: patch: %v\n%s\n%s", test, err, out, d)
		}
		if got, _ := os.ReadFile(name); string(got) != test[1] {
			t.Errorf("%q: patched to %q by\n%s", test, got, d)
		}
	}
}
