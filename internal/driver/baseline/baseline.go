// Package baseline keeps the findings that a repository had when it adopted
// k8slint, write by write, so that only new ones are reported. A write is known
// again by its function, the text of its line and what mutates, wherever the
// line, the function or the file has moved.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/replace"
	"github.com/k8slint/k8slint/internal/visible"
)

const version = 2

// A Baseline is the places that are known, with how often each is.
type Baseline struct {
	root  string
	count map[place]int
	// whole are findings, of the first version: known with all their writes.
	whole map[finding.Identity]int
}

// A place is where a write, or another finding, is reported.
type place struct {
	finding.Identity
	Func string `json:"func,omitempty"` // the function that it is in
	What string `json:"what,omitempty"` // the expression that mutates
}

type file struct {
	Version  int     `json:"version"`
	Findings []entry `json:"findings"`
}

type entry struct {
	place
	Count int `json:"count,omitempty"` // 1 if left out
}

// New returns a baseline with nothing in it, of the repository in root.
func New(root string) *Baseline {
	return &Baseline{root: root, count: make(map[place]int), whole: make(map[finding.Identity]int)}
}

// Read reads the named file. Names of files in it are relative to root.
func Read(name, root string) (*Baseline, error) {
	data, err := readFile(name)
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	b, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s:%w; write a new one with -write-baseline=%s", name, err, name)
	}
	b.root = root
	return b, nil
}

// maxSize bounds a baseline: a hundred bytes for each of more writes than anybody has.
const maxSize = 64 << 20

// readFile reads a file that may be a pipe, but does not read for ever.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err == nil && len(data) > maxSize {
		err = fmt.Errorf("%s is larger than %d MiB", name, maxSize>>20)
	}
	return data, err
}

func parse(data []byte) (*Baseline, error) {
	var doc file
	var head struct {
		Version int `json:"version"`
	}
	// The version first: another one can have other members.
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(&head); err != nil {
		return nil, at(data, err)
	}
	if head.Version < 1 || head.Version > version {
		return nil, fmt.Errorf("1:1: it has version %d, but this k8slint reads only versions 1 to %d", head.Version, version)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&doc); err != nil {
		return nil, at(data, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, at(data[:dec.InputOffset()], errors.New("text follows the document"))
	}
	b := New("")
	for _, e := range doc.Findings {
		e.What = mutates(e.What)
		switch {
		case e.Count < 0:
			return nil, at(data, fmt.Errorf("a count of %d", e.Count))
		case doc.Version == 1:
			b.whole[e.Identity] += max(e.Count, 1)
		default:
			b.count[e.place] += max(e.Count, 1)
		}
	}
	return b, nil
}

// at says in which line and column of data a mistake is: at its end, unless err knows.
func at(data []byte, err error) error {
	offset, text := len(data), err.Error()
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = int(syntax.Offset)
	case errors.As(err, &typ):
		offset, text = int(typ.Offset), "no "+typ.Value+" can stand here"
	case strings.Contains(text, "unknown field"):
		offset = 1 + bytes.Index(data, []byte(text[strings.IndexByte(text, '"'):]))
	}
	before := data[:max(0, offset-1)]
	return fmt.Errorf("%d:%d: %s", 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n'), strings.TrimPrefix(text, "json: "))
}

// mutates is the expression that mutates in what, as findings have it: files can
// have words of the message behind it, from when findings had them too.
func mutates(what string) string {
	return strings.TrimSuffix(what, ", which decodes the answer into it,")
}

// A Match is findings beside what a baseline knows.
type Match struct {
	// Known reports of each finding which of its writes are known. One that is
	// not about writes counts as one.
	Known [][]bool

	root   string
	places [][]place
	left   map[place]int // what no finding stands for
	whole  map[finding.Identity]int
}

// Match compares findings with b, one by one.
func (b *Baseline) Match(findings []finding.Finding, sources *finding.Sources) *Match {
	m := &Match{root: b.root, left: make(map[place]int), whole: make(map[finding.Identity]int)}
	for p, n := range b.count {
		m.left[p] = n
	}
	for id, n := range b.whole {
		m.whole[id] = n
	}
	for i, id := range finding.Identities(findings, sources, b.root) {
		ps := placesOf(findings[i], sources, b.root)
		known := make([]bool, len(ps))
		if m.whole[id] > 0 {
			m.whole[id]--
			for k := range known {
				known[k] = true
			}
		}
		m.places, m.Known = append(m.places, ps), append(m.Known, known)
	}
	m.each(func(p place, known *bool) {
		if m.left[p] > 0 {
			m.left[p]--
			*known = true
		}
	})
	m.inside(findings, sources)
	m.moved(sources)
	return m
}

// inside matches writes that used to be reported in a function and are now reported
// at a call of it. A write is reported in a function if all calls of it in the
// package lead to the write.
func (m *Match) inside(findings []finding.Finding, sources *finding.Sources) {
	for i, f := range findings {
		for k, w := range f.Writes {
			n := len(w.Trace)
			if m.Known[i][k] || n == 0 {
				continue
			}
			at := w.Trace[n-1]
			w.Pos, w.Real, w.Category = at.Pos, at.Real, "write"
			if p := placesOf(f.WithWrites([]finding.Write{w}), sources, m.root)[0]; m.left[p] > 0 {
				m.left[p]--
				m.Known[i][k] = true
			}
		}
	}
}

func (m *Match) each(do func(p place, known *bool)) {
	for i, ps := range m.places {
		for k, p := range ps {
			if !m.Known[i][k] {
				do(p, &m.Known[i][k])
			}
		}
	}
}

// moved finds those again whose function or file has another name, or whose
// function is in another package. What is known of a function that is still where
// it was has not moved.
func (m *Match) moved(sources *finding.Sources) {
	d := declarations(sources, m.root)
	var left []place
	for p, n := range m.left {
		if n > 0 && !d.inFile(p) {
			left = append(left, p)
		}
	}
	slices.SortFunc(left, compare)
	for _, near := range []func(a, b place) bool{
		func(a, b place) bool { return a.Func == b.Func && path.Dir(a.File) == path.Dir(b.File) },
		func(a, b place) bool { return a.File == b.File && !d.inPackage(a) },
		func(a, b place) bool { return path.Dir(a.File) == path.Dir(b.File) && !d.inPackage(a) },
		func(a, b place) bool { return a.Func == b.Func && !d.inPackage(a) },
	} {
		m.each(func(p place, known *bool) {
			for _, g := range left {
				if m.left[g] > 0 && g.Analyzer == p.Analyzer && g.Category == p.Category && g.Text == p.Text && g.What == p.What && near(g, p) {
					m.left[g]--
					*known = true
					return
				}
			}
		})
	}
}

// Gone is how many places of the baseline no finding stands for.
func (m *Match) Gone() int {
	n := 0
	for _, k := range m.left {
		n += k
	}
	for _, k := range m.whole {
		n += k
	}
	return n
}

// Added is how many places of findings are not known.
func (m *Match) Added() int {
	n := 0
	m.each(func(place, *bool) { n++ })
	return n
}

// Write writes a baseline of the findings to the named file. What was known and
// no finding stands for is kept where this run did not judge: where that holds
// for the analyzer and the file.
func (m *Match) Write(name string, judged func(analyzer, file string) bool) (kept, dropped int, err error) {
	count := make(map[place]int)
	for _, ps := range m.places {
		for _, p := range ps {
			count[p]++
			kept++
		}
	}
	kept -= m.Added()
	for p, n := range m.left {
		switch {
		case n == 0:
		case judged(p.Analyzer, p.File):
			dropped += n
		default:
			count[p] += n
			kept += n
		}
	}
	for id, n := range m.whole {
		switch {
		case n == 0:
		case judged(id.Analyzer, id.File):
			dropped += n
		default:
			// Of its other writes nothing is known.
			count[place{Identity: id}] += n
			kept += n
		}
	}
	return kept, dropped, write(name, count)
}

func write(name string, count map[place]int) error {
	doc := file{Version: version, Findings: []entry{}}
	for p, n := range count {
		e := entry{place: p}
		if n > 1 {
			e.Count = n
		}
		doc.Findings = append(doc.Findings, e)
	}
	slices.SortFunc(doc.Findings, func(a, b entry) int { return compare(a.place, b.place) })
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false) // the texts are Go code, for people to read
	enc.SetIndent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	return replace.Write(name, visible.JSON(buf.Bytes()))
}

