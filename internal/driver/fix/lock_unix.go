//go:build unix

package fix

import (
	"errors"
	"os"
	"syscall"
)

// locks tells that there are advisory locks.
const locks = true

// lock keeps other runs from changing f until it is closed.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errors.New("another program is changing it")
	}
	return nil // a file system without locks: what the file holds is still looked at
}

// links is the number of the file's names.
func links(st os.FileInfo) uint64 {
	if s, ok := st.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 1
}
