package driver

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"reflect"
	"slices"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/load"
	"github.com/k8slint/k8slint/internal/driver/store"
	"github.com/k8slint/k8slint/internal/subresource"
)

// An entry is the result of a package as it is stored. Names of files are those
// of folders.
type entry struct {
	Out      []byte
	Facts    []byte
	Findings []finding.Finding
	Skipped  []load.Error // what is wrong with the package
	Part     *part        // what was left out because of it; nil if there is nothing else
	Lost     bool         // nothing could be made of it
	TestsOut bool
	Caps     []bound.Reached // in the analysis
	// Manifest is what it has read of the module's manifests, which are not in the key: few
	// packages ask for them.
	Manifest *subresource.Reading
	// Dir is the package's folder if there are errors: they can name files
	// in any way, so that they are of use there only.
	Dir string
}

// restore takes the result of n from the store. Where fixes are made it does
// not take those: what is written into the user's files was worked out from
// them, in this run.
func (s *session) restore(n *node, key store.Key) bool {
	data, ok := s.store.Get(key)
	if !ok {
		return false
	}
	e, ok := decodeEntry(data)
	if !ok || len(e.Out) != len(n.out) || (len(e.Skipped) > 0 || e.Part != nil) && e.Dir != n.Dir {
		return false
	}
	if e.Manifest != nil && s.manifests.digest(n.Dir) != e.Manifest.Digest {
		return false
	}
	e.Findings = renamed(e.Findings, s.keys.folders.file)
	if !e.about(n.Files) {
		return false
	}
	if s.fixing && slices.ContainsFunc(e.Findings, func(f finding.Finding) bool { return len(f.Fixes) > 0 }) {
		return false
	}
	n.restored = true
	copy(n.out[:], e.Out)
	n.facts, n.findings, n.skipped = e.Facts, e.Findings, e.Skipped
	n.part, n.lost, n.testsOut, n.caps, n.manifest = e.Part, e.Lost, e.TestsOut, e.Caps, e.Manifest
	return true
}

func (s *session) save(n *node, key store.Key) {
	if s.store == nil {
		return
	}
	e := entry{Out: n.out[:], Facts: n.facts, Findings: renamed(n.findings, s.keys.folders.name), Skipped: n.skipped, Part: n.part, Lost: n.lost, TestsOut: n.testsOut, Caps: n.caps, Manifest: n.manifest}
	if len(e.Skipped) > 0 || e.Part != nil {
		e.Dir = n.Dir
	}
	if data, err := e.encode(); err == nil {
		_ = s.store.Put(key, data) // the next run is slower, that is all
	}
}

// about reports whether the entry edits none but these files: the findings of
// a package edit the package. An entry that was not written by k8slint can
// say anything.
func (e entry) about(files []string) bool {
	for _, f := range e.Findings {
		for _, fix := range f.Fixes {
			for _, edit := range fix.Edits {
				if !slices.Contains(files, edit.File) {
					return false
				}
			}
		}
	}
	return true
}

// encode writes an entry. Most have results for importers alone, and nothing
// that needs a description of its form. Reflection tells, so that a field that
// is new is not forgotten.
func (e entry) encode() ([]byte, error) {
	var buf bytes.Buffer
	for _, part := range [][]byte{e.Out, e.Facts} {
		buf.Write(binary.AppendUvarint(nil, uint64(len(part))))
		buf.Write(part)
	}
	e.Out, e.Facts = nil, nil
	if reflect.ValueOf(e).IsZero() {
		return buf.Bytes(), nil
	}
	err := gob.NewEncoder(&buf).Encode(e)
	return buf.Bytes(), err
}

// decodeEntry reads an entry. One that cannot be read is as good as none.
func decodeEntry(data []byte) (e entry, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	var parts [2][]byte
	for i := range parts {
		size, n := binary.Uvarint(data)
		if n <= 0 || size > uint64(len(data)-n) {
			return e, false
		}
		parts[i], data = data[n:n+int(size)], data[n+int(size):]
	}
	if len(data) > 0 && gob.NewDecoder(bytes.NewReader(data)).Decode(&e) != nil {
		return e, false
	}
	e.Out, e.Facts = parts[0], parts[1]
	return e, true
}
