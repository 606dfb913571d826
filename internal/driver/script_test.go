package driver_test

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/driver"
)

// asCommand in the environment makes the test binary the command: with the
// analyzers of toys_test.go, or, if it is withAll, with the real ones. knownHash there is the
// hash of the binary, which the test works out once: that takes as long as all else of a small run.
const (
	asCommand = "K8SLINT_TEST_COMMAND"
	withAll   = "all"
	knownHash = "K8SLINT_TEST_HASH"
)

func TestMain(m *testing.M) {
	as := os.Getenv(asCommand)
	if as == "" {
		if hash, err := driver.HashExecutable(); err == nil {
			os.Setenv(knownHash, hash)
		}
		for _, kv := range []string{"GOFLAGS=", "GOWORK=", "GOPROXY=off", "GOSUMDB=off"} {
			name, value, _ := strings.Cut(kv, "=")
			os.Setenv(name, value)
		}
		// Most tests wait for a process most of the time.
		flag.Parse()
		_ = flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
		os.Exit(m.Run())
	}
	if hash := os.Getenv(knownHash); hash != "" {
		driver.KnownHash(hash)
	}
	if as == asWorker {
		if err := work(suites[os.Args[1]]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(driver.Main(suites[as]))
}

var suites = map[string]driver.Suite{"1": toys, withAll: analyzers.New}

// TestScripts runs each archive in testdata/script: its files are laid out in
// a folder, and the lines of its comment are carried out there.
//
//	[env NAME=VALUE...] k8slint ARG...   run the command (an exit code other than 0 must be said next)
//	go ARG...             run the go command; $TOOL is the command's file
//	git ARG...            run git
//	exit N                the exit code of the last run
//	stdout TEXT           its output has a line that matches the regular expression
//	stderr TEXT
//	! stdout TEXT         it has none
//	golden stdout FILE    its output is the content of FILE; or that of a file
//	save FILE             keep its output in FILE
//	same FILE FILE        two files have the same content
//	edit FILE OLD NEW     replace text in a file; \n in the new one is a line end
//	mode FILE OCTAL       change a file's permissions
//	rm FILE
//	absent FILE           there is no such file
//	age DIR               let all that is in a folder be a year old
//	symlink TARGET FILE   make FILE a link to TARGET
//	link FILE             FILE is a symbolic link
//	harmless stdout       its output has nothing in it that is not seen, and no line is a command of a CI system
//	damage                cut or change every entry of the cache
//	full DIR              make a folder on a file system that is full; skip the rest if that cannot be done here
//	cc                    skip the rest if there is no C compiler
//	root                  skip the rest if the test runs as root, whom permissions do not stop
//	write FILE TEXT       write a line to a file
//	mv FILE FILE
func TestScripts(t *testing.T) {
	t.Parallel()
	runScripts(t, "testdata/script/*.txtar", "1")
}

// TestWriteScripts runs scripts with the real analyzers, whose findings are
// about several writes: which of them are new.
func TestWriteScripts(t *testing.T) {
	t.Parallel()
	runScripts(t, "testdata/writes/*.txtar", withAll)
}

func runScripts(t *testing.T, pattern, as string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runScript(t, file, as)
		})
	}
}

// summaryLine ends the errors of a run that prints text.
var summaryLine = regexp.MustCompile(`(?m)^k8slint: (no findings|\d+ findings?) in .*\n`)

type script struct {
	t              *testing.T
	dir            string
	as             string // the value of asCommand
	worker         *worker
	env            []string
	stdout, stderr string
	code           int
	checked        bool // the exit code of the last run was looked at
	ran            bool
}

