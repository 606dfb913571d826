package crd

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A Question asks for a version of a kind. If Group is empty, it is not known.
type Question struct{ Group, Kind, Version string }

// A Verdict is whether a version of a kind has the status subresource.
type Verdict int

const (
	// Unknown: no manifest says so, or two disagree.
	Unknown Verdict = iota
	// Has: the version has the status subresource.
	Has
	// HasNot: it has none.
	HasNot
)

// Manifests are those of one module. Its methods can be called at the same time.
type Manifests struct {
	root string

	once     sync.Once
	docs     []*document
	digest   [sha256.Size]byte
	problems []string // of files
}

// New returns the manifests of the module whose go.mod lies in the folder root. It reads
// nothing yet.
func New(root string) *Manifests { return &Manifests{root: root} }

// Root is the folder of the module that file belongs to; ok is false if it belongs to
// none.
func Root(file string) (dir string, ok bool) {
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if st, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && st.Mode().IsRegular() {
			return dir, true
		}
		if dir == filepath.Dir(dir) {
			return "", false
		}
	}
}

// Digest is a hash of all manifests: with the same one, all answers are the same.
func (m *Manifests) Digest() [sha256.Size]byte {
	m.once.Do(m.read)
	return m.digest
}

// An Answer is what the manifests say of a version of a kind.
type Answer struct {
	Verdict Verdict
	// Where that is said, as "config/crd/sites.yaml:12" from the module's root.
	Where string
	// Problems are the manifests that could have said something and did not, and why, a line
	// each.
	Problems []string
}

// Status says whether a version of a kind has the status subresource.
func (m *Manifests) Status(q Question) Answer {
	m.once.Do(m.read)
	a := Answer{Problems: slices.Clone(m.problems)}
	problem := func(format string, args ...any) { a.Problems = append(a.Problems, fmt.Sprintf(format, args...)) }
	groups := map[string]bool{}
	for _, d := range m.docs {
		if !d.names(q.Kind) {
			continue
		}
		def, err := d.definition()
		if err != nil {
			problem("%s: %v", d.at(d.line), err)
			continue
		}
		v, ok := def.version(q)
		if !ok {
			continue
		}
		groups[def.group] = true
		switch at := d.at(v.line); {
		case len(groups) > 1:
			problem("%s: %s is a kind of another group in %s, and which of the two the Go type is cannot be known", at, q.Kind, a.Where)
			return Answer{Problems: a.Problems}
		case a.Verdict == Unknown:
			a.Verdict, a.Where = v.status, at
		case a.Verdict != v.status:
			problem("%s: %s of %s disagrees with %s on the status subresource", at, q.Kind, q.Version, a.Where)
			return Answer{Problems: a.Problems}
		}
	}
	return a
}

// usual are the names of folders that hold manifests, and aside of those that hold others'.
var (
	usual = map[string]bool{
		"bundle": true, "chart": true, "charts": true, "config": true, "crd": true, "crds": true, "deploy": true, "deployment": true,
		"deployments": true, "helm": true, "install": true, "manifest": true, "manifests": true,
	}
	aside = map[string]bool{"e2e": true, "node_modules": true, "test": true, "testdata": true, "tests": true, "third_party": true, "vendor": true}
)

// read finds the documents. Their order is that of the names of their files.
func (m *Manifests) read() {
	h := sha256.New()
	_ = filepath.WalkDir(m.root, func(name string, d fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(m.root, name)
		rel = filepath.ToSlash(rel)
		switch {
		case err != nil || relErr != nil:
			m.unreadable(h, rel)
			return nil
		case d.IsDir():
			if rel != "." && m.leftOut(name, d.Name()) {
				return filepath.SkipDir
			}
			return nil
		case !d.Type().IsRegular() || !isYAML(rel) || !slices.ContainsFunc(strings.Split(path.Dir(rel), "/"), func(s string) bool { return usual[s] }):
			return nil
		}
		info, err := d.Info()
		if err == nil && info.Size() > maxSize {
			fmt.Fprintf(h, "%s\n", rel)
			m.problems = append(m.problems, fmt.Sprintf("%s: it is larger than %d MiB", rel, maxSize>>20))
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			m.unreadable(h, rel)
			return nil
		}
		docs := split(rel, text)
		if len(docs) > 0 {
			fmt.Fprintf(h, "%s %x\n", rel, sha256.Sum256(text))
		}
		m.docs = append(m.docs, docs...)
		return nil
	})
	h.Sum(m.digest[:0])
}

// maxSize bounds a file of manifests, in bytes: that of all kinds of a large operator has
// some megabytes.
const maxSize = 64 << 20

func (m *Manifests) unreadable(h io.Writer, name string) {
	fmt.Fprintf(h, "%s\n", name)
	m.problems = append(m.problems, name+": it cannot be read")
}

func isYAML(name string) bool { return path.Ext(name) == ".yaml" || path.Ext(name) == ".yml" }

// leftOut reports whether the folder holds no manifests of the module.
func (m *Manifests) leftOut(dir, name string) bool {
	if aside[name] || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

var definitionKind = regexp.MustCompile(`(?m)^["']?kind["']?:[ \t]*["']?CustomResourceDefinition["']?[ \t\r]*$`)

// split returns the documents of a file that define kinds.
func split(name string, text []byte) []*document {
	if !bytes.Contains(text, []byte("CustomResourceDefinition")) {
		return nil
	}
	var docs []*document
	line, from := 1, 0
	add := func(to int) {
		if part := text[from:to]; definitionKind.Match(part) {
			docs = append(docs, &document{file: name, line: line, text: part})
		}
	}
	for at := 0; at < len(text); {
		end := bytes.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text) - at - 1
		}
		if row := text[at : at+end+1]; bytes.HasPrefix(row, []byte("---")) && at > from {
			add(at)
			line += bytes.Count(text[from:at], []byte("\n"))
			from = at
		}
		at += end + 1
	}
	add(len(text))
	return docs
}
