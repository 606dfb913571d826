package listing

import (
	"io/fs"
	"syscall"
)

// inodeOf returns when the inode last changed, which no program can set, and
// its number.
func inodeOf(info fs.FileInfo) (changed int64, inode uint64) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0
	}
	return st.Ctimespec.Nano(), st.Ino
}
