package driver

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/wording"
)

// Version is set by the linker in release builds.
var Version string

// A manual describes the command: its version, flags and analyzers.
type manual struct{ *console }

// printVersion prints version, commit and Go version.
func (m manual) printVersion() error {
	version, commit := buildVersion()
	_, err := fmt.Fprintf(m.stdout, "k8slint %s (commit %s, %s)\n", version, commit, runtime.Version())
	return err
}

func buildVersion() (version, commit string) {
	version, commit = "devel", "unknown"
	if bi, ok := debug.ReadBuildInfo(); ok {
		if v := bi.Main.Version; v != "" && v != "(devel)" {
			version = v
		}
		dirty := ""
		for _, s := range bi.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				dirty = "-dirty"
			}
		}
		if commit != "unknown" {
			commit += dirty
		}
	}
	if Version != "" {
		version = Version
	}
	return version, commit
}

// printFullVersion prints the line that tells the go command whether the tool has
// changed.
func (m manual) printFullVersion() error {
	if m.opts.fullV != "full" {
		return fmt.Errorf("unsupported -V=%s: use -V=full, or -version", m.opts.fullV)
	}
	hash, err := executableHash()
	if err != nil {
		return err
	}
	if debug := os.Getenv("GODEBUG"); debug != "" { // it changes what go/types does
		hash = fmt.Sprintf("%x", sha256.Sum256([]byte(hash+"\n"+debug)))
	}
	_, err = fmt.Fprintf(m.stdout, "k8slint version devel buildID=%s\n", hash)
	return err
}

// printFlags tells go vet which flags it may pass on.
func (m manual) printFlags() error {
	type jsonFlag struct {
		Name  string
		Bool  bool
		Usage string
	}
	flags := []jsonFlag{}
	m.opts.set.VisitAll(func(f *flag.Flag) {
		if slices.Contains(driverOnly, f.Name) {
			return
		}
		b, ok := f.Value.(interface{ IsBoolFlag() bool })
		flags = append(flags, jsonFlag{f.Name, ok && b.IsBoolFlag(), f.Usage})
	})
	data, err := json.MarshalIndent(flags, "", "\t")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(m.stdout, "%s\n", data)
	return err
}

// help describes the command, all flags, or the named analyzers.
func (m manual) help(names []string) error {
	if len(names) == 0 {
		return m.overview()
	}
	for _, name := range names {
		if name == "flags" || name == "flag" {
			m.allFlags()
			continue
		}
		if f := m.opts.set.Lookup(strings.TrimLeft(name, "-")); f != nil && m.opts.enabled[f.Name] == nil {
			m.printFlag(f.Name, f)
			continue
		}
		analyzer, category, _ := strings.Cut(name, "/")
		i := slices.IndexFunc(m.analyzers, func(a *analysis.Analyzer) bool { return a.Name == analyzer })
		if i < 0 {
			return usagef("there is no analyzer or flag %q%s (k8slint help lists them)", name, m.meant(name))
		}
		if category == "" {
			m.analyzer(m.analyzers[i])
			continue
		}
		c, ok := claim.Find(name)
		if !ok {
			return usagef("%s has no category %q (k8slint help %s lists them)", analyzer, category, analyzer)
		}
		m.category(m.analyzers[i], c)
	}
	return nil
}

