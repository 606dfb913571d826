package driver

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/configfile"
	"github.com/k8slint/k8slint/internal/models"
	"github.com/k8slint/k8slint/internal/wording"
)

// options is what the command line asks for.
type options struct {
	json      bool
	format    string
	link      string
	context   int
	explain   bool
	color     string
	severity  claim.Severity
	fix       bool
	diff      bool
	baseline  string
	writeBas  string
	newFrom   string
	models    string
	modelsSum [sha256.Size]byte // of what was read from there
	tests     bool
	dir       string
	tags      string
	version   bool
	fullV     string
	flags     bool
	facts     bool
	debug     bool
	cache     string
	cpuprof   string
	memprof   string
	config    string // a file, or off
	enabled   map[string]*triState
	set       *flag.FlagSet
	args      []string // what was parsed: the flags, without what follows

	// Of the configuration file, if there is one.
	file   string
	filter *config.Filter
	source map[string]string    // by flag, where its value is from; nothing for defaults
	told   []configfile.Setting // what is no flag
}

// newOptions defines the flags, those of the analyzers among them.
func newOptions(analyzers []*analysis.Analyzer, c *config.Config) *options {
	o := &options{enabled: make(map[string]*triState), set: flag.NewFlagSet("k8slint", flag.ContinueOnError)}
	fs := o.set
	fs.SetOutput(io.Discard) // the caller reports errors, once
	for _, a := range analyzers {
		ts := new(triState)
		o.enabled[a.Name] = ts
		fs.Var(ts, a.Name, fmt.Sprintf("enable %q analysis", a.Name))
		a.Flags.VisitAll(func(f *flag.Flag) { fs.Var(f.Value, a.Name+"."+f.Name, f.Usage) })
	}
	fs.BoolVar(&o.json, "json", false, "the same as -format=json")
	fs.StringVar(&o.format, "format", "", "output `format`: text, json, sarif, github, gitlab, rdjson (for reviewdog) or html (default text)")
	fs.StringVar(&o.link, "link", "", "`template` of the links to the source in the HTML report, such as https://host/owner/name/blob/main/{file}#L{line}, or off (default: guessed from git's remote origin)")
	fs.IntVar(&o.context, "c", -1, "show each finding's line with this `number` of lines of context")
	fs.BoolVar(&o.explain, "explain", false, "print the trace that proves each finding below it")
	fs.StringVar(&o.color, "color", "auto", "`when` to use colours, and to show -explain in the source: auto (on a terminal), always or never. Without colours, by never or NO_COLOR, -explain still shows the source")
	o.severity = claim.Warning
	fs.Var(&o.severity, "severity", "show findings of this `level` and above, and exit with code 3 for them: error, warning or note (default warning)")
	fs.BoolVar(&o.fix, "fix", false, "apply the first fix of each finding, also of those that this uncovers; print the rest")
	fs.BoolVar(&o.diff, "diff", false, "print what -fix would do as a diff, and change nothing; in the formats text and github")
	fs.StringVar(&o.baseline, "baseline", "", "leave out the writes that `file` lists")
	fs.StringVar(&o.writeBas, "write-baseline", "", "write the findings to `file` for -baseline, and report none; with -baseline, update that file")
	fs.StringVar(&o.newFrom, "new-from", "", "report only what was not found at a git `revision`: new writes, and old writes that lost their copy")
	fs.BoolVar(&c.Generated, "generated", false, "report findings in generated files too")
	fs.StringVar(&o.models, "models", "", "`file` (YAML or JSON) that describes functions of dependencies; see docs/models.md")
	fs.BoolVar(&o.tests, "test", true, "analyse test files too")
	fs.StringVar(&o.config, "config", "", "configuration `file`, or off (default: .k8slint.yaml in this folder or above it in the repository; none under go vet). k8slint config prints what is in force, k8slint config init writes a new one")
	fs.StringVar(&o.dir, "C", "", "change to `dir` first")
	fs.StringVar(&o.tags, "tags", "", "comma-separated `list` of build tags")
	fs.BoolVar(&o.version, "version", false, "print the version and exit")
	fs.StringVar(&o.fullV, "V", "", "print the version in the form that the go command requires (-V=full) and exit")
	fs.BoolVar(&o.flags, "flags", false, "print the flags as JSON and exit (for go vet)")
	fs.BoolVar(&o.facts, "facts", false, "print what the analysis knows about the packages: the effects of functions that other packages can call, fields, calls")
	fs.BoolVar(&o.debug, "debug", false, "print on stderr what was skipped, and why")
	fs.StringVar(&o.cache, "cache", "", "`folder` for cached results, or off (default: $K8SLINT_CACHE, or k8slint in the user's cache folder)")
	fs.StringVar(&o.cpuprof, "cpuprofile", "", "write a CPU profile to `file`")
	fs.StringVar(&o.memprof, "memprofile", "", "write a memory profile to `file`")
	return o
}

