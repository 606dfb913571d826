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
)

// Version is set by the linker in release builds.
var Version string

// A manual tells what the command is and does: its version, flags and analyzers.
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

// printFullVersion prints the line by which the go command knows whether the
// tool has changed.
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

// help prints what the command does, or what the named analyzers find.
func (m manual) help(names []string) error {
	if len(names) == 0 {
		return m.overview()
	}
	for _, name := range names {
		found := false
		for _, a := range m.analyzers {
			if a.Name != name {
				continue
			}
			found = true
			fmt.Fprintf(m.stdout, "%s\n", strings.TrimSpace(a.Doc))
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
		if !found {
			return fmt.Errorf("no analyzer is called %q (k8slint help lists them)", name)
		}
	}
	return nil
}

func (m manual) overview() error {
	fmt.Fprint(m.stdout, `k8slint finds the bugs in Kubernetes controllers that compile, pass unit tests
and take clusters down.

Usage:

	k8slint [flags] packages...     analyse packages, as in: k8slint ./...
	k8slint help [analyzer...]      tell more
	go vet -vettool=$(which k8slint) [flags] packages...

Packages are named as for the go command; import paths of dependencies will do.
It exits with 0 if all is well, 3 if there are findings, 1 if something could
not be analysed, 2 if flags exclude each other.

Analyzers:

`)
	for _, a := range m.analyzers {
		title, _, _ := strings.Cut(strings.TrimSpace(a.Doc), "\n")
		fmt.Fprintf(m.stdout, "\t%-12s %s\n", a.Name, strings.TrimPrefix(title, a.Name+": "))
	}
	fmt.Fprint(m.stdout, `
All are on but those that say otherwise. -NAME runs only what is named so,
-NAME=false all but those.

Flags:

`)
	m.opts.set.VisitAll(func(f *flag.Flag) {
		if _, isAnalyzer := m.opts.enabled[f.Name]; !isAnalyzer {
			m.printFlag(f.Name, f)
		}
	})
	return nil
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
