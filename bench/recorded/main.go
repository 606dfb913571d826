// The recorded command runs a build of k8slint on the repositories whose
// findings are recorded in docs/evidence/findings.jsonl, and prints what differs:
// true findings that are lost, false ones that are gone, and new ones, which
// nobody has read.
//
//	go run ./bench/recorded -mirrors DIR [flags]
//
// DIR has a bare clone of each repository as OWNER+NAME (or its git directory as
// OWNER+NAME/repo). A repository whose mirror or commit is missing is told of and
// skipped. The exit code is 3 if something differs.
//
// A further repository is recorded with -add OWNER/NAME@COMMIT, which prints its
// findings as rows with the verdict "unread". With -write, the new findings of
// all repositories are written into the file as such rows. With -gone, false findings
// that are not found are marked there as gone since that build. What is not found in a
// module of which some packages were not analysed is unclear, and not marked. The other files
// of findings are compared with, for instance,
//
//	-data docs/evidence/lostwrite.jsonl -flags '-lostwrite -test=false'
//
// With -fixes, it applies -fix to the packages of the true findings in all files of
// findings instead. It prints the rows of docs/evidence/fixes.jsonl: how many of these
// findings have a fix, and how many fixes compile, remove the finding and add none.
// On stderr it says which findings have no fix.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/k8slint/k8slint/bench/lint"
	"github.com/k8slint/k8slint/bench/process"
	"github.com/k8slint/k8slint/internal/evidence"
)

func main() {
	b := new(bench)
	flag.StringVar(&b.mirrors, "mirrors", "", "`folder` of the bare clones")
	flag.StringVar(&b.data, "data", "docs/evidence/findings.jsonl", "`file` of the recorded findings")
	flag.StringVar(&b.k8slint, "k8slint", "", "the `command` to run; the one of this module if empty")
	flag.StringVar(&b.only, "only", "", "only repositories whose name contains one of these `texts`, separated by commas")
	flag.StringVar(&b.flags, "flags", "", "more `flags` of k8slint, separated by spaces")
	flag.StringVar(&b.env, "env", "", "more `variables` of its environment, as NAME=VALUE, separated by spaces")
	flag.StringVar(&b.add, "add", "", "print the rows of these `repositories` (OWNER/NAME@COMMIT, separated by spaces), which are not recorded yet")
	flag.BoolVar(&b.fixes, "fixes", false, "apply -fix to the true findings, and count the fixes that work")
	flag.BoolVar(&b.write, "write", false, "write new findings into the file, as unread")
	flag.StringVar(&b.gone, "gone", "", "mark false findings that are not found in the file, as gone since this `build`")
	flag.IntVar(&b.jobs, "j", 2, "repositories at a time")
	flag.Parse()
	if b.mirrors == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	same, err := b.main()
	if err != nil {
		fmt.Fprintln(os.Stderr, "recorded:", err)
		os.Exit(1)
	}
	if !same {
		os.Exit(3)
	}
}

type bench struct {
	mirrors, data, k8slint, only string
	flags, env, add              string
	gone                         string
	write, fixes                 bool
	jobs                         int

	tmp string
}