func runScript(t *testing.T, file, as string) {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range ar.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s := &script{t: t, dir: dir, as: as}
	s.env = append(os.Environ(), "K8SLINT_CACHE="+filepath.Join(t.TempDir(), "cache"), "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "GOSUMDB=off",
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	for i, line := range strings.Split(string(ar.Comment), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if stop := s.do(fmt.Sprintf("%s:%d", filepath.Base(file), i+1), line); stop {
			return
		}
	}
	s.settle("the end of " + filepath.Base(file))
}

// settle fails if the last run failed and nobody said that it would.
func (s *script) settle(at string) {
	s.t.Helper()
	if s.ran && !s.checked && s.code != 0 {
		s.t.Fatalf("%s: the run before exits with %d\nstdout:\n%s\nstderr:\n%s", at, s.code, s.stdout, s.stderr)
	}
}

func (s *script) do(at, line string) (stop bool) {
	s.t.Helper()
	fail := func(format string, args ...any) {
		s.t.Helper()
		s.t.Fatalf("%s: %s: %s\nexit %d\nstdout:\n%s\nstderr:\n%s", at, line, fmt.Sprintf(format, args...), s.code, s.stdout, s.stderr)
	}
	rest, negated := strings.CutPrefix(line, "! ")
	verb, args, _ := strings.Cut(rest, " ")
	fields := splitFields(args)
	path := func(i int) string {
		if i >= len(fields) {
			fail("too few arguments")
		}
		return filepath.Join(s.dir, filepath.FromSlash(fields[i]))
	}
	switch verb {
	case "env", "k8slint", "go", "git":
		s.settle(at)
		s.run(splitFields(rest))
	case "exit":
		if s.checked = true; strconv.Itoa(s.code) != args {
			fail("exit code %d", s.code)
		}
	case "stdout", "stderr":
		text := s.stdout
		if verb == "stderr" {
			text = s.stderr
			if negated { // the line that ends each run is no complaint
				text = summaryLine.ReplaceAllString(text, "")
			}
		}
		if regexp.MustCompile("(?m)"+args).MatchString(text) == negated {
			fail("matched: %v", negated)
		}
	case "golden":
		want, err := os.ReadFile(path(1))
		text := s.stdout
		if fields[0] != "stdout" {
			data, err := os.ReadFile(path(0))
			if err != nil {
				fail("%v", err)
			}
			text = string(data)
		}
		if got := strings.ReplaceAll(text, s.dir, "$DIR"); err != nil || got != string(want) {
			fail("want:\n%s", want)
		}
	case "save":
		if err := os.WriteFile(path(0), []byte(s.stdout), 0o666); err != nil {
			fail("%v", err)
		}
	case "same":
		a, err1 := os.ReadFile(path(0))
		b, err2 := os.ReadFile(path(1))
		if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
			fail("they differ (%v, %v):\n%s\nand\n%s", err1, err2, a, b)
		}
	case "edit":
		data, err := os.ReadFile(path(0))
		if err != nil || len(fields) != 3 || !strings.Contains(string(data), fields[1]) {
			fail("no such text (%v)", err)
		}
		if err := os.WriteFile(path(0), []byte(strings.Replace(string(data), fields[1], strings.ReplaceAll(fields[2], `\n`, "\n"), 1)), 0o666); err != nil {
			fail("%v", err)
		}
	case "mode":
		mode, err := strconv.ParseUint(fields[1], 8, 32)
		if err == nil {
			err = os.Chmod(path(0), os.FileMode(mode))
		}
		if err != nil {
			fail("%v", err)
		}
		s.t.Cleanup(func() { os.Chmod(path(0), 0o777) })
	case "symlink":
		if err := os.Symlink(strings.ReplaceAll(fields[0], "$DIR", s.dir), path(1)); err != nil {
			fail("%v", err)
		}
	case "link":
		if st, err := os.Lstat(path(0)); err != nil || st.Mode()&os.ModeSymlink == 0 {
			fail("it is none (%v)", err)
		}
	case "harmless":
		text := s.stdout
		if args == "stderr" {
			text = s.stderr
		}
		if text == "" {
			fail("there is none")
		}
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if strings.HasPrefix(strings.TrimSpace(line), "::") && !strings.HasPrefix(line, "::error file=") || strings.Contains(line, "##[") ||
				strings.ContainsFunc(line, func(r rune) bool { return r != '\t' && !strconv.IsPrint(r) }) {
				fail("%q", line)
			}
		}
	case "age":
		old := time.Now().AddDate(-1, 0, 0)
		err := filepath.WalkDir(path(0), func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return os.Chtimes(name, old, old)
		})
		if err != nil && !os.IsNotExist(err) {
			fail("%v", err)
		}
	case "absent":
		if data, err := os.ReadFile(path(0)); err == nil {
			fail("%s", data)
		}
	case "rm":
		if err := os.RemoveAll(path(0)); err != nil {
			fail("%v", err)
		}
	case "write":
		if err := os.WriteFile(path(0), []byte(strings.ReplaceAll(strings.Join(fields[1:], " "), "$DIR", s.dir)+"\n"), 0o666); err != nil {
			fail("%v", err)
		}
	case "size": // what a file is made longer by is not on the disk
		size, err := strconv.ParseInt(fields[1], 10, 64)
		if err == nil {
			err = os.Truncate(path(0), size)
		}
		if err != nil {
			fail("%v", err)
		}
	case "mv":
		if err := os.MkdirAll(filepath.Dir(path(1)), 0o777); err != nil {
			fail("%v", err)
		}
		if err := os.Rename(path(0), path(1)); err != nil {
			fail("%v", err)
		}
	case "damage":
		s.damage()
	case "full":
		return !s.full(fields[0])
	case "cc":
		_, err := exec.LookPath("cc")
		return err != nil
	case "root":
		if os.Geteuid() == 0 || runtime.GOOS == "windows" {
			return true
		}
	default:
		fail("no such verb")
	}
	return false
}

