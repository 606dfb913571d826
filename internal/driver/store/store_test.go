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
	left, _ := filepath.Glob(filepath.Join(s.dir, "*", "tmp-*"))
	if len(left) > 0 {
		t.Errorf("left behind: %s", strings.Join(left, " "))
	}
}

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
	foreign := filepath.Join(s.dir, "ab", "foreign")
	os.MkdirAll(filepath.Dir(foreign), 0o777)
	if err := os.WriteFile(foreign, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	old := now.Add(-time.Hour * 24 * 365)
	os.Chtimes(foreign, old, old)

	exists := func() (out []int) {
		for i := range 10 {
			if _, err := os.Stat(name(i)); err == nil {
				out = append(out, i)
			}
		}
		return out
	}
	s.Trim(now)
	if got := fmt.Sprint(exists()); got != "[0 1 2 3 4 5 6 7]" { // 14 days are not over 14 days
		t.Errorf("by age: %s", got)
	}
	s.trim(now, 3*1100)
	if got := fmt.Sprint(exists()); got != "[0 1 2]" {
		t.Errorf("by size: %s", got)
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error("a file that is not ours is gone")
	}
}

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