func (b *bench) main() (same bool, err error) {
	if b.tmp, err = os.MkdirTemp("", "recorded-*"); err != nil {
		return false, err
	}
	defer os.RemoveAll(b.tmp)
	if b.k8slint == "" {
		b.k8slint = filepath.Join(b.tmp, "k8slint")
		if err := process.Build(b.k8slint); err != nil {
			return false, err
		}
	}
	if b.k8slint, err = filepath.Abs(b.k8slint); err != nil {
		return false, err
	}
	if b.add != "" {
		return true, b.record()
	}
	rows, err := b.recorded()
	if err != nil {
		return false, err
	}
	var all []checkout
	for _, r := range rows {
		if !b.selected(r.Repo) {
			continue
		}
		if n := len(all); n == 0 || all[n-1].repo != r.Repo || all[n-1].commit != r.Commit {
			all = append(all, checkout{repo: r.Repo, commit: r.Commit})
		}
		c := &all[len(all)-1]
		c.rows = append(c.rows, r)
		if !slices.Contains(c.modules, r.Dir) {
			c.modules = append(c.modules, r.Dir)
		}
	}
	if len(all) == 0 {
		return false, errors.New("no recorded repository is selected")
	}
	if b.fixes {
		b.each(all, func(c *checkout) { err = errors.Join(err, printFixes(c)) })
		return true, err
	}
	var sum difference
	b.each(all, func(c *checkout) {
		d := compare(c.rows, c.found)
		d.print(c)
		sum.add(d)
	})
	fmt.Printf("%d repositories: %d findings as recorded, %d true and %d false ones gone, %d back, %d unclear, %d new", len(all), len(sum.same), len(sum.lost), len(sum.gone), len(sum.back), len(sum.unclear), len(sum.fresh))
	if n := sum.missing; n > 0 {
		fmt.Printf("; %d repositories or modules not analysed", n)
	}
	fmt.Println()
	if b.write {
		rows = merge(rows, sum.fresh)
	}
	if b.gone != "" {
		mark(rows, sum.gone, b.gone)
	}
	if b.write || b.gone != "" {
		if err := evidence.WriteFindings(b.data, rows); err != nil {
			return false, err
		}
	}
	return len(sum.lost)+len(sum.gone)+len(sum.back)+len(sum.unclear)+len(sum.fresh)+sum.missing == 0, nil
}

// recorded are the rows to compare with; for -fixes, those of all files that have a
// true finding.
func (b *bench) recorded() ([]evidence.Row, error) {
	if !b.fixes {
		return evidence.Findings(b.data)
	}
	m, err := evidence.Read(filepath.Dir(b.data))
	return slices.DeleteFunc(m.Findings, func(r evidence.Row) bool { return r.Verdict != evidence.True }), err
}

func (b *bench) selected(repo string) bool {
	for text := range strings.SplitSeq(b.only, ",") {
		if strings.Contains(repo, text) {
			return true
		}
	}
	return false
}

// merge adds new findings to rows. A module that had none loses the row that
// says so.
func merge(rows, fresh []evidence.Row) []evidence.Row {
	with := map[evidence.Module]bool{}
	for _, r := range fresh {
		with[r.Module] = true
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(r evidence.Row) bool { return r.Place == (evidence.Place{}) && with[r.Module] })
	return append(rows, fresh...)
}

// mark notes which rows are gone, and since which build.
func mark(rows, gone []evidence.Row, build string) {
	for i, r := range rows {
		if slices.Contains(gone, r) {
			rows[i].Gone = build
		}
	}
}

// record prints the rows of new repositories.
func (b *bench) record() error {
	var all []checkout
	for name := range strings.FieldsSeq(b.add) {
		repo, commit, ok := strings.Cut(name, "@")
		if !ok {
			return fmt.Errorf("%s: want OWNER/NAME@COMMIT", name)
		}
		all = append(all, checkout{repo: repo, commit: commit})
	}
	var rows []evidence.Row
	b.each(all, func(c *checkout) {
		for _, m := range c.found {
			if m.err != nil {
				fmt.Fprintf(os.Stderr, "%s %s: %v\n", c.repo, m.dir, m.err)
				continue
			}
			module := evidence.Module{Repo: c.repo, Commit: c.commit, Dir: m.dir}
			if len(m.places) == 0 {
				rows = append(rows, evidence.Row{Module: module})
			}
			for _, p := range m.places {
				rows = append(rows, evidence.Row{Module: module, Place: p, Verdict: evidence.Unread})
			}
		}
	})
	return evidence.WriteFindings("/dev/stdout", rows)
}

// A checkout is a repository at a commit, and what is recorded and found there.
type checkout struct {
	repo, commit string
	modules      []string // those to analyse; if empty, the ones that are there
	rows         []evidence.Row

	found []module
	fixes []evidence.Fixes
}

