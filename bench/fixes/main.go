// The fixes command applies the suggested fixes of cachemutate to public code,
// and checks that they compile and remove their findings:
//
//	go run ./bench/fixes -checkouts DIR MANIFEST.jsonl
//
// A line of the manifest is a JSON object with the keys repo (owner/name), base
// (a commit), module_dir and pkg_dir (folders in the repository, both may be
// ""), and loads, which is false for packages that no longer type-check. DIR has
// the tree of each commit as owner+name/BASE, where BASE is the commit or its
// first twelve digits. The trees are copied (as hard links) and not changed.
//
// For each package: every finding with a fix is fixed by k8slint -fix. Then the
// package must still type-check, the finding must be gone, no new one may be
// there, and nothing may have changed in the files but that copies were made.
// A finding whose fix overlaps with another's is left for a further round.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/bench/process"
	"github.com/k8slint/k8slint/internal/copyfix/copyedit"
)

func main() {
	b := new(bench)
	flag.StringVar(&b.checkouts, "checkouts", "", "`folder` of the trees")
	flag.StringVar(&b.only, "only", "", "only packages whose name in the table contains `text`")
	flag.BoolVar(&b.verbose, "v", false, "print the findings without a fix, and the changes")
	flag.Parse()
	if flag.NArg() != 1 || b.checkouts == "" {
		flag.Usage()
		os.Exit(2)
	}
	ok, err := b.main(flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, "fixes:", err)
		os.Exit(1)
	}
	if !ok {
		os.Exit(3)
	}
}

type bench struct {
	checkouts, only string
	verbose         bool

	tmp     string
	k8slint string
}

// A pkg is one package at one commit.
type pkg struct {
	Repo   string `json:"repo"`
	Base   string `json:"base"`
	Module string `json:"module_dir"`
	Dir    string `json:"pkg_dir"`
	Loads  *bool  `json:"loads"`
}

func (p pkg) String() string { return fmt.Sprintf("%s %.8s %s", p.Repo, p.Base, p.Dir) }

func (b *bench) main(manifest string) (ok bool, err error) {
	if b.tmp, err = os.MkdirTemp(b.checkouts, "fixes-*"); err != nil {
		return false, err
	}
	defer os.RemoveAll(b.tmp)
	b.k8slint = filepath.Join(b.tmp, "k8slint")
	if err := process.Build(b.k8slint); err != nil {
		return false, err
	}
	pkgs, err := read(manifest)
	if err != nil {
		return false, err
	}
	fmt.Println("| package | findings | with a fix | fixed | what is wrong |")
	fmt.Println("|---|---|---|---|---|")
	var all score
	ok = true
	for _, p := range pkgs {
		if !strings.Contains(p.String(), b.only) {
			continue
		}
		s, err := b.check(p)
		if err != nil {
			return false, fmt.Errorf("%s: %w", p, err)
		}
		if s.findings == 0 && s.wrong == "" {
			continue
		}
		fmt.Printf("| %s | %d | %d | %d | %s |\n", p, s.findings, s.fixes, s.fixed, s.wrong)
		all.findings += s.findings
		all.fixes += s.fixes
		all.fixed += s.fixed
		ok = ok && s.wrong == "" && s.fixed == s.fixes
	}
	fmt.Printf("| **all** | %d | %d | %d | |\n", all.findings, all.fixes, all.fixed)
	return ok, nil
}

// read returns the packages of a manifest that load, each once.
func read(manifest string) ([]pkg, error) {
	f, err := os.Open(manifest)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []pkg
	seen := map[string]bool{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var p pkg
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", manifest, n, err)
		}
		if p.Loads != nil && !*p.Loads || seen[p.String()] {
			continue
		}
		seen[p.String()] = true
		out = append(out, p)
	}
	return out, lines.Err()
}

type score struct {
	findings, fixes, fixed int
	wrong                  string
}

// maxRounds bounds how often -fix is called for fixes that overlap.
const maxRounds = 4

func (b *bench) check(p pkg) (s score, err error) {
	src, err := b.tree(p)
	if err != nil {
		s.wrong = err.Error()
		return s, nil
	}
	dir := filepath.Join(b.tmp, "tree")
	if err := os.RemoveAll(dir); err != nil {
		return s, err
	}
	if err := link(src, dir); err != nil {
		return s, err
	}
	mod := filepath.Join(dir, p.Module)
	rel, err := filepath.Rel(mod, filepath.Join(dir, p.Dir))
	if err != nil {
		return s, err
	}
	l := &linter{bin: b.k8slint, dir: mod, pattern: "./" + filepath.ToSlash(rel)}
	before, err := l.findings()
	if err != nil {
		if !l.vendor() {
			s.wrong = "did not load: " + firstLine(err.Error())
			return s, nil
		}
		if before, err = l.findings(); err != nil {
			s.wrong = "did not load: " + firstLine(err.Error())
			return s, nil
		}
	}
	s.findings = len(before)
	with := 0
	for _, f := range before {
		if f.fix {
			with++
		} else if b.verbose {
			fmt.Println("   no fix:", f.message)
		}
	}
	s.fixes = with
	if with == 0 {
		return s, nil
	}
	after := before
	for range maxRounds {
		if err := l.fix(); err != nil {
			s.wrong = "-fix: " + firstLine(err.Error())
			return s, nil
		}
		if after, err = l.findings(); err != nil {
			s.wrong = "does not compile: " + firstLine(err.Error())
			return s, nil
		}
		if !slices.ContainsFunc(after, func(f found) bool { return f.fix }) {
			break
		}
	}
	s.tell(before, after)
	if err := b.compare(src, dir); err != nil {
		s.wrong = err.Error()
	}
	return s, nil
}

