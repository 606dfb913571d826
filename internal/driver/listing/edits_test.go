package listing

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/k8slint/k8slint/internal/driver/store"
	"github.com/k8slint/k8slint/internal/testmodule"
)

var (
	edits = flag.Int("edits", 60, "random edits in TestEdits")
	seed  = flag.Uint64("seed", 1, "of TestEdits")
)

// TestEdits edits modules at random, and compares what is kept with what the go
// command says each time.
func TestEdits(t *testing.T) {
	testmodule.Slow(t, "runs the go command some hundred times")
	w := newWorld(t, *seed)
	kept, same := 0, 0
	good := w.state()
	for i := range *edits {
		edited := w.rand.IntN(3)
		for range edited {
			w.edit()
		}
		q := w.question()
		l, why, err := w.list(q)
		if why != "" { // it was asked just now
			if !w.unkept {
				good = w.state()
			} else if w.rand.IntN(4) > 0 {
				w.restore(good) // little would be kept in a tree with errors
			}
			continue
		}
		kept++
		if edited == 0 {
			same++
		}
		fresh, ferr := ask(q)
		switch {
		case err != nil || ferr != nil:
			t.Fatalf("edit %d: kept: %v, asked: %v\n%s", i, err, ferr, w.recent())
		case dump(l) != dump(fresh):
			t.Fatalf("edit %d of seed %d: %v\n%s\nlast edits:\n%s", i, *seed, q.Patterns, different(dump(l), dump(fresh)), w.recent())
		}
		for name, e := range l.tree.files {
			if src, err := os.ReadFile(name); err != nil || sumOf(src) != e.sum {
				t.Fatalf("edit %d of seed %d: %s was read and holds something else (%v)\nlast edits:\n%s", i, *seed, name, err, w.recent())
			}
		}
	}
	t.Logf("of %d questions %d were not asked, %d of them after an edit; reasons: %v", *edits, kept, kept-same, w.reasons())
	if kept < *edits/8 || kept-same < *edits/20 {
		t.Errorf("too few to mean something")
	}
}

// A world is some modules that refer to each other.
type world struct {
	t      *testing.T
	rand   *rand.Rand
	dir    string
	keeper *Keeper
	why    string // the go command was asked
	unkept bool   // the answer cannot be kept
	whys   map[string]int
	log    []string
}

// newWorld makes a main module with a replaced one beside it, and a proxy with
// two versions of a third.
func newWorld(t *testing.T, seed uint64) *world {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, dir: dir, rand: rand.New(rand.NewPCG(seed, 0)), whys: make(map[string]int)}
	results, err := store.Open(filepath.Join(dir, "cache"))
	if err != nil {
		t.Fatal(err)
	}
	w.keeper = &Keeper{Store: results, Debugf: func(format string, args ...any) {
		if text := fmt.Sprintf(format, args...); strings.HasPrefix(text, "go list is run: ") {
			w.why = text
		} else if strings.HasPrefix(text, "the listing is not cached: ") {
			w.unkept = true
		}
	}}
	if seed%2 == 0 {
		// Files are then known by their times after the time between two edits.
		w.keeper.slack = 30 * time.Millisecond
	}
	for _, v := range []string{"v1.0.0", "v1.1.0"} {
		w.publish("example.com/dep", v, map[string]string{
			"go.mod": "module example.com/dep\n", "d.go": "package dep\n\nconst Version = \"" + v + "\"\n",
			"sub" + v[3:4] + "/s.go": "package sub\n", "both/b.go": "package both\n",
		})
	}
	for key, value := range map[string]string{
		"GOPROXY": "file://" + filepath.ToSlash(filepath.Join(dir, "proxy")), "GONOSUMDB": "*", "GOSUMDB": "off", "GOFLAGS": "-modcacherw", "GOWORK": "",
		"GOMODCACHE": filepath.Join(dir, "mod"), "GOENV": filepath.Join(dir, "goenv"), "GOTOOLCHAIN": "local",
		// The go command keeps an index of folders by the times of their files,
		// and would itself miss an edit with the clock set back.
		"GODEBUG": "goindex=0",
	} {
		t.Setenv(key, value)
	}
	w.write("m/go.mod", mainModule("v1.0.0"))
	w.write("m/m.go", "package m\n\nimport (\n\t_ \"example.com/m/a\"\n\t_ \"example.com/r\"\n\t_ \"example.com/dep\"\n)\n")
	w.write("m/a/a.go", "package a\n\nfunc A() {}\n")
	w.write("m/a/a_test.go", "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n")
	w.write("m/b/c/c.go", "package c\n\nimport _ \"embed\"\n\n//go:embed text/*.txt\nvar text string\n")
	w.write("m/b/c/text/one.txt", "1")
	w.write("m/b/c/c_linux.go", "package c\n")
	w.write("m/testdata/x/x.go", "package x\n")
	w.write("r/go.mod", "module example.com/r\n\ngo 1.24\n")
	w.write("r/r.go", "package r\n")
	w.write("r/deep/d.go", "package deep\n")
	w.write("other/go.mod", "module example.com/other\n\ngo 1.24\n")
	w.write("other/o.go", "package other\n")
	for _, v := range []string{"v1.0.0", "v1.1.0"} {
		w.command("m", "go", "get", "example.com/dep@"+v) // fills go.sum
	}
	w.write("m/go.mod", mainModule("v1.0.0"))
	return w
}

