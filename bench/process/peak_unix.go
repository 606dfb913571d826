//go:build unix

package process

import (
	"os"
	"syscall"
)

func peak(s *os.ProcessState) int64 {
	ru, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return int64(ru.Maxrss) << 10 // Linux counts KiB
}
