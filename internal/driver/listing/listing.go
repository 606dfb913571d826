package listing

import (
	"context"
	"crypto/sha256"
	"fmt"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/k8slint/k8slint/internal/driver/store"
)

// A Question is a run of go list.
type Question struct {
	Context  context.Context
	Dir      string // absolute
	Tests    bool
	Tags     string // comma-separated
	Patterns []string
	// Overlay is what GOFLAGS or OverlayFile say of files that stand in for
	// others, by absolute name.
	Overlay Overlay
	// OverlayFile is the name of an overlay for the go command, "" for none but
	// that of GOFLAGS: Overlay is what it says. An answer with it is not kept. What is
	// kept for the files themselves holds as well if it changes nothing that the go
	// command reads of them: an editor's text that differs in bodies.
	OverlayFile string
}

// Driver tells what lists packages in the place of the go command, "" if nothing
// does.
func Driver() string { return oddDriver() }

// A Listing is the answer.
type Listing struct {
	// Packages are those that the patterns name, sorted by ID, without the main
	// packages of tests.
	Packages []*packages.Package
	Sizes    types.Sizes
	tree     *tree
}

// Sum returns the hash of a source file's content, if that is known without reading
// the file. It also returns the size and the time (in nanoseconds since 1970) that
// the file has with this content.
func (l *Listing) Sum(name string) (content [sha256.Size]byte, size, modified int64, ok bool) {
	if l.tree == nil {
		return content, 0, 0, false
	}
	e := l.tree.files[name]
	if e == nil {
		return content, 0, 0, false
	}
	return e.sum, e.size, e.modified, true
}

// A Keeper keeps answers. The nil Keeper keeps none.
type Keeper struct {
	Store *store.Store // nil: nothing is kept
	// Debugf reports why go list is run, or is not.
	Debugf func(format string, args ...any)

	slack time.Duration // 0 is defaultSlack
}

// List answers q as the go command does. An error means that nothing could be
// listed; what is wrong with a single package is said there.
func (k *Keeper) List(q Question) (*Listing, error) {
	if k == nil || k.Store == nil {
		return ask(q)
	}
	why := oddDriver()
	if why == "" {
		why = oddPatterns(q.Patterns)
	}
	if why != "" {
		k.Debugf("go list is run: %s", why)
		return ask(q)
	}
	over := overlay(nil)
	if q.OverlayFile != "" {
		over = overlay(q.Overlay)
	}
	key := keyOf(q)
	rec, now, why := k.recall(key, over)
	if why == "" {
		k.Debugf("go list is not run: %d files checked, %d of them read", len(now.files), now.read)
		return &Listing{Packages: rec.packages, Sizes: rec.sizes(), tree: now}, nil
	}
	k.Debugf("go list is run: %s", why)
	if len(over) > 0 {
		return ask(q)
	}
	return k.renew(q, key, rec, now)
}

// recall reads what was kept and checks it, with the text of files that over has. What there
// is of it is returned even if it does not hold.
func (k *Keeper) recall(key store.Key, over overlay) (rec *record, now *tree, why string) {
	data, ok := k.Store.Get(key)
	if !ok {
		return nil, nil, "no listing is cached for these patterns"
	}
	if rec = decodeRecord(data); rec == nil {
		return nil, nil, "the listing that is kept cannot be read"
	}
	for _, p := range rec.programs {
		if !p.same(findProgram(p.name)) {
			return rec, nil, "the program " + p.name + " is another one"
		}
	}
	missing := make(chan string, 1)
	go func() { missing <- gone(rec.frozen) }()
	now, err := look(rec.spec, rec.tree, over, k.near())
	name := <-missing
	if err != nil {
		return rec, nil, err.Error()
	}
	if name != "" {
		return rec, now, name + " is not as it was"
	}
	if where := rec.tree.difference(now, rec.whole); where != "" {
		return rec, now, where + " changed"
	}
	if rec.doubt != "" {
		return rec, now, rec.doubt
	}
	if name := over.adds(); name != "" {
		return rec, now, name + " is not on disk"
	}
	if now.read > 0 && len(over) == 0 {
		rec.tree = now
		_ = k.Store.Put(key, rec.encode()) // these are read again the next time, that is all
	}
	return rec, now, ""
}

// renew asks the go command and keeps the answer.
func (k *Keeper) renew(q Question, key store.Key, rec *record, now *tree) (*Listing, error) {
	env, err := askEnv(q.Context, q.Dir)
	if err != nil {
		k.Debugf("the listing is not cached: %v", err)
		return ask(q)
	}
	if why := env.odd(); why != "" {
		k.Debugf("the listing is not cached: %s", why)
		return ask(q)
	}
	modules := localModules(env)
	first := guess(env, modules, q.Dir, q.Patterns)
	wide := first
	if rec != nil {
		wide = first.with(rec.spec)
		if now == nil {
			now = rec.tree
		}
	}
	before, err := k.look(wide, now)
	if err != nil {
		k.Debugf("the listing is not cached: %v", err)
		return ask(q)
	}
	programs := env.programs()
	l, err := query(q, env)
	if err != nil {
		return nil, err
	}
	whole, why := oddPackages(l.Packages, env, modules)
	if why != "" {
		k.Debugf("the listing is not cached: %s", why)
		return l, nil
	}
	s := first
	s.add(l.Packages, env, modules)
	after, err := k.look(s, before)
	if err != nil {
		k.Debugf("the listing is not cached: %v", err)
		return l, nil
	}
	l.tree = after
	fresh := &record{whole: whole, spec: s, tree: after, programs: programs, frozen: frozenOf(l.Packages, env), arch: env.GOARCH, packages: l.Packages}
	if where := after.unsure(before, k.near()); where != "" {
		fresh.doubt = where + " changed shortly before the go command was asked, or since"
		k.Debugf("the answer is kept for the next question only: %s", fresh.doubt)
	}
	if err := k.Store.Put(key, fresh.encode()); err != nil {
		k.Debugf("the listing is not cached: %v", err)
	}
	return l, nil
}

func (k *Keeper) look(s *spec, old *tree) (*tree, error) { return look(s, old, nil, k.near()) }

func (k *Keeper) near() time.Duration {
	if k.slack == 0 {
		return defaultSlack
	}
	return k.slack
}

// keyOf names the answer to q in this environment.
func keyOf(q Question) store.Key {
	h := sha256.New()
	real, _ := filepath.EvalSymlinks(q.Dir) // "": the go command will say why
	fmt.Fprintf(h, "%s\n%q\n%q\n%v\n%q\n%q\n%q\n", magic, q.Dir, real, q.Tests, q.Tags, q.Patterns, environment())
	if info, ok := debug.ReadBuildInfo(); ok {
		fmt.Fprintf(h, "%s\n", info.Main.Version)
		for _, m := range info.Deps {
			if m.Path == "golang.org/x/tools" { // its go/packages has a part in the answer
				fmt.Fprintf(h, "%s\n", m.Version)
			}
		}
	}
	var key store.Key
	h.Sum(key[:0])
	return key
}

// oddDriver tells whether go/packages would not ask the go command.
func oddDriver() string {
	switch tool := os.Getenv("GOPACKAGESDRIVER"); tool {
	case "off":
		return ""
	case "":
		if found, err := exec.LookPath("gopackagesdriver"); err == nil {
			return found + " answers in its place"
		}
		return ""
	default:
		return "GOPACKAGESDRIVER is set"
	}
}
