//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// grow measures k8slint on a repository that holds its own packages one, two,
// and up to times times, each copy under a path of its own, and prints how time and
// memory grow with the number of lines: of a first run, of runs when nothing has
// changed, and of those after an edit of a body. Copies import the dependencies of
// the original, and of its packages their own copies.
func (b *bench) grow(repo, dir string, times int) error {
	module, err := b.cmd(dir, nil, "go", "list", "-m").Output()
	if err != nil {
		return fmt.Errorf("go list -m: %w", err)
	}
	path := strings.TrimSpace(string(module))
	lines := 0
	for n := range times {
		if n > 0 {
			if err := copyModule(dir, path, fmt.Sprintf("copy%d", n)); err != nil {
				return err
			}
		}
		packages, err := b.cmd(dir, nil, "go", "list", b.patterns).Output()
		if err != nil {
			return fmt.Errorf("go list: %w", err)
		}
		if n == 0 {
			if lines, err = countLines(dir); err != nil {
				return err
			}
		}
		cache := b.newDir("cache")
		files, err := b.editable(dir)
		if err != nil {
			return err
		}
		for _, state := range []string{"first", "again", "body"} {
			m, err := b.several(state, dir, cache, files)
			if err != nil {
				return err
			}
			all := lines * (n + 1)
			fmt.Printf("| %s x %d: %d packages, %d lines | %s | k8slint | %.2f | %.2f | %d | %.2f s of CPU for 100,000 lines | |\n",
				repo, n+1, bytes.Count(packages, []byte("\n")), all, state,
				m.wall.Seconds(), m.cpu.Seconds(), m.memory>>20, m.cpu.Seconds()*1e5/float64(all))
		}
	}
	return nil
}

// several are the medians of runs in a state: the first there is once.
func (b *bench) several(state, dir, cache string, files []string) (figures, error) {
	var all []figures
	for _, file := range files {
		if state == "body" {
			if err := b.edit(state, file); err != nil {
				return figures{}, err
			}
		}
		f, err := measure(b.own(dir, cache))
		if err != nil {
			return figures{}, err
		}
		all = append(all, f)
		if state == "first" {
			break
		}
	}
	return figures{
		wall:   time.Duration(median(all, func(f figures) float64 { return float64(f.wall) })),
		cpu:    time.Duration(median(all, func(f figures) float64 { return float64(f.cpu) })),
		memory: int64(median(all, func(f figures) float64 { return float64(f.memory) })),
	}, nil
}

// copyModule copies the packages of the module in dir to its folder sub.
func copyModule(dir, module, sub string) error {
	return walkModule(dir, func(name string, d fs.DirEntry) error {
		to := filepath.Join(dir, sub, name)
		if d.IsDir() {
			return os.MkdirAll(to, 0o777)
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if strings.HasSuffix(name, ".go") {
			data = bytes.ReplaceAll(data, []byte(`"`+module+`/`), []byte(`"`+module+`/`+sub+`/`))
		}
		return os.WriteFile(to, data, 0o666)
	})
}

// countLines counts the lines of Go of the module in dir.
func countLines(dir string) (n int, err error) {
	err = walkModule(dir, func(name string, d fs.DirEntry) error {
		if d.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		n += bytes.Count(data, []byte("\n"))
		return err
	})
	return n, err
}

// walkModule calls f with the folders and regular files of the module in dir,
// relative to it: not with those of nested modules, of earlier copies, and of
// vendor folders.
func walkModule(dir string, f func(name string, d fs.DirEntry) error) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil || name == "." {
			return err
		}
		if !d.IsDir() {
			if !d.Type().IsRegular() || filepath.Dir(name) == "." && !strings.HasSuffix(name, ".go") {
				return nil
			}
			return f(name, d)
		}
		if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil || d.Name() == ".git" || name == "vendor" || strings.HasPrefix(name, "copy") && filepath.Dir(name) == "." {
			return filepath.SkipDir
		}
		return f(name, d)
	})
}