func mainModule(version string, more ...string) string {
	return "module example.com/m\n\ngo 1.24\n\nrequire (\n\texample.com/dep " + version + "\n\texample.com/r v0.0.0\n)\n\nreplace example.com/r => ../r\n" + strings.Join(more, "")
}

// publish adds a version of a module to the proxy.
func (w *world) publish(path, version string, files map[string]string) {
	base := "proxy/" + path + "/@v/" + version
	w.write(base+".info", `{"Version":"`+version+`"}`)
	w.write(base+".mod", files["go.mod"])
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := z.Create(path + "@" + version + "/" + name)
		if err == nil {
			_, err = f.Write([]byte(files[name]))
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		w.t.Fatal(err)
	}
	w.write(base+".zip", buf.String())
}

func (w *world) command(dir string, args ...string) bool {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = filepath.Join(w.dir, dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.note("%v: %v %s", args, err, out)
	}
	return err == nil
}

func (w *world) note(format string, args ...any) { w.log = append(w.log, fmt.Sprintf(format, args...)) }

func (w *world) recent() string { return strings.Join(w.log[max(0, len(w.log)-25):], "\n") }

// reasons counts why the go command was asked, without names.
func (w *world) reasons() string {
	var out []string
	for _, why := range slices.SortedFunc(maps.Keys(w.whys), func(a, b string) int { return cmp.Or(w.whys[b]-w.whys[a], strings.Compare(a, b)) }) {
		out = append(out, fmt.Sprintf("%d × %s", w.whys[why], why))
	}
	return strings.Join(out, "; ")
}

func (w *world) list(q Question) (*Listing, string, error) {
	w.why, w.unkept = "", false
	l, err := w.keeper.List(q)
	if w.why != "" {
		why := w.why[len("go list is run: "):]
		for _, text := range []string{"changed", "has an error", "is not as it was", "shortly before"} {
			if strings.Contains(why, text) {
				why = "… " + text
			}
		}
		w.whys[why]++
	}
	w.unkept = w.unkept || err != nil
	return l, w.why, err
}

func (w *world) write(name, content string) {
	full := filepath.Join(w.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
		w.note("%v", err)
		return
	}
	if err := os.WriteFile(full, []byte(content), 0o666); err != nil {
		w.note("%v", err)
		return
	}
	w.note("write %s: %q", name, content)
}

func (w *world) remove(name string) {
	w.note("remove %s", name)
	if err := os.RemoveAll(filepath.Join(w.dir, filepath.FromSlash(name))); err != nil {
		w.note("%v", err)
	}
}

func (w *world) question() Question {
	patterns := [][]string{{"./..."}, {"./..."}, {"./..."}, {"./a/...", "./b/..."}, {"."}, {"example.com/m/..."}, {"./testdata/x", "./a"}, {"./b/..."}}
	if w.rand.IntN(3) > 0 {
		return Question{Context: context.Background(), Dir: filepath.Join(w.dir, "m"), Tests: true, Patterns: patterns[0]}
	}
	q := Question{Context: context.Background(), Dir: filepath.Join(w.dir, "m"), Tests: w.rand.IntN(5) > 0, Patterns: pick(w, patterns...), Tags: pick(w, "", "", "", "", "x")}
	if w.rand.IntN(8) == 0 {
		q.Dir, q.Patterns = filepath.Join(w.dir, "m", "b"), []string{"./..."}
	}
	return q
}

// different returns the lines that only one of two texts has.
func different(kept, asked string) string {
	var out []string
	for line := range strings.Lines(kept) {
		if !strings.Contains(asked, line) {
			out = append(out, "kept: "+line)
		}
	}
	for line := range strings.Lines(asked) {
		if !strings.Contains(kept, line) {
			out = append(out, "the go command says: "+line)
		}
	}
	return strings.Join(out, "")
}

// dump writes all that k8slint takes from a listing.
func dump(l *Listing) string {
	var lines []string
	packages.Visit(l.Packages, nil, func(p *packages.Package) {
		imports := make([]string, 0, len(p.Imports))
		for path, d := range p.Imports {
			imports = append(imports, path+"="+d.ID)
		}
		slices.Sort(imports)
		line := fmt.Sprintf("%s %s %s %s %q %q %q %s %v", p.ID, p.Name, p.PkgPath, p.Dir, p.GoFiles, p.OtherFiles, p.IgnoredFiles, p.ForTest, p.Errors)
		for m := p.Module; m != nil; m = m.Replace {
			line += fmt.Sprintf(" %s@%s %s %s %s %v", m.Path, m.Version, m.Dir, m.GoMod, m.GoVersion, m.Main)
		}
		lines = append(lines, line+fmt.Sprint(imports))
	})
	slices.Sort(lines)
	for _, p := range l.Packages {
		lines = append(lines, "root "+p.ID)
	}
	return strings.Join(append(lines, fmt.Sprint(l.Sizes)), "\n")
}
