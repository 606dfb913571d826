// Package replace replaces a file by another: completely or not at all,
// whatever stops the process meanwhile.
package replace

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
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
		if to, err := os.Readlink(name); err == nil { // to what is not there
			if !filepath.IsAbs(to) {
				to = filepath.Join(filepath.Dir(name), to)
			}
			return Write(to, content)
		}
		return create(name, content)
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
	return File(path, content, st, nil)
}

// create makes the file at path, which is not there: with all of its content, or not
// at all.
func create(path string, content []byte) error {
	// Not as createNamed does it, whose files are for nobody else.
	draft := filepath.Join(filepath.Dir(path), prefix+strconv.FormatUint(rand.Uint64(), 10))
	f, err := os.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return &fs.PathError{Op: "create", Path: path, Err: cause(err)}
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(draft, path)
	}
	if err != nil {
		os.Remove(draft)
		return &fs.PathError{Op: "create", Path: path, Err: cause(err)}
	}
	return nil
}

// cause is what went wrong, without the name of a draft.
func cause(err error) error {
	for errors.Unwrap(err) != nil {
		err = errors.Unwrap(err)
	}
	return err
}

// ErrChanged says that somebody else wrote the file meanwhile, whose text is
// kept.
var ErrChanged = errors.New("the file has changed since it was analysed")

// openRenames tells that a file can be renamed while it is open.
const openRenames = runtime.GOOS != "windows"

// A Check is what a file must hold to be replaced.
type Check struct {
	Content []byte
	// Open is the file, where one that is open can be replaced, and otherwise
	// nil: what is written to it at the last moment can be seen behind it.
	Open *os.File
}

// before fails if the file at path does not hold what it must.
func (c *Check) before(path string) error {
	if c == nil {
		return nil
	}
	now, err := os.ReadFile(path)
	if err == nil && !bytes.Equal(now, c.Content) {
		err = ErrChanged
	}
	return err
}

// behind returns what the file that was replaced holds if that is not what it
// must.
func (c *Check) behind() (now []byte, changed bool) {
	if c == nil || c.Open == nil {
		return nil, false
	}
	if _, err := c.Open.Seek(0, io.SeekStart); err != nil {
		return nil, false
	}
	now, err := io.ReadAll(c.Open)
	return now, err == nil && !bytes.Equal(now, c.Content)
}

// File gives the regular file at path new content, and the owner and
// permissions that old says. The path has no symbolic link at its end.
//
// The check, if there is one, is made right before and right after the file is
// replaced: of an editor that writes into the file at that moment nothing is
// lost but what it writes into a file that has no name any more, later on.
func File(path string, content []byte, old os.FileInfo, check *Check) error {
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
			// After the owner, as a change of that takes them away.
			err = d.Chmod(old.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky))
		}
		if err == nil {
			err = d.Sync()
		}
		if err == nil {
			err = d.take(path, old, check)
		}
		if cerr := d.Close(); err == nil && !errors.Is(cerr, os.ErrClosed) {
			err = cerr
		}
		if err != nil && d.name != "" {
			os.Remove(d.name) // which it has no more if it was renamed
		}
		if errors.Is(err, errors.ErrUnsupported) {
			continue
		}
		return err
	}
	return errors.ErrUnsupported // createNamed is never
}

// take gives d the name path, and takes that back if the file there changed
// before it was gone. As little as can be is done while d has a name of its own.
func (d *draft) take(path string, old os.FileInfo, check *Check) error {
	err := check.before(path)
	if err == nil {
		err = d.link()
	}
	if err == nil && !openRenames {
		err = d.Close()
	}
	if err == nil {
		err = os.Rename(d.name, path)
	}
	if err != nil {
		return err
	}
	if now, changed := check.behind(); changed {
		return cmp.Or(File(path, now, old, nil), ErrChanged)
	}
	return nil
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
