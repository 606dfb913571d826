package driver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// possible returns an error if nothing can be analysed. The go command tells the reason
// in many words, or not at all, or it would be found only when all is analysed.
func (c *console) possible(patterns []string) error {
	if err := c.platform(); err != nil {
		return err
	}
	if slices.ContainsFunc(patterns, isRelative) && os.Getenv("GO111MODULE") != "off" && !inModule(c.dir) {
		return usagef("no go.mod in %s or above; run k8slint in a module, or name its folder: k8slint -C dir ./...", c.dir)
	}
	if slices.ContainsFunc(patterns, func(p string) bool { return p == "." || p == "./..." }) && os.Getenv("GOWORK") == "" && onlyWorkspace(c.dir) {
		return usagef("no module in %s, which has a go.work; to analyse its modules: k8slint work", c.dir)
	}
	if c.opts.baseline == "" || writesOwn(c) {
		return nil
	}
	if _, err := os.Stat(c.inDir(c.opts.baseline)); errors.Is(err, fs.ErrNotExist) {
		all := "./..."
		if onlyWorkspace(c.dir) {
			all = "work"
		}
		return c.opts.wrong("baseline", fmt.Errorf("no baseline %s; k8slint -write-baseline=%[1]s %s makes one", c.opts.baseline, all))
	}
	return nil
}

// writesOwn reports whether the baseline that is written is the one that is read: settings name it from their folder,
// flags from the one that is analysed.
func writesOwn(c *console) bool {
	return c.opts.writeBas != "" && filepath.Clean(c.inDir(c.opts.writeBas)) == filepath.Clean(c.inDir(c.opts.baseline))
}

// isRelative reports whether a pattern is about folders below this one, and no file.
func isRelative(pattern string) bool {
	return strings.HasPrefix(pattern, ".") && !strings.HasSuffix(pattern, ".go")
}

// onlyWorkspace reports whether dir has a workspace, and no module of its own.
func onlyWorkspace(dir string) bool {
	_, work := os.Stat(filepath.Join(dir, "go.work"))
	_, mod := os.Stat(filepath.Join(dir, "go.mod"))
	return work == nil && errors.Is(mod, fs.ErrNotExist)
}

// inModule reports whether dir lies in a module, or a workspace that may have one.
func inModule(dir string) bool {
	files := []string{"go.mod", "go.work"}
	switch work := os.Getenv("GOWORK"); work {
	case "":
	case "off":
		files = files[:1]
	default:
		return true
	}
	for {
		for _, name := range files {
			if st, err := os.Stat(filepath.Join(dir, name)); err == nil && !st.IsDir() {
				return true
			}
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

// platform returns an error if GOOS and GOARCH name none that Go has: go list does not
// look at them.
func (c *console) platform() error {
	if os.Getenv("GOOS") == "" && os.Getenv("GOARCH") == "" {
		return nil
	}
	cmd := exec.Command("go", "env", "GOROOT", "GOOS", "GOARCH")
	cmd.Dir = c.dir
	out, err := cmd.Output()
	fields := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(fields) != 3 {
		return nil // go list says it
	}
	table, err := os.ReadFile(filepath.Join(fields[0], "src", "internal", "platform", "zosarch.go"))
	if err != nil || strings.Contains(string(table), fmt.Sprintf("{%q, %q}", fields[1], fields[2])) {
		return nil
	}
	return usagef("unsupported GOOS/GOARCH pair %s/%s; go tool dist list lists those that there are", fields[1], fields[2])
}
