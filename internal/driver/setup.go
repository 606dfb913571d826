package driver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/driver/listing"
	"github.com/k8slint/k8slint/internal/driver/load"
	"github.com/k8slint/k8slint/internal/driver/store"
)

func loadConfig(ctx context.Context, o *options, dir string) load.Config {
	return load.Config{
		Context: ctx,
		Dir:     dir,
		Tests:   o.tests,
		Tags:    o.tags,
	}
}

// openStore returns the store of results, or nil if there is to be none. One
// that cannot be opened makes runs slow, not wrong, so that it is no error.
func (c *command) openStore() *store.Store {
	dir := c.opts.cache
	if dir == "off" {
		return nil
	}
	var err error
	if dir == "" {
		switch dir, err = store.DefaultDir(); {
		case err != nil:
			c.debugf("results are not cached: %v", err)
			return nil
		case dir == "off":
			c.debugf("results are not cached: K8SLINT_CACHE=off")
			return nil
		}
	}
	s, err := store.Open(dir)
	if err != nil {
		fmt.Fprintf(c.stderr, "k8slint: results are not cached, which makes runs slow: %v\n", err)
		return nil
	}
	return s
}

// profile starts what -cpuprofile and -memprofile ask for; the caller must
// call stop at the end.
func (c *command) profile() (stop func() error, err error) {
	stop = func() error { return nil }
	if c.opts.cpuprof != "" {
		f, err := os.Create(c.opts.cpuprof)
		if err != nil {
			return nil, err
		}
		w := &checkedWriter{Writer: f}
		if err := pprof.StartCPUProfile(w); err != nil {
			return nil, errors.Join(err, f.Close())
		}
		stop = func() error {
			pprof.StopCPUProfile()
			return errors.Join(w.err, f.Close())
		}
	}
	if c.opts.memprof != "" {
		f, err := os.Create(c.opts.memprof)
		if err != nil {
			return nil, errors.Join(err, stop())
		}
		before := stop
		stop = func() error {
			err := before()
			runtime.GC()
			return errors.Join(err, pprof.Lookup("allocs").WriteTo(f, 0), f.Close())
		}
	}
	return stop, nil
}

// examine analyses what patterns name, until ctx ends. If texts is not nil, it says what an
// editor shows of some files in the place of what is on disk.
func (c *command) examine(ctx context.Context, patterns []string, texts *texts) (*session, error) {
	c.config.Severity = claim.Note // what is shown is decided when all is compared
	chosen := c.opts.choose(c.analyzers)
	if len(chosen) == 0 {
		return nil, usagef("the settings turn off all analyzers")
	}
	hash := make(chan string, 1)
	go func() {
		h, _ := executableHash() // "" turns the cache off
		hash <- h
	}()
	cfg := loadConfig(ctx, c.opts, c.dir)
	cfg.TestsApart = !c.config.Tests
	overlay, err := listing.ReadOverlay(c.dir)
	if err != nil {
		return nil, err
	}
	cfg.Overlay = overlay
	if err := texts.lay(&cfg); err != nil {
		return nil, err
	}
	results := c.openStore()
	cfg.Keeper = &listing.Keeper{Store: results, Debugf: c.debugf}
	fixing := c.opts.fix || c.opts.diff
	if fixing {
		cfg.Keeper.Store = nil // which files are the user's is asked anew
	}
	pacer := newPacer()
	c.children.RLock()
	graph, err := load.Load(cfg, patterns)
	c.children.RUnlock()
	if err != nil {
		return nil, err
	}
	if len(graph.Packages) == 0 && len(graph.Unmatched) == 0 {
		return nil, fmt.Errorf("no packages match %s", strings.Join(patterns, " "))
	}
	s := newSession(cfg, graph, chosen)
	s.patterns, s.settings = patterns, <-hash+"\n"+c.opts.settings(chosen, c.config)
	s.store = results
	s.fixing = fixing
	s.pacer, s.keepTypes = pacer, c.opts.facts
	s.files.shown = texts.overlay()
	c.analyse(s)
	return s, nil
}
