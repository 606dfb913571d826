// Package baseline keeps the findings that a repository had when it adopted
// k8slint, so that only new ones are reported. A finding is known again by its
// file and the text of its line, wherever the line has moved.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/replace"
	"github.com/k8slint/k8slint/internal/visible"
)

const version = 1

// A Baseline is the findings that are known, with how often each is.
type Baseline struct {
	count map[finding.Identity]int
}

type file struct {
	Version  int     `json:"version"`
	Findings []entry `json:"findings"`
}

type entry struct {
	finding.Identity
	Count int `json:"count,omitempty"` // 1 if left out
}

// Write writes findings to the named file. Names in it are relative to root.
func Write(name, root string, findings []finding.Finding, sources *finding.Sources) error {
	count := make(map[finding.Identity]int)
	for _, id := range finding.Identities(findings, sources, root) {
		count[id]++
	}
	doc := file{Version: version, Findings: []entry{}}
	for id, n := range count {
		e := entry{Identity: id}
		if n > 1 {
			e.Count = n
		}
		doc.Findings = append(doc.Findings, e)
	}
	slices.SortFunc(doc.Findings, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Analyzer, b.Analyzer), cmp.Compare(a.Category, b.Category))
	})
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false) // the texts are Go code, for people to read
	enc.SetIndent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	return replace.Write(name, visible.JSON(buf.Bytes()))
}

// Read reads the named file.
func Read(name string) (*Baseline, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	b, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("baseline %s: %w; write a new one with -write-baseline=%s", name, err, name)
	}
	return b, nil
}

func parse(data []byte) (*Baseline, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var doc file
	if err := dec.Decode(&doc); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("text follows the document")
	}
	if doc.Version != version {
		return nil, fmt.Errorf("is of version %d, this k8slint reads %d", doc.Version, version)
	}
	b := &Baseline{count: make(map[finding.Identity]int)}
	for _, e := range doc.Findings {
		if e.Count < 0 {
			return nil, fmt.Errorf("a count of %d", e.Count)
		}
		b.count[e.Identity] += max(e.Count, 1)
	}
	return b, nil
}

// New returns the findings that are not known, and how many known ones are
// gone.
func (b *Baseline) New(findings []finding.Finding, sources *finding.Sources, root string) (fresh []finding.Finding, gone int) {
	left := make(map[finding.Identity]int, len(b.count))
	for id, n := range b.count {
		left[id] = n
		gone += n
	}
	for i, id := range finding.Identities(findings, sources, root) {
		if left[id] > 0 {
			left[id]--
			gone--
			continue
		}
		fresh = append(fresh, findings[i])
	}
	return fresh, gone
}
