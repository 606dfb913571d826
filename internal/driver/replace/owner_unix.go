//go:build unix

package replace

import (
	"errors"
	"os"
	"syscall"
)

// own makes f belong to whom the old file belongs to.
func own(f *os.File, old os.FileInfo) error {
	was, ok := old.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	st, err := f.Stat()
	if err != nil {
		return err
	}
	if is, ok := st.Sys().(*syscall.Stat_t); ok && is.Uid == was.Uid && is.Gid == was.Gid {
		return nil
	}
	if err := f.Chown(int(was.Uid), int(was.Gid)); err != nil {
		return errors.New("it belongs to another user, and k8slint cannot give the new file to that user")
	}
	return nil
}
