package fix

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A Guard decides which files may be changed.
type Guard struct {
	// Root is the folder of the repository. A symbolic link in it that leads
	// out of it is not followed.
	Root string
	// Foreign is folders that are not the user's to change: the module cache,
	// the Go installation.
	Foreign []string
	// Refused are the files that were refused before in this run, by name, and why. They stay as they are.
	Refused map[string]error
}

// check returns the path of the named file without symbolic links, or why it
// may not be changed.
func (g Guard) check(name string) (string, error) {
	if err := g.Refused[name]; err != nil {
		return "", err
	}
	path, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", reason(err)
	}
	for _, dir := range g.Foreign {
		if within(dir, path) {
			return "", errors.New("it is in " + dir + ", which belongs to the go command")
		}
	}
	if vendored(path) {
		return "", errors.New("it is a vendored copy")
	}
	if !within(g.base(name), path) {
		return "", errors.New("it is a link to " + path + ", outside of the repository")
	}
	st, err := os.Lstat(path)
	switch {
	case err != nil:
		return "", reason(err)
	case !st.Mode().IsRegular():
		return "", errors.New("it is not a regular file")
	case st.Mode().Perm()&0o222 == 0:
		return "", errors.New("it is read-only")
	case links(st) > 1:
		return "", errors.New("it has another name (a hard link), which would keep the old text")
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return "", reason(err)
	}
	return path, f.Close()
}

// base is the folder that the file of this name must lie in once links are
// followed: the repository, or its own folder if that is elsewhere.
func (g Guard) base(name string) string {
	if g.Root != "" && within(g.Root, name) {
		return g.Root
	}
	return filepath.Dir(name)
}

// within reports whether path lies below dir, links in dir followed.
func within(dir, path string) bool {
	if dir == "" {
		return false
	}
	for _, d := range []string{dir, real(dir)} {
		if rel, err := filepath.Rel(d, path); err == nil && rel != "." && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

func real(dir string) string {
	if r, err := filepath.EvalSymlinks(dir); err == nil {
		return r
	}
	return dir
}

// vendored reports whether path lies in a folder that go mod vendor writes.
func vendored(path string) bool {
	sep := string(filepath.Separator)
	for at := 0; ; {
		i := strings.Index(path[at:], sep+"vendor"+sep)
		if i < 0 {
			return false
		}
		at += i + len(sep+"vendor")
		if _, err := os.Stat(filepath.Join(path[:at], "modules.txt")); err == nil {
			return true
		}
	}
}

// reason is err without the name of the file, which the caller tells.
func reason(err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		return pe.Err
	case errors.As(err, &le):
		return le.Err
	}
	return err
}
