package changes

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Overlay writes what the files that differ were at the revision into the folder
// dir, which is empty, and returns an overlay as the go command has it: with it,
// the work tree called root is as it was. Everything else stays where it is: what
// git ignores, other repositories, modules that are replaced by folders.
func (s *Set) Overlay(dir, root string) (map[string]string, error) {
	out := make(map[string]string)
	var write []string
	for _, name := range s.Paths {
		if _, was := s.old[name]; was {
			write = append(write, name)
		} else {
			out[filepath.Join(root, filepath.FromSlash(name))] = ""
		}
	}
	n := 0
	err := s.contents(write, func(name string, content []byte, ok bool) error {
		from := filepath.Join(root, filepath.FromSlash(name))
		if !ok {
			out[from] = ""
			return nil
		}
		n++
		to := filepath.Join(dir, fmt.Sprintf("%d%s", n, path.Ext(name)))
		out[from] = to
		return os.WriteFile(to, content, 0o600)
	})
	return out, err
}

// Checkout writes the files of the revision into the folder dir, which is empty:
// none but regular files, and those that the go command does not read without
// their content.
func (s *Set) Checkout(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return s.contents(slices.Sorted(maps.Keys(s.old)), func(name string, content []byte, ok bool) error {
		if !ok {
			return nil
		}
		name = filepath.FromSlash(name)
		if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		return root.WriteFile(name, content, 0o600)
	})
}

// contents calls do with the content that the files at paths had at the revision;
// ok is false for a link to what is no file of the revision.
func (s *Set) contents(paths []string, do func(name string, content []byte, ok bool) error) error {
	type wanted struct {
		git        git
		names, ids []string
	}
	by := make(map[string]*wanted) // by the folder of the repository
	for _, name := range paths {
		b, ok := s.old[name], !s.old[name].link()
		if !ok && read(name) {
			var to string
			to, ok = s.follow(name)
			b = s.old[to]
		}
		if !ok || !read(name) {
			if err := do(name, nil, ok); err != nil {
				return err
			}
			continue
		}
		w := by[b.git.dir]
		if w == nil {
			w = &wanted{git: b.git}
			by[b.git.dir] = w
		}
		w.names, w.ids = append(w.names, name), append(w.ids, b.id)
	}
	for _, dir := range slices.Sorted(maps.Keys(by)) {
		w := by[dir]
		err := w.git.read(w.ids, func(i int, content []byte, lacks error) error {
			// Large files may be left out of a clone, and those are not in Go.
			if lacks != nil && listed(w.names[i]) {
				return lacks
			}
			return do(w.names[i], content, true)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// maxLinks bounds how many links are followed from one. No finding is lost: a file that is not
// found was not there, and all in it is new.
const maxLinks = 8

// follow returns the path of the regular file of the revision that a path leads
// to: itself, or by links.
func (s *Set) follow(name string) (string, bool) {
	for range maxLinks {
		b, ok := s.old[name]
		if !ok || b.regular() {
			return name, ok
		}
		var target string
		err := b.git.read([]string{b.id}, func(_ int, content []byte, lacks error) error {
			target = string(bytes.TrimSpace(content))
			return lacks
		})
		if err != nil || target == "" || strings.HasPrefix(target, "/") {
			return name, false
		}
		name = path.Join(path.Dir(name), target)
	}
	return name, false
}
