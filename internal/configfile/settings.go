package configfile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/models"
	"github.com/k8slint/k8slint/internal/suppress"
	"github.com/k8slint/k8slint/internal/yamlfile"
)

// A Setting is a value of the file, as a flag of the command.
type Setting struct {
	Flag, Value string
	// Source is where it is written: .k8slint.yaml:3:10.
	Source string
}

// Settings are what a file asks for.
type Settings struct {
	// Flags are those of the command and of analyzers, sorted by name. The name of an
	// analyzer, with true or false, turns it on or off as on a command line.
	Flags  []Setting
	Filter *config.Filter
	// Shown are the settings that are no flags, for people: by the name of a category.
	Shown []Setting
}

// newGlob reads a path of the file.
func newGlob(text string) (*config.Glob, error) { return config.NewGlob(text) }

// A resolver makes settings of a file.
type resolver struct {
	file      *File
	analyzers []*analysis.Analyzer
	flags     map[string]Setting
	on        map[string]string // analyzer or category to where that is written
	off       map[string]string
	out       *Settings
	errs      []*yamlfile.Error
}

// Settings returns what f asks of the analyzers. The error is about the first name in f
// that stands for nothing, or value that cannot be.
func (f *File) Settings(analyzers []*analysis.Analyzer) (*Settings, error) {
	r := &resolver{file: f, analyzers: analyzers, flags: make(map[string]Setting), on: make(map[string]string), off: make(map[string]string),
		out: &Settings{Filter: &config.Filter{Root: f.root, Off: make(map[string]bool), Severities: make(map[string]claim.Severity)}}}
	r.own()
	r.names("enable", f.Enable, r.on)
	r.names("disable", f.Disable, r.off)
	r.choose()
	r.severities()
	r.exclude()
	r.analyzerFlags()
	for _, name := range slices.Sorted(maps.Keys(r.flags)) {
		r.out.Flags = append(r.out.Flags, r.flags[name])
	}
	return r.out, yamlfile.First(r.errs)
}

func (r *resolver) errorf(key, format string, args ...any) {
	r.errs = append(r.errs, r.file.errorf(key, format, args...))
}

func (r *resolver) set(flag, value, key string) {
	r.flags[flag] = Setting{flag, value, r.file.source(key)}
}

// own are the keys that are flags of the command.
func (r *resolver) own() {
	f := r.file
	for _, s := range []struct{ key, flag, value string }{
		{"severity", "severity", f.Severity},
		{"tests", "test", fmt.Sprint(f.Tests)},
		{"generated", "generated", fmt.Sprint(f.Generated)},
		{"models", "models", f.path(f.Models)},
		{"baseline", "baseline", f.path(f.Baseline)},
	} {
		if _, ok := f.at[s.key]; ok {
			r.set(s.flag, s.value, s.key)
		}
	}
}

// names notes the analyzers and categories of a list.
func (r *resolver) names(key string, list []string, in map[string]string) {
	for i, name := range list {
		at := fmt.Sprintf("%s[%d]", key, i)
		if !r.known(at, name) {
			continue
		}
		if _, ok := r.on[name]; ok && key == "disable" {
			r.errorf(at, "%s is in enable too", name)
		}
		in[name] = at
	}
}

// known reports whether there is an analyzer or category with the ID name.
func (r *resolver) known(at, name string) bool {
	analyzer, _, whole := strings.Cut(name, "/")
	found := slices.ContainsFunc(r.analyzers, func(a *analysis.Analyzer) bool { return a.Name == analyzer })
	if found && !whole {
		return true
	}
	why := suppress.NoSuch(name)
	if why == "" && !found {
		why = "no analyzer " + analyzer
	}
	if why != "" {
		r.errorf(at, "%s", why)
	}
	return why == ""
}

// choose turns analyzers and categories on and off.
func (r *resolver) choose() {
	if r.file.Default == "none" && len(r.on) == 0 {
		r.errorf("default", "nothing runs; write what does in enable")
	}
	for _, a := range r.analyzers {
		at, on := r.on[a.Name]
		_, off := r.off[a.Name]
		switch none := r.file.Default == "none"; {
		case on && !none:
			r.errorf(at, "%s runs anyway; write default: none to run only what enable lists", a.Name)
		case on:
			r.set(a.Name, "true", at)
		case off:
			r.set(a.Name, "false", r.off[a.Name])
		}
		r.categories(a.Name, on || r.file.Default != "none" && !off)
	}
}

