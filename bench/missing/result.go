package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/bench/lint"
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
	args := append([]string{"-test=false"}, strings.Split(b.packages, ",")...)
	res, err := lint.Run{Command: b.k8slint, Dir: dir, Args: args, GoFlags: goflags}.Do()
	if err != nil {
		return nil, err
	}
	if !res.Loaded() {
		return nil, errors.New(res.Stderr)
	}
	r := &result{writes: make(map[string]bool), internal: res.Internal}
	for _, f := range res.Findings {
		r.findings = append(r.findings, f.Analyzer+" "+f.Posn)
		r.writes[f.Analyzer+" "+f.Posn] = true
		for _, w := range f.Writes {
			r.writes[f.Analyzer+" "+w.Posn] = true
		}
	}
	slices.Sort(r.findings)
	r.findings = slices.Compact(r.findings)
	return r, nil
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
