// Package replace puts a file in the place of another: whole or not at all,
// whatever stops the process meanwhile.
package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// prefix begins the names of files that are about to take the place of
// another. The go command ignores them.
const prefix = ".k8slint-"

// abandoned is the age at which such a file is taken for what a run left that
// was killed, or a machine that lost its power.
const abandoned = time.Hour

// Write gives the named file this content. The file is made if it is not there;
// links are followed; what is no regular file (a pipe) is written to.
func Write(name string, content []byte) error {
	path, err := filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		return os.WriteFile(name, content, 0o666)
	}
	if err != nil {
		return err
	}
	st, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if !st.Mode().IsRegular() {
		return os.WriteFile(name, content, 0o666)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0) // may it be written at all?
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return File(path, content, st)
}

// File gives the regular file at path new content, and the owner and
// permissions that old says. The path has no symbolic link at its end.
func File(path string, content []byte, old os.FileInfo) error {
	sweep(filepath.Dir(path))
	for _, create := range []func(dir string) (*draft, error){createNameless, createNamed} {
		d, err := create(filepath.Dir(path))
		if errors.Is(err, errors.ErrUnsupported) {
			continue
		}
		if err != nil {
			return err
		}
		_, err = d.Write(content)
		if err == nil {
			err = own(d.File, old)
		}
		if err == nil {
			err = d.Chmod(old.Mode().Perm())
		}
		if err == nil {
			err = d.Sync()
		}
		if err == nil {
			err = d.link()
		}
		err = errors.Join(err, d.Close())
		if errors.Is(err, errors.ErrUnsupported) {
			continue
		}
		if err == nil {
			err = os.Rename(d.name, path)
		}
		if err != nil && d.name != "" {
			os.Remove(d.name)
		}
		return err
	}
	return errors.ErrUnsupported // createNamed is never
}

// A draft is a file that will take the place of another.
type draft struct {
	*os.File
	name string       // "" until link has given it one
	link func() error // unsupported if it can have none: it is gone then
}

// sweep removes what a run that was killed left in dir.
func sweep(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		digits, ok := strings.CutPrefix(e.Name(), prefix)
		if _, err := strconv.ParseUint(digits, 10, 64); !ok || err != nil || !e.Type().IsRegular() {
			continue
		}
		if st, err := e.Info(); err == nil && time.Since(st.ModTime()) > abandoned {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// createNamed makes a draft in dir that has a name from the start.
func createNamed(dir string) (*draft, error) {
	f, err := os.CreateTemp(dir, prefix+"*")
	if err != nil {
		return nil, err
	}
	return &draft{File: f, name: f.Name(), link: func() error { return nil }}, nil
}
