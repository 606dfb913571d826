// The missing command checks that missing modules cause no false finding: it takes
// modules away at random, and compares with what is found with all of them:
//
//	go run ./bench/missing [flags] DIR...
//
// DIR is the folder of a module, whose dependencies can be had. Nothing is
// changed there: a go.mod of its own (-modfile) replaces the modules that are
// missing by empty ones, which require what they required. So the versions of
// all others stay, and what is missing is packages.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/bench/process"
)

func main() {
	b := new(bench)
	flag.StringVar(&b.k8slint, "k8slint", "", "the `command` to try; the one of this module if empty")
	flag.IntVar(&b.seeds, "seeds", 3, "how `often` modules are taken away; the seeds are 1, 2, ...")
	flag.IntVar(&b.count, "modules", 3, "the largest `number` of modules that are taken away at a time")
	flag.StringVar(&b.packages, "packages", "./...", "the `packages` to analyse, separated by commas")
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	ok, err := b.run(flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "missing:", err)
		os.Exit(1)
	}
	if !ok {
		os.Exit(3)
	}
}

type bench struct {
	k8slint, packages string
	seeds, count      int

	tmp string
}

func (b *bench) run(dirs []string) (ok bool, err error) {
	if b.tmp, err = os.MkdirTemp("", "missing-*"); err != nil {
		return false, err
	}
	defer os.RemoveAll(b.tmp)
	if b.k8slint == "" {
		b.k8slint = filepath.Join(b.tmp, "k8slint")
		if err := process.Build(b.k8slint); err != nil {
			return false, err
		}
	}
	fmt.Println("| module | without | findings | of | what is wrong |")
	fmt.Println("|---|---|---|---|---|")
	ok = true
	for _, dir := range dirs {
		good, err := b.try(dir)
		if err != nil {
			return false, fmt.Errorf("%s: %w", dir, err)
		}
		ok = ok && good
	}
	return ok, nil
}

// try tries the module in dir.
func (b *bench) try(dir string) (ok bool, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return false, err
	}
	modules, err := dependencies(dir)
	if err != nil {
		return false, err
	}
	if len(modules) == 0 {
		return false, errors.New("it depends on nothing")
	}
	whole, err := b.lint(dir, "-mod=mod")
	if err != nil {
		return false, err
	}
	ok = true
	for seed := range b.seeds {
		rnd := rand.New(rand.NewPCG(uint64(seed+1), 16))
		var without []module
		for _, i := range rnd.Perm(len(modules))[:min(1+rnd.IntN(b.count), len(modules))] {
			without = append(without, modules[i])
		}
		modfile, err := b.reduced(dir, without)
		if err != nil {
			return false, err
		}
		part, err := b.lint(dir, "-mod=mod -modfile="+modfile)
		if err != nil {
			return false, err
		}
		wrong := part.problems(whole)
		ok = ok && len(wrong) == 0
		var names []string
		for _, m := range without {
			names = append(names, m.Path)
		}
		fmt.Printf("| %s | %s | %d | %d | %s |\n", filepath.Base(dir), strings.Join(names, ", "), len(part.findings), len(whole.findings), strings.Join(wrong, "; "))
	}
	return ok, nil
}

// A module is one that is depended on.
type module struct{ Path, Version, GoMod string }

// dependencies returns the modules that dir's go.mod mentions, whose packages
// are there.
func dependencies(dir string) ([]module, error) {
	out, err := command(dir, "go", "list", "-mod=mod", "-e", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.GoMod}}{{end}}{{end}}", "-deps", "./...")
	if err != nil {
		return nil, err
	}
	var all []module
	for line := range strings.Lines(out) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) == 3 && f[2] != "" {
			all = append(all, module{f[0], f[1], f[2]})
		}
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return slices.Compact(all), nil
}

// reduced writes a go.mod for dir in which the given modules are empty, and
// returns its name.
func (b *bench) reduced(dir string, without []module) (string, error) {
	tmp, err := os.MkdirTemp(b.tmp, "")
	if err != nil {
		return "", err
	}
	modfile := filepath.Join(tmp, "go.mod")
	for _, ext := range []string{".mod", ".sum"} {
		src, err := os.ReadFile(filepath.Join(dir, "go"+ext))
		if err == nil {
			err = os.WriteFile(filepath.Join(tmp, "go"+ext), src, 0o666)
		}
		if err != nil && !os.IsNotExist(err) {
			return "", err
		}
	}
	// A folder that stands for a module is named from the go.mod that is used.
	mod, err := command(dir, "go", "mod", "edit", "-json", modfile)
	if err != nil {
		return "", err
	}
	var file struct {
		Replace []struct {
			Old, New struct{ Path, Version string }
		}
	}
	if err := json.Unmarshal([]byte(mod), &file); err != nil {
		return "", err
	}
	edit := []string{"mod", "edit"}
	for _, r := range file.Replace {
		old := strings.TrimSuffix(r.Old.Path+"@"+r.Old.Version, "@")
		if slices.ContainsFunc(without, func(m module) bool { return m.Path == r.Old.Path }) {
			edit = append(edit, "-dropreplace="+old)
		} else if strings.HasPrefix(r.New.Path, ".") {
			edit = append(edit, "-replace="+old+"="+filepath.Join(dir, r.New.Path))
		}
	}
	for i, m := range without {
		empty := filepath.Join(tmp, fmt.Sprint(i))
		src, err := os.ReadFile(m.GoMod)
		if err != nil {
			return "", err
		}
		if err := errors.Join(os.Mkdir(empty, 0o777), os.WriteFile(filepath.Join(empty, "go.mod"), src, 0o666)); err != nil {
			return "", err
		}
		edit = append(edit, "-replace="+m.Path+"="+empty)
	}
	_, err = command(dir, "go", append(edit, modfile)...)
	return modfile, err
}

func command(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, exit.Stderr)
	}
	return string(out), err
}
