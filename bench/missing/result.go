package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// A result is what a run of k8slint says.
type result struct {
	findings []string // analyzer and position, sorted
	// writes are the positions of all writes that findings list, with the
	// analyzer: where the first is left out, the next is told.
	writes map[string]bool
	// internal are lines that say that k8slint is broken.
	internal []string
}

// lint runs k8slint on dir, with the go command's flags.
func (b *bench) lint(dir, goflags string) (*result, error) {
	cmd := exec.Command(b.k8slint, append([]string{"-json", "-test=false"}, strings.Split(b.packages, ",")...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS="+goflags)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	// By package and analyzer: findings, or an object that says what is wrong.
	var packages map[string]map[string]json.RawMessage
	if err := json.Unmarshal(stdout.Bytes(), &packages); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, stderr.Bytes())
	}
	r := &result{writes: make(map[string]bool)}
	for _, analyzers := range packages {
		for analyzer, raw := range analyzers {
			r.add(analyzer, raw)
		}
	}
	slices.Sort(r.findings)
	r.findings = slices.Compact(r.findings)
	for line := range strings.Lines(stderr.String() + stdout.String()) {
		if broken.MatchString(line) {
			r.internal = append(r.internal, strings.TrimSpace(line))
		}
	}
	return r, nil
}

// broken matches what k8slint says of itself.
var broken = regexp.MustCompile(`internal error|panic:|cannot take the package apart`)

func (r *result) add(analyzer string, raw json.RawMessage) {
	type place struct{ Posn string }
	var found []struct {
		place
		Writes []place
	}
	if json.Unmarshal(raw, &found) != nil {
		return // an error, which the line on stderr says too
	}
	for _, f := range found {
		r.findings = append(r.findings, analyzer+" "+f.Posn)
		for _, w := range append(f.Writes, f.place) {
			r.writes[analyzer+" "+w.Posn] = true
		}
	}
}

// problems says what r has that the run on the whole has not.
func (r *result) problems(whole *result) []string {
	out := slices.Clone(r.internal)
	for _, f := range r.findings {
		if !whole.writes[f] {
			out = append(out, "not found in the whole: "+f)
		}
	}
	return out
}
