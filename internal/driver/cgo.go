package driver

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"

	"github.com/k8slint/k8slint/internal/driver/load"
	"github.com/k8slint/k8slint/internal/driver/source"
)

// usesCgo reports whether n is analysed as cgo rewrites it.
func usesCgo(n *node) bool { return !n.Std && n.Imports["runtime/cgo"] != nil }

// cgoContent hashes what cgo makes of n, which depends on the compiler, its flags
// (CGO_CFLAGS) and headers. The go command keeps it, so that this is quick; it
// knows of a header in another folder what it knows in a build.
func (s *session) cgoContent(n *node) (sum [sha256.Size]byte) {
	s.slots <- struct{}{}
	defer func() { <-s.slots }()
	files, err := s.cgoFiles(n)
	h := sha256.New()
	for i := 0; err == nil && i < len(files); i++ {
		err = s.hashFile(h, files[i])
	}
	n.unkeyed = n.unkeyed || err != nil // it may be there the next time
	h.Sum(sum[:0])
	return sum
}

func (s *session) hashFile(h hash.Hash, name string) error {
	src, err := source.ReadFile(name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(h, "%x\n", sha256.Sum256(src))
	return err
}

// cgoFiles returns the files of n as cgo writes them.
func (s *session) cgoFiles(n *node) ([]string, error) {
	if n.cgo != nil {
		return n.cgo, nil
	}
	s.children.RLock()
	defer s.children.RUnlock()
	var err error
	n.cgo, err = load.CgoFiles(s.config, n.Package)
	return n.cgo, err
}

// throughCgo type-checks n as cgo rewrites it.
func (s *session) throughCgo(n *node, checked *load.Checked) *load.Checked {
	files, err := s.cgoFiles(n)
	if err != nil {
		return withoutCgo(n, checked, err)
	}
	p := *n.Package
	p.Files = files
	through := load.Check(s.fset, &p, s.env(n), source.ReadFile)
	if through.Cgo {
		// Of a package whose dependency cgo cannot process, the go command lists the
		// files as they are, and says nothing.
		return withoutCgo(n, checked, errors.New("the go command does not process its files, perhaps because of a package that it imports"))
	}
	return through
}

// withoutCgo is what is left of n if cgo fails: nothing but the error.
func withoutCgo(n *node, checked *load.Checked, err error) *load.Checked {
	n.unkeyed = true // it may be there the next time
	checked.Errors = append([]load.Error{{Msg: "package " + n.Path + " uses cgo: " + err.Error()}}, checked.Errors...)
	checked.Hopeless = true
	return checked
}
