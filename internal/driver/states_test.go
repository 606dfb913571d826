package driver_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestStates works on twenty-five repositories at a time, in which things break and are
// repaired: code, tests, imports, dependencies, directives, models. After each step,
// what the command says from the cache is what it says without, in any format, and so
// are the baseline that it brings up to date, what is new since an old one, and what is new
// since the last step. What go vet remembers is what it says anew, and nothing but what the
// command says.
//
// K8SLINT_STATES says how many states there are, and K8SLINT_STATES_SEED which.
func TestStates(t *testing.T) {
	testmodule.Slow(t, "works on random repositories")
	t.Parallel()
	const worlds = 25
	states := 200
	if n, err := strconv.Atoi(os.Getenv("K8SLINT_STATES")); err == nil {
		states = n
	}
	seed, _ := strconv.ParseUint(os.Getenv("K8SLINT_STATES_SEED"), 10, 64)
	r := newStateRun(t, seed, worlds)
	failed, found, inPart := 0, 0, 0
	for step := 0; step*worlds < states; step++ {
		for _, w := range r.worlds {
			w.step()
			w.render(t, r.dir)
		}
		flags := append(r.flags(), "./...")
		format := []string{"text", "json", "sarif", "gitlab", "github", "html"}[step%6]
		first := r.command(append([]string{"-format=" + format}, flags...)...)
		again := r.command(append([]string{"-format=" + format}, flags...)...)
		fresh := r.command(append([]string{"-cache=off", "-format=" + format}, flags...)...)
		r.compare(step, "from a cache of the state before", first, fresh)
		r.compare(step, "from the cache", again, fresh)
		if strings.Contains(fresh, "left out") || strings.Contains(fresh, "skipped in") {
			failed++
		}
		if strings.Contains(fresh, "mutates") || strings.Contains(fresh, "cachemutate") {
			found++
		}
		if strings.Contains(fresh, "in part") {
			inPart++
		}
		r.baselines(step, flags)
		if step%5 == 1 { // it takes as long as two steps
			r.vet(step)
		}
		// One of them alone, whose dependencies are analysed for its sake.
		w := r.worlds[r.rand.IntN(worlds)]
		pattern := []string{"/...", "/ctrl"}[step%2]
		args := append(slices.Clone(flags[:len(flags)-1]), "./"+w.history.name+pattern)
		part := r.command(args...)
		alone := r.command(args...)
		fresh = r.command(append([]string{"-cache=off"}, args...)...)
		r.compare(step, w.history.name+pattern, part, fresh)
		r.compare(step, w.history.name+pattern+" again", alone, fresh)
		if r.commit(step) && step > 0 {
			args := append([]string{"-new-from=HEAD~1"}, flags...)
			first := r.command(args...)
			again := r.command(args...)
			fresh := r.command(append([]string{"-cache=off"}, args...)...)
			r.compare(step, "-new-from", first, fresh)
			r.compare(step, "-new-from again", again, fresh)
		}
		if t.Failed() {
			t.Fatalf("after %s", r.log())
		}
	}
	if r.vetted < states/100 {
		t.Errorf("go vet has %d findings", r.vetted)
	}
	if steps := (states + worlds - 1) / worlds; failed < steps/2 || found < steps/2 || inPart < steps/4 {
		t.Errorf("of %d steps, something was left out in %d, found in %d, and analysed in part in %d", steps, failed, found, inPart)
	}
}

// baselines brings a baseline up to date in each step, and writes another one in some.
func (r *stateRun) baselines(step int, flags []string) {
	r.t.Helper()
	kept := r.command(append([]string{"-baseline=kept", "-write-baseline=kept"}, flags...)...)
	plain := r.command(append([]string{"-cache=off", "-baseline=plain", "-write-baseline=plain"}, flags...)...)
	r.compare(step, "a baseline", strings.ReplaceAll(kept, "to kept", "to plain"), plain)
	r.compare(step, "the baseline", r.read("kept"), r.read("plain"))
	before := r.read("kept")
	r.command(append([]string{"-baseline=kept", "-write-baseline=kept"}, flags...)...)
	r.compare(step, "the baseline again", r.read("kept"), before)
	if again := r.command(append([]string{"-baseline=kept"}, flags...)...); strings.Contains(again, "mutates") {
		r.t.Errorf("step %d: new since the baseline of the same state:\n%s", step, again)
	}
	if step%3 == 0 {
		r.command(append([]string{"-write-baseline=old"}, flags...)...)
		r.command(append([]string{"-cache=off", "-write-baseline=plain-old"}, flags...)...)
		r.compare(step, "a new baseline", r.read("old"), r.read("plain-old"))
		return
	}
	old := r.command(append([]string{"-baseline=old"}, flags...)...)
	fresh := r.command(append([]string{"-cache=off", "-baseline=old"}, flags...)...)
	r.compare(step, "an old baseline", old, fresh)
}