// driverOnly are the flags that mean nothing to a single package under go vet.
var driverOnly = []string{
	"C", "baseline", "cache", "color", "cpuprofile", "diff", "facts", "fix", "format", "link", "memprofile", "new-from", "test", "tags", "version", "write-baseline",
}

// parse reads the command line.
func (o *options) parse(args []string) error {
	err := o.set.Parse(args)
	o.args = args[:len(args)-o.set.NArg()]
	switch {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		return usagef("%w%s (k8slint help lists the flags)", err, o.meant(err))
	}
	if err := o.contradiction(); err != nil {
		return err
	}
	if !slices.Contains([]string{"auto", "always", "never"}, o.color) {
		return usagef("unknown -color=%s: want auto, always or never", o.color)
	}
	switch o.format {
	case "":
		o.format = "text"
		if o.json {
			o.format = "json"
		}
	case "text", "json", "sarif", "github", "gitlab", "rdjson", "html":
	default:
		return usagef("unknown -format=%s: want text, json, sarif, github, gitlab, rdjson or html", o.format)
	}
	if o.link != "" && o.link != "off" && !(linkForm.MatchString(o.link) && strings.Contains(o.link, "{file}")) {
		return usagef("-link=%s: want a URL with {file} and {line}, or off", o.link)
	}
	return nil
}

// meant is the flag that a flag which does not exist may be a misspelling of.
func (o *options) meant(err error) string {
	_, name, ok := strings.Cut(err.Error(), "not defined: -")
	if !ok {
		return ""
	}
	var names []string
	o.set.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	if near := wording.Nearest(name, names); near != "" {
		return "; did you mean -" + near + "?"
	}
	return ""
}

// linkForm matches addresses that a report may link to.
var linkForm = regexp.MustCompile(`^[a-z][a-z0-9+.-]*://`)

// A usageError is a command line that asks for nothing that can be done.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usagef is a usageError with a formatted text.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// contradiction returns an error if flags cannot be combined.
func (o *options) contradiction() error {
	excluded := func(what, why string, others ...string) error {
		for _, name := range others {
			if f := o.set.Lookup(name); f.Value.String() != f.DefValue {
				return usagef("these flags cannot be combined: %s and -%s (%s)", what, name, why)
			}
		}
		return nil
	}
	switch {
	case o.facts:
		return excluded("-facts", "it prints facts instead of findings", "json", "format", "severity", "fix", "diff", "baseline", "new-from", "write-baseline")
	case o.writeBas != "":
		return excluded("-write-baseline", "it writes all findings to the file, and reports none", "fix", "diff", "new-from")
	case o.format == "html":
		return excluded("-format=html", "the report shows what -fix would do", "diff")
	case o.json && o.format != "" && o.format != "json":
		return excluded("-json", "both choose the output format", "format")
	case o.diff && o.json:
		return excluded("-diff", "a diff is no part of the document", "json")
	case o.diff && slices.Contains([]string{"json", "sarif", "gitlab", "rdjson"}, o.format):
		return excluded("-diff", "a diff is no part of the document", "format")
	}
	return nil
}

