package driver

import (
	"path"
	"path/filepath"
	"slices"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

// findPlaces makes whole names of the short ones in traces: facts say
// "controllers/pod.go:12", the same on every machine. A short name is that of a
// file of the finding's own package, or of the only one of that name in the
// main modules; what is neither stays as it is.
func (o *outcome) findPlaces(s *session) {
	byShort := make(map[string][]string) // filled with the names that are asked for
	each := func(do func(f *finding.Finding, step *finding.Step)) {
		for _, p := range o.packages {
			for i := range p.findings {
				f := &p.findings[i]
				for _, st := range f.Steps() {
					if st.Pos.File != "" && !filepath.IsAbs(st.Pos.File) {
						do(f, st)
					}
				}
			}
		}
	}
	each(func(_ *finding.Finding, st *finding.Step) { byShort[st.Pos.File] = nil })
	if len(byShort) == 0 {
		return
	}
	seen := make(map[string]bool)
	for _, n := range s.nodes {
		if !n.Local() {
			continue
		}
		for _, name := range n.Files {
			short := shortName(n.Path, name)
			if _, asked := byShort[short]; asked && !seen[name] {
				seen[name] = true
				byShort[short] = append(byShort[short], name)
			}
		}
	}
	each(func(f *finding.Finding, st *finding.Step) {
		names := byShort[st.Pos.File]
		own := filepath.Join(filepath.Dir(f.Pos.File), filepath.Base(st.Pos.File))
		switch {
		case slices.Contains(names, own):
			st.Pos.File = own
		case len(names) == 1:
			st.Pos.File = names[0]
		}
	})
}

// shortName is the name of a file of a package as facts say it: behind the last
// element of the package's path.
func shortName(pkg, file string) string {
	return path.Base(pkg) + "/" + filepath.Base(file)
}
