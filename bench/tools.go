//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// A tool is a command in one state.
type tool struct {
	name    string
	prepare prepare
}

// A prepare returns what to run in dir, after making its caches cold or warm.
type prepare func(dir string, edit func() error) (*exec.Cmd, error)

// tools are the commands that are compared in a state; the first one is what
// the others are measured by.
func (b *bench) tools(state string) ([]tool, error) {
	var tools []tool
	staticcheck, _ := exec.LookPath("staticcheck")
	switch state {
	case "first":
		tools = append(tools,
			tool{"go vet", cold(func(dir string) *exec.Cmd { return b.vet(b.fresh()...)(dir) })},
			tool{"k8slint", cold(func(dir string) *exec.Cmd { return b.own(dir, b.newDir("cache")) })})
		if staticcheck != "" {
			tools = append(tools, tool{"staticcheck", cold(func(dir string) *exec.Cmd {
				return b.cmd(dir, []string{"STATICCHECK_CACHE=" + b.newDir("staticcheck")}, staticcheck, b.patterns)
			})})
		}
	case "again", "edit", "body", "import":
		edited := state != "again"
		cache, scache := b.newDir("cache"), b.newDir("staticcheck")
		tools = append(tools,
			tool{"go vet", warm(b.vet(b.patterns), edited)},
			tool{"k8slint", warm(func(dir string) *exec.Cmd { return b.own(dir, cache) }, edited)})
		if staticcheck != "" {
			tools = append(tools, tool{"staticcheck", warm(func(dir string) *exec.Cmd {
				return b.cmd(dir, []string{"STATICCHECK_CACHE=" + scache}, staticcheck, b.patterns)
			}, edited)})
		}
	case "pre-commit":
		if _, err := exec.LookPath("pre-commit"); err != nil {
			return nil, err
		}
		tools = append(tools, tool{"pre-commit run k8slint", hook(b, b.newDir("cache"))})
	case "vettool":
		tools = append(tools,
			tool{"go vet", cold(func(dir string) *exec.Cmd { return b.vet(b.fresh()...)(dir) })},
			tool{"go vet -vettool=k8slint", cold(func(dir string) *exec.Cmd {
				// As above; an empty models file changes nothing but the name.
				name := b.newDir("models") + ".yaml"
				if err := os.WriteFile(name, []byte("version: 1\n"), 0o666); err != nil {
					return b.cmd(dir, nil, "false")
				}
				return b.vet("-vettool="+b.k8slint, "-models="+name, b.patterns)(dir)
			})},
			tool{"go vet, again", warm(b.vet(b.patterns), false)},
			tool{"go vet -vettool=k8slint, again", warm(b.vet("-vettool="+b.k8slint, b.patterns), false)})
	case "empty":
		tools = append(tools,
			tool{"go build", cold(func(dir string) *exec.Cmd {
				return b.cmd(dir, []string{"GOCACHE=" + b.newDir("gocache")}, "go", "build", b.patterns)
			})},
			tool{"k8slint", cold(func(dir string) *exec.Cmd { return b.own(dir, b.newDir("cache"), "GOCACHE="+b.newDir("gocache")) })})
	default:
		return nil, fmt.Errorf("no state is called %q", state)
	}
	return tools, nil
}

// cold runs nothing before what is counted.
func cold(run func(dir string) *exec.Cmd) prepare {
	return func(dir string, edit func() error) (*exec.Cmd, error) { return run(dir), nil }
}

// warm runs once before it is counted, and edits between if edited is set.
func warm(run func(dir string) *exec.Cmd, edited bool) prepare {
	return func(dir string, edit func() error) (*exec.Cmd, error) {
		if err := runQuietly(run(dir)); err != nil {
			return nil, err
		}
		if edited {
			if err := edit(); err != nil {
				return nil, err
			}
		}
		return run(dir), nil
	}
}

// vet is go vet with args.
func (b *bench) vet(args ...string) func(dir string) *exec.Cmd {
	return func(dir string) *exec.Cmd { return b.cmd(dir, nil, append([]string{"go", "vet"}, args...)...) }
}

// fresh are arguments with a flag that no run has had, which makes go vet forget
// its results, and keep what is compiled.
func (b *bench) fresh() []string {
	b.serial++
	return []string{fmt.Sprintf("-printf.funcs=bench%d_%d", os.Getpid(), b.serial), b.patterns}
}

// own is k8slint with its results in cache.
func (b *bench) own(dir, cache string, env ...string) *exec.Cmd {
	return b.cmd(dir, env, b.k8slint, "-cache="+cache, b.patterns)
}

// newDir names a folder that is not there yet.
func (b *bench) newDir(kind string) string {
	b.serial++
	return filepath.Join(b.tmp, fmt.Sprintf("%s%d", kind, b.serial))
}