// damage cuts some files of the cache short and changes a byte of others.
func (s *script) damage() {
	s.t.Helper()
	var root string
	for _, kv := range s.env {
		if v, ok := strings.CutPrefix(kv, "K8SLINT_CACHE="); ok {
			root = v
		}
	}
	n := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		switch n++; {
		case len(data) == 0 || n%3 == 0:
			data = nil
		case n%3 == 1:
			data = data[:len(data)/2]
		default:
			data[len(data)/2] ^= 1
		}
		if err := os.Chmod(name, 0o600); err != nil {
			return err
		}
		return os.WriteFile(name, data, 0o600)
	})
	if err != nil || n < 3 {
		s.t.Fatalf("damage of %s: %d files, %v", root, n, err)
	}
}

// full makes the folder name on a small file system and fills that; false if it
// cannot.
func (s *script) full(name string) bool {
	dir := filepath.Join(s.dir, name)
	if runtime.GOOS != "linux" || os.Mkdir(dir, 0o777) != nil {
		return false
	}
	if exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", dir).Run() != nil {
		return false
	}
	s.t.Cleanup(func() { _ = exec.Command("umount", dir).Run() })
	_ = os.WriteFile(filepath.Join(dir, "big"), make([]byte, 64<<10), 0o666)
	return true
}

// run runs a command of the script.
func (s *script) run(argv []string) {
	s.t.Helper()
	env := s.env
	if argv[0] == "env" {
		argv = argv[1:]
		for strings.Contains(argv[0], "=") {
			env = append(env[:len(env):len(env)], strings.ReplaceAll(argv[0], "$DIR", s.dir))
			argv = argv[1:]
		}
	}
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	name := argv[0]
	args := make([]string, len(argv)-1)
	for i, a := range argv[1:] {
		args[i] = strings.ReplaceAll(strings.ReplaceAll(a, "$TOOL", self), "$DIR", s.dir)
	}
	if name == "k8slint" {
		if s.worker == nil {
			s.worker = newWorker(s.t, s.as)
		}
		a := s.worker.run(s.t, job{s.dir, env, args})
		s.ran, s.checked, s.code, s.stdout, s.stderr = true, false, a.Code, a.Stdout, a.Stderr
		return
	}
	if name != "git" {
		env = append(env[:len(env):len(env)], asCommand+"="+s.as)
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = s.dir
	cmd.Env = env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		s.t.Fatal(err)
	}
	s.ran, s.checked = true, false
	s.code, s.stdout, s.stderr = cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// splitFields splits at spaces outside single quotes.
func splitFields(s string) []string {
	var out []string
	var cur strings.Builder
	quoted, some := false, false
	for _, r := range s {
		switch {
		case r == '\'':
			quoted, some = !quoted, true
		case r == ' ' && !quoted:
			if some {
				out = append(out, cur.String())
				cur.Reset()
				some = false
			}
		default:
			cur.WriteRune(r)
			some = true
		}
	}
	if some {
		out = append(out, cur.String())
	}
	return out
}
