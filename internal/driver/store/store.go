// Package store keeps results on disk, by key.
//
// A key stands for everything that a result depends on, so that an entry is
// never wrong, only useless. Entries are written beside and renamed: any number
// of processes can share a store, and one that is killed leaves no half entry.
// Each entry carries the hash of its content: one that was damaged is as good
// as none.
package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Key names an entry.
type Key [sha256.Size]byte

// magic begins each entry; it changes when the form of entries does.
const magic = "k8slint entry 1\n"

const (
	maxAge   = 14 * 24 * time.Hour // entries that were not read for so long are dropped
	maxBytes = 1 << 30             // of the whole store; the oldest entries go first
	trimTick = 24 * time.Hour      // between two looks for them
	touch    = time.Hour           // an entry that is read is not marked again before
)

// A Store is a folder of entries. The nil Store is always empty.
type Store struct {
	dir string
}

// Open returns the store in dir, which is made if need be.
func Open(dir string) (*Store, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	return &Store{dir: dir}, nil
}

// DefaultDir is where results are kept if the user names no folder.
func DefaultDir() (string, error) {
	if dir := os.Getenv("K8SLINT_CACHE"); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "k8slint"), nil
}

func (s *Store) file(k Key) string {
	name := hex.EncodeToString(k[:])
	return filepath.Join(s.dir, name[:2], name[2:])
}

// Get returns the entry of k, and whether there is one that is whole.
func (s *Store) Get(k Key) ([]byte, bool) {
	if s == nil {
		return nil, false
	}
	name := s.file(k)
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, false
	}
	body, ok := unwrap(data)
	if !ok {
		return nil, false
	}
	if st, err := os.Stat(name); err == nil && time.Since(st.ModTime()) > touch {
		now := time.Now()
		_ = os.Chtimes(name, now, now) // a store that cannot be marked can still be read
	}
	return body, true
}

// unwrap returns the content of an entry, and whether it is whole.
func unwrap(data []byte) ([]byte, bool) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok || len(rest) < sha256.Size {
		return nil, false
	}
	body := rest[sha256.Size:]
	sum := sha256.Sum256(body)
	return body, bytes.Equal(sum[:], rest[:sha256.Size])
}

// Put stores an entry. An error means that it was not stored, which makes the
// next run slower and nothing else.
func (s *Store) Put(k Key, body []byte) error {
	if s == nil {
		return nil
	}
	name := s.file(k)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), "tmp-*")
	if err != nil {
		return err
	}
	sum := sha256.Sum256(body)
	_, err = tmp.Write(slices.Concat([]byte(magic), sum[:], body))
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}

// Trim drops old entries, at most once a day.
func (s *Store) Trim(now time.Time) {
	if s == nil {
		return
	}
	mark := filepath.Join(s.dir, "trimmed")
	if st, err := os.Stat(mark); err == nil && now.Sub(st.ModTime()) < trimTick {
		return
	}
	if os.WriteFile(mark, nil, 0o666) != nil {
		return
	}
	_ = os.Chtimes(mark, now, now)
	s.trim(now, maxBytes)
}

func (s *Store) trim(now time.Time, limit int64) {
	type entry struct {
		name string
		used time.Time
		size int64
	}
	var kept []entry
	var total int64
	_ = filepath.WalkDir(s.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !ours(filepath.Base(filepath.Dir(name)), d.Name()) {
			return nil // what cannot be read, or is not ours, stays
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		if now.Sub(info.ModTime()) > maxAge {
			os.Remove(name)
			return nil
		}
		kept = append(kept, entry{name, info.ModTime(), info.Size()})
		total += info.Size()
		return nil
	})
	slices.SortFunc(kept, func(a, b entry) int { return a.used.Compare(b.used) })
	for _, e := range kept {
		if total <= limit {
			return
		}
		if os.Remove(e.name) == nil {
			total -= e.size
		}
	}
}

// ours reports whether a file of a store's sub-folder was written by Put.
func ours(dir, name string) bool {
	if len(dir) != 2 {
		return false
	}
	if strings.HasPrefix(name, "tmp-") {
		return true
	}
	_, err := hex.DecodeString(dir + name)
	return err == nil && len(dir+name) == 2*sha256.Size
}
