package replace

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"unsafe"
)

const (
	oTmpfile        = 0o20000000 | syscall.O_DIRECTORY // O_TMPFILE
	atFDCWD         = -100                             // AT_FDCWD
	atSymlinkFollow = 0x400                            // AT_SYMLINK_FOLLOW
)

// createNameless makes a draft in dir that has no name until it is linked, so
// that a run that is killed meanwhile leaves nothing behind. Not every file
// system can.
func createNameless(dir string) (*draft, error) {
	fd, err := syscall.Open(dir, oTmpfile|syscall.O_WRONLY|syscall.O_CLOEXEC, 0o600)
	switch err {
	case nil:
	case syscall.EACCES, syscall.EROFS, syscall.ENOSPC, syscall.EDQUOT:
		return nil, err
	default:
		return nil, errors.ErrUnsupported
	}
	d := &draft{File: os.NewFile(uintptr(fd), dir)}
	d.link = func() error {
		name := filepath.Join(dir, fmt.Sprint(prefix, rand.Uint64()))
		if linkat(fmt.Sprintf("/proc/self/fd/%d", fd), name) != nil {
			return errors.ErrUnsupported // /proc is not there
		}
		d.name = name
		return nil
	}
	return d, nil
}

func linkat(from, to string) error {
	oldpath, err := syscall.BytePtrFromString(from)
	if err != nil {
		return err
	}
	newpath, err := syscall.BytePtrFromString(to)
	if err != nil {
		return err
	}
	cwd := atFDCWD
	_, _, errno := syscall.Syscall6(syscall.SYS_LINKAT, uintptr(cwd), uintptr(unsafe.Pointer(oldpath)),
		uintptr(cwd), uintptr(unsafe.Pointer(newpath)), atSymlinkFollow, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
