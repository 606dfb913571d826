package drivertest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestParseWants states what a comment can say.
func TestParseWants(t *testing.T) {
	for text, want := range map[string]string{
		"`a`":              ": a",
		"\"a\" `b`":        ": a|: b",
		"f:`a` \"b\"":      "f: a|: b",
		"":                 "nothing is wanted",
		"a":                "no colon after a",
		"f:g":              "no regular expression",
		"`(`":              "missing closing )",
		"`a":               "literal not terminated",
		"\"a\" and `more`": "no colon after and",
	} {
		ws, err := parseWants(text)
		var got []string
		for _, w := range ws {
			got = append(got, w.name+": "+w.text.String())
		}
		if err != nil {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", text, err, want)
			}
		} else if strings.Join(got, "|") != want {
			t.Errorf("%s: %q, want %s", text, got, want)
		}
	}
}

// TestCompare: a finding that is not wanted is a problem, and so is one that is not found,
// stands in another line, or is there once more.
func TestCompare(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.go")
	const src = "package a\n\nfunc f() {} // want `writes` f:`^pure$`\nfunc g() {} // want `writes` `reads`\n"
	if err := os.WriteFile(name, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	good := []Finding{
		{File: name, Line: 3, Message: "it writes"}, {File: name, Line: 3, Category: FactCategory, Message: "f: pure"},
		{File: name, Line: 4, Message: "it reads"}, {File: name, Line: 4, Message: "it writes"},
	}
	other := Finding{File: filepath.Join(dir, "b", "b.go"), Line: 1, Message: "of another package"}
	moved, twice := slices.Clone(good), append(slices.Clone(good), good[0])
	moved[0].Line = 4
	for _, test := range []struct {
		name     string
		findings []Finding
		problems int
	}{
		{"as wanted", append(slices.Clone(good), other), 0},
		{"one is missing", good[1:], 1},
		{"the fact is missing", append(good[:1:1], good[2:]...), 1},
		{"in another line", moved, 2},
		{"twice", twice, 1},
		{"nothing", nil, 4},
	} {
		if got := compare(test.findings, wants(t, dir), dir); len(got) != test.problems {
			t.Errorf("%s: %d problems, want %d: %q", test.name, len(got), test.problems, got)
		}
	}
}

// TestFolders: the packages of a pattern are the folders with Go files, but for testdata.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a/a.go", "a/b/c/c.go", "a/testdata/x.go", "a/yaml/x.yaml", "z/z.go"} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for args, want := range map[string]string{"-x ./a/...": "a a/b/c", "./a": "a", "./...": "a a/b/c z", "./a/b/c ./z": "a/b/c z"} {
		var got []string
		for _, p := range folders(t, dir, strings.Fields(args)) {
			rel, _ := filepath.Rel(dir, p)
			got = append(got, filepath.ToSlash(rel))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %s", args, got, want)
		}
	}
}