// meant is the topic that an unknown name may be a misspelling of.
func (m manual) meant(name string) string {
	var names []string
	for _, a := range m.analyzers {
		names = append(names, a.Name)
		for _, c := range claim.Of(a.Name) {
			names = append(names, claim.ID(a.Name, c.Category))
		}
	}
	m.opts.set.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	if near := wording.Nearest(strings.Replace(name, ".", "/", 1), names); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// category prints what findings of the category c of a say of Kubernetes, and
// where that is written.
func (m manual) category(a *analysis.Analyzer, c claim.Claim) {
	fmt.Fprintf(m.stdout, "%s (%s): %s\n", claim.ID(a.Name, c.Category), c.Severity, c.Summary)
	if c.Flag != "" {
		fmt.Fprintf(m.stdout, "\nOff by default: %s turns it on.\n", c.Flag)
	}
	if c.Server != "" {
		fmt.Fprintf(m.stdout, "\nAPI servers: %s\nLibraries:   %s\n\nSources:\n\n", c.Server, c.Client)
		for _, s := range c.Sources {
			fmt.Fprintf(m.stdout, "\t%s\n\t\t%s\n", s, claim.Link(s))
		}
	}
	if c.ByHand != "" {
		fmt.Fprintf(m.stdout, "\nFix: %s\n", c.ByHand)
	}
	fmt.Fprintf(m.stdout, "\nTests:\n\n\ttestdata/src/%s\n", c.Test)
	if c.Run != "" {
		fmt.Fprintf(m.stdout, "\ttest/apiserver: %s (on a real API server)\n", c.Run)
	}
	if a.URL != "" {
		fmt.Fprintf(m.stdout, "\nSee %s#%s\n", a.URL, c.Category)
	}
}

// analyzer prints the page of a, and its flags.
func (m manual) analyzer(a *analysis.Analyzer) {
	fmt.Fprintf(m.stdout, "%s\n", strings.TrimSpace(a.Doc))
	if list := claim.Of(a.Name); len(list) > 0 {
		fmt.Fprintf(m.stdout, "\n# Categories\n\n")
		for _, c := range list {
			off := ""
			if c.Flag != "" {
				off = "; off by default"
			}
			fmt.Fprintf(m.stdout, "\t%-27s  %-7s  %s%s\n", claim.ID(a.Name, c.Category), c.Severity, c.Summary, off)
		}
		fmt.Fprintf(m.stdout, "\nk8slint help %s/%s says where that holds, and its sources.\n", a.Name, list[0].Category)
	}
	if a.URL != "" {
		fmt.Fprintf(m.stdout, "\nSee %s\n", a.URL)
	}
	first := true
	a.Flags.VisitAll(func(f *flag.Flag) {
		if first {
			fmt.Fprintf(m.stdout, "\nFlags:\n\n")
			first = false
		}
		m.printFlag(a.Name+"."+f.Name, f)
	})
}

// A flagGroup is flags with the same purpose.
type flagGroup struct {
	title string
	lines []flagLine
}

// A flagLine is a line of the overview: flags, and what they do in a few words.
type flagLine struct {
	names []string // without the dash
	shown string   // "" for flags used by programs, which only help flags lists
	short string
}

// flagGroups are the flags of the command, in the order in which a user needs them.
var flagGroups = []flagGroup{
	{"Choosing what is analysed", []flagLine{
		{nil, "-NAME, -NAME=false", "run only these analyzers; skip these"},
		{[]string{"test", "generated"}, "-test=false, -generated", "skip test files; report in generated files"},
		{[]string{"C", "tags"}, "-C=dir, -tags=list", "change to dir first; build tags"},
		{[]string{"config", "models"}, "-config=file, -models=file", "settings: see k8slint config; dependencies"},
	}},
	{"Output", []flagLine{
		{[]string{"explain"}, "-explain", "the trace that proves each finding, and its fix"},
		{[]string{"format", "json", "link"}, "-format=format, -link=url", "text, json, sarif, github, gitlab, rdjson, html"},
		{[]string{"severity"}, "-severity=level", "show errors, warnings (default) or notes as well"},
		{[]string{"c", "color"}, "-c=lines, -color=when", "lines of source to show; auto, always or never"},
	}},
	{"Fixing", []flagLine{
		{[]string{"diff", "fix"}, "-diff, -fix", "show what -fix would change; apply fixes"},
	}},
	{"Adopting", []flagLine{
		{[]string{"new-from"}, "-new-from=revision", "report what was not found at a git revision"},
		{[]string{"baseline", "write-baseline"}, "-baseline=file", "skip what it lists; -write-baseline creates it"},
	}},
	{"Performance and debugging", []flagLine{
		{[]string{"cache"}, "-cache=folder", "where to cache results, or off"},
		{[]string{"debug", "facts"}, "-debug, -facts", "what was skipped, and why; function summaries"},
		{[]string{"cpuprofile", "memprofile", "version"}, "-cpuprofile=f, -memprofile=f", "write profiles; -version prints the version"},
		{[]string{"V", "flags"}, "", ""},
	}},
}

// overview fits on a screen of 48 lines of 80 columns.
func (m manual) overview() error {
	fmt.Fprint(m.stdout, `k8slint finds bugs in Kubernetes controllers that only fail in production.

  k8slint [flags] packages...   analyse packages, as in: k8slint ./...
  k8slint help NAME, help flags describe an analyzer or NAME/CATEGORY; all flags
  k8slint [flags] lsp           serve an editor: see docs/editors.md
  go vet -vettool=$(which k8slint) [flags] packages...

Analyzers, all on by default:
`)
	for _, a := range m.analyzers {
		title, _, _ := strings.Cut(strings.TrimSpace(a.Doc), "\n")
		title = strings.TrimPrefix(title, a.Name+": ")
		fmt.Fprintf(m.stdout, "  %-11s  %s\n", a.Name, title)
	}
	fmt.Fprintln(m.stdout)
	for _, g := range flagGroups {
		fmt.Fprintf(m.stdout, "%s:\n", g.title)
		for _, l := range g.lines {
			if l.shown != "" {
				fmt.Fprintf(m.stdout, "  %-28s  %s\n", l.shown, l.short)
			}
		}
	}
	fmt.Fprint(m.stdout, `
Exit code: 0 no findings, 3 findings, 1 some packages failed, 2 usage error.
`)
	return nil
}

// allFlags prints the flags in full, in their groups, then those of the
// analyzers.
func (m manual) allFlags() {
	told := make(map[string]bool)
	for _, g := range flagGroups {
		fmt.Fprintf(m.stdout, "%s:\n\n", g.title)
		for _, l := range g.lines {
			if l.names == nil {
				fmt.Fprintf(m.stdout, "\t%s\n\t\t%s\n", l.shown, l.short)
			}
			for _, name := range l.names {
				told[name] = true
				m.printFlag(name, m.opts.set.Lookup(name))
			}
		}
		fmt.Fprintln(m.stdout)
	}
	fmt.Fprintf(m.stdout, "Flags of analyzers:\n\n")
	m.opts.set.VisitAll(func(f *flag.Flag) {
		if _, isAnalyzer := m.opts.enabled[f.Name]; !isAnalyzer && !told[f.Name] {
			m.printFlag(f.Name, f)
		}
	})
}

func (m manual) printFlag(name string, f *flag.Flag) {
	arg, usage := flag.UnquoteUsage(f)
	if arg != "" {
		arg = "=" + arg
	}
	if f.DefValue != "" && f.DefValue != "false" && !strings.Contains(usage, "default") {
		usage += fmt.Sprintf(" (default %s)", f.DefValue)
	}
	fmt.Fprintf(m.stdout, "\t-%s%s\n\t\t%s\n", name, arg, strings.ReplaceAll(usage, "\n", "\n\t\t"))
}
