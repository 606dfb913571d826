//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// hook returns how a commit of an edited file is prepared, and what pre-commit
// runs for it: the hook k8slint-system of this repository.
func hook(b *bench, cache string) prepare {
	return func(dir string, edit func() error) (*exec.Cmd, error) {
		if b.inPlace {
			return nil, errors.New("the state pre-commit commits, and needs a copy")
		}
		config := filepath.Join(b.tmp, "pre-commit.yaml")
		text := fmt.Sprintf(`repos:
- repo: local
  hooks:
  - {id: k8slint, name: k8slint, language: system, entry: %q, args: ["-cache=%s", %q], pass_filenames: false, require_serial: true, types: [go]}
`, b.k8slint, cache, b.patterns)
		if err := os.WriteFile(config, []byte(text), 0o666); err != nil {
			return nil, err
		}
		for _, args := range [][]string{
			{"git", "init", "-q"},
			{"git", "add", "-A"},
			{"git", "-c", "user.name=bench", "-c", "user.email=bench@example.com", "commit", "-q", "--no-verify", "--allow-empty", "-m", "before"},
			{b.k8slint, "-cache=" + cache, b.patterns},
		} {
			if err := runQuietly(b.cmd(dir, nil, args...)); err != nil {
				return nil, err
			}
		}
		if err := edit(); err != nil {
			return nil, err
		}
		if err := runQuietly(b.cmd(dir, nil, "git", "add", "-A")); err != nil {
			return nil, err
		}
		return b.cmd(dir, nil, "pre-commit", "run", "--config", config), nil
	}
}