// vet runs the command as go vet's tool: as it was in the step before, and as another one, of which go vet remembers
// nothing. It leaves out the worlds for whose sake go vet would look at no other.
func (r *stateRun) vet(step int) {
	r.t.Helper()
	self, err := os.Executable()
	if err != nil {
		r.t.Fatal(err)
	}
	args := []string{"vet", "-vettool=" + self}
	for _, w := range r.worlds {
		if !slices.ContainsFunc(faults, func(f fault) bool { return f.unlisted && w.on[f.file+f.text] }) {
			args = append(args, "./"+w.history.name+"/...")
		}
	}
	if len(args) == 2 {
		return
	}
	vet := func(hash string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = r.dir, append(slices.Clone(r.env), knownHash+"="+hash)
		out, _ := cmd.CombinedOutput() // as for the command
		if bytes.Contains(out, []byte("internal error")) || bytes.Contains(out, []byte("goroutine ")) {
			r.t.Errorf("go vet:\n%s", out)
		}
		lines := slices.Sorted(strings.Lines(string(out)))
		return fmt.Sprintf("%sexit %d\n", strings.Join(lines, ""), cmd.ProcessState.ExitCode())
	}
	first := vet(r.hash)
	r.compare(step, "go vet", first, vet(fmt.Sprint(r.hash, step)))
	command := r.command(append([]string{"-test"}, args[2:]...)...)
	for line := range strings.Lines(first) {
		if place, _, found := strings.Cut(line, " mutates "); found {
			r.vetted++
			if place = place[:strings.LastIndexByte(place, ':')+1]; !strings.Contains(command, "\n"+place) && !strings.HasPrefix(command, place) {
				r.t.Errorf("step %d: only go vet says %s", step, line)
			}
		}
	}
}

// A stateRun is a module with a folder for each world.
type stateRun struct {
	t      *testing.T
	rand   *rand.Rand
	dir    string
	env    []string
	hash   string // by which go vet knows the tool
	vetted int    // findings of go vet
	worlds []*world
}

