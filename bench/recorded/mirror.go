package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// mirror returns the git directory of a repository in the folder of mirrors.
func mirror(mirrors, repo string) (string, error) {
	dir := filepath.Join(mirrors, strings.ReplaceAll(repo, "/", "+"))
	for _, sub := range []string{"repo/.git", "repo", ""} {
		if _, err := os.Stat(filepath.Join(dir, sub, "HEAD")); err == nil {
			return filepath.Join(dir, sub), nil
		}
	}
	return "", fmt.Errorf("no mirror of %s in %s", repo, mirrors)
}

// export writes the files of a commit into dir. Mirrors may lack files that are
// too large for them: these are left out, and so are symbolic links.
func export(git, commit, dir string) error {
	tree, err := exec.Command("git", "--git-dir", git, "ls-tree", "-r", "-z", commit).Output()
	if err != nil {
		return fmt.Errorf("%s has no commit %.12s: %w", git, commit, err)
	}
	var ids bytes.Buffer
	var names []string
	for entry := range strings.SplitSeq(string(tree), "\x00") {
		meta, name, ok := strings.Cut(entry, "\t")
		f := strings.Fields(meta) // mode, type, id
		if ok && f[1] == "blob" && f[0] != "120000" && filepath.IsLocal(filepath.FromSlash(name)) {
			ids.WriteString(f[2] + "\n")
			names = append(names, name)
		}
	}
	cat := exec.Command("git", "--git-dir", git, "cat-file", "--batch")
	cat.Stdin = &ids
	out, err := cat.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cat.Start(); err != nil {
		return err
	}
	err = unpack(bufio.NewReader(out), names, dir)
	if err != nil {
		_ = cat.Process.Kill() // it waits for a reader
	}
	return errors.Join(err, cat.Wait())
}

// unpack writes what git cat-file --batch prints.
func unpack(r *bufio.Reader, names []string, dir string) error {
	for _, name := range names {
		head, err := r.ReadString('\n')
		if err != nil {
			return err
		}
		var id, kind string
		var size int64
		if n, _ := fmt.Sscan(head, &id, &kind, &size); n < 3 {
			continue // missing
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		f, err := os.Create(to)
		if err != nil {
			return err
		}
		_, err = io.CopyN(f, r, size)
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
		if _, err := r.Discard(1); err != nil { // the line's end
			return err
		}
	}
	return nil
}
