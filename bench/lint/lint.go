// Package lint runs k8slint and reads its JSON, for benchmarks that look at
// findings.
package lint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Run is one run of k8slint.
type Run struct {
	Command string   // the k8slint command
	Dir     string   // the folder of the module
	Args    []string // flags and packages, without -json
	GoFlags string   // GOFLAGS
	Env     []string // more of the environment, as NAME=VALUE
}

// A Finding is a finding as -json prints it.
type Finding struct {
	Analyzer string `json:"-"`
	Posn     string
	Category string
	Message  string
	Writes   []struct{ Posn string }
	Fixes    []json.RawMessage `json:"suggested_fixes"`
}

// position matches a position, whose column may be missing.
var position = regexp.MustCompile(`^(.*?):(\d+)(?::\d+)?$`)

// Place returns the file, in root, and the line of f, which was found in dir.
func (f Finding) Place(root, dir string) (file string, line int, err error) {
	m := position.FindStringSubmatch(f.Posn)
	if m == nil {
		return "", 0, fmt.Errorf("%s: a finding without a line: %q: %s", f.Analyzer, f.Posn, f.Message)
	}
	file = m[1]
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	if file, err = filepath.Rel(root, file); err != nil {
		return "", 0, err
	}
	line, err = strconv.Atoi(m[2])
	return filepath.ToSlash(file), line, err
}

// A Result is what a run says.
type Result struct {
	Findings []Finding // in the order of packages and analyzers
	Failed   []string  // packages and analyzers that were not analysed, and why
	Internal []string  // lines that say that k8slint is broken
	Stderr   string
	ExitCode int
}

// Loaded reports whether there was something to analyse.
func (r *Result) Loaded() bool { return r.ExitCode != 1 || len(r.Findings)+len(r.Failed) > 0 }

// broken matches what k8slint says of itself.
var broken = regexp.MustCompile(`internal error|panic:|cannot take the package apart`)

// Do runs it. Findings and packages that do not load are no errors.
func (r Run) Do() (*Result, error) {
	cmd := exec.Command(r.Command, append([]string{"-json"}, r.Args...)...)
	cmd.Dir = r.Dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off", "GOFLAGS="+r.GoFlags), r.Env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	res := &Result{Stderr: stderr.String(), ExitCode: cmd.ProcessState.ExitCode()}
	for line := range strings.Lines(res.Stderr + stdout.String()) {
		if broken.MatchString(line) {
			res.Internal = append(res.Internal, strings.TrimSpace(line))
		}
	}
	if stdout.Len() == 0 {
		return res, nil // nothing could be listed
	}
	// By package and analyzer: findings, or an object that says what is wrong.
	var packages map[string]map[string]json.RawMessage
	if err := json.Unmarshal(stdout.Bytes(), &packages); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, stderr.Bytes())
	}
	for _, id := range slices.Sorted(maps.Keys(packages)) {
		for _, analyzer := range slices.Sorted(maps.Keys(packages[id])) {
			var found []Finding
			if json.Unmarshal(packages[id][analyzer], &found) != nil {
				res.Failed = append(res.Failed, id+": "+analyzer+": "+string(packages[id][analyzer]))
			}
			for _, f := range found {
				f.Analyzer = analyzer
				res.Findings = append(res.Findings, f)
			}
		}
	}
	return res, nil
}
