package driver

import (
	"bytes"
	"encoding/gob"
	"slices"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/load"
	"github.com/k8slint/k8slint/internal/driver/store"
)

// An entry is the result of a package as it is stored.
type entry struct {
	Out      []byte
	Facts    []byte
	Findings []finding.Finding
	Skipped  []load.Error // why there is nothing else: what is wrong with the package
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
	if !ok || len(e.Out) != len(n.out) || !e.about(n.Files) {
		return false
	}
	if s.fixing && slices.ContainsFunc(e.Findings, func(f finding.Finding) bool { return len(f.Fixes) > 0 }) {
		return false
	}
	n.restored = true
	copy(n.out[:], e.Out)
	n.facts, n.findings, n.skipped = e.Facts, e.Findings, e.Skipped
	return true
}

func (s *session) save(n *node, key store.Key) {
	if s.store == nil {
		return
	}
	var buf bytes.Buffer
	if gob.NewEncoder(&buf).Encode(entry{n.out[:], n.facts, n.findings, n.skipped}) == nil {
		_ = s.store.Put(key, buf.Bytes()) // the next run is slower, that is all
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

// decodeEntry reads an entry. One that cannot be read is as good as none.
func decodeEntry(data []byte) (e entry, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return e, gob.NewDecoder(bytes.NewReader(data)).Decode(&e) == nil
}
