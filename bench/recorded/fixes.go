package main

import (
	"encoding/json"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/bench/lint"
	"github.com/k8slint/k8slint/internal/evidence"
)

// maxRounds bounds how often -fix runs. Fixes that overlap need more than one run.
const maxRounds = 4

// measureFixes applies -fix to the packages of the true findings that are recorded
// for c, and prints a row for each analyzer.
func (b *bench) measureFixes(c *checkout, root string) {
	counts := map[string]*evidence.Fixes{}
	for _, dir := range c.modules {
		rows := slices.DeleteFunc(slices.Clone(c.rows), func(r evidence.Row) bool { return r.Dir != dir || r.Verdict != evidence.True })
		if len(rows) == 0 {
			continue
		}
		f := &fixing{bench: b, root: root, dir: dir, rows: rows, counts: counts, repo: c.repo, commit: c.commit}
		if err := f.run(); err != nil {
			fmt.Fprintf(os.Stderr, "%s %s: %v\n", c.repo, dir, err)
		}
	}
	for _, n := range counts {
		c.fixes = append(c.fixes, *n)
	}
	slices.SortFunc(c.fixes, func(a, b evidence.Fixes) int { return strings.Compare(a.Analyzer, b.Analyzer) })
}

// A fixing is a run of -fix in one module.
type fixing struct {
	*bench
	root, dir, repo, commit string

	rows   []evidence.Row
	counts map[string]*evidence.Fixes // by analyzer
}

func (f *fixing) run() error {
	before, err := f.lint("-json")
	if err != nil {
		return err
	}
	texts, err := f.sources()
	if err != nil {
		return err
	}
	after := before
	for range maxRounds {
		if _, err := f.lint("-fix"); err != nil {
			return fmt.Errorf("-fix: %w", err)
		}
		if after, err = f.lint("-json"); err != nil {
			return err
		}
		if !slices.ContainsFunc(after.Findings, func(x lint.Finding) bool { return len(x.Fixes) > 0 }) {
			break
		}
	}
	wrong := f.wrong(before, after, texts)
	left := map[string]int{}
	for _, x := range unique(after.Findings) {
		left[f.key(x)]++
	}
	all := unique(before.Findings)
	for _, x := range all {
		if len(x.Fixes) == 0 {
			left[f.key(x)]-- // of those that are still there, this one is
		}
	}
	for _, x := range all {
		file, line, err := x.Place(f.root, filepath.Join(f.root, f.dir))
		if err != nil {
			return err
		}
		place := evidence.Place{Analyzer: x.Analyzer, Category: x.Category, File: file, Line: line}
		if !slices.ContainsFunc(f.rows, func(r evidence.Row) bool { return r.Place == place }) {
			continue
		}
		n := f.counts[x.Analyzer]
		if n == nil {
			n = &evidence.Fixes{Repo: f.repo, Commit: f.commit, Analyzer: x.Analyzer}
			f.counts[x.Analyzer] = n
		}
		n.Findings++
		switch {
		case len(x.Fixes) == 0:
			fmt.Fprintf(os.Stderr, "no fix\t%s %.8s %s:%d: %s: %s (%s)\n", f.repo, f.commit, file, line, x.Analyzer, x.Message, x.Category)
			continue
		case len(wrong) > 0:
		case left[f.key(x)] > 0:
			fmt.Fprintf(os.Stderr, "still there\t%s %s:%d: %s: %s\n", f.repo, file, line, x.Analyzer, x.Message)
			left[f.key(x)]--
		default:
			n.Work++
		}
		n.Fixes++
	}
	for _, w := range wrong {
		fmt.Fprintf(os.Stderr, "wrong\t%s %s: %s\n", f.repo, f.dir, w)
	}
	return nil
}

// unique drops what a package and its test variant both have.
func unique(all []lint.Finding) []lint.Finding {
	seen := map[string]bool{}
	var out []lint.Finding
	for _, x := range all {
		id := x.Posn + " " + x.Analyzer + " " + x.Message
		if !seen[id] {
			out = append(out, x)
		}
		seen[id] = true
	}
	return out
}

// key is what stays of a finding when lines move.
func (f *fixing) key(x lint.Finding) string {
	file, _, _ := x.Place(f.root, filepath.Join(f.root, f.dir))
	return x.Analyzer + " " + file + " " + strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, x.Message)
}

// wrong says what is worse after the fixes: packages that no longer compile, new findings,
// and files that were formatted and no longer are.
func (f *fixing) wrong(before, after *lint.Result, texts map[string]string) (out []string) {
	for _, what := range after.Failed {
		if !slices.Contains(before.Failed, what) {
			out = append(out, "does not compile: "+what)
		}
	}
	type group struct{ analyzer, file string }
	counts := map[group]int{}
	count := func(all []lint.Finding, by int) {
		for _, x := range unique(all) {
			file, _, _ := x.Place(f.root, filepath.Join(f.root, f.dir))
			counts[group{x.Analyzer, file}] += by
		}
	}
	count(before.Findings, 1)
	count(after.Findings, -1)
	for g, n := range counts {
		if n < 0 {
			out = append(out, fmt.Sprintf("%d more findings of %s in %s", -n, g.analyzer, g.file))
		}
	}
	now, err := f.sources()
	if err != nil {
		return append(out, err.Error())
	}
	for name, text := range now {
		if text != texts[name] && formatted(texts[name]) && !formatted(text) {
			out = append(out, "not formatted: "+name)
		}
	}
	slices.Sort(out)
	return out
}

func formatted(text string) bool {
	out, err := format.Source([]byte(text))
	return err == nil && string(out) == text
}

// sources are the Go files of the module.
func (f *fixing) sources() (map[string]string, error) {
	texts := map[string]string{}
	err := filepath.WalkDir(filepath.Join(f.root, f.dir), func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "vendor" || d.Name() == ".git"):
			return filepath.SkipDir
		case !d.Type().IsRegular() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		text, err := os.ReadFile(name)
		texts[name] = string(text)
		return err
	})
	return texts, err
}

// lint runs k8slint on the packages that have rows.
func (f *fixing) lint(mode string) (*lint.Result, error) {
	in := filepath.Join(f.root, f.dir)
	var patterns []string
	for _, r := range f.rows {
		rel, err := filepath.Rel(in, filepath.Join(f.root, path.Dir(r.File)))
		if err != nil {
			return nil, err
		}
		patterns = append(patterns, "./"+filepath.ToSlash(rel))
	}
	slices.Sort(patterns)
	run := f.command(in)
	run.Args = append(append([]string{"-severity=note", "-cache=" + filepath.Join(f.tmp, "cache")}, strings.Fields(f.flags)...), slices.Compact(patterns)...)
	if mode == "-fix" {
		run.Args = append([]string{"-fix"}, run.Args...)
	}
	res, err := run.Do()
	if err != nil {
		return nil, err
	}
	if len(res.Internal) > 0 || !res.Loaded() {
		return nil, fmt.Errorf("%s", strings.TrimSpace(strings.Join(append(res.Internal, res.Stderr), "\n")))
	}
	return res, nil
}

// printFixes prints the counts of c as rows of docs/evidence/fixes.jsonl.
func printFixes(c *checkout) error {
	for _, n := range c.fixes {
		line, err := json.Marshal(n)
		if err != nil {
			return err
		}
		fmt.Printf("%s\n", line)
	}
	return nil
}
