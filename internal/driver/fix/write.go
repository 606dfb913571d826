package fix

import (
	"os"

	"github.com/k8slint/k8slint/internal/driver/replace"
)

// write puts the new content in the place of the old, whole or not at all. It
// fails if the file does not hold the old any more, or if another run is about
// to do the same.
func (c *Change) write() error {
	f, err := os.Open(c.path)
	if err != nil {
		return reason(err)
	}
	defer f.Close() // which ends the lock
	if err := lock(f); err != nil {
		return err
	}
	st, err := f.Stat()
	if err != nil {
		return reason(err)
	}
	// Who had the lock before may have put another file in this one's place.
	if now, err := os.Lstat(c.path); err != nil || !os.SameFile(st, now) {
		return replace.ErrChanged
	}
	check := &replace.Check{Content: c.Old}
	if locks {
		check.Open = f
	} else {
		f.Close() // an open file cannot be replaced everywhere
	}
	return reason(replace.File(c.path, c.New, st, check))
}