func newStateRun(t *testing.T, seed uint64, worlds int) *stateRun {
	r := &stateRun{t: t, rand: rand.New(rand.NewPCG(seed, 2)), dir: t.TempDir(), hash: fmt.Sprintf("states%d-", time.Now().UnixNano())}
	r.env = append(os.Environ(), asCommand+"="+withAll, "K8SLINT_CACHE="+filepath.Join(t.TempDir(), "cache"), "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "GOSUMDB=off",
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	mod := "module m.example\n\ngo 1.26\n"
	for i := range worlds {
		h := newHistory(seed*1000+uint64(i), fmt.Sprintf("w%02d", i), true)
		r.worlds = append(r.worlds, &world{history: h, on: make(map[string]bool)})
		mod += fmt.Sprintf("\nrequire %[1]sdep.example v0.0.0\n\nreplace %[1]sdep.example => ./%[1]s/dep\n", h.name)
	}
	r.write("go.mod", mod)
	r.write("pods/pods.go", historyPods)
	return r
}

func (r *stateRun) write(name, text string) {
	r.t.Helper()
	name = filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

func (r *stateRun) read(name string) string {
	data, err := os.ReadFile(filepath.Join(r.dir, name))
	if err != nil {
		r.t.Error(err)
	}
	return string(data)
}

// flags are those of a step: most are the same as in the step before.
func (r *stateRun) flags() []string {
	flags := []string{"-severity=note"}
	for _, f := range []string{"-test=false", "-generated", "-explain", "-c=1", "-cachemutate.every-write"} {
		if r.rand.IntN(5) == 0 {
			flags = append(flags, f)
		}
	}
	if r.rand.IntN(3) == 0 {
		var copies []string
		for _, w := range r.worlds {
			if r.rand.IntN(4) == 0 {
				copies = append(copies, fmt.Sprintf(`{"func":"%sdep.example.Read"}`, w.history.name))
			}
		}
		r.write("models.json", `{"version":1,"copies":[`+strings.Join(copies, ",")+"]}\n")
		flags = append(flags, "-models="+filepath.Join(r.dir, "models.json"))
	}
	return flags
}

// commit makes the step a revision; false if there is no git.
func (r *stateRun) commit(step int) bool {
	r.t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		return false
	}
	all := [][]string{{"add", "go.mod", "pods", "w*"}, {"commit", "-q", "--allow-empty", "-m", "step"}}
	if step == 0 {
		all = slices.Insert(all, 0, []string{"init", "-q"})
	}
	for _, args := range all {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Env = r.dir, r.env
		if out, err := cmd.CombinedOutput(); err != nil {
			r.t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	return true
}

// command returns everything that a run says.
func (r *stateRun) command(args ...string) string {
	r.t.Helper()
	self, err := os.Executable()
	if err != nil {
		r.t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir, cmd.Env = r.dir, r.env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	_ = cmd.Run() // its exit code is part of what it says
	if strings.Contains(stderr.String(), "internal error") || strings.Contains(stderr.String(), "goroutine ") {
		r.t.Errorf("%v:\n%s", args, &stderr)
	}
	return fmt.Sprintf("%s%sexit %d\n", &stdout, &stderr, cmd.ProcessState.ExitCode())
}

func (r *stateRun) compare(step int, what, got, want string) {
	r.t.Helper()
	if got == want {
		return
	}
	less := func(of, other string) string {
		has := make(map[string]bool)
		for line := range strings.Lines(other) {
			has[line] = true
		}
		var out strings.Builder
		for line := range strings.Lines(of) {
			if !has[line] {
				out.WriteString("\t" + line)
			}
		}
		return out.String()
	}
	r.t.Errorf("step %d, %s:\nonly there:\n%swithout the cache:\n%s", step, what, less(got, want), less(want, got))
}

func (r *stateRun) log() string {
	var b strings.Builder
	for _, w := range r.worlds {
		fmt.Fprintf(&b, "%s: %q, %q\n", w.history.name, w.history.log, w.log)
	}
	return b.String()
}

// A world is a history in which some things are broken.
type world struct {
	history *history
	on      map[string]bool // by the file's name, with what is wrong with it
	log     []string
}

// A fault is a file that is sometimes there, in the place of another, and is wrong in
// most cases. W is the world's name.
type fault struct {
	file, text string
	unlisted   bool // the go command lists nothing then
}

const (
	usesPods = "import \"m.example/pods\"\n\n"
	usesLib  = "import (\n\t\"m.example/W/Wlib\"\n\t\"m.example/pods\"\n)\n\nvar _ = pods.Get\n\n"
)

var faults = []fault{
	{"ctrl/body.go", "package ctrl\n\n" + usesPods + "func Body() { undefined() }\n\nfunc BodyBad() {\n\to := pods.Get(\"b\")\n\to.Name = undefined\n}\n", false},
	{"ctrl/syntax.go", "package ctrl\n\nfunc Syntax() {\n<<<<<<< HEAD\n\tSyntax()\n}\n\nfunc Behind() {}\n", true},
	{"ctrl/import.go", "package ctrl\n\nimport (\n\t\"m.example/pods\"\n\t\"nowhere.example/nowhere\"\n)\n\nfunc UsesNowhere() {\n\to := pods.Get(\"n\")\n\tnowhere.Do(o)\n\to.Name = \"n\"\n}\n\nfunc BesideNowhere() { pods.Get(\"n\").Name = \"n\" }\n", true},
	{"ctrl/embed.go", "package ctrl\n\nimport _ \"embed\"\n\n//go:embed none.txt\nvar text string\n", true},
	{"ctrl/tag.go", "//go:build never\n\npackage ctrl\n\nfunc Tag() { undefined() }\n", false},
	{"ctrl/name.go", "package other\n", true},
	{"ctrl/generated.go", "// Code generated by gen. DO NOT EDIT.\n\npackage ctrl\n\n" + usesPods + "func Generated() { pods.Get(\"g\").Name = \"g\" }\n", false},
	{"ctrl/nolint.go", "package ctrl\n\n" + usesPods + "func Silent() {\n\tpods.Get(\"s\").Name = \"s\" //nolint:cachemutate // a test\n\t_ = 1 //nolint:cachemutate // nothing is here\n}\n", false},
	{"ctrl/signature.go", "package ctrl\n\n" + usesLib + "func UsesSignature() { lib.Signature(nil).Name = \"x\" }\n", false},
	{"ctrl/shared.go", "package ctrl\n\n" + usesLib + "func UsesShared() { lib.Shared(\"x\").Name = \"x\" }\n", false},
	{"ctrl/a_test.go", "package ctrl\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { undefined() }\n", false},
	{"ctrl/b_test.go", "package ctrl\n\nimport (\n\t\"testing\"\n\n\t\"m.example/pods\"\n)\n\nfunc TestB(t *testing.T) { pods.Get(\"t\").Name = \"t\" }\n", false},
	// More objects than one variable is known to hold: a function that is analysed in part.
	{"ctrl/part.go", "package ctrl\n\n" + usesPods + "func Part(n int) {\n\tvar o *pods.Pod\n\tswitch n {\n" + manyObjects() + "\t}\n\to.Name = \"p\"\n}\n\n" +
		"func Needed() { pods.Get(\"s\").Name = \"s\" } //nolint:cachemutate // a test\n", false},
	{"ctrl/x_test.go", "package ctrl_test\n\nimport \"m.example/W/ctrl\"\n\nvar _ ctrl.Undeclared\n", false},
	{"Wlib/signature.go", "package lib\n\n" + usesPods + "func Signature(x Undeclared) *pods.Pod { return pods.Get(\"x\") }\n", false},
	{"Wlib/shared.go", "package lib\n\n" + usesPods + "//k8slint:shared\nfunc Shared(name string) *pods.Pod { return nil }\n", false},
	{"Wlib/cycle.go", "package lib\n\nimport _ \"m.example/W/ctrl\"\n", true},
	{"Wlib/syntax.go", "package lib\n\nfunc Syntax( {\n", true},
	{"Wlib/a_test.go", "package lib\n\nfunc helper(x Undeclared) {}\n", false},
	{"dep/dep.go", "package dep\n\nimport \"m.example/pods\"\n\ntype T struct{ X Undeclared }\n\nfunc New() T { return T{} }\n\nfunc Read() *pods.Pod { return pods.Get(\"d\") }\n", false},
	{"dep/dep.go", "package dep\n\nimport \"m.example/pods\"\n\ntype T struct{ X int }\n\nfunc New() T { return undefined }\n\nfunc Read() *pods.Pod { return pods.Get(\"d\") }\n", false},
	{"dep/dep.go", "package dep\n\nimport \"m.example/pods\"\n\ntype T struct{ X int }\n\nfunc New() T { return T{} }\n\nfunc Read() *pods.Pod { return pods.Get(\"d\").DeepCopy() }\n", false},
	{"dep/dep.go", "packag dep\n", true},
	{"dep/syntax.go", "package dep\n\nfunc Broken() {\n=======\n", true},
	{"dep/name.go", "package other\n", true},
	{"dep/a_test.go", "package dep\n\nfunc helper() { undefined() }\n", false},
}

// manyObjects are cases that each read an object.
func manyObjects() string {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "\tcase %d:\n\t\to = pods.Get(\"p\")\n", i)
	}
	return b.String()
}

// sound are the files whose place a fault takes.
var sound = []fault{
	{"dep/go.mod", "module Wdep.example\n\ngo 1.26\n", false},
	{"dep/dep.go", "package dep\n\nimport \"m.example/pods\"\n\ntype T struct{ X int }\n\nfunc New() T { return T{} }\n\nfunc Read() *pods.Pod { return pods.Get(\"d\") }\n", false},
	{"Wlib/own.go", "package lib\n\nimport (\n\t\"Wdep.example\"\n\t\"m.example/pods\"\n)\n\n// Own replaces *o by a copy.\nfunc Own(o **pods.Pod) {\n\tt := dep.New()\n\t_ = t.X\n\t*o = (*o).DeepCopy()\n}\n\nfunc Read() *pods.Pod { return dep.Read() }\n", false},
	{"Wlib/shared.go", "package lib\n\n" + usesPods + "func Shared(name string) *pods.Pod { return new(pods.Pod) }\n", false},
	{"ctrl/own.go", "package ctrl\n\n" + usesLib + "func Own() {\n\to := pods.Get(\"o\")\n\tlib.Own(&o)\n\to.Name = \"o\"\n}\n\nfunc Reads() { lib.Read().Name = \"r\" }\n", false},
}

// step edits, breaks and repairs: about two things are broken at a time.
func (w *world) step() {
	w.log = nil
	if w.history.rand.IntN(2) == 0 {
		w.history.step()
	}
	for range 1 + w.history.rand.IntN(2) {
		i := w.history.rand.IntN(len(faults))
		if w.history.rand.IntN(2) == 0 { // one that is there
			var on []int
			for i, f := range faults {
				if w.on[f.file+f.text] {
					on = append(on, i)
				}
			}
			if len(on) > 0 {
				i = on[w.history.rand.IntN(len(on))]
			}
		}
		f := faults[i]
		w.on[f.file+f.text] = !w.on[f.file+f.text]
	}
	for _, f := range faults {
		if w.on[f.file+f.text] {
			w.log = append(w.log, f.file)
		}
	}
}

func (w *world) render(t *testing.T, dir string) {
	t.Helper()
	w.history.render(t, dir)
	all := slices.Clone(sound)
	for _, f := range faults {
		if w.on[f.file+f.text] {
			all = append(all, f)
		}
	}
	for _, f := range all {
		name := filepath.Join(dir, w.history.name, filepath.FromSlash(strings.ReplaceAll(f.file, "W", w.history.name)))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(strings.ReplaceAll(f.text, "W", w.history.name)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
