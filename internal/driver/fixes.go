package driver

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/fix"
	"github.com/k8slint/k8slint/internal/driver/linediff"
	"github.com/k8slint/k8slint/internal/driver/output"
)

// fix makes fixes, or shows them. Only files of the repository are written,
// and only those that still hold what was analysed. It reports whether some were. More
// says that some were fixed before, refused which files could not be.
func (r *reporter) fix(ctx context.Context, o *outcome, more bool, refused map[string]error) (made bool, err error) {
	candidates, rest := o.candidates()
	guard, err := r.guard(ctx, candidates)
	if err != nil {
		return false, err
	}
	guard.Refused = refused
	plan := fix.NewPlan(candidates, guard)
	if r.opts.diff {
		o.shown, _ = plan.Done()
		for _, ch := range plan.Changes {
			r.showDiff(ch)
		}
	} else {
		r.uninterrupted(func() {
			plan.Write(ctx)
			if findings, files := plan.Done(); findings > 0 {
				made = true
				what := "finding"
				if more {
					what = "more finding"
				}
				fmt.Fprintf(r.stderr, "k8slint: fixed %s in %s\n", count(findings, what), count(files, "file"))
			}
		})
	}
	for _, refusal := range plan.Refused {
		o.refused = true
		if refused[refusal.File] == nil {
			refused[refusal.File] = refusal.Err
			refusal.File = output.Relative(r.dir, refusal.File)
			fmt.Fprintf(r.stderr, "k8slint: %v\n", refusal)
		}
	}
	o.keep(append(rest, plan.Rest()...))
	return made, nil
}

// showDiff prints what ch does. Where that would do harm on a terminal or in a
// log it is escaped, and then it is no patch any more.
func (r *reporter) showDiff(ch *fix.Change) {
	name := output.Relative(r.dir, ch.File)
	diff, escaped := ch.Diff(name)
	fmt.Fprint(r.stdout, diff)
	if escaped {
		fmt.Fprintf(r.stderr, "k8slint: %s: the diff shows invisible characters escaped, and cannot be applied; use -fix\n", name)
	}
}

// candidates returns the findings that may be fixed, and the others: those in
// dependencies.
func (o *outcome) candidates() (mine []fix.Candidate, rest []finding.Finding) {
	files := make(map[string]map[string]fix.Sum) // by finding: what its package was made of
	seen := make(map[string]fix.Sum)
	changed := make(map[string]bool) // read twice, with two contents
	for _, p := range o.packages {
		if !p.local {
			continue
		}
		for _, f := range p.findings {
			files[f.String()] = p.sums
		}
		for name, sum := range p.sums {
			if before, ok := seen[name]; ok && before != sum {
				changed[name] = true
			}
			seen[name] = sum
		}
	}
	for _, f := range o.all() {
		sums, ok := files[f.String()]
		if !ok {
			rest = append(rest, f)
			continue
		}
		for name := range changed {
			if _, ok := sums[name]; ok {
				sums[name] = fix.Sum{} // which nothing has
			}
		}
		mine = append(mine, fix.Candidate{Finding: f, Files: sums})
	}
	return mine, rest
}

// previews returns what tells what the fix of a finding changes.
func (o *outcome) previews() func(finding.Finding) []output.FileDiff {
	candidates, _ := o.candidates()
	byText := make(map[string]fix.Candidate, len(candidates))
	for _, c := range candidates {
		byText[c.String()] = c
	}
	return func(f finding.Finding) []output.FileDiff {
		c, ok := byText[f.String()]
		if !ok {
			return nil
		}
		var out []output.FileDiff
		for _, ch := range fix.Preview(c) {
			hunks, _ := ch.Hunks()
			out = append(out, output.FileDiff{File: ch.File, Hunks: hunks, Lines: linediff.Replacements(linediff.Lines(string(ch.Old)), linediff.Lines(string(ch.New)))})
		}
		return out
	}
}

// guard asks the go command which folders are its own.
func (r *reporter) guard(ctx context.Context, candidates []fix.Candidate) (fix.Guard, error) {
	g := fix.Guard{Root: r.repositoryRoot()}
	if len(candidates) == 0 {
		return g, nil
	}
	cmd := exec.CommandContext(ctx, "go", "env", "GOMODCACHE", "GOROOT")
	cmd.Dir = r.dir
	out, err := cmd.Output()
	if err != nil {
		return g, fmt.Errorf("go env: %w", err)
	}
	dirs := strings.Split(strings.TrimRight(string(out), "\r\n"), "\n")
	if len(dirs) != 2 {
		return g, errors.New("go env does not say where the module cache is")
	}
	for i, dir := range dirs {
		dir = strings.TrimRight(dir, "\r")
		rel, err := filepath.Rel(dir, r.dir)
		if developed := i == 1 && err == nil && filepath.IsLocal(rel); dir != "" && !developed {
			g.Foreign = append(g.Foreign, dir)
		}
	}
	return g, nil
}
