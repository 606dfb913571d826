//go:build unix

package driver_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPrograms runs the command where every program that can be found notes
// that it was run: those are the ones that SECURITY.md names. What the go
// command runs of its own installation is not among them.
func TestPrograms(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	bin, log := filepath.Join(dir, "bin"), filepath.Join(dir, "log")
	for name, text := range map[string]string{
		"m/go.mod":      "module m.example\n\ngo 1.26\n",
		"m/a/a.go":      "package a\n\n//go:generate sh -c evil\n\nfunc Bad() {}\n\nfunc A() { Bad() }\n\nfunc init() { panic(\"run\") }\n",
		"m/a/a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestMain(m *testing.M) { panic(\"run\") }\n",
		"m/cgo/a.go":    "package cgo\n\n// int one(void);\nimport \"C\"\n\nvar _ = C.one()\n",
		"m/pkg/a.go":    "package pkg\n\n// #cgo pkg-config: none\nimport \"C\"\n",
		"m/base.json":   `{"version":1,"findings":[]}`,
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go", "git", "cc", "gcc", "clang", "as", "ld", "pkg-config", "sh", "bash", "env", "curl", "ssh", "hg", "svn", "less", "vi", "gofmt", "evil"} {
		do := "exit 1"
		if real, err := exec.LookPath(name); err == nil {
			do = fmt.Sprintf("PATH='%s' exec '%s' \"$@\"", bin, real)
		}
		script := fmt.Sprintf("#!/bin/sh\necho %s >> '%s'\n%s\n", name, log, do)
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	run := func(path string, args ...string) string {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = filepath.Join(dir, "m")
		cmd.Env = append(os.Environ(), asCommand+"=1", "PATH="+path, "GOWORK=off", "GOFLAGS=", "GOPROXY=off", "GIT_CONFIG_GLOBAL="+os.DevNull,
			"K8SLINT_CACHE="+filepath.Join(dir, "cache"), "GOCACHE="+filepath.Join(dir, "gocache"), "CGO_ENABLED=1", "CC=cc")
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		_ = cmd.Run() // its exit code is looked at elsewhere
		return out.String()
	}
	git := true
	for _, args := range [][]string{{"git", "init", "-q"}, {"git", "add", "."}, {"git", "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "one"}} {
		if _, err := exec.LookPath("git"); err != nil {
			git = false
			break
		}
		run(os.Getenv("PATH"), args...)
	}
	// Something differs from the revision.
	if err := os.WriteFile(filepath.Join(dir, "m", "a", "b.go"), []byte("package a\n\nfunc B() { Bad() }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	compiler := []string{"as", "cc", "clang", "gcc", "go", "ld"}
	tests := []struct {
		args    []string
		allowed []string
		want    string // one of them
	}{
		{[]string{"./a"}, []string{"go"}, "go"},
		{[]string{"-explain", "-c=3", "-format=sarif", "./a"}, []string{"go"}, "go"},
		{[]string{"-diff", "./a"}, []string{"go"}, "go"},
		{[]string{"-baseline=base.json", "./a"}, []string{"go"}, "go"},
		{[]string{"-new-from=HEAD", "./a"}, []string{"git", "go"}, "git"},
		{[]string{"-fix", "./a"}, []string{"go"}, "go"},
		{[]string{"./cgo"}, compiler, "cc"},
		{[]string{"./pkg"}, append(compiler, "pkg-config"), "pkg-config"},
		{[]string{"help"}, nil, ""},
		{[]string{"-version"}, nil, ""},
	}
	for _, test := range tests {
		if test.want == "git" && !git {
			continue
		}
		os.Remove(log)
		out := run(bin, append([]string{self}, test.args...)...)
		data, _ := os.ReadFile(log)
		ran := strings.Fields(string(data))
		slices.Sort(ran)
		ran = slices.Compact(ran)
		for _, name := range ran {
			if !slices.Contains(test.allowed, name) {
				t.Errorf("%v runs %s\n%s", test.args, name, out)
			}
		}
		if test.want != "" && !slices.Contains(ran, test.want) {
			t.Errorf("%v does not run %s, but %v\n%s", test.args, test.want, ran, out)
		}
	}
}