// categories turns those of an analyzer on and off, which is on or not.
func (r *resolver) categories(analyzer string, on bool) {
	for _, c := range claim.Of(analyzer) {
		id := claim.ID(analyzer, c.Category)
		enabled, isOn := r.on[id]
		disabled, isOff := r.off[id]
		switch {
		case isOn && c.Flag != "":
			r.set(strings.TrimPrefix(c.Flag, "-"), "true", enabled)
		case isOn && on:
			r.errorf(enabled, "%s is on anyway", id)
		case isOff:
			r.out.Filter.Off[id] = true
			r.out.Shown = append(r.out.Shown, Setting{id, "off", r.file.source(disabled)})
		}
		if isOn && !on {
			if _, also := r.off[analyzer]; also {
				r.errorf(enabled, "%s is off, with all its categories", analyzer)
			}
			r.set(analyzer, "true", enabled)
		}
	}
	if !on {
		r.only(analyzer)
	}
}

// only leaves on those categories of an analyzer that are enabled, if it runs for them
// alone.
func (r *resolver) only(analyzer string) {
	if r.flags[analyzer].Value != "true" {
		return
	}
	for _, c := range claim.Of(analyzer) {
		id := claim.ID(analyzer, c.Category)
		if _, isOn := r.on[id]; !isOn {
			r.out.Filter.Off[id] = true
		}
	}
}

func (r *resolver) severities() {
	for _, name := range slices.Sorted(maps.Keys(r.file.Severities)) {
		key := "severities." + name
		if !r.known(key, name) {
			continue
		}
		var s claim.Severity
		if s.Set(r.file.Severities[name]) == nil {
			r.out.Filter.Severities[name] = s
			r.out.Shown = append(r.out.Shown, Setting{name + " severity", s.String(), r.file.source(key)})
		}
	}
}

func (r *resolver) exclude() {
	for i, e := range r.file.Exclude {
		key := fmt.Sprintf("exclude[%d]", i)
		var x config.Exclusion
		for k, text := range e.Paths {
			at := fmt.Sprintf("%s.paths[%d]", key, k)
			g, err := newGlob(text)
			if err != nil {
				r.errorf(at, "%v", err)
				continue
			}
			x.Paths = append(x.Paths, g)
			about := "all findings"
			if len(e.Checks) > 0 {
				about = strings.Join(e.Checks, ", ")
			}
			r.out.Shown = append(r.out.Shown, Setting{"exclude " + text, about, r.file.source(at)})
		}
		for k, name := range e.Checks {
			if r.known(fmt.Sprintf("%s.checks[%d]", key, k), name) {
				x.Checks = append(x.Checks, name)
			}
		}
		if len(e.Paths) == 0 {
			r.errorf(key, "paths is missing")
		}
		r.out.Filter.Exclude = append(r.out.Filter.Exclude, x)
	}
}

func (r *resolver) analyzerFlags() {
	for _, name := range slices.Sorted(maps.Keys(r.file.Flags)) {
		i := slices.IndexFunc(r.analyzers, func(a *analysis.Analyzer) bool { return a.Name == name })
		if i < 0 {
			r.known("flags."+name, name)
			continue
		}
		flags := r.file.Flags[name]
		for _, flag := range slices.Sorted(maps.Keys(flags)) {
			key := "flags." + name + "." + flag
			if r.analyzers[i].Flags.Lookup(flag) == nil {
				r.errorf(key, "%s has no flag %s", name, flag)
				continue
			}
			r.set(name+"."+flag, fmt.Sprint(flags[flag]), key)
		}
	}
}

// SetFlags sets the flags of analyzers, and returns the other settings.
func (s *Settings) SetFlags(analyzers []*analysis.Analyzer) (rest []Setting, err error) {
	for _, f := range s.Flags {
		name, flag, ok := strings.Cut(f.Flag, ".")
		i := slices.IndexFunc(analyzers, func(a *analysis.Analyzer) bool { return a.Name == name })
		if !ok || i < 0 {
			rest = append(rest, f)
			continue
		}
		if err := analyzers[i].Flags.Set(flag, f.Value); err != nil {
			return nil, f.Wrong(err)
		}
	}
	return rest, nil
}

// Apply puts those of rest that are settings of every driver in force in c, with the
// filter. Others are the command's own.
func (s *Settings) Apply(c *config.Config, rest []Setting) error {
	c.Filter = s.Filter
	for _, f := range rest {
		var err error
		switch f.Flag {
		case "severity":
			err = c.Severity.Set(f.Value)
		case "generated":
			c.Generated = f.Value == "true"
		case "models":
			if f.Value != "" {
				c.Models, err = models.Load(f.Value)
			}
		}
		if err != nil {
			return f.Wrong(err)
		}
	}
	return nil
}

// Wrong is the error err that setting s has.
func (s Setting) Wrong(err error) error { return fmt.Errorf("%s: %s: %w", s.Source, s.Flag, err) }
