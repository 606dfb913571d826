package cachemutate

import (
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/bound"
)

// A joiner finds the writes that options make findings of.
type joiner struct {
	pass *analysis.Pass
	here *Managing            // of the package under analysis
	seen map[string]*Managing // by package
	out  []joined
}

// A joined is a write that an option makes a finding.
type joined struct {
	path  string // of the package with the option
	in    string // that with the write
	opt   *Option
	write *ManagedWrite
	here  bool // the write is of the package under analysis
}

func (j *joiner) join() {
	var optioned, written []string
	done := map[string]bool{}
	uncached, live := map[string]bool{}, map[string]bool{}
	for path, f := range j.seen {
		if slices.ContainsFunc(f.Options, func(o Option) bool { return !o.Off }) {
			optioned = append(optioned, path)
		}
		if len(f.Writes) > 0 {
			written = append(written, path)
		}
		for _, p := range f.Joined {
			done[p] = true
		}
		for _, t := range f.Uncached {
			uncached[t] = true
		}
		for _, c := range f.Live {
			live[c] = true
		}
	}
	slices.Sort(optioned)
	slices.Sort(written)
	for _, o := range optioned {
		for _, in := range written {
			pair := o + " " + in
			if done[pair] {
				continue
			}
			j.here.Joined = append(j.here.Joined, pair)
			ws := j.seen[in].Writes
			for i := range ws {
				w := &ws[i]
				if opt := governing(j.seen[o].Options, w.Type); opt != nil && !uncached[w.Type] && !live[w.Client] {
					if len(j.out) == maxManaged {
						bound.Of(j.pass).InPackage("manager options turn too many writes into findings; only the first are reported")
						continue
					}
					j.out = append(j.out, joined{o, in, opt, w, in == j.pass.Pkg.Path()})
				}
			}
		}
	}
}

// governing is the option that turns deep copies off for objects of type typ,
// nil if none does.
func governing(opts []Option, typ string) *Option {
	if typ == "" {
		return nil
	}
	var typed, all *Option
	for i := range opts {
		switch o := &opts[i]; {
		case o.Type == typ && (typed == nil || typed.Off):
			typed = o
		case o.Type == "" && !o.Off && all == nil:
			all = o
		}
	}
	if typed == nil {
		return all
	}
	if typed.Off {
		return nil
	}
	return typed
}
