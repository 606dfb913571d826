package driver_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestHistories works on fifty repositories at a time. After each step, -new-from
// reports what the whole run finds and the one before did not, by the identities
// of the lines and not one more; and so does a baseline of the state before. Where
// the identities are in comments alone, lines of one text in one function may
// stand for each other, and nothing is asked of the baseline.
func TestHistories(t *testing.T) {
	t.Parallel()
	testmodule.Slow(t, "works on random repositories")
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	histories, steps := 50, 5
	if n, err := strconv.Atoi(os.Getenv("K8SLINT_HISTORIES")); err == nil {
		histories, steps = n, n/5
	}
	seed, _ := strconv.ParseUint(os.Getenv("K8SLINT_HISTORIES_SEED"), 10, 64)
	for _, told := range []bool{true, false} {
		t.Run(fmt.Sprintf("told=%v", told), func(t *testing.T) {
			t.Parallel()
			r := newHistoryRun(t)
			var all []*history
			for i := range histories {
				all = append(all, newHistory(seed*1000+uint64(i), fmt.Sprintf("h%02d", i), told))
			}
			r.commit(all)
			before := r.found()
			news := 0
			for step := range steps {
				if told {
					r.k8slint("-write-baseline=base", "./...")
				}
				for _, h := range all {
					h.step()
				}
				r.commit(all)
				now := r.found()
				want := make(map[string]bool)
				for id := range now {
					if !before[id] {
						want[id] = true
					}
				}
				news += len(want)
				check := func(what string, got map[string]bool) {
					for _, h := range all {
						of := func(set map[string]bool) []string {
							return slices.DeleteFunc(slices.Sorted(maps.Keys(set)), func(id string) bool { return !strings.HasPrefix(id, h.name+" ") })
						}
						if g, w := of(got), of(want); !slices.Equal(g, w) && (told || !slices.Equal(h.kinds(of(now), of(before)), h.kinds(g, nil))) {
							t.Errorf("step %d, %s: %s reports %q, want %q, after %q", step, h.name, what, g, w, h.log)
							t.Logf("%s", r.run("git", "show", "-M30%", "-U99", "HEAD", "--", h.name))
						}
					}
				}
				check("-new-from", r.found("-new-from=HEAD~1"))
				if told {
					check("-baseline", r.found("-baseline=base"))
				}
				before = now
			}
			if news < histories*steps/4 {
				t.Errorf("only %d new writes in all", news)
			}
		})
	}
}

// kinds are the writes of ids as the text of the code tells them apart, without as
// many of the same kind as are in less.
func (h *history) kinds(ids, less []string) []string {
	count := make(map[string]int)
	kind := func(id string) string {
		parts := strings.Fields(id)
		return h.alike[parts[1]] + " / " + h.alike[parts[2]]
	}
	for _, id := range less {
		count[kind(id)]++
	}
	var out []string
	for _, id := range ids {
		if k := kind(id); count[k] > 0 {
			count[k]--
		} else {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

type historyRun struct {
	t   *testing.T
	dir string
	env []string
}

func newHistoryRun(t *testing.T) *historyRun {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &historyRun{t: t, dir: dir}
	r.env = append(os.Environ(), asCommand+"="+withAll, "K8SLINT_CACHE="+filepath.Join(t.TempDir(), "cache"), "GOFLAGS=", "GOWORK=off", "GOPROXY=off",
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	for name, text := range map[string]string{"go.mod": "module m.example\n\ngo 1.26\n", "pods/pods.go": historyPods} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r.run("git", "init", "-q")
	return r
}

func (r *historyRun) commit(all []*history) {
	for _, h := range all {
		h.render(r.t, r.dir)
	}
	r.run("git", "add", ".")
	r.run("git", "commit", "-q", "-m", "step")
}

func (r *historyRun) k8slint(args ...string) []byte {
	self, err := os.Executable()
	if err != nil {
		r.t.Fatal(err)
	}
	return r.run(self, args...)
}

func (r *historyRun) run(name string, args ...string) []byte {
	r.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = r.dir, r.env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 3 {
		r.t.Fatalf("%s %v: %v\n%s%s", name, args, err, stdout.Bytes(), stderr.Bytes())
	}
	if strings.Contains(stderr.String(), "warning") {
		r.t.Errorf("%v: %s", args, stderr.Bytes())
	}
	return stdout.Bytes()
}

var historyID = regexp.MustCompile(`// (w\d+x)$`)

// found returns the identities of the writes that are reported: the history, the
// line where it is told and the one where it mutates.
func (r *historyRun) found(args ...string) map[string]bool {
	r.t.Helper()
	type related struct{ Posn string }
	var tree map[string]map[string][]struct {
		Writes []struct {
			Posn    string
			Related []related
		}
	}
	out := r.k8slint(append(args, "-json", "./...")...)
	if err := json.Unmarshal(out, &tree); err != nil {
		r.t.Fatalf("%v\n%s", err, out)
	}
	lines := make(map[string][]string)
	at := func(posn string) string {
		parts := strings.Split(posn, ":")
		n, err := strconv.Atoi(parts[1])
		if err != nil {
			r.t.Fatal(posn)
		}
		text := lines[parts[0]]
		if text == nil {
			data, err := os.ReadFile(parts[0])
			if err != nil {
				r.t.Fatal(err)
			}
			text = strings.Split(string(data), "\n")
			lines[parts[0]] = text
		}
		m := historyID.FindStringSubmatch(text[n-1])
		if m == nil {
			r.t.Fatalf("%s: %s", posn, text[n-1])
		}
		return m[1]
	}
	found := make(map[string]bool)
	for _, byAnalyzer := range tree {
		for _, list := range byAnalyzer {
			for _, f := range list {
				if len(f.Writes) == 0 {
					r.t.Fatalf("a finding without writes in\n%s", out)
				}
				for _, w := range f.Writes {
					rel, err := filepath.Rel(r.dir, w.Posn)
					if err != nil {
						r.t.Fatal(err)
					}
					history, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
					found[history+" "+at(w.Posn)+" "+at(w.Related[len(w.Related)-1].Posn)] = true
				}
			}
		}
	}
	return found
}
