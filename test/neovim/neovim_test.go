// Package neovim_test uses k8slint lsp in Neovim, as its users do: with the
// configuration that docs/editors.md gives.
package neovim_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const root = "../.."

// controller has a bug, which stands behind a character of two UTF-16 units.
const controller = `package pods

import (
	corev1 "k8s.io/api/core/v1"
	listers "k8s.io/client-go/listers/core/v1"
)

func mark(pods listers.PodLister) error {
	pod, err := pods.Pods("").Get("x")
	if err != nil {
		return err
	}
	/* 😀 */ pod.Labels = map[string]string{"seen": "true"}
	return nil
}

func name(pod *corev1.Pod) string { return pod.Name }
`

const (
	finding    = "12:12-58 cachemutate/write" // Neovim counts bytes
	belowTyped = "62:23-69 cachemutate/write" // fifty lines further down, behind a second comment
)

var (
	nvim    string // its path
	version [2]int // of it
	bin     string // a folder with k8slint
	cache   string
)

func TestMain(m *testing.M) {
	code, err := setUp(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "setting up:", err)
		os.Exit(1)
	}
	os.Exit(code)
}

// setUp builds the command. It goes by a script that tells which process the server is.
func setUp(m *testing.M) (int, error) {
	temp, err := os.MkdirTemp("", "k8slint-neovim")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(temp)
	os.Setenv("GOWORK", "off")
	bin, cache = filepath.Join(temp, "bin"), filepath.Join(temp, "cache")
	if nvim, err = exec.LookPath("nvim"); err != nil {
		return m.Run(), nil // each test says that it skips
	}
	out, err := exec.Command(nvim, "--version").Output()
	if err != nil {
		return 0, err
	}
	v := regexp.MustCompile(`NVIM v(\d+)\.(\d+)`).FindSubmatch(out)
	if v == nil {
		return 0, fmt.Errorf("no version of Neovim: %s", out)
	}
	version[0], _ = strconv.Atoi(string(v[1]))
	version[1], _ = strconv.Atoi(string(v[2]))
	if err := os.Mkdir(bin, 0o777); err != nil {
		return 0, err
	}
	server := filepath.Join(temp, "k8slint")
	if out, err := exec.Command("go", "build", "-C", root, "-o", server, "./cmd/k8slint").CombinedOutput(); err != nil {
		return 0, fmt.Errorf("go build: %w\n%s", err, out)
	}
	script := fmt.Sprintf("#!/bin/sh\necho $$ >\"$K8SLINT_TEST_PID\"\nexec '%s' \"$@\"\n", server)
	if err := os.WriteFile(filepath.Join(bin, "k8slint"), []byte(script), 0o777); err != nil {
		return 0, err
	}
	return m.Run(), nil
}

// configuration is what the page says for this version of Neovim.
func configuration(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs", "editors.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```lua\n(.*?)```").FindAllSubmatch(page, -1)
	if len(blocks) != 2 {
		t.Fatalf("%d configurations for Neovim, want that since 0.11 and that before", len(blocks))
	}
	if version[0] > 0 || version[1] >= 11 {
		return string(blocks[0][1])
	}
	return string(blocks[1][1])
}

// A session is Neovim with a file of a module that is made for it.
type session struct {
	dir  string // the module
	file string
	temp string
	cmd  *exec.Cmd
}

// open makes a session that runs a script.
func open(t *testing.T, script string, env ...string) *session {
	t.Helper()
	if nvim == "" {
		t.Skip("SKIPPED, THE LANGUAGE SERVER IS NOT TESTED IN NEOVIM: there is none (Debian: apt-get install neovim)")
	}
	temp, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &session{dir: filepath.Join(temp, "m"), temp: temp}
	s.file = filepath.Join(s.dir, "pods", "pods.go")
	write(t, s.file, controller)
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(root, "examples", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(s.dir, name), string(data))
	}
	init := filepath.Join(temp, "init.lua")
	write(t, init, configuration(t))
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	s.cmd = exec.Command(nvim, "--headless", "--clean", "-n", "-u", init, "-c", "luafile "+filepath.Join(here, "session.lua"), "-c", "edit "+s.file, "-c", "luafile "+filepath.Join(here, script))
	s.cmd.Dir = s.dir
	s.cmd.Env = append(os.Environ(), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"), "K8SLINT_CACHE="+cache, "GOFLAGS=-mod=mod",
		"XDG_CONFIG_HOME="+temp, "XDG_DATA_HOME="+temp, "XDG_STATE_HOME="+temp, "XDG_CACHE_HOME="+temp, "GOCACHE="+goCache(t),
		"K8SLINT_TEST_RESULT="+filepath.Join(temp, "result.json"), "K8SLINT_TEST_PID="+filepath.Join(temp, "pid"), "K8SLINT_TEST_INIT="+init)
	s.cmd.Env = append(s.cmd.Env, env...)
	return s
}