// tell notes what became of the findings before when the fixes were made.
func (s *score) tell(before, after []found) {
	// Lines move; what a finding says of the write stays.
	left := map[string]int{}
	for _, f := range after {
		left[f.key()]++
		if f.fix {
			s.wrong = "still there: " + f.message
		}
	}
	for _, f := range before {
		if left[f.key()] > 0 {
			left[f.key()]--
		} else if f.fix {
			s.fixed++
		}
	}
	for key, n := range left {
		if n > 0 {
			s.wrong = "new: " + key
		}
	}
}

// compare looks for changes that are no copies.
func (b *bench) compare(src, dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || !d.Type().IsRegular() {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		was := filepath.Join(src, rel)
		old, err := os.Stat(was)
		if err != nil {
			return err
		}
		if now, err := os.Stat(path); err != nil || os.SameFile(old, now) {
			return err
		}
		a, err := os.ReadFile(was)
		if err != nil {
			return err
		}
		z, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if b.verbose {
			out, _ := exec.Command("diff", "-U1", was, path).Output() // a difference is its exit code 1
			fmt.Printf("%s\n", out)
		}
		if err := copyedit.Only(string(a), string(z)); err != nil {
			return fmt.Errorf("%s: %w", rel, err)
		}
		return nil
	})
}

// tree is the folder of the checkout of p.
func (b *bench) tree(p pkg) (string, error) {
	dir := filepath.Join(b.checkouts, strings.ReplaceAll(p.Repo, "/", "+"))
	for _, base := range []string{p.Base, p.Base[:min(12, len(p.Base))]} {
		if st, err := os.Stat(filepath.Join(dir, base)); err == nil && st.IsDir() {
			return filepath.Join(dir, base), nil
		}
	}
	return "", fmt.Errorf("no tree in %s", dir)
}

// link copies a tree as hard links: k8slint replaces the files that it changes.
func link(src, dir string) error {
	return filepath.WalkDir(src, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(src, path)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, rel)
		switch {
		case d.IsDir():
			return os.MkdirAll(to, 0o755)
		case d.Type().IsRegular():
			if name := d.Name(); name == "go.mod" || name == "go.sum" {
				// The go command may write these in place.
				data, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				return os.WriteFile(to, data, 0o644)
			}
			return os.Link(path, to)
		}
		return nil
	})
}

// A linter runs k8slint on one package.
type linter struct {
	bin, dir, pattern string
	mode              string
}

// vendor makes further runs use the vendor folder, if there is one.
func (l *linter) vendor() bool {
	st, err := os.Stat(filepath.Join(l.dir, "vendor"))
	l.mode = "vendor"
	return err == nil && st.IsDir()
}

func (l *linter) run(args ...string) (stdout []byte, err error) {
	mode := l.mode
	if mode == "" {
		mode = "mod"
	}
	cmd := exec.Command(l.bin, append(append([]string{"-cache=off", "-test=false", "-cachemutate"}, args...), l.pattern)...)
	cmd.Dir = l.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false -mod="+mode, "GOWORK=off")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	stdout, err = cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok && exit.ExitCode() == 3 {
		err = nil // findings
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, errs.String())
	}
	return stdout, nil
}

func (l *linter) fix() error {
	_, err := l.run("-fix")
	return err
}

// A found is a finding as -json tells it.
type found struct {
	file, message string
	fix           bool
}

// key is what stays of a finding when lines move.
func (f found) key() string {
	var b strings.Builder
	b.WriteString(f.file + ": ")
	for i, part := range strings.Split(f.message, ":") {
		b.WriteString(strings.TrimLeft(part, "0123456789"))
		if i == 0 {
			b.WriteString(":")
		}
	}
	return b.String()
}

func (l *linter) findings() ([]found, error) {
	out, err := l.run("-json")
	if err != nil {
		return nil, err
	}
	var tree map[string]map[string]json.RawMessage
	if err := json.Unmarshal(out, &tree); err != nil {
		return nil, err
	}
	var all []found
	for _, id := range slices.Sorted(maps.Keys(tree)) {
		for _, raw := range tree[id] {
			var ds []struct {
				Posn    string            `json:"posn"`
				Message string            `json:"message"`
				Fixes   []json.RawMessage `json:"suggested_fixes"`
			}
			if err := json.Unmarshal(raw, &ds); err != nil {
				return nil, fmt.Errorf("%s", raw)
			}
			for _, d := range ds {
				file, _, _ := strings.Cut(filepath.Base(d.Posn), ":")
				all = append(all, found{file, d.Message, len(d.Fixes) > 0})
			}
		}
	}
	return all, nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return strings.ReplaceAll(s, "|", "\\|")
}