// patterns returns an error if one of the arguments after the flags is no pattern of
// packages but something that belongs before them.
func (o *options) patterns(args []string) error {
	for _, arg := range args {
		name := strings.TrimLeft(arg, "-")
		switch _, isAnalyzer := o.enabled[arg]; {
		case name != arg:
			return usagef("%s is after the packages; flags go before them: k8slint %s %s", arg, arg, args[0])
		case isAnalyzer: // no package of the standard library has such a name
			return usagef("%s is an analyzer, not a package; to run only this one: k8slint -%s ./...", arg, arg)
		}
	}
	return nil
}

// choose returns the analyzers that the flags ask for, as go vet does it: if
// any is named, those that are named; else all but those that are turned off. One
// that judges what others of them found (analyzer directive) requires those that
// are left, so that what is turned off takes no time.
func (o *options) choose(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	named := slices.ContainsFunc(analyzers, func(a *analysis.Analyzer) bool { return *o.enabled[a.Name] == setTrue })
	var kept []*analysis.Analyzer
	for _, a := range analyzers {
		if ts := *o.enabled[a.Name]; ts == setTrue || !named && ts == unset {
			kept = append(kept, a)
		}
	}
	isOff := func(a *analysis.Analyzer) bool { return slices.Contains(analyzers, a) && !slices.Contains(kept, a) }
	for i, a := range kept {
		if slices.ContainsFunc(a.Requires, isOff) {
			part := *a
			part.Requires = slices.DeleteFunc(slices.Clone(a.Requires), isOff)
			kept[i] = &part
		}
	}
	return kept
}

// commandLine is the source of what a flag sets.
const commandLine = "the command line"

// wrong is the error of a flag, with the place in the configuration file that sets it.
func (o *options) wrong(flag string, err error) error {
	if source := o.source[flag]; source != "" && source != commandLine {
		err = fmt.Errorf("%s: %w", source, err)
	}
	return usageError{err}
}

// apply hands the settings that are not flags of an analyzer to c.
func (o *options) apply(c *config.Config) error {
	if o.models == "" {
		return nil
	}
	data, err := models.Read(o.models)
	if err != nil {
		return o.wrong("models", err)
	}
	o.modelsSum = sha256.Sum256(data)
	f, err := models.Parse(o.models, data)
	if err != nil {
		return usageError{err}
	}
	c.Models = f
	return nil
}

// settings is everything that the flags change in the results, as a text for
// the keys of the cache.
func (o *options) settings(analyzers []*analysis.Analyzer, c *config.Config) string {
	var b strings.Builder
	for _, a := range analyzers {
		fmt.Fprintf(&b, "%s\n", a.Name)
	}
	o.set.VisitAll(func(f *flag.Flag) {
		if strings.Contains(f.Name, ".") {
			fmt.Fprintf(&b, "%s=%s\n", f.Name, f.Value)
		}
	})
	b.WriteString(c.Key())
	if o.models != "" {
		fmt.Fprintf(&b, "models=%x\n", o.modelsSum)
	}
	return b.String()
}

// A triState is a boolean flag that knows whether it was set.
type triState int

const (
	unset triState = iota
	setTrue
	setFalse
)

// Set implements flag.Value.
func (ts *triState) Set(value string) error {
	b, err := strconv.ParseBool(value)
	if err != nil {
		return errors.New("want true or false")
	}
	*ts = setFalse
	if b {
		*ts = setTrue
	}
	return nil
}

// String implements flag.Value.
func (ts *triState) String() string { return strconv.FormatBool(ts == nil || *ts != setFalse) }

// IsBoolFlag makes -name stand for -name=true.
func (ts *triState) IsBoolFlag() bool { return true }
