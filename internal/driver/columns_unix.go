//go:build linux || darwin

package driver

import (
	"os"
	"syscall"
	"unsafe"
)

// terminalColumns is how wide the terminal f is, 0 if it does not say.
func terminalColumns(f *os.File) int {
	var size struct{ rows, columns, x, y uint16 } // struct winsize
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size))); errno != 0 {
		return 0
	}
	return int(size.columns)
}
