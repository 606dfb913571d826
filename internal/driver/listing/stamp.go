package listing

import (
	"io/fs"
	"time"
)

// A stamp is what the file system says of a file without reading it. Times are
// in nanoseconds; changed and inode are 0 where the system does not tell them.
type stamp struct {
	size     int64
	modified int64
	changed  int64
	inode    uint64
	mode     fs.FileMode
}

func stampOf(info fs.FileInfo) stamp {
	s := stamp{size: info.Size(), modified: info.ModTime().UnixNano(), mode: info.Mode()}
	s.changed, s.inode = inodeOf(info)
	return s
}

// defaultSlack is how near to the time of a look a file's own time may be before
// the file is taken for one that can change without a sign: some file systems
// count time in steps of two seconds.
const defaultSlack = 2 * time.Second

// before reports whether what s stands for was left alone since well before a
// time, in nanoseconds.
func (s stamp) before(at int64, slack time.Duration) bool {
	return max(s.modified, s.changed) < at-int64(slack)
}
