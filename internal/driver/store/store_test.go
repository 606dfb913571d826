package store

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func open(t testing.TB) *Store {
	s, err := Open(filepath.Join(t.TempDir(), "cache"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestStore: an entry is read as it was written.
func TestStore(t *testing.T) {
	s := open(t)
	k := Key(sha256.Sum256([]byte("k")))
	if _, ok := s.Get(k); ok {
		t.Error("an empty store has an entry")
	}
	for _, body := range []string{"one", "", "two"} {
		if err := s.Put(k, []byte(body)); err != nil {
			t.Fatal(err)
		}
		if got, ok := s.Get(k); !ok || string(got) != body {
			t.Errorf("got %q, %v, want %q", got, ok, body)
		}
	}
}

// Damaged bytes are no entry, whichever they are.
func TestDamaged(t *testing.T) {
	s := open(t)
	k := Key(sha256.Sum256([]byte("k")))
	if err := s.Put(k, []byte("the content")); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(s.file(k))
	if err != nil {
		t.Fatal(err)
	}
	try := func(name string, data []byte) {
		if err := os.WriteFile(s.file(k), data, 0o666); err != nil {
			t.Fatal(err)
		}
		if got, ok := s.Get(k); ok {
			t.Errorf("%s: got %q", name, got)
		}
	}
	for i := range whole {
		flipped := bytes.Clone(whole)
		flipped[i] ^= 1
		try(fmt.Sprintf("bit flipped in byte %d", i), flipped)
		try(fmt.Sprintf("cut to %d bytes", i), whole[:i])
	}
	try("longer", append(bytes.Clone(whole), 0))
	if err := s.Put(k, []byte("again")); err != nil {
		t.Fatal(err)
	}
	if got, ok := s.Get(k); !ok || string(got) != "again" {
		t.Error("a damaged entry is not replaced")
	}
}

// TestConcurrent: goroutines that read and write the same entries see whole ones, and leave
// no temporary file.
func TestConcurrent(t *testing.T) {
	s := open(t)
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 50 {
				k := Key(sha256.Sum256(fmt.Append(nil, i)))
				if got, ok := s.Get(k); ok && string(got) != fmt.Sprint("body ", i) {
					t.Errorf("got %q", got)
				}
				if err := s.Put(k, fmt.Append(nil, "body ", i)); err != nil {
					t.Error(w, err)
				}
			}
		}()
	}
	wg.Wait()
	left, _ := filepath.Glob(filepath.Join(s.dir, "*", "*tmp*"))
	if len(left) > 0 {
		t.Errorf("left behind: %s", strings.Join(left, " "))
	}
}

// TestTrim: old entries and leftovers go, and files of others stay.
func TestTrim(t *testing.T) {
	s := open(t)
	now := time.Now()
	name := func(i int) string { return s.file(Key(sha256.Sum256(fmt.Append(nil, i)))) }
	for i := range 10 {
		if err := s.Put(Key(sha256.Sum256(fmt.Append(nil, i))), make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
		used := now.Add(-time.Duration(i) * 2 * 24 * time.Hour)
		if err := os.Chtimes(name(i), used, used); err != nil {
			t.Fatal(err)
		}
	}
	old := now.Add(-time.Hour * 24 * 365)
	plant := func(name string) string {
		name = filepath.Join(s.dir, filepath.FromSlash(name))
		os.MkdirAll(filepath.Dir(name), 0o777)
		if err := os.WriteFile(name, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
		os.Chtimes(name, old, old)
		return name
	}
	hex62 := strings.Repeat("0a", 31)
	leftover := plant("ab/" + hex62 + temporary + "17")
	var foreign []string
	for _, name := range []string{
		"ab/foreign", "ab/tmp-1", "tmp-1", "go.mod", "src/" + hex62, "ab/cd/" + hex62, "AB/" + hex62, "ab/" + strings.ToUpper(hex62),
		"ab/" + hex62 + temporary + "x", "ab/" + hex62 + ".go", hex62,
	} {
		foreign = append(foreign, plant(name))
	}
	// A link in the store leads out of it.
	outside := t.TempDir()
	victims := []string{filepath.Join(outside, hex62), filepath.Join(outside, "victim")}
	for _, name := range victims {
		if err := os.WriteFile(name, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
		os.Chtimes(name, old, old)
	}
	foreign = append(foreign, victims...)
	os.Symlink(outside, filepath.Join(s.dir, "cd"))
	os.MkdirAll(filepath.Join(s.dir, "ef"), 0o777)
	os.Symlink(victims[1], filepath.Join(s.dir, "ef", hex62))
	os.Symlink(victims[1], filepath.Join(s.dir, "trimmed"))

	exists := func() (out []int) {
		for i := range 10 {
			if _, err := os.Stat(name(i)); err == nil {
				out = append(out, i)
			}
		}
		return out
	}
	never := func() bool { return false }
	s.Trim(now, func() bool { return true })
	if got := fmt.Sprint(exists()); got != "[0 1 2 3 4 5 6 7 8 9]" {
		t.Errorf("stopped at once: %s", got)
	}
	s.Trim(now.Add(time.Hour), never) // it was done today
	if got := fmt.Sprint(exists()); got != "[0 1 2 3 4 5 6 7 8 9]" {
		t.Errorf("a second time: %s", got)
	}
	os.Remove(filepath.Join(s.dir, "trimmed"))
	s.Trim(now, never)
	if got := fmt.Sprint(exists()); got != "[0 1 2 3 4 5 6 7]" { // 14 days are not over 14 days
		t.Errorf("by age: %s", got)
	}
	if _, err := os.Stat(leftover); err == nil {
		t.Error("what a run left that was killed is still there")
	}
	s.trim(now, 3*1100, never)
	if got := fmt.Sprint(exists()); got != "[0 1 2]" {
		t.Errorf("by size: %s", got)
	}
	for _, name := range foreign {
		if data, err := os.ReadFile(name); err != nil || string(data) != "mine" {
			t.Errorf("a file that is not ours is gone, or changed: %s, %q", name, data)
		}
	}
}

// What is not a regular file of bounded size is no entry, and is not written
// through.
func TestIrregular(t *testing.T) {
	k := Key(sha256.Sum256([]byte("k")))
	victim := func(t *testing.T, s *Store) string {
		if err := s.Put(k, []byte("good")); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(t.TempDir(), filepath.Base(s.file(k)))
		if err := os.Rename(s.file(k), out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	tests := map[string]func(t *testing.T, s *Store) (stays bool){
		"link to an entry": func(t *testing.T, s *Store) bool {
			if err := os.Symlink(victim(t, s), s.file(k)); err != nil {
				t.Skip(err)
			}
			return false
		},
		"link to a folder with an entry": func(t *testing.T, s *Store) bool {
			out := victim(t, s)
			os.Remove(filepath.Dir(s.file(k)))
			if err := os.Symlink(filepath.Dir(out), filepath.Dir(s.file(k))); err != nil {
				t.Skip(err)
			}
			return true
		},
		"folder": func(t *testing.T, s *Store) bool {
			victim(t, s)
			if err := os.Mkdir(s.file(k), 0o777); err != nil {
				t.Fatal(err)
			}
			return true
		},
		"huge": func(t *testing.T, s *Store) bool {
			victim(t, s)
			f, err := os.Create(s.file(k))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if err := f.Truncate(1 << 40); err != nil { // no file system fills it
				t.Skip(err)
			}
			return false
		},
		"device": func(t *testing.T, s *Store) bool {
			victim(t, s)
			if err := os.Symlink("/dev/zero", s.file(k)); err != nil {
				t.Skip(err)
			}
			return false
		},
		"pipe": func(t *testing.T, s *Store) bool {
			victim(t, s)
			if err := mkfifo(s.file(k)); err != nil {
				t.Skip(err)
			}
			return false
		},
	}
	for name, prepare := range tests {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			stays := prepare(t, s)
			if got, ok := s.Get(k); ok {
				t.Fatalf("got %q", got)
			}
			err := s.Put(k, []byte("again"))
			if _, ok := s.Get(k); ok == stays || (err != nil) != stays {
				t.Errorf("stored: %v, %v", ok, err)
			}
		})
	}
	if open(t).Put(k, make([]byte, maxEntry)) == nil {
		t.Error("an entry is stored that would not be read")
	}
}

// FuzzUnwrap: no bytes of an entry panic, and a wrong sum is refused.
func FuzzUnwrap(f *testing.F) {
	f.Add([]byte(magic))
	f.Add([]byte("k8slint entry 1\n0123456789012345678901234567890123456789"))
	f.Fuzz(func(t *testing.T, data []byte) {
		body, ok := unwrap(data)
		if sum := sha256.Sum256(body); ok && !bytes.HasSuffix(data, append(sum[:], body...)) {
			t.Errorf("%q is taken for an entry", data)
		}
	})
}