// goCache is the folder of the go command's cache, which XDG_CACHE_HOME would move.
func goCache(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A result is what a script tells.
type result struct {
	Problem string
	Log     []string

	Opened, Saved, Undone []string
	Message, Source       string
	Steps                 int
	Hover                 string
	Broken, Typed         []string
	Buffer                int
	Again                 []string
}

// run runs Neovim to its end. The server ends with it.
func (s *session) run(t *testing.T) result {
	t.Helper()
	out, err := s.cmd.CombinedOutput()
	data, rerr := os.ReadFile(filepath.Join(s.temp, "result.json"))
	if rerr != nil {
		t.Fatalf("%v: %v\n%s", err, rerr, out)
	}
	// Neovim writes an empty list as an object.
	data = regexp.MustCompile(`\{\}`).ReplaceAll(data, []byte("[]"))
	var r result
	if jerr := json.Unmarshal(data, &r); jerr != nil || err != nil || r.Problem != "" {
		t.Fatalf("%v, %v\n%s\n%s\nserver's log: %q", err, jerr, r.Problem, out, r.Log)
	}
	s.gone(t)
	return r
}

// gone fails if the server lives on.
func (s *session) gone(t *testing.T) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(s.temp, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		zombie := err == nil && strings.Contains(string(stat), ") Z ") // of a container without an init
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || zombie {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the server, process %d, lives on", pid)
		}
	}
}

// TestFix: open, see, ask, fix, save, gone.
func TestFix(t *testing.T) {
	s := open(t, "fix.lua")
	r := s.run(t)
	if !slices.Equal(r.Opened, []string{finding}) || len(r.Saved) > 0 || !slices.Equal(r.Undone, r.Opened) {
		t.Errorf("%+v", r)
	}
	if r.Source != "k8slint" || !strings.HasPrefix(r.Message, "pod.Labels = … mutates a cached object") || r.Steps < 2 || !strings.Contains(r.Hover, "cachemutate/write (error)") {
		t.Errorf("%+v", r)
	}
	got, err := os.ReadFile(s.file)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(controller, "\t/* 😀", "\tpod = pod.DeepCopy()\n\t/* 😀", 1); string(got) != want {
		t.Errorf("%s", got)
	}
	if len(r.Log) > 0 {
		t.Errorf("log: %q", r.Log)
	}
}

// TestEdits: of text that does not compile the rest is analysed; of fifty edits the last counts.
func TestEdits(t *testing.T) {
	r := open(t, "edits.lua", "K8SLINT_TEST_WANT="+belowTyped).run(t)
	if !slices.Equal(r.Typed, []string{belowTyped}) {
		t.Errorf("%+v", r)
	}
	if !slices.ContainsFunc(r.Log, func(l string) bool {
		return strings.Contains(l, "pods/pods.go:14:") && strings.Contains(l, "undefined")
	}) {
		t.Errorf("log: %q", r.Log)
	}
}

// TestKilledServer: the editor lives on, and can start another server.
func TestKilledServer(t *testing.T) {
	r := open(t, "killed.lua").run(t)
	if r.Buffer != strings.Count(controller, "\n") || !slices.Equal(r.Again, []string{finding}) {
		t.Errorf("%+v", r)
	}
}

// TestKilledEditor: the server does not outlive it.
func TestKilledEditor(t *testing.T) {
	ready := filepath.Join(t.TempDir(), "ready")
	s := open(t, "wait.lua", "K8SLINT_TEST_READY="+ready)
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if _, err := os.Stat(ready); err == nil {
			break
		}
		if time.Now().After(end) {
			_ = s.cmd.Process.Kill()
			t.Fatal("Neovim shows nothing")
		}
	}
	if err := s.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait() // killed
	s.gone(t)
}