func compare(a, b place) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Func, b.Func), cmp.Compare(a.Text, b.Text), cmp.Compare(a.What, b.What),
		cmp.Compare(a.Analyzer, b.Analyzer), cmp.Compare(a.Category, b.Category))
}

// placesOf are the places of f.
func placesOf(f finding.Finding, sources *finding.Sources, root string) []place {
	each := []finding.Finding{f}
	for i, w := range f.Writes {
		if i == 0 {
			each = nil
		}
		each = append(each, f.WithWrites([]finding.Write{w}))
	}
	out := make([]place, len(each))
	for i, id := range finding.Identities(each, sources, root) {
		at := sources.Place(each[i])
		id.Text = finding.Normal(id.Text)
		out[i] = place{Identity: id, Func: sources.Func(at)}
		if len(f.Writes) > 0 {
			out[i].What = f.Writes[i].What
		}
	}
	return out
}

// declared is what the folders with analysed files declare.
type declared struct {
	root    string
	sources *finding.Sources
	files   map[string][]string // by folder, from root
}

func declarations(sources *finding.Sources, root string) *declared {
	d := &declared{root: root, sources: sources, files: make(map[string][]string)}
	for _, name := range sources.Names() {
		if rel, err := filepath.Rel(root, name); err == nil {
			dir := path.Dir(filepath.ToSlash(rel))
			d.files[dir] = append(d.files[dir], name)
		}
	}
	return d
}

// inFile reports whether the function of p is still in its file; or, if p is in
// no function, whether there is the file. What was not analysed is as it was.
func (d *declared) inFile(p place) bool {
	name := filepath.Join(d.root, filepath.FromSlash(p.File))
	if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
		return false
	}
	return p.Func == "" || !d.sources.Has(name) || d.declares(name, p.Func)
}

// inPackage reports whether the function of p is still in its package.
func (d *declared) inPackage(p place) bool {
	return d.inFile(p) || p.Func != "" && slices.ContainsFunc(d.files[path.Dir(p.File)], func(name string) bool { return d.declares(name, p.Func) })
}

func (d *declared) declares(file, name string) bool {
	return slices.ContainsFunc(d.sources.Funcs(file), func(f finding.Func) bool { return f.Name == name })
}
