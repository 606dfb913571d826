//go:build unix

package configfile

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe where a configuration file is looked for would be read for ever.
func TestFindPipe(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("pipe", filepath.Join(dir, Name)); err != nil {
		t.Skip(err)
	}
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	if name, err := Find(dir); err == nil || !strings.HasSuffix(err.Error(), Name+" is no file") {
		t.Errorf("%s, %v", name, err)
	}
}
