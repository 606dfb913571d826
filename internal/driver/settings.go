package driver

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/k8slint/k8slint/internal/configfile"
	"github.com/k8slint/k8slint/internal/driver/output"
	"github.com/k8slint/k8slint/internal/yamlfile"
)

// configure applies the configuration file to the flags that the command line does not
// set: the file that -config names, or else, if find, the one of the repository.
func (c *command) configure(find bool) error {
	name := c.opts.config
	var err error
	switch {
	case name == "off", name == "" && !find:
		return nil
	case name == "":
		if name, err = configfile.Find(c.dir); err != nil {
			return usageError{err}
		}
		if name == "" {
			return nil
		}
	}
	file, err := configfile.Read(name)
	if err != nil {
		return wrongFile(c.dir, err)
	}
	settings, err := file.Settings(c.analyzers)
	if err != nil {
		return wrongFile(c.dir, err)
	}
	if find { // under go vet, this would be done again for each package
		if err := file.Unmatched(); err != nil {
			return wrongFile(c.dir, err)
		}
	}
	c.opts.file, c.opts.filter, c.opts.told = name, settings.Filter, settings.Shown
	return c.opts.adopt(settings)
}

// wrongFile is an error of the configuration file as the user calls that.
func wrongFile(dir string, err error) error {
	var at *yamlfile.Error
	if errors.As(err, &at) {
		at.Name = output.Relative(dir, at.Name)
	}
	return usageError{err}
}

// adopt sets the flags that the command line does not. If that names an analyzer, it
// decides which run.
func (o *options) adopt(settings *configfile.Settings) error {
	explicit := make(map[string]bool)
	named := false
	o.set.Visit(func(f *flag.Flag) {
		explicit[f.Name] = true
		ts := o.enabled[f.Name]
		named = named || ts != nil && *ts == setTrue
	})
	o.source = make(map[string]string)
	for name := range explicit {
		o.source[name] = commandLine
	}
	for _, s := range settings.Flags {
		if explicit[s.Flag] || named && o.enabled[s.Flag] != nil {
			continue
		}
		if err := o.set.Set(s.Flag, s.Value); err != nil {
			return usageError{s.Wrong(err)}
		}
		o.source[s.Flag] = s.Source
	}
	return nil
}

// settingsCommand is k8slint config: it prints the settings in force, or writes a file.
func (c *command) settingsCommand(args []string) (int, error) {
	switch {
	case len(args) == 0:
		if err := c.configure(true); err != nil {
			return 0, err
		}
		return exitClean, c.printSettings()
	case len(args) == 1 && args[0] == "init":
		return exitClean, c.newFile()
	}
	return 0, usagef("config %s is no command; write k8slint config, or k8slint config init", strings.Join(args, " "))
}

// newFile writes a configuration file in which nothing is set.
func (c *command) newFile() error {
	name := filepath.Join(c.dir, configfile.Name)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return usagef("%s exists already", output.Relative(c.dir, name))
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(configfile.Template())
	if err := cmp.Or(err, f.Close()); err != nil {
		_ = os.Remove(name) // else the next run takes what is there for the settings
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "wrote %s\n", configfile.Name)
	return err
}

// printSettings prints what is in force, and where each value comes from.
func (c *command) printSettings() error {
	source := func(flag string) string {
		if s := c.opts.source[flag]; s != "" {
			return strings.Replace(s, c.opts.file, output.Relative(c.dir, c.opts.file), 1)
		}
		return "default"
	}
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "SETTING\tVALUE\tFROM\n")
	runs := c.opts.choose(c.analyzers)
	for _, a := range c.analyzers {
		on := "off"
		for _, r := range runs {
			if r.Name == a.Name {
				on = "on"
			}
		}
		from := source(a.Name)
		if from == "default" && on == "off" {
			from = "others are named" // -NAME, or default: none
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", a.Name, on, from)
	}
	for _, s := range c.opts.told {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Flag, s.Value, strings.Replace(s.Source, c.opts.file, output.Relative(c.dir, c.opts.file), 1))
	}
	for _, f := range c.settingFlags() {
		value := f.Value.String()
		if filepath.IsAbs(value) {
			value = output.Relative(c.dir, value)
		}
		if value == "" {
			value = "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", f.Name, value, source(f.Name))
	}
	return w.Flush()
}

// settingFlags are the flags that a configuration file can set, but for those that turn
// analyzers on and off.
func (c *command) settingFlags() []*flag.Flag {
	byName := make(map[string]*flag.Flag)
	for _, name := range []string{"severity", "test", "generated", "models", "baseline"} {
		byName[name] = c.opts.set.Lookup(name)
	}
	c.opts.set.VisitAll(func(f *flag.Flag) {
		if strings.Contains(f.Name, ".") {
			byName[f.Name] = f
		}
	})
	var out []*flag.Flag
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		out = append(out, byName[name])
	}
	return out
}
