package driver

import (
	"crypto/sha256"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/listing"
	"github.com/k8slint/k8slint/internal/driver/source"
)

// sources reads files, and notices one that changes during the run: what was
// hashed is then not what was analysed, and nothing more may be stored.
type sources struct {
	overlay listing.Overlay
	shown   listing.Overlay  // the part of overlay that is what the user sees, and edits
	listing *listing.Listing // nil, or what knows files without reading them
	seen    sync.Map         // name -> stamp
	changed atomic.Bool
}

type stamp struct {
	size    int64
	modTime int64 // in nanoseconds
}

func (s *sources) read(name string) ([]byte, error) { return s.readTo(nil, name) }

// readTo reads a file, into buf if there is room.
func (s *sources) readTo(buf []byte, name string) ([]byte, error) {
	name = s.overlay.File(name)
	st, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	now := stamp{st.Size(), st.ModTime().UnixNano()}
	if before, ok := s.seen.LoadOrStore(name, now); ok && before != now {
		s.changed.Store(true)
	}
	return source.ReadFileTo(buf, name)
}

// sum returns the hash of a file's content.
func (s *sources) sum(name string) ([sha256.Size]byte, error) {
	if s.listing != nil && !s.overlay.Has(name) {
		if sum, size, modified, ok := s.listing.Sum(name); ok {
			now := stamp{size, modified}
			if before, ok := s.seen.LoadOrStore(name, now); ok && before != now {
				s.changed.Store(true)
			}
			return sum, nil
		}
	}
	src, err := s.read(name)
	if err != nil {
		return [sha256.Size]byte{}, err
	}
	return sha256.Sum256(src), nil
}

// fixable takes the fixes from findings whose edits are for the text of a file
// that only stood in for the one that the user sees.
func (s *sources) fixable(findings []finding.Finding) []finding.Finding {
	if len(s.overlay) == 0 {
		return findings
	}
	out := slices.Clone(findings)
	for i := range out {
		for _, fix := range out[i].Fixes {
			if slices.ContainsFunc(fix.Edits, func(e finding.Edit) bool { return s.overlay.Has(e.File) && !s.shown.Has(e.File) }) {
				out[i].Fixes = nil
				break
			}
		}
	}
	return out
}
