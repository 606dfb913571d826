package listing

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A goEnv is what go env says, as far as it matters here.
type goEnv struct {
	GOROOT, GOMODCACHE, GOENV    string
	GOMOD, GOWORK, GO111MODULE   string
	GOFLAGS, CC, GOVERSION       string
	GOARCH, GODEBUG, GOTOOLCHAIN string
}

// askEnv runs go env in dir.
func askEnv(ctx context.Context, dir string) (*goEnv, error) {
	cmd := exec.CommandContext(ctx, "go", "env", "-json", "GOROOT", "GOMODCACHE", "GOENV", "GOMOD", "GOWORK", "GO111MODULE",
		"GOFLAGS", "CC", "GOVERSION", "GOARCH", "GODEBUG", "GOTOOLCHAIN")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir) // as go/packages does
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w: %s", err, strings.TrimSpace(stderr.String()))
	}
	env := new(goEnv)
	if err := json.Unmarshal(out, env); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	return env, nil
}

// odd returns why an answer of the go command in this environment is not kept,
// or "".
func (env *goEnv) odd() string {
	switch {
	case env.GO111MODULE == "off" || env.GOMOD == "":
		return "no module is used"
	case env.GOMOD == os.DevNull:
		return "the folder is in no module"
	case strings.Contains(env.GODEBUG, "embedfollowsymlinks"):
		return "GODEBUG lets embed directives follow links"
	case inside(env.GOROOT, filepath.Dir(env.GOMOD)):
		return "the module is part of GOROOT"
	}
	if !isRelease(env.GOROOT) {
		return "GOROOT is no release"
	}
	for _, flag := range []string{"-overlay", "-modfile", "-compiler", "-pkgdir", "-toolexec", "-mod=mod", "-C"} {
		for f := range strings.FieldsSeq(env.GOFLAGS) {
			if strings.HasPrefix("-"+strings.TrimLeft(f, `'"-`), flag) {
				return "GOFLAGS has " + flag
			}
		}
	}
	found, err := exec.LookPath("go")
	if err != nil {
		return "the go command is not where it was"
	}
	if info, err := buildinfo.ReadFile(found); err != nil || info.Path != "cmd/go" {
		return found + " is a program that starts the go command"
	}
	if real, err := filepath.EvalSymlinks(found); err == nil {
		if a, err := os.Stat(real); err == nil {
			if b, err := os.Stat(filepath.Join(env.GOROOT, "bin", filepath.Base(real))); err == nil && os.SameFile(a, b) {
				return ""
			}
		}
	}
	if inside(filepath.Join(env.GOMODCACHE, "golang.org"), env.GOROOT) {
		return "" // a toolchain that the go command downloaded
	}
	return "the go command is not that of GOROOT"
}

// isRelease reports whether the Go installation in root is a release, whose
// files do not change.
func isRelease(root string) bool {
	if _, err := os.Lstat(filepath.Join(root, ".git")); err == nil {
		return false
	}
	version, err := os.ReadFile(filepath.Join(root, "VERSION"))
	return err == nil && bytes.HasPrefix(version, []byte("go1"))
}

// files returns the files by which the go command is set up.
func (env *goEnv) files() []string {
	var out []string
	roots := []string{env.GOROOT}
	if found, err := exec.LookPath("go"); err == nil {
		if real, err := filepath.EvalSymlinks(found); err == nil {
			roots = append(roots, filepath.Dir(filepath.Dir(real)))
		}
	}
	for _, r := range roots {
		out = append(out, filepath.Join(r, "VERSION"), filepath.Join(r, "go.env"))
	}
	if filepath.IsAbs(env.GOENV) {
		out = append(out, env.GOENV)
	}
	return out
}

// A program is what a name stands for on the path.
type program struct {
	name  string
	found string // "" if there is none
	stamp stamp
}

// programs returns those of which the answer can depend: the go command, the C
// compiler, without which cgo is off, and another driver than go list. The go
// command also looks there for the toolchain that go.mod asks for.
func (env *goEnv) programs() []program {
	list := []string{"go", "gopackagesdriver", env.GOVERSION}
	if cc := strings.Fields(env.CC); len(cc) > 0 {
		list = append(list, cc[0])
	}
	var out []program
	for _, name := range list {
		if name != "" && !strings.ContainsAny(name, " \t") {
			out = append(out, findProgram(name))
		}
	}
	return out
}

// same reports whether q is p. A copy with its size and time counts as the same
// file: caches of continuous integration restore programs so.
func (p program) same(q program) bool {
	return p.found == q.found && p.stamp.size == q.stamp.size && p.stamp.modified == q.stamp.modified
}

func findProgram(name string) program {
	p := program{name: name}
	if found, err := exec.LookPath(name); err == nil {
		p.found = found
		if info, err := os.Stat(found); err == nil {
			p.stamp = stampOf(info)
		}
	}
	return p
}

// environment returns the variables that the go command may look at, as it
// would read them: the last of a name counts.
func environment() []string {
	last := make(map[string]string)
	for _, kv := range os.Environ() {
		key, _, _ := strings.Cut(kv, "=")
		switch {
		case strings.HasPrefix(key, "GO"), strings.HasPrefix(key, "CGO_"), strings.HasPrefix(key, "TESTGO"):
		case slices.Contains([]string{"AR", "CC", "CXX", "FC", "PKG_CONFIG", "HOME", "home", "USERPROFILE", "APPDATA", "AppData", "XDG_CONFIG_HOME"}, key):
		default:
			continue
		}
		last[key] = kv
	}
	out := make([]string, 0, len(last))
	for _, kv := range last {
		out = append(out, kv)
	}
	slices.Sort(out)
	return out
}

// inside reports whether dir is root or lies below it.
func inside(root, dir string) bool {
	if root == "" || dir == "" {
		return false
	}
	root = filepath.Clean(root)
	return dir == root || strings.HasPrefix(dir, strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator))
}
