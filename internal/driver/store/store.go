// Package store keeps results on disk, by key.
//
// A key stands for everything that a result depends on, so that an entry is
// never wrong, only useless. Entries are written beside and renamed: any number
// of processes can share a store, and one that is killed leaves no half entry.
// Each entry carries the hash of its content: one that was damaged is as good
// as none, and so is what is no regular file, or larger than results are.
//
// A store touches nothing that it did not write: no link in it is followed, and
// trimming removes files by their names, which nobody else gives.
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
	"strconv"
	"strings"
	"time"
)

// A Key names an entry.
type Key [sha256.Size]byte

// magic begins each entry; it changes when the form of entries does.
const magic = "k8slint entry 1\n"

// maxEntry bounds an entry: the largest that was ever seen, of a package with
// 40,000 functions, has a tenth of it.
const maxEntry = 64 << 20

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
	// Whoever names the folder can name it by a link.
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
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
	st, err := os.Lstat(name)
	if err != nil || !st.Mode().IsRegular() || st.Size() > maxEntry || !isFolder(filepath.Dir(name)) {
		return nil, false
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, false
	}
	body, ok := unwrap(data)
	if !ok {
		return nil, false
	}
	if time.Since(st.ModTime()) > touch {
		now := time.Now()
		_ = os.Chtimes(name, now, now) // a store that cannot be marked can still be read
	}
	return body, true
}

// isFolder reports whether name is a folder, and no link to one.
func isFolder(name string) bool {
	st, err := os.Lstat(name)
	return err == nil && st.IsDir()
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
	if len(body) > maxEntry-len(magic)-sha256.Size {
		return errors.New("too large to be stored")
	}
	if err := os.Mkdir(filepath.Dir(name), 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if !isFolder(filepath.Dir(name)) {
		return errors.New("there is a link where a folder should be")
	}
	sum := sha256.Sum256(body)
	return put(name, slices.Concat([]byte(magic), sum[:], body))
}

// put writes a file beside its name, and gives it that.
func put(name string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+temporary+"*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(data)
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}

// temporary stands behind the name of an entry that is being written.
const temporary = "-tmp-"

// markText is for who looks into the folder.
const markText = "Results of k8slint, which makes them again if they are gone.\nOnce a day, those that were not used for two weeks are removed.\n"

// Trim drops old entries, and the oldest of too many, at most once a day. It
// ends early if stop says so.
func (s *Store) Trim(now time.Time, stop func() bool) {
	if s == nil {
		return
	}
	mark := filepath.Join(s.dir, "trimmed")
	if st, err := os.Lstat(mark); err == nil && st.Mode().IsRegular() && now.Sub(st.ModTime()).Abs() < trimTick {
		return
	}
	// Whatever has the name of the mark is replaced, not written through.
	if put(mark, []byte(markText)) != nil || os.Chtimes(mark, now, now) != nil {
		return
	}
	s.trim(now, maxBytes, stop)
}

type file struct {
	name string
	used time.Time
	size int64
}

func (s *Store) trim(now time.Time, limit int64, stop func() bool) {
	files := s.files(stop)
	var total int64
	for _, f := range files {
		total += f.size
	}
	slices.SortFunc(files, func(a, b file) int { return a.used.Compare(b.used) })
	for _, f := range files {
		old := now.Sub(f.used) > maxAge
		if stop() || !old && total <= limit {
			return
		}
		if os.Remove(f.name) == nil {
			total -= f.size
		}
	}
}

// files returns the files that Put wrote: those of the right names in folders
// of the right names. What cannot be read is left out.
func (s *Store) files(stop func() bool) []file {
	var out []file
	folders, _ := os.ReadDir(s.dir)
	for _, d := range folders {
		if !d.IsDir() || !isHex(d.Name(), 2) || stop() {
			continue
		}
		dir := filepath.Join(s.dir, d.Name())
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if !e.Type().IsRegular() || !ours(e.Name()) {
				continue
			}
			if info, err := e.Info(); err == nil {
				out = append(out, file{filepath.Join(dir, e.Name()), info.ModTime(), info.Size()})
			}
		}
	}
	return out
}

// ours reports whether a file in a folder of the store has a name that Put
// gives.
func ours(name string) bool {
	name, number, tmp := strings.Cut(name, temporary)
	if _, err := strconv.ParseUint(number, 10, 64); tmp && err != nil {
		return false
	}
	return isHex(name, 2*sha256.Size-2)
}

// isHex reports whether s is n digits as hex.EncodeToString writes them.
func isHex(s string, n int) bool {
	_, err := hex.DecodeString(s)
	return err == nil && len(s) == n && strings.ToLower(s) == s
}
