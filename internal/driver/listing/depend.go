package listing

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// oddPatterns returns why what patterns name is not kept, or "".
func oddPatterns(patterns []string) string {
	for _, p := range patterns {
		switch {
		case strings.ContainsAny(p, "=@"):
			return "the pattern " + p + " is a query"
		case strings.HasSuffix(p, ".go"):
			return "the pattern " + p + " is a file"
		case filepath.IsAbs(p):
			return "the pattern " + p + " is absolute"
		case p == "all" || p == "work" || p == "tool" || p == "cmd" || p == "std":
			return "the pattern " + p + " names a set"
		}
	}
	return ""
}

// isRelative reports whether a pattern names folders.
func isRelative(pattern string) bool {
	p := filepath.ToSlash(pattern)
	return p == "." || p == ".." || strings.HasPrefix(p, "./") || strings.HasPrefix(p, "../")
}

// guess returns where to look, as far as it is known before the go command
// answers.
func guess(env *goEnv, modules []module, dir string, patterns []string) *spec {
	s := new(spec)
	for _, m := range modules {
		s.roots = append(s.roots, m.dir)
		s.exact = append(s.exact, filepath.Join(m.dir, "go.mod"))
		if m.main {
			s.exact = append(s.exact, filepath.Join(m.dir, "go.sum"), filepath.Join(m.dir, "vendor"), filepath.Join(m.dir, "vendor", "modules.txt"))
		}
	}
	s.exact = append(s.exact, env.files()...)
	if inWorkspace(env) {
		root := filepath.Dir(env.GOWORK)
		s.exact = append(s.exact, env.GOWORK, env.GOWORK+".sum", filepath.Join(root, "vendor"), filepath.Join(root, "vendor", "modules.txt"))
	}
	for d, inModule := dir, true; ; d = filepath.Dir(d) {
		s.exact = append(s.exact, filepath.Join(d, "go.work"))
		if inModule {
			s.exact = append(s.exact, filepath.Join(d, "go.mod"))
		}
		if d == filepath.Dir(env.GOMOD) {
			inModule = false
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	for _, p := range patterns {
		if !isRelative(p) {
			continue
		}
		base, _, wild := strings.Cut(filepath.ToSlash(p), "...")
		if !wild {
			s.packages = append(s.packages, filepath.Join(dir, p))
			continue
		}
		s.roots = append(s.roots, filepath.Join(dir, filepath.FromSlash(base[:strings.LastIndex(base, "/")+1])))
	}
	s.tidy()
	return s
}

// add adds what is known when the go command has answered.
func (s *spec) add(pkgs []*packages.Package, env *goEnv, modules []module) {
	packages.Visit(pkgs, func(p *packages.Package) bool {
		if p.Dir != "" && !isFrozen(env, p.Dir) {
			s.packages = append(s.packages, p.Dir)
			if len(p.EmbedPatterns) > 0 {
				s.embeds = append(s.embeds, embed{p.Dir, p.EmbedPatterns})
			}
		}
		// Where else a package of this path could be found. An external test has a path
		// of its own, but lies where what it tests does.
		path := p.PkgPath
		if path == p.ForTest+"_test" {
			path = p.ForTest
		}
		for _, m := range modules {
			if rest, ok := strings.CutPrefix(path, m.path); ok && (rest == "" || rest[0] == '/') {
				s.packages = append(s.packages, filepath.Join(m.dir, filepath.FromSlash(rest)))
			}
		}
		if p.Dir == "" && len(p.Errors) > 0 {
			root := filepath.Dir(env.GOMOD)
			if inWorkspace(env) {
				root = filepath.Dir(env.GOWORK)
			}
			s.packages = append(s.packages, filepath.Join(root, "vendor", filepath.FromSlash(path)))
		}
		return true
	}, nil)
	s.tidy()
}

// with returns a spec of both.
func (s *spec) with(o *spec) *spec {
	if o == nil {
		return s
	}
	both := &spec{
		roots:    slices.Concat(s.roots, o.roots),
		packages: slices.Concat(s.packages, o.packages),
		embeds:   slices.Concat(s.embeds, o.embeds),
		exact:    slices.Concat(s.exact, o.exact),
	}
	both.tidy()
	return both
}

func (s *spec) tidy() {
	for _, l := range []*[]string{&s.roots, &s.packages, &s.exact} {
		slices.Sort(*l)
		*l = slices.Compact(*l)
	}
	slices.SortFunc(s.embeds, compareEmbeds)
	s.embeds = slices.CompactFunc(s.embeds, func(a, b embed) bool { return compareEmbeds(a, b) == 0 })
}

func compareEmbeds(a, b embed) int {
	if c := strings.Compare(a.dir, b.dir); c != 0 {
		return c
	}
	return slices.Compare(a.patterns, b.patterns)
}

// isFrozen reports whether nothing in dir ever changes.
func isFrozen(env *goEnv, dir string) bool {
	return inside(env.GOROOT, dir) || inside(env.GOMODCACHE, dir)
}

// A frozen is something in the module cache or in GOROOT that must still be
// there.
type frozen struct {
	name  string
	stamp stamp
}

// frozenOf returns the folders that never change, and the go.mod files of the
// modules in them.
func frozenOf(pkgs []*packages.Package, env *goEnv) []frozen {
	seen := make(map[string]bool)
	packages.Visit(pkgs, func(p *packages.Package) bool {
		if p.Dir != "" && isFrozen(env, p.Dir) {
			seen[p.Dir] = true
		}
		for m := p.Module; m != nil; m = m.Replace {
			if m.GoMod != "" && isFrozen(env, m.GoMod) {
				seen[m.GoMod] = true
			}
		}
		return true
	}, nil)
	var out []frozen
	for name := range seen {
		f := frozen{name: name}
		if info, err := os.Stat(name); err == nil {
			f.stamp = stampOf(info)
		}
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b frozen) int { return strings.Compare(a.name, b.name) })
	return out
}

// gone returns the name of one that is not as it was, or "".
func gone(list []frozen) string {
	for _, f := range list {
		info, err := os.Stat(f.name)
		if err != nil || info.ModTime().UnixNano() != f.stamp.modified {
			return f.name
		}
	}
	return ""
}

// settled are parts of errors that hang on nothing but what is looked at. What
// the network has to do with is not among them.
var settled = []string{
	": no matching files found", // embed
	"build constraints exclude all Go files in ",
	"found packages ",
	"import cycle not allowed",
	"no required module provides package ",
	" is not in std (",
	"missing go.sum entry for module providing package ",
	"import lookup disabled by -mod=vendor",
}

// oddPackages returns why an answer with these packages is not kept, or "". If
// an edit anywhere can change the answer, it is whole: places in files are part
// of errors.
func oddPackages(pkgs []*packages.Package, env *goEnv, modules []module) (whole bool, why string) {
	packages.Visit(pkgs, func(p *packages.Package) bool {
		for _, e := range p.Errors {
			whole = true
			if why == "" && !slices.ContainsFunc(settled, func(text string) bool { return strings.Contains(e.Msg, text) }) {
				why = "package " + p.ID + " has an error: " + strings.Join(strings.Fields(e.Msg), " ")
			}
		}
		switch {
		case why != "":
		case p.Dir == "":
			if p.PkgPath != "unsafe" && len(p.Errors) == 0 {
				why = "package " + p.ID + " is in no folder"
			}
		case !isFrozen(env, p.Dir) && !inWorkspaceVendor(env, p.Dir) && !slices.ContainsFunc(modules, func(m module) bool { return inside(m.dir, p.Dir) }):
			why = "package " + p.ID + " is outside the modules that are known"
		}
		return true
	}, nil)
	return whole, why
}

func inWorkspaceVendor(env *goEnv, dir string) bool {
	return inWorkspace(env) && inside(filepath.Join(filepath.Dir(env.GOWORK), "vendor"), dir)
}
