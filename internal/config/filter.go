package config

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/claim"
)

// A Filter says which findings are shown, and how grave they are, where a user wants
// something else than the claims say. A nil Filter changes nothing.
type Filter struct {
	// Root is the folder that paths are relative to.
	Root string
	// Off has the IDs of categories that are not shown.
	Off map[string]bool
	// Severities are those of categories, by ID, and of analyzers.
	Severities map[string]claim.Severity
	Exclude    []Exclusion
}

// An Exclusion leaves out findings in some files.
type Exclusion struct {
	Paths []*Glob
	// Checks are the analyzers and IDs that it is for; none stands for all.
	Checks []string
}

// Shows reports whether the analyzer's findings of the category are shown in the file.
func (f *Filter) Shows(analyzer, category, file string) bool {
	if f == nil {
		return true
	}
	id := claim.ID(analyzer, category)
	if f.Off[id] {
		return false
	}
	name := f.relative(file)
	for _, e := range f.Exclude {
		about := len(e.Checks) == 0 || slices.Contains(e.Checks, analyzer) || slices.Contains(e.Checks, id)
		if about && slices.ContainsFunc(e.Paths, func(g *Glob) bool { return g.Matches(name) }) {
			return false
		}
	}
	return true
}

// relative is the file as seen from the root, with slashes.
func (f *Filter) relative(file string) string {
	if rel, err := filepath.Rel(f.Root, file); err == nil && filepath.IsAbs(file) && filepath.IsLocal(rel) {
		file = rel
	}
	return filepath.ToSlash(file)
}

// SeverityOf is the severity of the analyzer's findings of the category.
func (f *Filter) SeverityOf(analyzer, category string) claim.Severity {
	if s, ok := f.severity(analyzer, category); ok {
		return s
	}
	return claim.SeverityOf(analyzer, category)
}

// Shown is [claim.Shown] with the user's severities.
func (f *Filter) Shown(analyzer, category string, least claim.Severity) bool {
	if s, ok := f.severity(analyzer, category); ok {
		return s >= least
	}
	return claim.Shown(analyzer, category, least)
}

func (f *Filter) severity(analyzer, category string) (claim.Severity, bool) {
	if f == nil {
		return 0, false
	}
	s, ok := f.Severities[claim.ID(analyzer, category)]
	if !ok {
		s, ok = f.Severities[analyzer]
	}
	return s, ok
}

// A Glob matches names of files and folders, with slashes: * and ? stand for what is in
// one name, ** for any number of folders. What is in a folder that it matches is matched
// too.
type Glob struct {
	// Text is the pattern as written.
	Text string
	re   *regexp.Regexp
}

// NewGlob reads a pattern.
func NewGlob(text string) (*Glob, error) {
	pattern := strings.TrimPrefix(strings.TrimSuffix(text, "/"), "./")
	if pattern == "" || strings.HasPrefix(pattern, "/") || slices.Contains(strings.Split(pattern, "/"), "..") {
		return nil, fmt.Errorf("%q is no path below this folder", text)
	}
	if pattern == "." {
		pattern = "**" // all that is in this folder
	}
	var b strings.Builder
	for rest := pattern; rest != ""; {
		switch {
		case strings.HasPrefix(rest, "**/"):
			b.WriteString("(?:.*/)?")
			rest = rest[3:]
		case strings.HasPrefix(rest, "**"):
			b.WriteString(".*")
			rest = rest[2:]
		case rest[0] == '*':
			b.WriteString("[^/]*")
			rest = rest[1:]
		case rest[0] == '?':
			b.WriteString("[^/]")
			rest = rest[1:]
		default:
			n := strings.IndexAny(rest, "*?")
			if n < 0 {
				n = len(rest)
			}
			b.WriteString(regexp.QuoteMeta(rest[:n]))
			rest = rest[n:]
		}
	}
	re, err := regexp.Compile("(?s)^" + b.String() + "(?:/.*)?$")
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	return &Glob{text, re}, nil
}

// Matches reports whether g matches the name, which has slashes.
func (g *Glob) Matches(name string) bool { return g.re.MatchString(name) }