// A module is what was found in one.
type module struct {
	dir     string
	places  []evidence.Place
	partial bool // some packages were not analysed
	seconds float64
	err     error
}

// each analyses the checkouts, some at a time, and calls done for each, in turn.
func (b *bench) each(all []checkout, done func(*checkout)) {
	var wg sync.WaitGroup
	ready := make([]chan bool, len(all))
	next := make(chan int, len(all))
	for i := range all {
		ready[i] = make(chan bool)
		next <- i
	}
	close(next)
	for range max(b.jobs, 1) {
		wg.Go(func() {
			for i := range next {
				all[i].found = b.analyse(&all[i])
				close(ready[i])
			}
		})
	}
	for i := range all {
		<-ready[i]
		done(&all[i])
	}
	wg.Wait()
}

// analyse checks c out and analyses its modules.
func (b *bench) analyse(c *checkout) []module {
	fail := func(err error) []module { return []module{{dir: ".", err: err}} }
	git, err := mirror(b.mirrors, c.repo)
	if err != nil {
		return fail(err)
	}
	full, err := exec.Command("git", "--git-dir", git, "rev-parse", "--verify", c.commit+"^{commit}").Output()
	if err != nil {
		return fail(fmt.Errorf("%s has no commit %.12s", git, c.commit))
	}
	c.commit = strings.TrimSpace(string(full))
	root, err := os.MkdirTemp(b.tmp, "")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(root)
	if err := export(git, c.commit, root); err != nil {
		return fail(err)
	}
	if c.modules == nil {
		if c.modules, err = modules(root); err != nil {
			return fail(err)
		}
	}
	if b.fixes {
		b.measureFixes(c, root)
		return nil
	}
	var list []module
	for _, dir := range c.modules {
		list = append(list, b.lint(root, dir))
	}
	return list
}

// lint analyses the module in the folder dir of root.
func (b *bench) lint(root, dir string) module {
	m := module{dir: dir}
	in := filepath.Join(root, dir)
	run := b.command(in)
	run.Args = append(append([]string{"-cache=off", "-severity=note"}, strings.Fields(b.flags)...), "./...")
	start := time.Now()
	res, err := run.Do()
	m.seconds = time.Since(start).Seconds()
	switch {
	case err != nil:
		m.err = err
		return m
	case !res.Loaded():
		m.err = errors.New(strings.TrimSpace(res.Stderr))
		return m
	case len(res.Internal) > 0:
		m.err = errors.New(strings.Join(res.Internal, "; "))
		return m
	}
	m.partial = len(res.Failed) > 0
	for _, f := range res.Findings {
		p := evidence.Place{Analyzer: f.Analyzer, Category: f.Category}
		if p.File, p.Line, err = f.Place(root, in); err != nil {
			m.err = err
			return m
		}
		m.places = append(m.places, p)
	}
	slices.SortFunc(m.places, evidence.Place.Compare)
	m.places = slices.Compact(m.places) // a package and its test variant
	return m
}

// command is a run of k8slint in a module, without its arguments.
func (b *bench) command(in string) lint.Run {
	mode := "-mod=mod"
	if _, err := os.Stat(filepath.Join(in, "vendor", "modules.txt")); err == nil {
		mode = "-mod=vendor"
	}
	return lint.Run{Command: b.k8slint, Dir: in, GoFlags: "-buildvcs=false " + mode, Env: strings.Fields(b.env)}
}

// modules returns the folders of the modules of a new repository: its root, or
// where that is none, all.
func modules(root string) ([]string, error) {
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
		return []string{"."}, nil
	}
	var list []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "vendor" || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.Name() == "go.mod":
			rel, err := filepath.Rel(root, filepath.Dir(path))
			list = append(list, filepath.ToSlash(rel))
			return err
		}
		return nil
	})
	if err == nil && len(list) == 0 {
		err = errors.New("no go.mod")
	}
	return list, err
}
